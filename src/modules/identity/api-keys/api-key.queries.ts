import { type FilterQuery, raw } from '@mikro-orm/postgresql'
import { InvalidToken } from '../../../platform/auth/auth.errors.ts'
import type { CallerWorkspace, MembershipReader, Statements } from '../../../platform/auth/caller.ts'
import type { Scope } from '../../../platform/auth/scopes.ts'
import { type CountedList, readCountedList } from '../../../platform/database/counted-list.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { PlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { ApiKey } from './api-key.entity.ts'

/** How many keys of one workspace may be active at the same time (docs/decisions/api-keys.md). */
export const apiKeyPlanLimit: PlanLimit = {
  resourceName: 'API keys',
  maximum: 'apiKeys',
  holder: 'workspace',
  selectUsed: (em, workspace, now) =>
    em
      .createQueryBuilder(ApiKey)
      .count()
      .where({ workspace, revokedAt: null, expiresAt: { $gt: now } }),
  findNewest: (em, workspaceId) => em.findOne(ApiKey, { workspace: workspaceId }, { orderBy: { createdAt: 'desc' } }),
}

/** Which of these keys expire in a time range and are not revoked, the earliest first, and their total number. */
export function findExpiringApiKeys(
  em: EntityManager,
  listed: FilterQuery<ApiKey>,
  { after, upTo }: { readonly after: Date; readonly upTo: Date },
  limit: number,
): Promise<CountedList<ApiKey>> {
  const where = { $and: [listed, { revokedAt: null, expiresAt: { $gt: after, $lte: upTo } }] }
  return readCountedList(
    limit,
    () => em.find(ApiKey, where, { orderBy: { expiresAt: 'asc', id: 'asc' }, limit }),
    () => em.count(ApiKey, where),
  )
}

/** The newest valid one of these keys. */
export function findNewestApiKey(em: EntityManager, listed: FilterQuery<ApiKey>, now: Date): Promise<ApiKey | null> {
  const where = { $and: [listed, { revokedAt: null, expiresAt: { $gt: now } }] }
  return em.findOne(ApiKey, where, { orderBy: { createdAt: 'desc', id: 'desc' } })
}

/**
 * The keys that expire within `noticeMs` and were not announced, whose accounts get mails. Keys with a shorter life
 * than `noticeMs` are left out. Raw SQL: two columns are compared.
 */
export function findKeysToRemind(
  em: EntityManager,
  { now, noticeMs, limit }: { readonly now: Date; readonly noticeMs: number; readonly limit: number },
): Promise<ApiKey[]> {
  const wasLongLived = raw((key) => `${key}.expires_at - ${key}.created_at > ? * interval '1 millisecond'`, [noticeMs])
  const where = {
    revokedAt: null,
    remindedAt: null,
    expiresAt: { $gt: now, $lte: new Date(now.getTime() + noticeMs) },
    workspace: { deletedAt: null },
    account: { emailVerifiedAt: { $ne: null } },
    [wasLongLived]: [],
  }
  return em.find(ApiKey, where, { orderBy: { expiresAt: 'asc', id: 'asc' }, limit })
}

/** Locks a key, so that it cannot be revoked before the transaction ends. Throws `InvalidToken` when it is not valid any more. */
export async function holdApiKey(
  em: Statements,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  const sql = 'select 1 from api_key where id = ? and revoked_at is null and expires_at > ? for share'
  if ((await em.execute(sql, [id, now])).length === 0) throw new InvalidToken()
}

/** A key as a credential, at the time of the request. */
export interface CredentialRow {
  readonly id: string
  readonly key_hash: string
  readonly account_id: string
  readonly workspace_id: string
  readonly scopes: readonly Scope[]
  /** The workspaces of the account, if they were selected and the account is not being deleted. */
  readonly memberships: CallerWorkspace[] | null
  readonly is_revoked: boolean
  readonly is_suspended: boolean
  readonly has_expired: boolean
  /** Whether the last use was recorded before `lastUsedBefore`, or never. */
  readonly is_use_due: boolean
  readonly expires_at: string | Date
  readonly last_used_at: string | Date | null
}

/** Finds keys by their digests. Plain SQL, because it runs with every request of a key: an entity costs several times more. */
export function findCredentials(
  em: EntityManager,
  digests: readonly string[],
  now: Date,
  lastUsedBefore: Date,
  workspacesSql: MembershipReader['workspacesSql'] = () => 'null',
): Promise<CredentialRow[]> {
  return em.execute<CredentialRow[]>(
    `select id, key_hash, account_id, workspace_id, scopes, revoked_at is not null as is_revoked, expires_at <= ? as has_expired,
            last_used_at is null or last_used_at <= ? as is_use_due, expires_at, last_used_at,
            (select suspended_at is not null from account where account.id = api_key.account_id) as is_suspended,
            ${workspacesSql('api_key.account_id')} as memberships
       from api_key
      where key_hash in (${digests.map(() => '?').join(', ')})`,
    [now, lastUsedBefore, ...digests],
  )
}

/** A use of a key that has not been written yet. */
export interface PendingUse {
  readonly id: string
  readonly at: Date
  /** The digest with the newest HMAC key, which replaces the stored digest. */
  readonly digest: string
  /** Of the request. Null if it is unknown. */
  readonly country: string | null
}

/**
 * Writes the last use of keys, unless another node wrote one less than `intervalMs` before. One guarded statement for
 * all keys. It locks the rows in the order of their ids, so that two nodes that write the same keys cannot deadlock.
 */
export async function updateLastUsed(
  em: EntityManager,
  uses: readonly PendingUse[],
  intervalMs: number,
): Promise<void> {
  await em.execute(
    `with used as (
       select * from jsonb_to_recordset(?::jsonb) as used (id text, at timestamptz, digest text, country text)),
     due as (
       select used.*
         from api_key join used on used.id = api_key.id
        where api_key.last_used_at is null or api_key.last_used_at <= used.at - ? * interval '1 millisecond'
        order by api_key.id
          for no key update of api_key)
     update api_key set last_used_at = due.at, last_used_country = due.country, key_hash = due.digest
       from due
      where api_key.id = due.id`,
    [JSON.stringify(uses), intervalMs],
  )
}
