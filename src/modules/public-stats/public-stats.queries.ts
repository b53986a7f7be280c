import type { EntityManager } from '../../platform/database/database.ts'
import { dayMs } from '../../platform/shared/durations.ts'

/** The public statistics, and when they were computed. */
export interface PublicStatsSnapshot {
  readonly totalLinks: number
  readonly totalClicks: number
  readonly totalUsers: number
  readonly activeWorkspaces: number
  readonly computedAt: Date
}

type PublicStatsRow = Omit<PublicStatsSnapshot, 'computedAt'> & { readonly computedAt: string | Date }

/** An account is active that many days after the last change of its links or click on one. */
const activeDays = 30

/** Counting is done in the background of a large service, and may take longer than a request's statement. */
const statementTimeout = '60s'

const columns = `total_links::float8 as "totalLinks", total_clicks::float8 as "totalClicks",
  total_users::float8 as "totalUsers", active_workspaces::float8 as "activeWorkspaces", computed_at as "computedAt"`

/** What was last computed, by whichever node; null before the first time. */
export async function readPublicStats(em: EntityManager): Promise<PublicStatsSnapshot | null> {
  return toSnapshot(
    await em.execute<PublicStatsRow[]>(`select ${columns} from statistics where computed_at is not null`),
  )
}

export interface ComputeOptions {
  readonly now: Date
  /** Figures that were computed later than this are left as they are. */
  readonly dueBefore: Date
  /** Whether to wait for a node that is at it; else null is the answer to who comes second. */
  readonly shouldWait: boolean
}

/**
 * Computes the figures, unless somebody else is at it or has just done so: then null. The row is held as long as the
 * counting takes, and so is given back by a node that dies over it. The sum of the clicks and what deleted links left are read
 * in one snapshot and the latter is folded in the same statement, so a link that is deleted meanwhile is counted once.
 */
export async function computePublicStats(
  em: EntityManager,
  { now, dueBefore, shouldWait }: ComputeOptions,
): Promise<PublicStatsSnapshot | null> {
  const since = new Date(now.getTime() - activeDays * dayMs)
  return em.transactional(async (inner) => {
    await inner.execute(`set local statement_timeout = '${statementTimeout}'`)
    // Whether tables are small or never analysed, compiling the statement takes longer than running it.
    await inner.execute('set local jit = off')
    const rows = await inner.execute<PublicStatsRow[]>(
      `with due as materialized (
         select gone_clicks from statistics where computed_at is null or computed_at <= ?
            for update ${shouldWait ? '' : 'skip locked'}),
       folded as (delete from statistics_gone where exists (select from due) returning clicks),
       gone as materialized (select gone_clicks + (select coalesce(sum(clicks), 0) from folded) as clicks from due)
       update statistics
          set gone_clicks = gone.clicks, computed_at = ?,
              (total_links, total_clicks) =
                (select count(*) filter (where kind = 'link'), (gone.clicks + coalesce(sum(current_clicks), 0))::bigint from link),
              total_users = (select count(*) from account),
              active_workspaces = (
                select count(*) from account
                 where exists (select from link where owner_id = account.id and updated_at > ?)
                    or exists (select from link join click on click.url_id = link.id
                                where owner_id = account.id and not is_bot and click.created_at > ?))
         from gone returning ${columns}`,
      [dueBefore, now, since, since],
    )
    return toSnapshot(rows)
  })
}

function toSnapshot([row]: readonly PublicStatsRow[]): PublicStatsSnapshot | null {
  return row ? { ...row, computedAt: new Date(row.computedAt) } : null
}
