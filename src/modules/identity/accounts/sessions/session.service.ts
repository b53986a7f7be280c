import { LockMode, raw } from '@mikro-orm/postgresql'
import { AccountSuspended, InvalidToken, SessionRequired } from '../../../../platform/auth/auth.errors.ts'
import { requireAccount } from '../../../../platform/auth/authorization.ts'
import type { SignInMethod } from '../../../../platform/auth/sign-in-method.ts'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import type { SignInChange, TransactionHook } from '../../../../platform/events/transaction-hook.ts'
import type { OptionallyPagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../../platform/graphql/pagination/pagination.ts'
import { perRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import { describeDevice } from '../../../../platform/http/agents/user-agent.ts'
import { dayMs } from '../../../../platform/shared/time.ts'
import { Account, type AuthResponse } from '../account.entity.ts'
import { SessionNotFound } from '../account.errors.ts'
import { recordDevice } from '../accounts.queries.ts'
import { type Act, actOf, endEmailChange, recordEmailChange } from '../email-change/email-change-ending.ts'
import { ProviderSession } from '../identities/provider-session.entity.ts'
import type { SignInMails } from '../mails/sign-in-mails.ts'
import { lockOwnAccount } from '../own-account.ts'
import { AccountDevice } from './account-device.entity.ts'
import { newestSessionsFirst, Session, SessionConnection } from './session.entity.ts'
import { type SessionTokens, sessionExpiry } from './session-tokens.ts'

/** The accounts whose sessions the request has opened. */
const openedAccounts = perRequest(() => new Set<string>())

/** A login at an identity provider. */
export interface ProviderLogin {
  readonly identityId: string
  /** The session at the provider (`sid`), if it names its sessions. */
  readonly providerSessionId: string | null
}

interface SessionOptions {
  readonly tokenVersion?: number
  readonly provenAt?: Date | undefined
  readonly providerLogin?: ProviderLogin | undefined
}

/** The country of a network address, ISO 3166-1 alpha-2; null if it is unknown. */
export type FindCountry = (address: string) => string | null

interface SessionDependencies {
  readonly sessionTokens: SessionTokens
  readonly mails: SignInMails
  readonly signInChanged: TransactionHook<SignInChange>
  readonly findCountry: FindCountry
}

/** The logins of accounts. */
export class SessionService {
  constructor(private readonly dependencies: SessionDependencies) {}

  /**
   * A new session of an account, whose owner has proved their identity in these ways. `SignInService` decides whether they are enough.
   * Throws `AccountSuspended`.
   */
  async open(
    context: RequestContext,
    account: Account,
    signInMethods: readonly SignInMethod[],
    { tokenVersion = account.tokenVersion, provenAt = context.now(), providerLogin }: SessionOptions = {},
  ): Promise<AuthResponse> {
    assertNotSuspended(account)
    openedAccounts(context).add(account.id)
    const { sessionTokens, mails, findCountry } = this.dependencies
    const { id, token } = sessionTokens.issue(account.id, tokenVersion)
    const now = context.now()
    const { request } = context
    const device = describeDevice(request.header('user-agent'))
    const country = findCountry(request.address)
    await context.em.transactional(async (em) => {
      await em.insert(Session, {
        id,
        account: account.id,
        device,
        country,
        signInMethods: [...signInMethods],
        provenAt,
        createdAt: now,
        expiresAt: sessionExpiry(now, now),
      })
      if (providerLogin) {
        const { identityId: identity, providerSessionId } = providerLogin
        await em.insert(ProviderSession, { session: id, identity, providerSessionId })
      }
      if (await recordDevice(em, { accountId: account.id, device: device ?? '', at: now }))
        await mails.send(em, context, account, 'new_device')
    })
    return { token, user: account }
  }

  /** Records that the owner of the caller's session has proved their identity again. Throws `InvalidToken`. */
  recordProof(context: RequestContext, method: SignInMethod, em = context.em): Promise<Session> {
    return em.transactional(async (inner) => {
      const session = await findOwnSession(context, inner, { lockMode: LockMode.PESSIMISTIC_WRITE })
      session.signInMethods = [...new Set([...session.signInMethods, method])]
      session.provenAt = context.now()
      return session
    })
  }

  /** Whether the account belongs to the caller, or to a session that this request has opened. */
  isOwnAccount(context: RequestContext, accountId: string): boolean {
    const { caller } = context
    return (caller.kind === 'account' && caller.accountId === accountId) || openedAccounts(context).has(accountId)
  }

  /** The sessions of the caller that have not ended, newest first. */
  list(context: RequestContext, page: OptionallyPagedConnectionArgs): Promise<SessionConnection> {
    const where = { account: context.accountId, expiresAt: { $gt: context.now() } }
    return findConnection(context, SessionConnection, Session, { where, order: newestSessionsFirst }, page)
  }

  /** Whether the request was sent with this session. */
  isCurrent(context: RequestContext, session: Session): boolean {
    return requireAccount(context.caller).sessionId === session.id
  }

  /**
   * The next token of the caller's session, for at most 30 days from the login. The earlier tokens of the session stay
   * valid until they expire, so that requests on their way still succeed. Throws `InvalidToken` for a session that has
   * ended, and `SessionRequired` for the token of a page, which whoever runs a script there could keep alive otherwise.
   */
  async renew(context: RequestContext): Promise<AuthResponse> {
    if (requireAccount(context.caller).isPageToken) throw new SessionRequired()
    return context.em.transactional(async (em) => {
      const session = await findOwnSession(context, em, { lockMode: LockMode.PESSIMISTIC_WRITE })
      const account = await em.findOneOrFail(Account, { id: context.accountId }, { refresh: true })
      session.expiresAt = sessionExpiry(session.createdAt, context.now())
      return { token: this.dependencies.sessionTokens.renew(session, account.id, account.tokenVersion), user: account }
    })
  }

  /**
   * Ends a session of the caller from the next request on, and the change of the address that it began; without an id, the session
   * of the request. Returns its id. Throws `SessionNotFound`.
   */
  async end(context: RequestContext, sessionId: string | null | undefined): Promise<string> {
    const id = sessionId ?? requireAccount(context.caller).sessionId ?? ''
    await context.em.transactional(async (em) => {
      // The account comes first, like everywhere.
      await lockOwnAccount(em, context)
      const where = { id, account: context.accountId, expiresAt: { $gt: context.now() } }
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => new SessionNotFound() } as const
      await em.findOneOrFail(Session, where, lock)
      await this.endSome(em, context, context.accountId, [id])
    })
    return id
  }

  /**
   * Ends sessions of an account and a change of the address that one of them began, in the transaction of their cause, which has locked
   * the account. Returns how many have ended.
   */
  async endSome(
    em: EntityManager,
    context: RequestContext,
    accountId: string,
    ids: readonly string[],
  ): Promise<number> {
    const isEnded = (sessionId: string | null) => sessionId === null || ids.includes(sessionId)
    await this.recordEnd(em, actOf(context), accountId, await endEmailChange(em, accountId, isEnded))
    return em.nativeDelete(Session, { account: accountId, id: { $in: [...ids] } })
  }

  /** Ends all sessions of an account but one, like `endSome`. */
  async endAll(em: EntityManager, act: Act, accountId: string, { except = '' } = {}): Promise<number> {
    const isEnded = (sessionId: string | null) => sessionId !== except
    await this.recordEnd(em, act, accountId, await endEmailChange(em, accountId, isEnded))
    return em.nativeDelete(Session, { account: accountId, id: { $ne: except } })
  }

  /** Ends all logins of the caller. */
  async logOut(context: RequestContext): Promise<void> {
    await context.em.transactional(async (em) => {
      const { hasEndedEmailChange } = await endLogins(em, context.accountId)
      await this.recordEnd(em, actOf(context), context.accountId, hasEndedEmailChange)
    })
  }

  private async recordEnd(em: EntityManager, act: Act, accountId: string, isEnded: boolean) {
    if (isEnded)
      await recordEmailChange(this.dependencies.signInChanged, em, act, accountId, 'account.email_change_ended')
  }
}

/**
 * Ends all logins of an account: its sessions, the challenges of logins that have begun, and a change of the address that one of
 * them began.
 */
export async function endLogins(em: EntityManager, accountId: string): Promise<{ hasEndedEmailChange: boolean }> {
  await em.nativeUpdate(Account, { id: accountId }, { tokenVersion: raw('token_version + 1') })
  const hasEndedEmailChange = await endEmailChange(em, accountId)
  await em.nativeDelete(Session, { account: accountId })
  return { hasEndedEmailChange }
}

/** Throws `AccountSuspended`. */
export function assertNotSuspended({ suspendedAt }: Account): void {
  if (suspendedAt) throw new AccountSuspended()
}

/** The session of the request. Throws `InvalidToken` when it has ended. */
function findOwnSession(
  { caller, accountId }: RequestContext,
  em: EntityManager,
  options: { readonly lockMode?: LockMode.PESSIMISTIC_WRITE } = {},
): Promise<Session> {
  const { sessionId = '' } = requireAccount(caller)
  const failHandler = () => new InvalidToken()
  return em.findOneOrFail(Session, { id: sessionId, account: accountId }, { ...options, failHandler })
}

/** Deletes the sessions whose tokens have expired, and the devices of which no login is known for a year. */
export async function deleteExpiredSessions(orm: Orm, now: Date): Promise<void> {
  const em = orm.em.fork()
  await em.nativeDelete(Session, { expiresAt: { $lte: now } })
  await em.nativeDelete(AccountDevice, { lastLoginAt: { $lte: new Date(now.getTime() - 365 * dayMs) } })
}
