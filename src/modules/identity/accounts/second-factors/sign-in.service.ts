import { includesSecondFactor, type SignInMethod } from '../../../../platform/auth/sign-in-method.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Account, type AuthResponse } from '../account.entity.ts'
import { findOwnAccount } from '../own-account.ts'
import type { Session } from '../sessions/session.entity.ts'
import type { SessionService } from '../sessions/session.service.ts'
import { type CodeVerifier, listSecondFactors } from './code-verifier.ts'
import type { LoginChallenges } from './login-challenges.ts'
import type { ProvenLogin } from './proven-login.ts'
import { CodeRequired, LoginChallengeInvalid, SecondFactorRequired } from './second-factor.errors.ts'
import type { CompleteLoginArgs } from './second-factor.inputs.ts'

/** Everything that logs in opens its session here, so that none can leave out the second factor. */
export class SignInService {
  constructor(
    private readonly sessionService: SessionService,
    private readonly challenges: LoginChallenges,
    private readonly codes: CodeVerifier,
  ) {}

  /** A new session of an account. Throws `SecondFactorRequired` when the account has one that was not proved. */
  async open(context: RequestContext, login: ProvenLogin): Promise<AuthResponse> {
    await this.assertComplete(context, login)
    const { account, methods, providerLogin, provenAt } = login
    return this.sessionService.open(context, account, methods, { providerLogin, provenAt })
  }

  /** Throws `SecondFactorRequired` when the account has a second factor that was not proved. */
  async assertComplete({ em }: RequestContext, login: ProvenLogin): Promise<void> {
    if (includesSecondFactor(login.methods)) return
    const available = await listSecondFactors(em, login.account.id)
    if (available.length > 0) throw new SecondFactorRequired(this.challenges.issue(login), available)
  }

  /** Logs in with the challenge of a login and a code. Throws the errors of `prove`. */
  async complete(context: RequestContext, input: CompleteLoginArgs): Promise<AuthResponse> {
    return this.open(context, await this.prove(context, input))
  }

  /**
   * The account of a challenge, whose owner has proved the second factor by the code. Throws `LoginChallengeInvalid`,
   * `SecondFactorInvalid` and `RateLimited`.
   */
  async prove(context: RequestContext, { challenge, code }: CompleteLoginArgs): Promise<ProvenLogin> {
    const { accountId: id, tokenVersion, methods, providerLogin } = this.challenges.read(challenge)
    const failHandler = () => new LoginChallengeInvalid()
    const account = await context.em.findOneOrFail(Account, { id, tokenVersion }, { refresh: true, failHandler })
    return { account, methods: [...methods, await this.codes.verify(context, account, code)], providerLogin }
  }

  /**
   * The second factor of an account, proved by a code; none for an account without one. Throws `CodeRequired`,
   * `SecondFactorInvalid` and `RateLimited`.
   */
  async proveForReset(
    context: RequestContext,
    accountId: string,
    code: string | null | undefined,
  ): Promise<readonly SignInMethod[]> {
    if ((await listSecondFactors(context.em, accountId)).length === 0) return []
    if (!code) throw new CodeRequired()
    return [await this.codes.verify(context, await context.em.findOneOrFail(Account, { id: accountId }), code)]
  }

  /**
   * Proves once more who the caller is, for sensitive changes in the next 10 minutes. Throws `SecondFactorInvalid` and
   * `RateLimited`.
   */
  async proveAgain(context: RequestContext, code: string): Promise<Session> {
    const method = await this.codes.verify(context, await findOwnAccount(context), code)
    return this.sessionService.recordProof(context, method)
  }

  /**
   * The same by what begins a login. Throws `SecondFactorRequired` for an account that has a second factor, which nothing
   * weaker replaces.
   */
  async proveWithoutCode(context: RequestContext, method: 'password' | 'identity_provider'): Promise<Session> {
    await this.assertComplete(context, { account: await findOwnAccount(context), methods: [method] })
    return this.sessionService.recordProof(context, method)
  }
}
