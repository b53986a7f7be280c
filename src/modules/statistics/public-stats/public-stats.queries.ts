import type { EntityDictionary } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import { statementTimeoutSql } from '../../../platform/database/silence-detector.ts'
import { quoteArrayElement, toArrayLiteral } from '../../../platform/database/statements.ts'
import { dayMs, minuteMs } from '../../../platform/shared/time.ts'
import type { ClickReader } from '../../visits/clicks/index.ts'
import { PublicStats } from './public-stats.entity.ts'

/** A workspace is active for this many days after its links were last changed or clicked. */
const activeDays = 30

/** Counting a large installation takes longer than the time limit of statements in requests. */
const statementTimeoutMs = minuteMs

export type ComputedStats = PublicStats & { readonly computedAt: Date }

interface ComputeOptions {
  readonly now: Date
  /** Statistics that were computed later than this are not computed again. */
  readonly dueBefore: Date
  /** Whether to wait for another node that is computing. Without waiting, the result is null. */
  readonly shouldWait: boolean
}

/**
 * Computes the statistics. Returns null when another node is computing them or has just done so. The row stays locked
 * during the computation; the lock of a node that dies is released with its connection.
 *
 * Raw SQL: one statement counts the clicks of all links and moves the clicks of deleted links in one snapshot, so a link
 * that is deleted meanwhile is counted exactly once.
 */
export async function computePublicStats(
  em: EntityManager,
  store: ClickReader,
  { now, dueBefore, shouldWait }: ComputeOptions,
): Promise<ComputedStats | null> {
  const activeSince = new Date(now.getTime() - activeDays * dayMs)
  return em.transactional(async (inner) => {
    // Compiling the statement takes longer than running it on small tables, and on tables without planner statistics.
    await inner.execute(`select ${statementTimeoutSql(statementTimeoutMs)}, set_config('jit', 'off', true)`)
    const due = await inner.execute(`${dueSql}${shouldWait ? '' : ' skip locked'}`, [dueBefore])
    if (due.length === 0) return null
    const clickedIds = await store.findClickedWorkspaces(inner, activeSince)
    const values = [now, activeSince, toArrayLiteral(clickedIds.map(quoteArrayElement))]
    const [row] = await inner.execute<EntityDictionary<PublicStats>[]>(computeSql, values)
    return row ? (inner.map(PublicStats, row) as ComputedStats) : null
  })
}

const dueSql = 'select 1 from statistics where computed_at is null or computed_at <= ? for update'

const computeSql = `
  with moved as (
         delete from statistics_gone returning clicks),
       deleted as materialized (
         select deleted_link_clicks + (select coalesce(sum(clicks), 0) from moved) as clicks
           from statistics)
  update statistics
     set deleted_link_clicks = deleted.clicks,
         computed_at = ?,
         (total_links, total_clicks) = (
           select count(*) filter (where kind = 'link'),
                  (deleted.clicks + coalesce(sum(current_clicks) filter (where kind <> 'bio_page'), 0))::bigint
             from link),
         total_users = (select count(*) from account),
         active_workspaces = (
           select count(*)
             from workspace
            where deleted_at is null
              and (exists (select from link where workspace_id = workspace.id and updated_at > ?)
                or id = any(?::text[])))
    from deleted
  returning statistics.*`
