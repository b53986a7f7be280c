import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged, quoteArrayElement, toArrayLiteral } from '../../../../../../platform/database/statements.ts'
import { dayMs } from '../../../../../../platform/shared/time.ts'
import type { LinkCount, LinkCountQuery } from '../../click-query.ts'
import { dimensions, spanStartSql, utcDaySql } from '../rollups/dimensions.queries.ts'
import { isUnfoldedSql } from '../rollups/watermark.queries.ts'
import { type Bind, createBinder } from './link-selection.queries.ts'

// Raw SQL, because the clicks that are not folded are added to the rollups in one statement, so in one snapshot: every click
// counts once. The counts of a link are one row, because a link may have very many.

/** Counts the clicks of many links from the rollups; single hours by a dimension, which these do not have, from rows. */
export async function countLinks(em: EntityManager, query: LinkCountQuery): Promise<Map<string, LinkCount[]>> {
  const { values, bind } = createBinder()
  const sql = linkCountSql(query, bind)
  const rows = await em.execute<{ urlId: string; counts: CountTuple[] }[]>(sql, values)
  return new Map(rows.map(({ urlId, counts }) => [urlId, counts.map(toLinkCount)]))
}

type CountTuple = readonly [
  atSeconds: number | null,
  value: string | null,
  clicks: number,
  bots: number,
  visitors: number,
]

function toLinkCount([atSeconds, value, clicks, botClicks, visitors]: CountTuple): LinkCount {
  return { at: atSeconds === null ? null : new Date(atSeconds * 1000), value, clicks, botClicks, visitors }
}

/** The span of the rollups that have the answer; null when they do not have it. */
function chooseSpan({ periods, by, dimension }: LinkCountQuery): 'hour' | 'day' | 'all' | null {
  if (periods === null && by === null) return 'all'
  const isWholeDays =
    periods?.every(({ from, to }) => from.getTime() % dayMs === 0 && to.getTime() % dayMs === 0) ?? true
  if (by !== 'hour' && isWholeDays) return 'day'
  return dimension === null ? 'hour' : null
}

function linkCountSql(query: LinkCountQuery, bind: Bind): string {
  const { urlIds, periods, by, dimension, minClicks } = query
  const span = chooseSpan(query)
  const startSql = by === null ? 'null::timestamptz' : spanStartSql[by]('created_at')
  const valueSql = dimension === null ? 'null' : dimensions[dimension]
  const tables = [
    ...(urlIds
      ? [
          `wanted_link as materialized (select unnest(${bind(toArrayLiteral(urlIds.map(quoteArrayElement)))}::text[]) as id)`,
        ]
      : []),
    ...(periods ? [periodSql(periods, bind)] : []),
  ]
  const wanted = [...(urlIds ? ['wanted_link'] : []), ...(periods ? ['period'] : [])]
  const inPeriod = (at: string) => [
    ...(urlIds ? ['url_id = wanted_link.id'] : []),
    ...(periods ? [`${at} >= from_at and ${at} < to_at`] : []),
  ]
  const lateral = (sql: string) => [...wanted, `lateral (${sql}) as found`].join(' cross join ')
  const unfolded = `unfolded as materialized (
       select url_id, created_at, is_bot, visitor_hash, ${valueSql} as value from click where ${isUnfoldedSql})`
  const rowsOf = (table: string) => `
       select url_id, ${startSql} as at, value, (not is_bot)::int as clicks, is_bot::int as bot_clicks, 0 as visitors
         from ${table}`
  const where = (conditions: readonly string[]) => (conditions.length > 0 ? `where ${conditions.join(' and ')}` : '')
  const wantedUnfolded = [...wanted.map((table) => `${table} cross join `), 'unfolded'].join('')
  const folded = `
       select url_id, ${by === null ? 'null::timestamptz' : 'starts_at'} as at, value, clicks, bot_clicks, visitors
         from ${lateral(`
                select url_id, starts_at, ${dimension === null ? 'null' : 'value'} as value, clicks, bot_clicks,
                       ${span === 'hour' || dimension !== null ? '0' : 'visitors'} as visitors
                  from click_rollup
                 where ${[...inPeriod('starts_at'), `span = '${span}'`, `dimension = '${dimension ?? 'total'}'`].join(' and ')}`)}
       union all ${rowsOf(wantedUnfolded)} ${where(inPeriod('created_at'))}
       ${span === 'hour' || dimension !== null ? '' : `union all ${newVisitorSql(wantedUnfolded, where([...inPeriod('created_at'), 'not is_bot', 'visitor_hash is not null']), by)}`}`
  const fromRows = rowsOf(
    lateral(`select url_id, created_at, is_bot, ${valueSql} as value from click ${where(inPeriod('created_at'))}`),
  )
  return `
    with ${[...tables, ...(span ? [unfolded] : [])].join(', ')},
    counted as (${span ? folded : fromRows}),
    link_count as (
      select url_id, at, value, sum(clicks)::float8 as clicks, sum(bot_clicks)::float8 as bot_clicks,
             sum(visitors)::float8 as visitors
        from counted
       ${dimension === null ? '' : 'where value is not null'}
       group by url_id, at, value
      having sum(clicks) >= ${bind(minClicks)} or sum(bot_clicks) >= ${bind(minClicks)})
    select url_id as "urlId", json_agg(json_build_array(extract(epoch from at), value, clicks, bot_clicks, visitors)) as counts
      from link_count
     group by url_id`
}

/** Visitors of clicks that are not folded count when no folded click of their day is theirs. */
const newVisitorSql = (from: string, where: string, by: LinkCountQuery['by']) => `
       select url_id, ${by === null ? 'null::timestamptz' : `day::timestamp at time zone 'UTC'`}, null, 0, 0, 1
         from (select distinct url_id, ${utcDaySql('created_at')} as day, visitor_hash from ${from} ${where}) as visit
        where not exists (select from click_visitor
                           where click_visitor.url_id = visit.url_id and click_visitor.day = visit.day
                             and click_visitor.visitor_hash = visit.visitor_hash)`

const periodSql = (periods: NonNullable<LinkCountQuery['periods']>, bind: Bind) => `period as materialized (
       select from_at, to_at
         from jsonb_to_recordset(${bind(JSON.stringify(periods.map(({ from, to }) => ({ from_at: from, to_at: to }))))}::jsonb)
              as wanted_period (from_at timestamptz, to_at timestamptz))`

/** The hour of the first click on each link, by people or bots. Links without a folded click are missing. */
export async function findFirstHours(em: EntityManager, urlIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await executeUnlogged<{ urlId: string; at: string | Date }>(em, firstHoursSql, [JSON.stringify(urlIds)])
  return new Map(rows.map(({ urlId, at }) => [urlId, new Date(at)]))
}

const firstHoursSql = `
  select url_id as "urlId", first_hour.starts_at as at
    from (select value as url_id from jsonb_array_elements_text(?::jsonb)) as wanted_link
   cross join lateral (
     select starts_at
       from click_rollup as rollup
      where rollup.url_id = wanted_link.url_id and span = 'hour'
      order by starts_at
      limit 1) as first_hour`

/** The workspaces whose links people have clicked since then. */
export async function findClickedWorkspaces(em: EntityManager, since: Date): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(clickedWorkspacesSql, [since.toISOString()])
  return rows.map(({ id }) => id)
}

const clickedWorkspacesSql = `
  select id
    from workspace
   where exists (select
                   from link
                   join click on click.url_id = link.id
                  where workspace_id = workspace.id and not is_bot and click.created_at > ?::timestamptz)`
