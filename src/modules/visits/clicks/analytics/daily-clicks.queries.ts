import { batchPerRequest } from '../../../../platform/graphql/request-context.ts'
import { dayMs } from '../../../../platform/shared/time.ts'
import { spanStartSql } from '../store/postgres/rollups/dimensions.queries.ts'
import { isUnfoldedSql } from '../store/postgres/rollups/watermark.queries.ts'

// Raw SQL, because rollups and unfolded clicks of all links are added in one statement, so in one snapshot.

interface DailyClicksRequest {
  readonly urlId: string
  readonly days: number
}

interface DailyClicksRow {
  readonly urlId: string
  /** 0 for today. */
  readonly daysAgo: number
  readonly clicks: number
}

/** Loads the clicks by people on each of the last UTC days, the oldest first, for all links of a request in one statement. */
export const loadDailyClicks = batchPerRequest<DailyClicksRequest, number[]>(async (context, requests) => {
  const today = Math.floor(context.now().getTime() / dayMs) * dayMs
  const from = new Date(today - (Math.max(...requests.map(({ days }) => days)) - 1) * dayMs)
  const urlIds = [...new Set(requests.map(({ urlId }) => urlId))]
  const placeholders = urlIds.map(() => '?').join(', ')
  const rows = await context.em.execute<DailyClicksRow[]>(
    // `unfolded` is materialized, because with the condition on links in it, the database would read all clicks of each
    // link.
    `with unfolded as materialized (
       select url_id, ${spanStartSql.day('created_at')} as starts_at, created_at, is_bot
         from click
        where ${isUnfoldedSql}),
     counted as (
       select url_id, starts_at, clicks
         from click_rollup
        where url_id in (${placeholders}) and span = 'day' and dimension = 'total' and starts_at >= ?
       union all
       select url_id, starts_at, count(*)
         from unfolded
        where url_id in (${placeholders}) and created_at >= ? and not is_bot
        group by url_id, starts_at)
     select url_id as "urlId", extract(day from ? - starts_at)::int as "daysAgo", sum(clicks)::float8 as clicks
       from counted
      where starts_at <= ?
      group by url_id, starts_at`,
    [...urlIds, from, ...urlIds, from, new Date(today), new Date(today)],
  )
  const rowsByLink = Map.groupBy(rows, ({ urlId }) => urlId)
  return requests.map(({ urlId, days }) => {
    const series = Array<number>(days).fill(0)
    for (const { daysAgo, clicks } of rowsByLink.get(urlId) ?? [])
      if (daysAgo < days) series[days - 1 - daysAgo] = clicks
    return series
  })
})
