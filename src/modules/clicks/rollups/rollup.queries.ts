import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'
import type { Trigger } from '../click.entity.ts'
import { spanStartSql } from './dimensions.ts'

/** The clicks of one link in one hour, by people and by robots. */
export interface LinkHourClicks {
  /** How many hours before the one that is asked about. */
  readonly hoursAgo: number
  readonly clicks: number
  readonly robots: number
}

/** Which hours of a link are asked for: from how many hours back to how many, both included. */
export interface LinkHourSpans {
  readonly urlId: string
  readonly spans: readonly (readonly [first: number, last: number])[]
}

/**
 * The links that had so many clicks, by people or by robots, in one of those hours, each given by its start. To be
 * called, as all that follows, in a transaction that was prepared for it (`prepare`), and told to nobody.
 */
export async function findLinksWithClicks(
  em: EntityManager,
  hours: readonly Date[],
  minClicks: number,
): Promise<string[]> {
  const starts = JSON.stringify(hours)
  const rows = await executeUnlogged<{ urlId: string }>(em, busyLinksSql, [starts, minClicks, minClicks])
  return rows.map(({ urlId }) => urlId)
}

/** The hour each of the links was first clicked in, by people or robots; those never clicked are left out. */
export async function findFirstClickHours(em: EntityManager, urlIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await executeUnlogged<{ urlId: string; at: string | Date }>(em, firstHoursSql, [JSON.stringify(urlIds)])
  return new Map(rows.map(({ urlId, at }) => [urlId, new Date(at)]))
}

/** The hours of some links, counted back from one of them, which is 0: those without a click are left out. */
export async function countClicksByHour(
  em: EntityManager,
  hour: Date,
  requests: readonly LinkHourSpans[],
): Promise<Map<string, LinkHourClicks[]>> {
  const at = hour.toISOString()
  const rows = await executeUnlogged<{ urlId: string; hours: [number, number, number][] }>(em, hoursSql, [
    at,
    at,
    JSON.stringify(requests),
    at,
  ])
  const toLinkHour = ([hoursAgo, clicks, robots]: [number, number, number]) => ({ hoursAgo, clicks, robots })
  return new Map(rows.map(({ urlId, hours }) => [urlId, hours.map(toLinkHour)]))
}

/** Clicks by people in some hours together, by link and country, counted one by one: for few hours and few links. */
export async function countClicksByCountry(
  em: EntityManager,
  urlIds: readonly string[],
  hours: readonly Date[],
): Promise<Map<string, Map<string, number>>> {
  const rows = await executeUnlogged<CountryRow>(em, countryHoursSql, [JSON.stringify(urlIds), JSON.stringify(hours)])
  return new Map([...Map.groupBy(rows, ({ urlId }) => urlId)].map(([urlId, group]) => [urlId, toCountryCounts(group)]))
}

