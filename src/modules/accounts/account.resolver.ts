import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Access, Open } from '../../platform/auth/authorization.ts'
import { Throws } from '../../platform/graphql/operations.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { SuccessResponse } from '../../platform/graphql/success-response.types.ts'
import { Rest } from '../../platform/rest/rest.decorator.ts'
import { Account, AuthResponse } from './account.entity.ts'
import { EmailTaken, InvalidCredentials } from './account.errors.ts'
import { ChangePasswordArgs, LoginArgs, RegisterArgs } from './account.inputs.ts'
import type { AccountService } from './account.service.ts'

const exampleLogin = { email: 'ada@example.com', password: 'correct horse battery' }

@Resolver(() => Account)
export class AccountResolver {
  constructor(private readonly accountService: AccountService) {}

  @Rest('POST /auth/register', 201, { example: { name: 'Ada', ...exampleLogin } })
  @Open()
  @Throws(EmailTaken)
  @Mutation(() => AuthResponse, { description: 'Create an account and log in.' })
  register(@Args(() => RegisterArgs) args: RegisterArgs, @Ctx() context: RequestContext): Promise<AuthResponse> {
    return this.accountService.register(context, args)
  }

  @Rest('POST /auth/login', 200, { example: exampleLogin })
  @Open()
  @Throws(InvalidCredentials)
  @Mutation(() => AuthResponse, { description: 'Log in with e-mail address and password.' })
  login(@Args(() => LoginArgs) args: LoginArgs, @Ctx() context: RequestContext): Promise<AuthResponse> {
    return this.accountService.login(context, args)
  }

  @Rest('POST /auth/logout', 200)
  @Access('write:profile', { sessionOnly: true })
  @Mutation(() => SuccessResponse, {
    description: 'Log out. This ends all sessions of the account on all devices. API keys and OAuth tokens stay valid.',
  })
  async logout(@Ctx() context: RequestContext): Promise<SuccessResponse> {
    await this.accountService.logout(context)
    return { success: true }
  }

  @Rest('POST /auth/password', 200)
  @Access('write:profile', { sessionOnly: true })
  @Throws(InvalidCredentials)
  @Mutation(() => AuthResponse, {
    description:
      'Change the password. This ends all sessions of the account and returns a new one. API keys and OAuth tokens stay valid.',
  })
  changePassword(
    @Args(() => ChangePasswordArgs) args: ChangePasswordArgs,
    @Ctx() context: RequestContext,
  ): Promise<AuthResponse> {
    return this.accountService.changePassword(context, args)
  }

  @Rest('GET /auth/me', 200)
  @Access('read:profile')
  @Query(() => Account, { description: 'Profile of the caller.' })
  me(@Ctx() context: RequestContext): Promise<Account> {
    return this.accountService.me(context)
  }
}
