import { randomBytes } from 'node:crypto'
import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { digestSecret } from '../../../../platform/shared/secret-digest.ts'
import { minuteMs } from '../../../../platform/shared/time.ts'
import { Account } from '../account.entity.ts'
import { EmailChangeDone, EmailChangeEnded, MailLinkInvalid } from '../account.errors.ts'
import { AccountToken, type TokenPurpose } from './account-token.entity.ts'
import { insertAccountToken } from './account-tokens.queries.ts'

/** How many valid links one account may have at a time, so that nobody can fill its inbox. Earlier links stay valid. */
const maxValidTokens = 5

/** How long the link of the operator is valid. */
const loginLinkMs = 15 * minuteMs

/**
 * Makes a token valid, unless it is valid already. Returns false if the account has enough valid tokens, and for null.
 * Both cases run the same statements, because the load of the database must not reveal whether an address has an
 * account. The caller has locked the account.
 */
export async function storeAccountToken(
  em: EntityManager,
  account: Account | null,
  { purpose, token, now, expiresAt, maxValid = maxValidTokens }: TokenOptions,
): Promise<boolean> {
  const digest = digestSecret(token)
  const id = account?.id ?? ''
  await insertAccountToken(em, { digest, accountId: id, purpose, now, expiresAt, maxValidTokens: maxValid })
  return (await em.count(AccountToken, { digest, account: id })) > 0
}

interface TokenOptions {
  readonly purpose: TokenPurpose
  readonly token: string
  readonly now: Date
  readonly expiresAt: Date
  /** How many valid links of the purpose the account may have. */
  readonly maxValid?: number | undefined
}

/**
 * The token of a link that logs in once, within 15 minutes. Null when there is no such account, or it has five that are still valid.
 */
export async function createLoginLink(em: EntityManager, accountId: string, now: Date): Promise<string | null> {
  const account = await em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + loginLinkMs)
  return (await storeAccountToken(em, account, { purpose: 'login', token, now, expiresAt })) ? token : null
}

/**
 * A valid token for one of these purposes. Throws `MailLinkInvalid`, and for the purposes of a change of the address
 * `EmailChangeEnded` and `EmailChangeDone`.
 */
export async function findAccountToken(
  em: EntityManager,
  purposes: readonly TokenPurpose[],
  token: string,
  now: Date,
): Promise<AccountToken> {
  const where = { digest: digestSecret(token), expiresAt: { $gt: now } }
  const found = await em.findOne(AccountToken, where, { refresh: true })
  if (found && purposes.includes(found.purpose)) return found
  const stops = purposes.includes('email_change_stop')
  if (found?.purpose === 'email_change_ended' && (stops || purposes.includes('email_change')))
    throw new EmailChangeEnded()
  if (found?.purpose === 'email_change_done' && stops) throw new EmailChangeDone()
  throw new MailLinkInvalid()
}

/** The locked account of a valid token, and the purpose of the token. Throws like `findAccountToken`. */
export async function lockAccountOfToken(
  em: EntityManager,
  purposes: readonly TokenPurpose[],
  token: string,
  now: Date,
): Promise<{ readonly account: Account; readonly purpose: TokenPurpose }> {
  const { id } = (await findAccountToken(em, purposes, token, now)).account
  const failHandler = () => new MailLinkInvalid()
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler } as const
  const account = await em.findOneOrFail(Account, { id }, lock)
  // Another use may have deleted it before the lock, or something may have ended it.
  const { purpose } = await findAccountToken(em, purposes, token, now)
  return { account, purpose }
}

/**
 * Uses a token: deletes all tokens of its purpose, and returns the locked account. Of two concurrent uses, one
 * succeeds. Throws like `findAccountToken`.
 */
export async function consumeAccountToken(
  em: EntityManager,
  purposes: readonly TokenPurpose[],
  token: string,
  now: Date,
): Promise<{ readonly account: Account; readonly purpose: TokenPurpose }> {
  const locked = await lockAccountOfToken(em, purposes, token, now)
  await em.nativeDelete(AccountToken, { account: locked.account.id, purpose: locked.purpose })
  return locked
}

export async function deleteExpiredTokens(orm: Orm, now: Date): Promise<void> {
  await orm.em.fork().nativeDelete(AccountToken, { expiresAt: { $lte: now } })
}
