import type { EntityManager } from '../../../../../platform/database/database.ts'
import { executeUnlogged, toArrayLiteral } from '../../../../../platform/database/statements.ts'
import { dimensionNames, unknownValue } from '../click-query.ts'
import { rowsOf } from '../clickhouse/click-removal.ts'
import type { ClickHouseLayout } from '../clickhouse/clickhouse.schema.ts'
import type { ClickHouse } from '../clickhouse/clickhouse.ts'
import { Params } from '../clickhouse/selection-sql.ts'
import { spanStartSql, utcDaySql } from '../postgres/rollups/dimensions.queries.ts'
import { isFoldedSql } from '../postgres/rollups/watermark.queries.ts'
import { keyOf, type LinkDay } from './copied-clicks.ts'

// Raw SQL, because totals have no entities. PostgreSQL has totals of all clicks, ClickHouse of those that the retention has deleted.

/** Days of links whose totals are copied at once. */
const maxDays = 200

/** A row of `click_total`, but for the run that made it. */
interface TotalRow {
  readonly workspace_id: string
  readonly url_id: string
  readonly is_view: boolean
  readonly span: 'day' | 'quarter'
  readonly dimension: string
  readonly starts_at: string
  readonly value: string
  readonly clicks: number
  readonly bot_clicks: number
  readonly visitors: number
  readonly last_at: string | null
}

const totalColumns = [
  ...['workspace_id', 'url_id', 'is_view', 'span', 'dimension', 'starts_at', 'value'],
  ...['clicks', 'bot_clicks', 'visitors', 'last_at'],
] as const

/**
 * Has ClickHouse count the days of which the retention has deleted clicks by their totals in PostgreSQL, and no more by what is left of
 * their single clicks. All clicks have to be in the rollups, and copied.
 */
export async function copyTotalsToClickHouse(
  em: EntityManager,
  clickHouse: ClickHouse,
  layout: ClickHouseLayout,
  clearDays: (days: readonly LinkDay[]) => Promise<void>,
): Promise<void> {
  const bounds = await executeUnlogged(em, 'select 1 from click_retention_bound limit 1')
  if (bounds.length === 0) return
  await clickHouse.command(`truncate table ${rowsOf('click_total', layout)}`)
  for (let last: LinkDay = { urlId: '', day: '0001-01-01' }; ; ) {
    const days: LinkDay[] = await executeUnlogged<LinkDay>(em, summedDaysSql, [
      last.urlId,
      last.urlId,
      last.day,
      maxDays,
    ])
    const next = days.at(-1)
    if (!next) return
    await clearDays(days)
    const values = [toArrayLiteral(days.map(({ urlId }) => urlId)), toArrayLiteral(days.map(({ day }) => day))]
    const rows = await executeUnlogged<TotalRow>(em, totalsSql, [...values, ...values])
    const inserted = rows.map((row) => ['move', ...totalColumns.map((column) => row[column])])
    await clickHouse.insert('click_total', ['run', ...totalColumns], inserted, `totals:${keyOf(next)}:${rows.length}`)
    last = next
  }
}

/** Days of links that have more clicks in the rollups than there are rows. */
const summedDaysSql = `
  select url_id as "urlId", ${utcDaySql('starts_at')}::text as day
    from click_rollup as rollup
   where span = 'day' and dimension = 'total'
     and url_id >= ? and (url_id, ${utcDaySql('starts_at')}) > (?, ?::date)
     and exists (select from link where link.id = rollup.url_id)
     and clicks + bot_clicks > (
       select count(*) from click
        where click.url_id = rollup.url_id and created_at >= starts_at and created_at < starts_at + interval '1 day'
          and ${isFoldedSql()})
   order by url_id, starts_at
   limit ?`

