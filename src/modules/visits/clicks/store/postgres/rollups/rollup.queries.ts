import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../../platform/database/statements.ts'
import { dayMs } from '../../../../../../platform/shared/time.ts'
import type { Trigger } from '../../../click.entity.ts'
import { spanStartSql } from './dimensions.queries.ts'
import { isUnfoldedSql } from './watermark.queries.ts'

// Raw SQL, because each function adds the clicks that are not folded to the rollups in one statement, so in one
// snapshot: every click counts once.

/** The clicks of one link in one hour, by people and by bots. */
export interface LinkHourClicks {
  /** Hours before the hour of the query. */
  readonly hoursAgo: number
  readonly clicks: number
  readonly botClicks: number
}

/** Spans of hours of a link, each counted back from the hour of the query, both ends included. */
export interface LinkHourSpans {
  readonly urlId: string
  readonly spans: readonly (readonly [first: number, last: number])[]
}

/**
 * Finds the links with at least so many clicks, by people or by bots, in one of the hours, which are given by their
 * starts. Like the functions below, call it in a transaction prepared by `prepareClickScan`.
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

/** The hour of the first click on each link, by people or bots. Links without a click are missing. */
export async function findFirstClickHours(em: EntityManager, urlIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await executeUnlogged<{ urlId: string; at: string | Date }>(em, firstHoursSql, [JSON.stringify(urlIds)])
  return new Map(rows.map(({ urlId, at }) => [urlId, new Date(at)]))
}

/** Counts the clicks of links in hours before `hour`. Hours without a click are missing. */
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
  const toLinkHour = ([hoursAgo, clicks, botClicks]: [number, number, number]) => ({ hoursAgo, clicks, botClicks })
  return new Map(rows.map(({ urlId, hours }) => [urlId, hours.map(toLinkHour)]))
}

/** Counts clicks by people in some hours together, by link and country. It reads single clicks: for few hours and links. */
export async function countClicksByCountry(
  em: EntityManager,
  urlIds: readonly string[],
  hours: readonly Date[],
): Promise<Map<string, Map<string, number>>> {
  const rows = await executeUnlogged<CountryClicksRow>(em, countryHoursSql, [
    JSON.stringify(urlIds),
    JSON.stringify(hours),
  ])
  return new Map([...Map.groupBy(rows, ({ urlId }) => urlId)].map(([urlId, group]) => [urlId, toCountryCounts(group)]))
}

