import { includesSecondFactor, type SignInMethod } from '../../../../platform/auth/sign-in-method.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Account, type AuthResponse } from '../account.entity.ts'
import { hasSecondFactor, listSecondFactors } from '../accounts.queries.ts'
import { findOwnAccount } from '../own-account.ts'
import type { RequestOptions } from '../passkeys/passkey-ceremonies.ts'
import type { ChallengeScope } from '../passkeys/passkey-challenges.ts'
import type { PasskeyProof, PasskeyVerifier } from '../passkeys/passkey-verifier.ts'
import type { Session } from '../sessions/session.entity.ts'
import { assertNotSuspended, type SessionService } from '../sessions/session.service.ts'
import type { CodeVerifier } from './code-verifier.ts'
import type { LoginChallenges } from './login-challenges.ts'
import type { ProvenLogin } from './proven-login.ts'
import { CodeRequired, LoginChallengeInvalid, SecondFactorRequired } from './second-factor.errors.ts'

/** A code of an authenticator app or a recovery code, or a use of a passkey. */
export type SecondFactorProof = { readonly code: string } | PasskeyProof

/** What a page offers to somebody whose second factor is missing. */
export interface OfferedFactors {
  readonly methods: readonly SignInMethod[]
  /** What the browser is asked for; null without a passkey, and where no browser offers them. */
  readonly passkeyRequest: RequestOptions | null
}

/** Everything that logs in opens its session here, so that none can leave out the second factor. */
export class SignInService {
  constructor(
    private readonly sessionService: SessionService,
    private readonly challenges: LoginChallenges,
    private readonly codes: CodeVerifier,
    private readonly passkeys: PasskeyVerifier,
  ) {}

  /** A new session of an account. Throws `SecondFactorRequired` when the account has one that was not proved. */
  async open(context: RequestContext, login: ProvenLogin): Promise<AuthResponse> {
    await this.assertComplete(context, login)
    const { account, methods, providerLogin, provenAt } = login
    return this.sessionService.open(context, account, methods, { providerLogin, provenAt })
  }

  /**
   * Throws `SecondFactorRequired` when the account has a second factor that was not proved, and `AccountSuspended` to whoever has
   * proved enough.
   */
  async assertComplete({ em }: RequestContext, login: ProvenLogin): Promise<void> {
    const isProved = includesSecondFactor(login.methods)
    const available = isProved ? [] : await listSecondFactors(em, login.account.id)
    if (available.length > 0) throw new SecondFactorRequired(this.challenges.issue(login), available)
    assertNotSuspended(login.account)
  }

  /** Whether browsers offer passkeys for this service. */
  get hasPasskeys(): boolean {
    return this.passkeys.isAvailable
  }

  /** Whether a passkey alone logs in. */
  get allowsPasskeyLogin(): boolean {
    return this.passkeys.allowsLogin
  }

  /** What a browser is asked for by a page with this form token, to log in with a passkey alone; null where none can. */
  requestPasskey(browser: string): RequestOptions | null {
    return this.passkeys.requestLogin(browser)
  }

  /** The account whose owner has logged in with a passkey alone, which is both factors. Throws `PasskeyProblem`, `RateLimited` and `AccountSuspended`. */
  async proveByPasskey(context: RequestContext, proof: PasskeyProof): Promise<ProvenLogin> {
    const account = await this.passkeys.logIn(context, proof)
    assertNotSuspended(account)
    return { account, methods: ['passkey'] }
  }

  /** Logs in with the challenge of a login and a second factor. Throws the errors of `prove`. */
  async complete(context: RequestContext, challenge: string, proof: SecondFactorProof): Promise<AuthResponse> {
    return this.open(context, await this.prove(context, challenge, proof))
  }

  /**
   * The account of a challenge, whose owner has proved the second factor. Throws `LoginChallengeInvalid`,
   * `SecondFactorInvalid`, `PasskeyProblem`, `RateLimited` and `AccountSuspended`.
   */
  async prove(context: RequestContext, challenge: string, proof: SecondFactorProof): Promise<ProvenLogin> {
    const { account, methods, providerLogin } = await this.findLogin(context, challenge)
    const method = await this.verify(context, account, proof, { purpose: 'second-factor', subject: challenge })
    assertNotSuspended(account)
    return { account, methods: [...methods, method], providerLogin }
  }

  /** What the page of a challenge offers, in a form with this token. Throws `LoginChallengeInvalid`. */
  async offerFactors(context: RequestContext, challenge: string, browser: string): Promise<OfferedFactors> {
    const { account } = await this.findLogin(context, challenge)
    return this.offer(context, account.id, { purpose: 'second-factor', browser, subject: challenge })
  }

  /** What the page for `proveAgain` offers to the caller, in a form with this token. */
  offerOwnFactors(context: RequestContext, browser: string): Promise<OfferedFactors> {
    return this.offer(context, context.accountId, { purpose: 'step-up', browser, subject: context.accountId })
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
    if (!(await hasSecondFactor(context.em, accountId))) return []
    if (!code) throw new CodeRequired()
    return [await this.codes.verify(context, await context.em.findOneOrFail(Account, { id: accountId }), code)]
  }

  /**
   * Proves once more who the caller is, for sensitive changes in the next 10 minutes. Throws `SecondFactorInvalid`,
   * `PasskeyProblem` and `RateLimited`.
   */
  async proveAgain(context: RequestContext, proof: SecondFactorProof): Promise<Session> {
    const account = await findOwnAccount(context)
    const method = await this.verify(context, account, proof, { purpose: 'step-up', subject: account.id })
    return this.sessionService.recordProof(context, method)
  }

  /**
   * The same by a login at an identity provider. Throws `SecondFactorRequired` for an account that has a second factor, which
   * nothing weaker replaces.
   */
  async proveByProvider(context: RequestContext): Promise<Session> {
    const methods = ['identity_provider'] as const
    await this.assertComplete(context, { account: await findOwnAccount(context), methods })
    return this.sessionService.recordProof(context, ...methods)
  }

  private async offer(context: RequestContext, accountId: string, scope: ChallengeScope): Promise<OfferedFactors> {
    const passkeyRequest = await this.passkeys.request(context, accountId, scope)
    return { methods: await listSecondFactors(context.em, accountId), passkeyRequest }
  }

  private async verify(
    context: RequestContext,
    account: Account,
    proof: SecondFactorProof,
    scope: Omit<ChallengeScope, 'browser'>,
  ): Promise<SignInMethod> {
    if ('code' in proof) return this.codes.verify(context, account, proof.code)
    const { credential, browser } = proof
    await this.passkeys.prove(context, account.id, credential, { ...scope, browser })
    return 'passkey'
  }

  private async findLogin({ em }: RequestContext, challenge: string): Promise<ProvenLogin> {
    const { accountId: id, tokenVersion, methods, providerLogin } = this.challenges.read(challenge)
    const failHandler = () => new LoginChallengeInvalid()
    const account = await em.findOneOrFail(Account, { id, tokenVersion }, { refresh: true, failHandler })
    return { account, methods, providerLogin }
  }
}
