import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged, quoteArrayElement, toArrayLiteral } from '../../../../../../platform/database/statements.ts'
import { dayMs } from '../../../../../../platform/shared/time.ts'
import type { LinkCount, LinkCountQuery } from '../../click-query.ts'
import { dimensions, spanStartSql, utcDaySql } from '../rollups/dimensions.queries.ts'
import { isUnfoldedSql } from '../rollups/watermark.queries.ts'
import { type Bind, createBinder } from './metric-source.ts'

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
  const isWholeDay = (at: Date) => at.getTime() % dayMs === 0
  if (by !== 'hour' && (periods ?? []).every(({ from, to }) => isWholeDay(from) && isWholeDay(to))) return 'day'
  return dimension === null ? 'hour' : null
}

function linkCountSql(query: LinkCountQuery, bind: Bind): string {
  const { urlIds, by, dimension, minClicks } = query
  const span = chooseSpan(query)
  const startOf = (at: string) => (by === null ? 'null::timestamptz' : spanStartSql[by](at))
  const isWanted = (at: string) => `${urlIds ? 'url_id = wanted.id and ' : ''}${at} >= from_at and ${at} < to_at`
  const singleClicks = (table: string) => `
      select url_id, ${startOf('created_at')} as at, ${dimension === null ? 'null' : dimensions[dimension]} as value,
             (not is_bot)::int as clicks, is_bot::int as bot_clicks, 0 as visitors
        from wanted
        join ${table} on ${isWanted('created_at')}`
  const hasVisitors = dimension === null && (span === 'day' || span === 'all')
  const folded = `
      select url_id, ${startOf('starts_at')}, ${dimension === null ? 'null' : 'value'}, clicks, bot_clicks,
             ${hasVisitors ? 'visitors' : '0'}
        from wanted
        join click_rollup on ${isWanted('starts_at')} and span = '${span}' and dimension = '${dimension ?? 'total'}'`
  // A visitor of clicks that are not folded counts when no folded click of the day is theirs.
  const newVisitors = `
      select url_id, ${startOf(`(day::timestamp at time zone 'UTC')`)}, null, 0, 0, 1
        from (select distinct url_id, ${utcDaySql('created_at')} as day, visitor_hash
                from wanted
                join unfolded on ${isWanted('created_at')}
               where not is_bot and visitor_hash is not null) as visit
       where not exists (select from click_visitor
                          where click_visitor.url_id = visit.url_id and click_visitor.day = visit.day
                            and click_visitor.visitor_hash = visit.visitor_hash)`
  const parts = span
    ? [singleClicks('unfolded'), folded, ...(hasVisitors ? [newVisitors] : [])]
    : [singleClicks('click')]
  return `
    with ${wantedSql(query, bind)},
    unfolded as materialized (
      select * from click where ${isUnfoldedSql}),
    counted as (${parts.join(`
      union all`)}),
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

/** The table `wanted`: the periods, of each link if links are given. Arrays tell the planner how few there are. */
function wantedSql({ urlIds, periods }: LinkCountQuery, bind: Bind): string {
  const starts = periods?.map(({ from }) => from.toISOString()) ?? ['-infinity']
  const ends = periods?.map(({ to }) => to.toISOString()) ?? ['infinity']
  const array = (values: readonly string[], type: string) =>
    `${bind(toArrayLiteral(values.map(quoteArrayElement)))}::${type}[]`
  return `wanted as materialized (
      select *
        from unnest(${array(starts, 'timestamptz')}, ${array(ends, 'timestamptz')}) as period (from_at, to_at)
       ${urlIds === null ? '' : `cross join unnest(${array(urlIds, 'text')}) as link (id)`})`
}

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
