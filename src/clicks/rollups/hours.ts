import type { EntityManager } from '../../database/open.ts'
import { run } from '../../database/quiet.ts'
import { startSql } from './dimensions.ts'

/** The clicks of one link in one hour, by people and by robots. */
export interface HourOfLink {
  /** How many hours before the one that is asked about. */
  readonly back: number
  readonly clicks: number
  readonly robots: number
}

/** Which hours of a link are asked for: from how many hours back to how many, both included. */
export interface HoursOfLink {
  readonly urlId: string
  readonly spans: readonly (readonly [first: number, last: number])[]
}

/**
 * The links that had so many clicks, by people or by robots, in one of those hours, each given by its start. To be
 * called, as all that follows, in a transaction that was prepared for it (`prepare`), and told to nobody.
 */
export async function linksClickedIn(em: EntityManager, hours: readonly Date[], least: number): Promise<string[]> {
  const starts = JSON.stringify(hours)
  const rows = await run<{ urlId: string }>(em, clickedSql, [starts, least, least])
  return rows.map(({ urlId }) => urlId)
}

/** The hour each of the links was first clicked in, by people or robots; those never clicked are left out. */
export async function firstHours(em: EntityManager, urlIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await run<{ urlId: string; at: string | Date }>(em, firstSql, [JSON.stringify(urlIds)])
  return new Map(rows.map(({ urlId, at }) => [urlId, new Date(at)]))
}

/** The hours of some links, counted back from one of them, which is 0: those without a click are left out. */
export async function clicksByHour(
  em: EntityManager,
  hour: Date,
  asked: readonly HoursOfLink[],
): Promise<Map<string, HourOfLink[]>> {
  const at = hour.toISOString()
  const rows = await run<{ urlId: string; hours: [number, number, number][] }>(em, hoursSql, [
    at,
    at,
    JSON.stringify(asked),
    at,
  ])
  const hourOf = ([back, clicks, robots]: [number, number, number]) => ({ back, clicks, robots })
  return new Map(rows.map(({ urlId, hours }) => [urlId, hours.map(hourOf)]))
}

/** Clicks by people in some hours together, by link and country, counted one by one: for few hours and few links. */
export async function countriesInHours(
  em: EntityManager,
  urlIds: readonly string[],
  hours: readonly Date[],
): Promise<Map<string, Map<string, number>>> {
  const rows = await run<CountryRow>(em, countryHoursSql, [JSON.stringify(urlIds), JSON.stringify(hours)])
  return new Map([...Map.groupBy(rows, ({ urlId }) => urlId)].map(([urlId, same]) => [urlId, byCountry(same)]))
}

/** Clicks by people that are in the sums, by link, day (of UTC, from one until before another) and country. */
export async function countriesByDay(
  em: EntityManager,
  urlIds: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Map<string, Map<string, number>[]>> {
  const bounds = [from.toISOString(), to.toISOString()]
  const rows = await run<CountryRow & { day: string }>(em, countryDaysSql, [JSON.stringify(urlIds), ...bounds])
  const daysOf = (same: typeof rows) => [...Map.groupBy(same, ({ day }) => day).values()].map(byCountry)
  return new Map([...Map.groupBy(rows, ({ urlId }) => urlId)].map(([urlId, same]) => [urlId, daysOf(same)]))
}

interface CountryRow {
  readonly urlId: string
  readonly country: string
  readonly clicks: number
}

function byCountry(rows: readonly CountryRow[]): Map<string, number> {
  return new Map(rows.map(({ country, clicks }) => [country, clicks]))
}

/** What is not in the sums yet. */
const freshSql = `
  fresh as materialized (
    select url_id, ${startSql.hour('created_at')} as starts_at, (not is_bot)::int as clicks, is_bot::int as robots
      from click where tx >= (select tx from click_watermark))`

const clickedSql = `
  with asked as materialized (select value::timestamptz as hour from jsonb_array_elements_text(?::jsonb)),
  ${freshSql},
  counted as (
    select kept.url_id, kept.starts_at, kept.clicks, kept.robots
      from asked join click_rollup as kept on kept.starts_at = hour and kept.span = 'hour' and dimension = 'total'
    union all
    select fresh.* from fresh join asked on starts_at = hour),
  busy as (
    select url_id from counted group by url_id, starts_at having sum(clicks) >= ?::int or sum(robots) >= ?::int)
  select distinct url_id as "urlId" from busy`

const linksSql = `select value as url_id from jsonb_array_elements_text(?::jsonb)`

const firstSql = `
  select url_id as "urlId", first.starts_at as at
    from (${linksSql}) as asked cross join lateral (
      select starts_at from click_rollup as kept
       where kept.url_id = asked.url_id and span = 'hour' order by starts_at limit 1) as first`

const hoursSql = `
  with asked as materialized (
    select link->>'urlId' as url_id, ?::timestamptz - make_interval(hours => (span->>1)::int) as first,
           ?::timestamptz - make_interval(hours => (span->>0)::int) as last
      from jsonb_array_elements(?::jsonb) as each (link) cross join lateral jsonb_array_elements(link->'spans') as part (span)),
  ${freshSql},
  counted as (
    select kept.* from asked cross join lateral (
      select url_id, starts_at, clicks, robots from click_rollup
       where url_id = asked.url_id and span = 'hour' and starts_at between first and last and dimension = 'total') as kept
    union all
    select fresh.* from asked join fresh using (url_id) where starts_at between first and last),
  summed as (
    select url_id, starts_at, sum(clicks) as clicks, sum(robots) as robots from counted group by url_id, starts_at)
  select url_id as "urlId",
         jsonb_agg(jsonb_build_array(extract(epoch from ?::timestamptz - starts_at) / 3600, clicks, robots)) as hours
    from summed group by url_id`

const countryHoursSql = `
  select url_id as "urlId", country, count(*)::int as clicks
    from (${linksSql}) as asked cross join lateral (
      select country from jsonb_array_elements_text(?::jsonb) as each (hour), click
       where click.url_id = asked.url_id and created_at >= hour::timestamptz
         and created_at < hour::timestamptz + interval '1 hour' and not is_bot and country is not null) as seen
   group by url_id, country`

const countryDaysSql = `
  select url_id as "urlId", starts_at::text as day, value as country, clicks
    from (${linksSql}) as asked join click_rollup as kept using (url_id)
   where span = 'day' and starts_at >= ?::timestamptz and starts_at < ?::timestamptz and dimension = 'country'
     and clicks > 0`
