import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { AccountSuspended } from '../../../../platform/auth/auth.errors.ts'
import { Access, Open } from '../../../../platform/auth/authorization.ts'
import { Throws } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../../../platform/graphql/success-response.types.ts'
import { Rest } from '../../../../platform/rest/rest.decorator.ts'
import { AuthResponse } from '../account.entity.ts'
import { InvalidCredentials, PasswordLoginOff } from '../account.errors.ts'
import type { AccountService } from '../account.service.ts'
import { Session } from '../sessions/session.entity.ts'
import {
  AuthenticatorAppExists,
  AuthenticatorAppNotFound,
  LoginChallengeInvalid,
  SecondFactorInvalid,
} from './second-factor.errors.ts'
import { CompleteLoginArgs, FirstCodeArgs, ProofArgs } from './second-factor.inputs.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import { NewAuthenticatorApp, RecoveryCodes, SignInMethods } from './second-factor.types.ts'
import type { SignInService } from './sign-in.service.ts'

const sensitive = { sessionOnly: true, stepUp: 'always' } as const

@Resolver(() => SignInMethods)
export class SecondFactorResolver {
  constructor(
    private readonly accountService: AccountService,
    private readonly signInService: SignInService,
    private readonly factorService: SecondFactorService,
  ) {}

  @Rest('POST /auth/login/second-factor', 200)
  @Open()
  @Throws(LoginChallengeInvalid, SecondFactorInvalid, AccountSuspended)
  @Price('password')
  @Mutation(() => AuthResponse, {
    description: 'Log in with the challenge of SECOND_FACTOR_REQUIRED and a code. Each code is valid once.',
  })
  completeLogin(
    @Args(() => CompleteLoginArgs) { challenge, code }: CompleteLoginArgs,
    @Ctx() context: RequestContext,
  ): Promise<AuthResponse> {
    return this.signInService.complete(context, challenge, { code })
  }

  @Rest('POST /auth/sessions/proofs', 200)
  @Access('write:profile', { sessionOnly: true })
  @Throws(SecondFactorInvalid, InvalidCredentials, PasswordLoginOff)
  @Price('password')
  @Mutation(() => Session, {
    description:
      'Prove with a code or the password that the caller is still the owner of the account. For 10 minutes, no operation answers ' +
      'STEP_UP_REQUIRED to this session. A login is such a proof too.',
  })
  proveIdentity(@Args(() => ProofArgs) proof: ProofArgs, @Ctx() context: RequestContext): Promise<Session> {
    return this.accountService.proveIdentity(context, proof)
  }

  @Rest('GET /auth/sign-in-methods', 200)
  @Access('read:profile', { sessionOnly: true })
  @Price('lookup')
  @Query(() => SignInMethods, { description: 'How the caller can log in.' })
  signInMethods(@Ctx() context: RequestContext): Promise<SignInMethods> {
    return this.factorService.get(context)
  }

  @Rest('POST /auth/authenticator-app', 200)
  @Access('write:profile', sensitive)
  @Throws(AuthenticatorAppExists)
  @Price('write')
  @Mutation(() => NewAuthenticatorApp, {
    description:
      'Create the secret of an authenticator app (TOTP, RFC 6238). The app is a second factor once `confirmAuthenticatorApp` ' +
      'has got its first code. Until then, a repeated call replaces the secret.',
  })
  addAuthenticatorApp(@Ctx() context: RequestContext): Promise<NewAuthenticatorApp> {
    return this.factorService.add(context)
  }

  @Rest('POST /auth/authenticator-app/confirmation', 200)
  @Access('write:profile', sensitive)
  @Throws(AuthenticatorAppNotFound, SecondFactorInvalid)
  @Price('write')
  @Mutation(() => RecoveryCodes, {
    description:
      'Make the authenticator app a second factor, by its first code. From then on logins need a code. All other sessions ' +
      'of the account end; API keys and OAuth tokens are not affected. Returns recovery codes for the day the app is lost, which ' +
      'replace earlier ones.',
  })
  confirmAuthenticatorApp(
    @Args(() => FirstCodeArgs) { code }: FirstCodeArgs,
    @Ctx() context: RequestContext,
  ): Promise<RecoveryCodes> {
    return this.factorService.confirm(context, code)
  }

  @Rest('DELETE /auth/authenticator-app', 200)
  @Access('write:profile', sensitive)
  @Throws(AuthenticatorAppNotFound)
  @Price('write')
  @Mutation(() => SuccessResponse, {
    description: 'Remove the authenticator app, and the recovery codes with the last second factor.',
  })
  async removeAuthenticatorApp(@Ctx() context: RequestContext): Promise<SuccessResponse> {
    await this.factorService.remove(context)
    return { success: true }
  }

  @Rest('POST /auth/recovery-codes', 200)
  @Access('write:profile', sensitive)
  @Throws(AuthenticatorAppNotFound)
  @Price('write')
  @Mutation(() => RecoveryCodes, { description: 'Create new recovery codes. The earlier ones are no longer valid.' })
  renewRecoveryCodes(@Ctx() context: RequestContext): Promise<RecoveryCodes> {
    return this.factorService.renewRecoveryCodes(context)
  }
}
