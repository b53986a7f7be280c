import type { ExecutionSummary } from '../../platform/audit-log/operations.types.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged } from '../../platform/database/statements.ts'
import { unreachableFailureCount } from './check-result.queries.ts'

/** A link whose destination cannot be reached now. */
export interface UnreachableLink {
  readonly linkId: string
  readonly code: string
  /** The HTTP status of the last answer; null for none. */
  readonly status: number | null
  readonly error: string | null
  /** When the first of the checks in a row began that have failed. */
  readonly since: Date
  /** The host says that there is no such page (404) or none any more (410). */
  readonly isGone: boolean
}

/** The links of an account that cannot be reached now, who has been so longest first. */
export async function findUnreachableLinks(
  em: EntityManager,
  ownerId: string,
  limit: number,
): Promise<UnreachableLink[]> {
  type UnreachableLinkRow = Omit<UnreachableLink, 'since' | 'isGone'> & { since: string | Date }
  const rows = await executeUnlogged<UnreachableLinkRow>(
    em,
    `${selectUnreachableSql} ${fromUnreachableSql} ${orderUnreachableSql}`,
    [ownerId, limit],
  )
  return rows.map((row) => ({
    ...row,
    since: new Date(row.since),
    isGone: row.status === 404 || row.status === 410,
  }))
}

/** How many they are. */
export async function countUnreachableLinks(em: EntityManager, ownerId: string): Promise<number> {
  const [counted] = await executeUnlogged<{ count: number }>(
    em,
    `select count(*)::int as count ${fromUnreachableSql}`,
    [ownerId],
  )
  return counted?.count ?? 0
}

/** Whether any link of the account is watched. */
export async function hasWatchedLinks(em: EntityManager, ownerId: string): Promise<boolean> {
  const [found] = await executeUnlogged<{ isOn: boolean }>(em, hasWatchedLinksSql, [ownerId, ownerId])
  return found?.isOn ?? false
}

const selectUnreachableSql = `
  select h.link_id as "linkId", l.code, h.status, h.error, h.failing_since as since`

const fromUnreachableSql = `
    from health_link h
    join link l on l.id = h.link_id and l.is_active and l.blocked_at is null
    left join health_account account on account.owner_id = h.owner_id
   where h.owner_id = ? and h.failures >= ${unreachableFailureCount} and coalesce(h.is_on, account.is_on, false)`

const orderUnreachableSql = 'order by h.failing_since, h.link_id limit ?'

const hasWatchedLinksSql = `
  select exists (select 1 from health_account where owner_id = ? and is_on)
      or exists (select 1 from health_link where owner_id = ? and is_on) as "isOn"`

/** Durations are told from the newest so many checks: the counts are exact, and none of it takes long. */
const maxMeasuredChecks = 10_000

type ExecutionsRow = Omit<ExecutionSummary, 'lastExecutionAt'> & { lastExecutionAt: string | Date | null }

/** The checks of an account's links that began in a time: `from` belongs to it, `to` does not. */
export async function getCheckExecutions(
  em: EntityManager,
  ownerId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ExecutionSummary> {
  const range = [ownerId, from, to]
  const [row] = await executeUnlogged<ExecutionsRow>(em, executionsSql, [
    ...range,
    ...range,
    maxMeasuredChecks,
    ...range,
    ownerId,
  ])
  if (!row) throw new Error('An aggregate has one row.')
  const { lastExecutionAt: last } = row
  return { ...row, lastExecutionAt: last === null ? null : new Date(last) }
}

const rangeSql = 'owner_id = ? and started_at >= ?::timestamptz and started_at < ?::timestamptz'

const executionsSql = `
  select counted.executions, counted.succeeded, counted.executions - counted.succeeded as failed, begun.running,
         measured.average as "averageDurationMs", measured.p95 as "p95DurationMs",
         counted.last as "lastExecutionAt", failed.error as "lastError"
    from (select count(*)::int as executions, count(*) filter (where ok)::int as succeeded, max(started_at) as last
            from health_check where ${rangeSql}) as counted
   cross join (
     select round(avg(duration_ms))::int as average,
            percentile_disc(0.95) within group (order by duration_ms)::int as p95
       from (select duration_ms from health_check where ${rangeSql} order by started_at desc limit ?) as newest
   ) as measured
    left join lateral (
      select error from health_check where ${rangeSql} and not ok order by started_at desc limit 1) as failed on true
   cross join (
     select count(*)::int as running from health_link where owner_id = ? and begun_at is not null) as begun`