/** An unknown value has no row in the rollups: it is the difference to the total. */
const totalsSql = `
  with summed as materialized (
    select rollup.*, coalesce(link.workspace_id, '') as workspace_id, link.kind = 'bio_page' as is_view
      from unnest(?::text[], ?::date[]) as link_day (url_id, day)
      join click_rollup as rollup on rollup.url_id = link_day.url_id and span = 'day'
                                 and starts_at = day::timestamp at time zone 'UTC'
      join link on link.id = rollup.url_id),
  quarter as (
    select rollup.*, coalesce(link.workspace_id, '') as workspace_id, link.kind = 'bio_page' as is_view
      from unnest(?::text[], ?::date[]) as link_day (url_id, day)
      join click_rollup as rollup on rollup.url_id = link_day.url_id and span = 'quarter'
                                 and starts_at >= day::timestamp at time zone 'UTC'
                                 and starts_at < (day + 1)::timestamp at time zone 'UTC'
      join link on link.id = rollup.url_id),
  unknown as (
    select total.workspace_id, total.url_id, total.is_view, 'day' as span, name as dimension, total.starts_at,
           '${unknownValue}' as value, total.clicks - coalesce(sum(known.clicks), 0) as clicks,
           total.bot_clicks - coalesce(sum(known.bot_clicks), 0) as bot_clicks, 0 as visitors,
           null::timestamptz as last_at
      from summed as total
     cross join unnest(array[${dimensionNames.map((name) => `'${name}'`).join(', ')}]) as name
      left join summed as known on known.url_id = total.url_id and known.starts_at = total.starts_at
                               and known.dimension = name
     where total.dimension = 'total'
     group by total.workspace_id, total.url_id, total.is_view, total.starts_at, total.clicks, total.bot_clicks, name),
  counted as (
    select ${totalColumns.join(', ')} from summed
    union all
    -- Only days have visitors in ClickHouse.
    select workspace_id, url_id, is_view, span, dimension, starts_at, value, clicks, bot_clicks, 0, last_at from quarter
    union all
    select ${totalColumns.join(', ')} from unknown where clicks > 0 or bot_clicks > 0)
  select workspace_id, url_id, is_view, span, dimension, ${textSql('starts_at')} as starts_at, value,
         clicks::int as clicks, bot_clicks::int as bot_clicks, visitors, ${textSql('last_at')} as last_at
    from counted`

function textSql(instant: string): string {
  return `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`
}

/** The tables of PostgreSQL that have clicks, or sums of clicks. */
const tables = 'click, click_rollup, click_workspace_rollup, click_rollup_transfer, click_visitor'

export async function emptyPostgres(em: EntityManager): Promise<void> {
  await executeUnlogged(em, `truncate ${tables}`)
}

/**
 * Makes PostgreSQL empty, but for rollups of the clicks that the retention has deleted in ClickHouse. The rollups of workspaces follow in
 * the background, as when links move. `em` is in a transaction.
 */
export async function restartPostgres(em: EntityManager, clickHouse: ClickHouse): Promise<void> {
  await emptyPostgres(em)
  for (let after: readonly unknown[] | null = null; ; ) {
    const rows: TotalRow[] = await readTotals(clickHouse, after)
    const last = rows.at(-1)
    if (!last) break
    await executeUnlogged(em, insertTotalsSql, [JSON.stringify(rows)])
    after = totalKey.map((column) => last[column])
  }
  await executeUnlogged(em, longerTotalsSql)
  await executeUnlogged(em, 'insert into click_rollup_transfer (url_id) select distinct url_id from click_rollup')
}

const totalKey = ['url_id', 'span', 'dimension', 'starts_at', 'value'] as const

const maxTotals = 10_000

function readTotals(clickHouse: ClickHouse, after: readonly unknown[] | null): Promise<TotalRow[]> {
  const params = new Params()
  const bound = after?.map((value) => params.bind(value, 'String')).join(', ')
  return clickHouse.query<TotalRow>(
    `select url_id, span, dimension, toString(starts_at) as starts_at, value, sum(clicks) as clicks,
            sum(bot_clicks) as bot_clicks, sum(visitors) as visitors, toString(max(last_at)) as last_at
       from (select url_id, span, dimension, click_total.starts_at as starts_at, value, clicks, bot_clicks, visitors, last_at from click_total)
      where true ${bound === undefined ? '' : `and (url_id, span, dimension, toString(starts_at), value) > (${bound})`}
      group by url_id, span, dimension, starts_at, value
      order by url_id, span, dimension, toString(starts_at), value
      limit ${maxTotals}`,
    params.values,
  )
}

const insertTotalsSql = `
  insert into click_rollup (url_id, span, dimension, starts_at, value, clicks, bot_clicks, visitors, last_at)
  select url_id, span, dimension, starts_at at time zone 'UTC', value, clicks, bot_clicks, visitors, last_at at time zone 'UTC'
    from jsonb_to_recordset(?::jsonb) as total (
      url_id text, span text, dimension text, starts_at timestamp, value text, clicks int, bot_clicks int, visitors int,
      last_at timestamp)
   where url_id in (select id from link)
     and (value <> '${unknownValue}' or dimension in ('total', 'unidentified'))`

const longerTotalsSql = `
  insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, bot_clicks, visitors, last_at)
  select url_id, 'hour', ${spanStartSql.hour('starts_at')}, dimension, value, sum(clicks), sum(bot_clicks), sum(visitors), max(last_at)
    from click_rollup
   where span = 'quarter'
   group by url_id, ${spanStartSql.hour('starts_at')}, dimension, value
  union all
  select url_id, 'all', '-infinity', dimension, value, sum(clicks), sum(bot_clicks), sum(visitors), max(last_at)
    from click_rollup
   where span = 'day'
   group by url_id, dimension, value`
