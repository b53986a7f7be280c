import type { EntityManager } from '../../database/open.ts'
import type { Range } from '../range.ts'
import { spanOf } from './buckets.ts'
import { daySql, factColumns, toldSql } from './dimensions.ts'
import type { Question } from './question.ts'

/** The links a question is about: of one owner, each by itself or all together under the key `''`. */
export interface Subject {
  readonly ownerId: string
  /** Null for all links of the owner. */
  readonly urlIds: readonly string[] | null
  readonly together: boolean
}

/** A sum: of everything (`total`), of a stretch of the series by its place from 1, of a link, or of a value. */
export interface Figure {
  /** The link, or `''` for all together. */
  readonly key: string
  readonly dimension: string
  readonly value: string
  readonly clicks: number
  readonly robots: number
  readonly visitors: number
  readonly lastAt: string | Date | null
  /** The clicks of all values of the dimension, those beyond the limit included. */
  readonly told: number
}

/**
 * Counts: the folded days of the range from their sums, and from the rows what is not folded yet and what lies at the
 * edges beside whole days. It is one statement, and so one snapshot, in which every click is on one side or the other.
 */
export async function tally(
  em: EntityManager,
  question: Question,
  subject: Subject,
  series: ReadonlyMap<string, readonly Date[]>,
): Promise<Figure[]> {
  const values: unknown[] = []
  const bind = (value: unknown) => {
    values.push(value)
    return '?'
  }
  const grids = [...series]
    .filter(([, starts]) => starts.length > 0)
    .map(([key, starts]) => ({ key, span: spanOf(starts), bounds: starts }))
  const sql = `
    with ${askedSql(subject, bind)},
    grid as materialized (
      select value->>'key' as key, value->>'span' as span,
             array(select jsonb_array_elements_text(value->'bounds')::timestamptz) as bounds
        from jsonb_array_elements(${bind(JSON.stringify(grids))}::jsonb)),
    ${rowsSql(question, bind)},
    ${countedSql(question, subject, bind)}
    select key, dimension, value, clicks, robots, visitors, last_at as "lastAt", told
      from (select *, row_number() over (partition by key, dimension order by clicks desc, value collate "C") as place,
                   (sum(clicks) over (partition by key, dimension))::int as told
              from summed where clicks > 0 or dimension in ('total', 'series')) as ranked
     where place <= ${bind(question.limit)} or dimension in ('total', 'series')
     order by key, dimension, place`
  return em.execute<Figure[]>(sql, values)
}

type Bind = (value: unknown) => string

function askedSql({ ownerId, urlIds, together }: Subject, bind: Bind): string {
  const mine = `owner_id = ${bind(ownerId)}${urlIds ? ` and id in (${urlIds.map(bind).join(', ')})` : ''}`
  return `asked as materialized (select id, ${together ? `''` : 'id'} as key from link where ${mine})`
}

/** The rows that are counted one by one; `is_fresh` are those whose visitors may have been counted already. */
function rowsSql({ range, days, isFiltered, conditions }: Question, bind: Bind): string {
  const columns = `asked.key, url_id, created_at, is_bot, visitor_hash, ${factColumns}`
  const between = (from: Date | null, to: Date | null) => betweenSql('created_at', { from, to }, bind)
  if (!days) {
    const meant = `${between(range.from, range.to)}${isFiltered ? ` and ${conditions.sql}` : ''}`
    if (isFiltered) for (const value of conditions.values) bind(value)
    return `row_counted as materialized (
      select ${columns}, false as is_fresh from asked join click on url_id = asked.id where ${meant})`
  }
  const parts = [
    `select ${columns}, true as is_fresh from fresh join asked on url_id = asked.id
                   where ${between(days.from, days.to)}`,
  ]
  const edge = (from: Date, to: Date) =>
    parts.push(`select ${columns}, false from asked join click on url_id = asked.id where ${between(from, to)}`)
  if (range.from && days.from && range.from < days.from) edge(range.from, days.from)
  if (range.to && days.to && days.to < range.to) edge(days.to, range.to)
  // Read for itself, since by link and time all clicks of the link would be gone through.
  return `fresh as materialized (
      select url_id, created_at, is_bot, visitor_hash, ${factColumns} from click
       where tx >= (select tx from click_watermark)),
    row_counted as materialized (${parts.join(' union all ')})`
}

function betweenSql(column: string, { from, to }: Range, bind: Bind): string {
  const bounds = [
    ...(from ? [`${column} >= ${bind(from.toISOString())}::timestamptz`] : []),
    ...(to ? [`${column} < ${bind(to.toISOString())}::timestamptz`] : []),
  ]
  return bounds.join(' and ') || 'true'
}

function countedSql({ days, includeBots }: Question, { together }: Subject, bind: Bind): string {
  const ofLinks = (source: string) =>
    together ? `union all select key, 'link', url_id, clicks, robots, 0, null from ${source}` : ''
  const within = () => betweenSql('starts_at', days ?? { from: null, to: null }, bind)
  const span = days?.from || days?.to ? 'day' : 'all'
  const sums = 'kept.clicks, kept.robots, kept.visitors, kept.last_at'
  const folded =
    days &&
    `folded as materialized (
      select key, url_id, dimension, value, ${sums}
        from asked join click_rollup as kept on url_id = asked.id where span = '${span}' and ${span === 'all' ? 'true' : within()}),`
  return `arrival as (
      select key, url_id, min(created_at) as at from row_counted as seen
       where not is_bot and visitor_hash is not null and not (is_fresh and exists (
         select 1 from click_visitor as known where known.url_id = seen.url_id
            and known.day = ${daySql('seen.created_at')} and known.visitor_hash = seen.visitor_hash))
       group by key, url_id, ${daySql('created_at')}, visitor_hash),
    moment as materialized (
      select key, url_id, created_at as at, (not is_bot)::int as clicks, is_bot::int as robots, 0 as visitors,
             case when not is_bot then created_at end as last_at
        from row_counted
      union all
      select key, url_id, at, 0, 0, 1, null from arrival),
    ${folded ?? ''}
    figure as (
      select key, 'total' as dimension, '' as value, clicks, robots, visitors, last_at from moment
      union all
      select key, 'series', width_bucket(at, bounds)::text, clicks, robots, visitors, null::timestamptz
        from moment join grid using (key)
      union all
      select key, dimension, value, (not is_bot)::int, is_bot::int, 0, null
        from row_counted cross join lateral ${toldSql} where value is not null
      ${ofLinks('moment')}
      ${
        folded
          ? `union all select key, dimension, value, clicks, robots, visitors, last_at from folded
             ${ofLinks(`folded where dimension = 'total'`)}
             union all
             select key, 'series', width_bucket(starts_at, bounds)::text, ${sums}
               from asked join grid using (key) join click_rollup as kept on url_id = asked.id
              where kept.span = grid.span and dimension = 'total' and ${within()}`
          : ''
      }),
    summed as (
      select key, dimension, value, (sum(clicks${includeBots ? ' + robots' : ''}))::int as clicks,
             sum(robots)::int as robots, sum(visitors)::int as visitors, max(last_at) as last_at
        from figure group by key, dimension, value)`
}