/** Counts folded clicks by people, by link, UTC day (from `from`, before `to`) and country. */
export async function countClicksByCountryAndDay(
  em: EntityManager,
  urlIds: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Map<string, Map<string, number>[]>> {
  const bounds = [from.toISOString(), to.toISOString()]
  const rows = await executeUnlogged<CountryClicksRow & { day: string }>(em, countryDaysSql, [
    JSON.stringify(urlIds),
    ...bounds,
  ])
  const toDays = (group: typeof rows) => [...Map.groupBy(group, ({ day }) => day).values()].map(toCountryCounts)
  return new Map([...Map.groupBy(rows, ({ urlId }) => urlId)].map(([urlId, group]) => [urlId, toDays(group)]))
}

interface CountryClicksRow {
  readonly urlId: string
  readonly country: string
  readonly clicks: number
}

function toCountryCounts(rows: readonly CountryClicksRow[]): Map<string, number> {
  return new Map(rows.map(({ country, clicks }) => [country, clicks]))
}

/** The clicks that are not folded yet, by hour. */
const unfoldedSql = `
  unfolded as materialized (
    select url_id, ${spanStartSql.hour('created_at')} as starts_at, (not is_bot)::int as clicks, is_bot::int as bot_clicks
      from click
     where ${isUnfoldedSql})`

const busyLinksSql = `
  with wanted_hour as materialized (
    select value::timestamptz as hour from jsonb_array_elements_text(?::jsonb)),
  ${unfoldedSql},
  hour_clicks as (
    select rollup.url_id, rollup.starts_at, rollup.clicks, rollup.bot_clicks
      from wanted_hour
      join click_rollup as rollup
        on rollup.starts_at = hour and rollup.span = 'hour' and rollup.dimension = 'total'
    union all
    select unfolded.* from unfolded join wanted_hour on starts_at = hour),
  busy_hour as (
    select url_id
      from hour_clicks
     group by url_id, starts_at
    having sum(clicks) >= ?::int or sum(bot_clicks) >= ?::int)
  select distinct url_id as "urlId" from busy_hour`

const linksSql = `select value as url_id from jsonb_array_elements_text(?::jsonb)`

const firstHoursSql = `
  select url_id as "urlId", first_hour.starts_at as at
    from (${linksSql}) as wanted_link
   cross join lateral (
     select starts_at
       from click_rollup as rollup
      where rollup.url_id = wanted_link.url_id and span = 'hour'
      order by starts_at
      limit 1) as first_hour`

const hoursSql = `
  with wanted_span as materialized (
    select link->>'urlId' as url_id,
           ?::timestamptz - make_interval(hours => (span->>1)::int) as first_hour,
           ?::timestamptz - make_interval(hours => (span->>0)::int) as last_hour
      from jsonb_array_elements(?::jsonb) as link_item (link)
     cross join lateral jsonb_array_elements(link->'spans') as span_item (span)),
  ${unfoldedSql},
  hour_clicks as (
    select rollup.*
      from wanted_span
     cross join lateral (
       select url_id, starts_at, clicks, bot_clicks
         from click_rollup
        where url_id = wanted_span.url_id
          and span = 'hour'
          and starts_at between first_hour and last_hour
          and dimension = 'total') as rollup
    union all
    select unfolded.*
      from wanted_span
      join unfolded using (url_id)
     where starts_at between first_hour and last_hour),
  hour_total as (
    select url_id, starts_at, sum(clicks) as clicks, sum(bot_clicks) as bot_clicks
      from hour_clicks
     group by url_id, starts_at)
  select url_id as "urlId",
         jsonb_agg(jsonb_build_array(extract(epoch from ?::timestamptz - starts_at) / 3600, clicks, bot_clicks)) as hours
    from hour_total
   group by url_id`

const countryHoursSql = `
  select url_id as "urlId", country, count(*)::int as clicks
    from (${linksSql}) as wanted_link
   cross join lateral (
     select country
       from jsonb_array_elements_text(?::jsonb) as wanted_hour (hour), click
      where click.url_id = wanted_link.url_id
        and created_at >= hour::timestamptz
        and created_at < hour::timestamptz + interval '1 hour'
        and not is_bot
        and country is not null) as link_click
   group by url_id, country`

const countryDaysSql = `
  select url_id as "urlId", starts_at::text as day, value as country, clicks
    from (${linksSql}) as wanted_link
    join click_rollup using (url_id)
   where span = 'day'
     and starts_at >= ?::timestamptz
     and starts_at < ?::timestamptz
     and dimension = 'country'
     and clicks > 0`

/** Counts clicks by people with one trigger, by link. Links without such a click are missing. */
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
    select url_id, clicks
      from click_rollup
     where url_id in (?) and span = 'all' and dimension = 'trigger' and value = ?
    union all
    select url_id, 1
      from click
     where ${isUnfoldedSql} and url_id in (?) and trigger = ? and not is_bot)
  select url_id as "urlId", sum(clicks)::int as clicks
    from counted
   group by url_id`

/** An expired link that people still opened on its last day. */
export interface ExpiredLinkInUse {
  readonly id: string
  /** As `formatShortName`. */
  readonly name: string
  /** Clicks by people in the 24 hours before the expiry. */
  readonly clicks: number
}

const lookbackMs = 7 * dayMs

/** How many links are examined, the most recently expired first. */
const maxCandidates = 200

const minClicks = 10

/**
 * Finds links of an account that expired in the last 7 days, have no `expiredUrl`, and had at least 10 clicks on their
 * last day, most clicks first. Visits to expired links are not recorded, so the last day is the best estimate of them.
 */
export async function findExpiredLinksInUse(
  em: EntityManager,
  workspaceId: string,
  now: Date,
  limit: number,
): Promise<ExpiredLinkInUse[]> {
  const since = new Date(now.getTime() - lookbackMs)
  return executeUnlogged<ExpiredLinkInUse>(em, expiredInUseSql, [
    workspaceId,
    since,
    now,
    maxCandidates,
    minClicks,
    limit,
  ])
}

const expiredInUseSql = `
  select id, name, clicks
    from (select id, name,
                 (select coalesce(sum(clicks), 0)::int
                    from click_rollup
                   where url_id = expired_link.id
                     and span = 'hour'
                     and dimension = 'total'
                     and starts_at > expired_link.expires_at - interval '1 day'
                     and starts_at < expired_link.expires_at) as clicks
            from (select id, coalesce(domain_host || '/', '') || code as name, expires_at
                    from link
                   where workspace_id = ?
                     and expires_at > ?
                     and expires_at <= ?
                     and expired_url is null
                     and kind = 'link'
                     and is_active
                     and blocked_at is null
                   order by expires_at desc
                   limit ?) as expired_link) as expired_link_clicks
   where clicks >= ?
   order by clicks desc, id
   limit ?`
