import { LockMode } from '@mikro-orm/postgresql'
import { InvalidToken, SessionRequired } from '../../../../platform/auth/auth.errors.ts'
import { requireAccount } from '../../../../platform/auth/authorization.ts'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import type { OptionallyPagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../../platform/graphql/pagination/pagination.ts'
import { perRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import { parseUserAgent } from '../../../../platform/http/agents/user-agent.ts'
import { Account, type AuthResponse } from '../account.entity.ts'
import { SessionNotFound } from '../account.errors.ts'
import { newestSessionsFirst, Session, SessionConnection } from './session.entity.ts'
import { type SessionTokens, sessionExpiry } from './session-tokens.ts'

/** The accounts whose sessions the request has opened. */
const openedAccounts = perRequest(() => new Set<string>())

/** The logins of accounts. */
export class SessionService {
  constructor(private readonly sessionTokens: SessionTokens) {}

  /** A new session of an account, whose owner has proved their identity. */
  async open(context: RequestContext, account: Account, tokenVersion = account.tokenVersion): Promise<AuthResponse> {
    openedAccounts(context).add(account.id)
    const { id, token } = this.sessionTokens.issue(account.id, tokenVersion)
    const now = context.now()
    await context.em.insert(Session, {
      id,
      account: account.id,
      device: describeDevice(context.request.header('user-agent')),
      createdAt: now,
      expiresAt: sessionExpiry(now, now),
    })
    return { token, user: account }
  }

  /** The id of the session of a token that this service has issued. */
  idOf(token: string): string {
    return this.sessionTokens.readId(token)
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
    const { sessionId = '', isPageToken } = requireAccount(context.caller)
    if (isPageToken) throw new SessionRequired()
    return context.em.transactional(async (em) => {
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => new InvalidToken() } as const
      const session = await em.findOneOrFail(Session, { id: sessionId, account: context.accountId }, lock)
      const account = await em.findOneOrFail(Account, { id: context.accountId }, { refresh: true })
      session.expiresAt = sessionExpiry(session.createdAt, context.now())
      return { token: this.sessionTokens.renew(session, account.id, account.tokenVersion), user: account }
    })
  }

  /**
   * Ends a session of the caller from the next request on; without an id, the session of the request. Returns its id. Throws
   * `SessionNotFound`.
   */
  async end(context: RequestContext, sessionId: string | null | undefined): Promise<string> {
    const id = sessionId ?? requireAccount(context.caller).sessionId ?? ''
    await context.em.transactional(async (em) => {
      const where = { id, account: context.accountId, expiresAt: { $gt: context.now() } }
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => new SessionNotFound() } as const
      em.remove(await em.findOneOrFail(Session, where, lock))
    })
    return id
  }

  /** Ends the sessions of an account, in the transaction of their cause. */
  async endAll(em: EntityManager, accountId: string, { except = '' } = {}): Promise<void> {
    await em.nativeDelete(Session, { account: accountId, id: { $ne: except } })
  }
}

/** Deletes the sessions whose tokens have expired. */
export async function deleteExpiredSessions(orm: Orm, now: Date): Promise<void> {
  await orm.em.fork().nativeDelete(Session, { expiresAt: { $lte: now } })
}

/** Names from fixed lists, so that no text of a stranger is stored. */
function describeDevice(userAgent: string | undefined): string | null {
  const { browser, os } = parseUserAgent(userAgent)
  if (browser === 'Other') return os === 'Other' ? null : os
  return os === 'Other' ? browser : `${browser} on ${os}`
}
