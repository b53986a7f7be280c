import { type FilterQuery, raw } from '@mikro-orm/postgresql'
import type { ExecutionSummary } from '../../../platform/audit-log/operations.types.ts'
import { type CountedList, readCountedList } from '../../../platform/database/counted-list.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../platform/database/statements.ts'
import { formatShortName } from '../../publishing/links/index.ts'
import { unreachableFailureCount } from './check-result.queries.ts'
import { LinkHealthRecord, LinkHealthSetting } from './link-health.entity.ts'

/** A link whose destination cannot be reached now. */
export interface UnreachableLink {
  readonly linkId: string
  /** As `formatShortName`. */
  readonly name: string
  /** HTTP status of the last response; null without a response. */
  readonly status: number | null
  readonly error: string | null
  /** When the first of the failed checks in a row was started. */
  readonly since: Date
  /** The host says that the page does not exist (404) or no longer exists (410). */
  readonly isGone: boolean
}

/** Whether the setting of an account is on. */
export async function isWorkspaceWatched(em: EntityManager, workspaceId: string): Promise<boolean> {
  return (await em.count(LinkHealthSetting, { workspace: workspaceId, isOn: true })) > 0
}

/** The watched links of a workspace that cannot be reached now, the longest unreachable first, and their total number. */
export function findUnreachableLinks(
  em: EntityManager,
  workspaceId: string,
  limit: number,
): Promise<CountedList<UnreachableLink>> {
  const find = async () => {
    const records = await em.find(LinkHealthRecord, buildUnreachableFilter(workspaceId), {
      populate: ['link'],
      strategy: 'joined',
      orderBy: { failingSince: 'asc', link: 'asc' },
      limit,
    })
    return records.map(toUnreachableLink)
  }
  return readCountedList(limit, find, () => em.count(LinkHealthRecord, buildUnreachableFilter(workspaceId)))
}

/** Whether the account watches all its links, or any link. */
export async function hasWatchedLinks(em: EntityManager, workspaceId: string): Promise<boolean> {
  if (await isWorkspaceWatched(em, workspaceId)) return true
  const options = { fields: ['host'] as const, disableIdentityMap: true, ...withoutQueryLog() }
  return (await em.findOne(LinkHealthRecord, { workspace: workspaceId, isWatched: true }, options)) !== null
}

/** Raw SQL for "exists". */
function buildUnreachableFilter(workspaceId: string): FilterQuery<LinkHealthRecord> {
  const isWatched = raw(
    (alias) =>
      `coalesce(${alias}.is_watched, exists (select from link_health_setting where workspace_id = ? and is_on))`,
    [workspaceId],
  )
  return {
    [isWatched]: [],
    workspace: workspaceId,
    failureCount: { $gte: unreachableFailureCount },
    link: { isActive: true, blockedAt: null },
  }
}

function toUnreachableLink({ link, lastStatus, lastError, failingSince }: LinkHealthRecord): UnreachableLink {
  if (failingSince === null) throw new Error('A destination that fails has a time since when it does.')
  return {
    linkId: link.id,
    name: formatShortName(link.getEntity()),
    status: lastStatus,
    error: lastError,
    since: failingSince,
    isGone: lastStatus === 404 || lastStatus === 410,
  }
}

/** Durations are computed from this many of the newest checks, so that the query stays fast. Counts are exact. */
const maxMeasuredChecks = 10_000

type ExecutionsRow = Omit<ExecutionSummary, 'lastExecutionAt'> & { readonly lastExecutionAt: string | Date | null }

/** The checks that were started from `from` (inclusive) to `to` (exclusive). Raw SQL: aggregates over many rows. */
export async function getCheckExecutions(
  em: EntityManager,
  workspaceId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ExecutionSummary> {
  const range = [workspaceId, from, to]
  const params = [...range, ...range, maxMeasuredChecks, ...range, workspaceId]
  const [row] = await executeUnlogged<ExecutionsRow>(em, executionsSql, params)
  if (!row) throw new Error('An aggregate has one row.')
  return { ...row, lastExecutionAt: row.lastExecutionAt === null ? null : new Date(row.lastExecutionAt) }
}

const rangeSql = 'workspace_id = ? and started_at >= ?::timestamptz and started_at < ?::timestamptz'

const executionsSql = `
  select counted.executions, counted.succeeded, counted.executions - counted.succeeded as failed, running.running,
         measured.average_duration_ms as "averageDurationMs", measured.p95_duration_ms as "p95DurationMs",
         counted.last_execution_at as "lastExecutionAt", last_failure.error as "lastError"
    from (
      select count(*)::int as executions, count(*) filter (where is_ok)::int as succeeded,
             max(started_at) as last_execution_at
        from link_health_check
       where ${rangeSql}) as counted
   cross join (
      select round(avg(duration_ms))::int as average_duration_ms,
             percentile_disc(0.95) within group (order by duration_ms)::int as p95_duration_ms
        from (select duration_ms from link_health_check where ${rangeSql} order by started_at desc limit ?) as newest
      ) as measured
    left join lateral (
      select error from link_health_check
       where ${rangeSql} and not is_ok
       order by started_at desc
       limit 1) as last_failure on true
   cross join (
      select count(*)::int as running from link_health
       where workspace_id = ? and check_started_at is not null) as running`
