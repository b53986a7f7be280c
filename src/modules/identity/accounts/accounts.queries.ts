import { type ActivityRow, activityColumns } from '../../../platform/audit-log/activity.queries.ts'
import { InvalidToken } from '../../../platform/auth/auth.errors.ts'
import type { CallerWorkspace, MembershipReader, Role } from '../../../platform/auth/caller.ts'
import type { SignInMethod } from '../../../platform/auth/sign-in-method.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../platform/database/statements.ts'
import {
  type CommittedEvents,
  finishedTransactionsSql,
  maxBatchSize,
  type TransactionEvent,
  takeWholeTransactions,
} from '../../../platform/graphql/subscriptions/committed-events.ts'

/** A session, identified by the claims of its token. */
export interface SessionKey {
  readonly id: string
  readonly accountId: string
}

export interface SessionAccountRow {
  readonly token_version: number
  readonly role: Role
  /** When its owner last proved their identity, in milliseconds since 1970. */
  readonly proven_at_ms: number
  readonly sign_in_methods: SignInMethod[]
  readonly has_password: boolean
  readonly has_app: boolean
  readonly has_passkey: boolean
  /** Whether the owner logs in at an identity provider. */
  readonly has_identity: boolean
  readonly is_suspended: boolean
  /** Null for an account that is being deleted. */
  readonly memberships: CallerWorkspace[] | null
}

const hasAppSql = `exists (select from authenticator_app where account_id = account.id and confirmed_at is not null)`
const hasPasskeySql = `exists (select from passkey where account_id = account.id)`

/** Whether the account of a statement has a second factor. */
export const hasSecondFactorSql = `${hasAppSql} or ${hasPasskeySql}`

/** The second factors of an account; none when its password is enough. Plain SQL, because it counts in two tables at once. */
export async function listSecondFactors(em: EntityManager, accountId: string): Promise<SignInMethod[]> {
  const sql = `select ${hasAppSql} as "hasApp", ${hasPasskeySql} as "hasPasskey" from account where id = ?`
  const [row] = await em.execute<{ hasApp: boolean; hasPasskey: boolean }[]>(sql, [accountId])
  const factors = [row?.hasPasskey && 'passkey', row?.hasApp && 'authenticator_app'] as const
  const found = factors.filter((factor) => typeof factor === 'string')
  return found.length === 0 ? [] : [...found, 'recovery_code']
}

export async function hasSecondFactor(em: EntityManager, accountId: string): Promise<boolean> {
  return (await listSecondFactors(em, accountId)).length > 0
}

/** Reads the account of a session. Plain SQL, because it runs with every request of a session. */
export async function findSessionAccount(
  em: EntityManager,
  { id, accountId }: SessionKey,
  workspacesSql: MembershipReader['workspacesSql'],
): Promise<SessionAccountRow | undefined> {
  const sql = `
    select token_version, role, suspended_at is not null as is_suspended, sign_in_methods, extract(epoch from coalesce(proven_at, session.created_at))::float8 * 1000 as proven_at_ms,
           password_hash is not null as has_password, ${hasAppSql} as has_app, ${hasPasskeySql} as has_passkey,
           exists (select from account_identity where account_id = account.id) as has_identity,
           ${workspacesSql('account.id')} as memberships
      from session join account on account.id = session.account_id
     where session.id = ? and account.id = ?`
  const [row] = await em.execute<SessionAccountRow[]>(sql, [id, accountId])
  return row
}

/**
 * Locks the account and its session until the transaction ends, so that meanwhile the session cannot end and the
 * password cannot change. The account comes first, as when a password changes: the other order would deadlock. Throws
 * `InvalidToken` when the session has ended.
 */
export async function holdSession(
  em: Pick<EntityManager, 'execute'>,
  { id, accountId }: SessionKey,
  version: number,
): Promise<void> {
  const sql = `
    select 1 from account join session on session.account_id = account.id
     where session.id = ? and account.id = ? and token_version = ? and deletion_requested_at is null and suspended_at is null
       for share`
  if ((await em.execute<unknown[]>(sql, [id, accountId, version])).length === 0) throw new InvalidToken()
}

/**
 * Records the device of a login. Returns whether it is new to an account that has logged in with another one. Raw SQL,
 * because the ORM does not say whether an upsert has inserted.
 */
export async function recordDevice(
  em: EntityManager,
  { accountId, device, at }: { readonly accountId: string; readonly device: string; readonly at: Date },
): Promise<boolean> {
  const [row] = await em.execute<{ isNew: boolean }[]>(recordDeviceSql, [accountId, accountId, device, at])
  return row?.isNew === true
}

const recordDeviceSql = `
  with known as (select count(*) as devices from account_device where account_id = ?),
       recorded as (
         insert into account_device (account_id, device, last_login_at) values (?, ?, ?)
         on conflict (account_id, device) do update set last_login_at = excluded.last_login_at
         returning xmax = 0 as is_inserted)
  select is_inserted and known.devices > 0 as "isNew" from recorded, known`

/** An activity with its workspace and the transaction that recorded it. */
export interface ActivityFeedRow extends ActivityRow, TransactionEvent {
  readonly workspaceId: string
}

/** The current transaction snapshot of the database, as text. */
export async function readSnapshot(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ snapshot: string }[]>('select pg_current_snapshot()::text as snapshot')
  if (!row) throw new Error('The database returned no snapshot.')
  return row.snapshot
}

/**
 * Reads the activities of workspaces since a transaction. Plain SQL, because it compares transaction ids with the snapshot
 * of the database, in one statement for all subscriptions of a node.
 */
export async function readNewActivities(
  em: EntityManager,
  from: bigint,
  workspaceIds: readonly string[],
): Promise<CommittedEvents<ActivityFeedRow>> {
  return em.transactional(async (inner) => {
    // Forces the index on `tx`, even if the planner has no statistics of the table yet.
    await executeUnlogged(inner, `select set_config('enable_seqscan', 'off', true)`)
    const params = [`${from}`, JSON.stringify(workspaceIds), maxBatchSize]
    const rows = await executeUnlogged<ActivityFeedRow & { upto: string }>(inner, newActivitiesSql, params)
    const { upto = `${from}` } = rows[0] ?? {}
    const activities = rows.filter(({ tx }) => tx !== null)
    return takeWholeTransactions(activities, BigInt(upto))
  }, withoutQueryLog())
}

/** `finishedTransactionsSql` defines `mark`, whose `upto` is the first transaction that may still be running. */
const newActivitiesSql = `
  with ${finishedTransactionsSql}
  select mark.upto::text as upto, new_activity.*
    from mark left join lateral (
      select tx::text as tx, workspace_id as "workspaceId", ${activityColumns}
        from activity
       where tx >= ?::bigint and tx < mark.upto and workspace_id in (select jsonb_array_elements_text(?::jsonb))
       order by activity.tx, id
       limit ?
    ) as new_activity on true
   order by new_activity.tx::bigint, new_activity.id`