/** Clicks by people that are in the sums, by link, day (of UTC, from one until before another) and country. */
export async function countClicksByCountryAndDay(
  em: EntityManager,
  urlIds: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Map<string, Map<string, number>[]>> {
  const bounds = [from.toISOString(), to.toISOString()]
  const rows = await executeUnlogged<CountryRow & { day: string }>(em, countryDaysSql, [
    JSON.stringify(urlIds),
    ...bounds,
  ])
  const toDays = (group: typeof rows) => [...Map.groupBy(group, ({ day }) => day).values()].map(toCountryCounts)
  return new Map([...Map.groupBy(rows, ({ urlId }) => urlId)].map(([urlId, group]) => [urlId, toDays(group)]))
}

interface CountryRow {
  readonly urlId: string
  readonly country: string
  readonly clicks: number
}

function toCountryCounts(rows: readonly CountryRow[]): Map<string, number> {
  return new Map(rows.map(({ country, clicks }) => [country, clicks]))
}

/** What is not in the sums yet. */
const unfoldedSql = `
  fresh as materialized (
    select url_id, ${spanStartSql.hour('created_at')} as starts_at, (not is_bot)::int as clicks, is_bot::int as robots
      from click where tx >= (select tx from click_watermark))`

const busyLinksSql = `
  with asked as materialized (select value::timestamptz as hour from jsonb_array_elements_text(?::jsonb)),
  ${unfoldedSql},
  counted as (
    select kept.url_id, kept.starts_at, kept.clicks, kept.robots
      from asked join click_rollup as kept on kept.starts_at = hour and kept.span = 'hour' and dimension = 'total'
    union all
    select fresh.* from fresh join asked on starts_at = hour),
  busy as (
    select url_id from counted group by url_id, starts_at having sum(clicks) >= ?::int or sum(robots) >= ?::int)
  select distinct url_id as "urlId" from busy`

const linksSql = `select value as url_id from jsonb_array_elements_text(?::jsonb)`

const firstHoursSql = `
  select url_id as "urlId", first.starts_at as at
    from (${linksSql}) as asked cross join lateral (
      select starts_at from click_rollup as kept
       where kept.url_id = asked.url_id and span = 'hour' order by starts_at limit 1) as first`

const hoursSql = `
  with asked as materialized (
    select link->>'urlId' as url_id, ?::timestamptz - make_interval(hours => (span->>1)::int) as first,
           ?::timestamptz - make_interval(hours => (span->>0)::int) as last
      from jsonb_array_elements(?::jsonb) as each (link) cross join lateral jsonb_array_elements(link->'spans') as part (span)),
  ${unfoldedSql},
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

/**
 * How often people came to each of the links by one door, by one statement and so in one snapshot: what is folded from
 * the sums, what is not from the rows. Links nobody came to are left out.
 */
export async function countClicksByTrigger(
  em: EntityManager,
  trigger: Trigger,
  urlIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await em.execute<{ urlId: string; clicks: number }[]>(triggerCountSql, [
    urlIds,
    trigger,
    urlIds,
    trigger,
  ])
  return new Map(rows.map(({ urlId, clicks }) => [urlId, clicks]))
}

const triggerCountSql = `
  with counted as (
    select url_id, clicks from click_rollup
     where url_id in (?) and span = 'all' and dimension = 'trigger' and value = ?
    union all
    select url_id, 1 from click
     where tx >= (select tx from click_watermark) and url_id in (?) and trigger = ? and not is_bot)
  select url_id as "urlId", sum(clicks)::int as clicks from counted group by url_id`

/** A link whose date has passed and which people still opened on its last day. */
export interface ExpiredLinkInUse {
  readonly id: string
  readonly code: string
  /** Clicks by people on the last day before the date. */
  readonly clicks: number
}

/** How long ago a date may have passed for its link to be one of them. */
const lookbackMs = 7 * 24 * 3600 * 1000

/** Links that are looked at, those that expired last. */
const maxCandidates = 200

/** Fewer clicks on the last day are nothing to be told of. */
const minClicks = 10

/**
 * Links of an account that expired in the last 7 days, lead nowhere since, and were opened at least 10 times on their last
 * day, which is who is turned away now: what is turned away is not recorded. Most clicks first.
 */
export async function findExpiredLinksInUse(
  em: EntityManager,
  ownerId: string,
  now: Date,
  limit: number,
): Promise<ExpiredLinkInUse[]> {
  const since = new Date(now.getTime() - lookbackMs)
  return executeUnlogged<ExpiredLinkInUse>(em, expiredInUseSql, [ownerId, since, now, maxCandidates, minClicks, limit])
}

const expiredInUseSql = `
  select id, code, clicks
    from (select id, code,
                 (select coalesce(sum(clicks), 0)::int from click_rollup
                   where url_id = ended.id and span = 'hour' and dimension = 'total'
                     and starts_at > ended.expires_at - interval '1 day' and starts_at < ended.expires_at) as clicks
            from (select id, code, expires_at from link
                   where owner_id = ? and expires_at > ? and expires_at <= ? and expired_url is null
                     and kind = 'link' and is_active and blocked_at is null
                   order by expires_at desc limit ?) as ended) as counted
   where clicks >= ? order by clicks desc, id limit ?`
