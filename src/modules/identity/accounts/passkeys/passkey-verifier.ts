import type { FastifyBaseLogger } from 'fastify'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { SignInChange, TransactionHook } from '../../../../platform/events/transaction-hook.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../../platform/rate-limiting/rate-limit.ts'
import type { Account } from '../account.entity.ts'
import { Passkey } from './passkey.entity.ts'
import type { PasskeyCeremonies, RequestOptions } from './passkey-ceremonies.ts'
import type { ChallengeScope } from './passkey-challenges.ts'
import { PasskeyProblem } from './passkey-problem.ts'
import { useChallenge } from './passkeys.queries.ts'

/** Uses of passkeys by one network: more than a company has when its people log in in the morning. */
const networkRule: RateLimitRule = { limit: 300, seconds: 900 }

/** The answer of a browser, and the form token of the page that has asked. */
export interface PasskeyProof {
  /** JSON. */
  readonly credential: string
  readonly browser: string
}

interface PasskeyVerifierDependencies {
  /** Null where no browser offers passkeys. */
  readonly ceremonies: PasskeyCeremonies | null
  /** Whether people log in without an identity provider. */
  readonly allowsPasswords: boolean
  readonly throttle: Throttle
  readonly log: FastifyBaseLogger
  readonly signInChanged: TransactionHook<SignInChange>
}

/** Checks the uses of passkeys. Each answer of a browser is valid once, for what it was asked. */
export class PasskeyVerifier {
  constructor(private readonly dependencies: PasskeyVerifierDependencies) {}

  get isAvailable(): boolean {
    return this.dependencies.ceremonies !== null
  }

  /** Whether a passkey alone logs in. It does not where identity providers are the only way: they decide who may enter. */
  get allowsLogin(): boolean {
    return this.isAvailable && this.dependencies.allowsPasswords
  }

  /** What a browser is asked for when nobody has said who they are; null where a passkey alone does not log in. */
  requestLogin(browser: string): RequestOptions | null {
    if (!this.allowsLogin) return null
    return this.dependencies.ceremonies?.createRequest([], { purpose: 'login', browser, subject: '' }) ?? null
  }

  /** What a browser is asked for to prove an account; null when it has no passkey. */
  async request({ em }: RequestContext, accountId: string, scope: ChallengeScope): Promise<RequestOptions | null> {
    const passkeys = await em.find(Passkey, { account: accountId })
    return passkeys.length === 0 ? null : (this.dependencies.ceremonies?.createRequest(passkeys, scope) ?? null)
  }

  /** The account whose owner has used a passkey without saying who they are. Throws `PasskeyProblem` and `RateLimited`. */
  async logIn(context: RequestContext, { credential, browser }: PasskeyProof): Promise<Account> {
    if (!this.allowsLogin) throw new PasskeyProblem('refused', new Error('Only identity providers log in here.'))
    const scope = { purpose: 'login', browser, subject: '' } as const
    return (await this.use(context, credential, scope)).account.getEntity()
  }

  /** Uses a passkey of an account. Throws `PasskeyProblem` and `RateLimited`. */
  async prove(context: RequestContext, accountId: string, credential: string, scope: ChallengeScope): Promise<void> {
    await this.use(context, credential, scope, accountId)
  }

  private async use(
    context: RequestContext,
    credential: string,
    scope: ChallengeScope,
    accountId?: string,
  ): Promise<Passkey> {
    const { ceremonies, throttle } = this.dependencies
    if (!ceremonies) throw new PasskeyProblem('refused')
    await throttle.chargeNetwork(context, 'passkey', networkRule)
    const { credentialId, userHandle } = await ceremonies.readAssertion(credential)
    const where = { credentialId, ...(accountId !== undefined && { account: accountId }) }
    const populate = { populate: ['account', 'publicKey'], refresh: true } as const
    const passkey = await context.em.findOne(Passkey, where, populate)
    if (!passkey) throw new PasskeyProblem('refused', new Error('The passkey is not known, or is of another account.'))
    // Without a name, the device says whose passkey it is (WebAuthn, 7.2, step 6).
    if (accountId === undefined && userHandle !== Buffer.from(passkey.account.id).toString('base64url'))
      throw new PasskeyProblem('refused', new Error('The device names another account than the one of the passkey.'))
    const use = await ceremonies.verifyAssertion(credential, passkey, scope)
    const outcome = await context.em.transactional(async (em) => {
      if (!(await useChallenge(em, use.challenge.digest, use.challenge.expiresAt))) return 'repeated'
      return this.record(em, context, passkey, use)
    })
    if (outcome !== 'accepted') throw new PasskeyProblem('refused', new Error(outcomes[outcome]))
    return passkey
  }

  /** Stores the use of a passkey whose counter has grown. Another one may be a copy (WebAuthn, 6.1.1), which the owner is told. */
  private async record(
    em: EntityManager,
    context: RequestContext,
    { id, name, account }: Passkey,
    { counter, isBackedUp }: { readonly counter: number; readonly isBackedUp: boolean },
  ): Promise<'accepted' | 'copied' | 'removed'> {
    const values = { counter, isBackedUp, lastUsedAt: context.now() }
    const hasGrown = counter === 0 ? { counter: 0 } : { counter: { $lt: counter } }
    if ((await em.nativeUpdate(Passkey, { id, ...hasGrown }, values)) > 0) return 'accepted'
    if ((await em.count(Passkey, { id })) === 0) return 'removed'
    this.dependencies.log.warn({ passkey: id, account: account.id }, 'the counter of a passkey has not grown')
    await this.dependencies.signInChanged.run(em, {
      accountId: account.id,
      actor: account.id,
      type: 'account.passkey_refused',
      summary: `The passkey "${name}" was refused: its counter has not grown, so it may have been copied.`,
      at: context.now(),
    })
    return 'copied'
  }
}

const outcomes = {
  repeated: 'The challenge was answered before.',
  copied: 'The counter of the passkey has not grown.',
  removed: 'The passkey was removed.',
} as const
