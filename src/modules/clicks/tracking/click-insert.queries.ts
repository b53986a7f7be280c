import type { NativeClient, PreparedStatement } from '../../../platform/database/native-client.ts'
import { toArrayLiteral } from '../../../platform/database/statements.ts'
import type { ClickRow } from './click-batch.queries.ts'
import {
  batchSql,
  earliestMergesSince,
  linkIdsParameter,
  mergesSinceParameter,
  rowColumnCount,
  rowColumnNames,
  toBatchValues,
  toRowValues,
  unnestedRowSql,
} from './click-batch.queries.ts'

// Raw SQL, because every redirect is recorded by it: rows and counters of a batch are one prepared statement, and the
// click limit is decided under the lock of the link.

/**
 * Inserts a batch of clicks and moves the counters of their links in one statement. A click whose id exists changes
 * nothing. Returns the positions of the clicks that were not inserted, because a click limit refused them or because
 * their link does not exist.
 *
 * Links are locked in the order of their ids, so two batches cannot deadlock.
 */
export async function insertClicks(client: NativeClient, clicks: readonly ClickRow[]): Promise<Set<number>> {
  const statement = clicks.some(({ limited }) => limited) ? insertLimited : insertUnlimited
  const rows = await client.query<{ position: number }>(statement, toBatchValues(clicks))
  return new Set(rows.map(({ position }) => position))
}

/**
 * Inserts plain clicks: no click limit decides them, and their visitors have not resolved the links as JSON shortly
 * before. Returns the ids of the links whose clicks were not inserted, because the link does not exist or was resolved
 * meanwhile.
 */
export async function insertPlainClicks(client: NativeClient, clicks: readonly ClickRow[]): Promise<Set<string>> {
  const rows = await client.query<{ url_id: string }>(insertPlain, toPlainValues(clicks))
  return new Set(rows.map(({ url_id }) => url_id))
}

/** The JSON resolutions to which clicks of the batch could belong. Most batches find none. */
const resolutionSql = `
  resolution as materialized (
    select url_id, visitor_hash, created_at
      from click
     where trigger = 'api' and url_id = any(${linkIdsParameter}) and created_at > ${mergesSinceParameter})`

/** Whether a click is one visit with a JSON resolution by the same visitor shortly before. */
const isMergedSql = `exists (
       select 1
         from resolution
        where resolution.url_id = batch.url_id
          and resolution.visitor_hash = batch.visitor_hash
          and resolution.created_at > batch.merges_since::timestamptz
          and resolution.created_at <= batch.created_at)`

/** The latest resolution among the clicks of a link with which a visit can merge. */
const lastResolvedAtSql = `max(created_at) filter (where trigger = 'api' and visitor_hash is not null)`

/**
 * Inserts the rows first and locks the links last, so that batches of one link wait for each other only while they move
 * its counter. When a link was deleted between the two, the cast of a text to int fails the statement on purpose. The
 * batch is sent again and then does not find the link.
 */
const insertUnlimited: PreparedStatement = {
  name: 'insert_clicks',
  text: `
  with ${batchSql},
  existing_link as materialized (
    select id from link where id = any(${linkIdsParameter})),
  ${resolutionSql},
  inserted as (
    insert into click (${rowColumnNames})
    select ${rowColumnNames}
      from batch
     where url_id in (select id from existing_link) and not ${isMergedSql}
    on conflict do nothing
    returning url_id, is_bot, trigger, visitor_hash, created_at),
  link_total as materialized (
    select url_id, count(*) filter (where not is_bot)::int as people, ${lastResolvedAtSql} as last_resolved_at
      from inserted
     group by url_id),
  locked_link as materialized (
    select id from link where id in (select url_id from link_total) order by id for no key update),
  updated_link as (
    update link
       set current_clicks = current_clicks + people,
           last_resolved_at = greatest(link.last_resolved_at, link_total.last_resolved_at)
      from link_total
      join locked_link on locked_link.id = url_id
     where link.id = locked_link.id and people > 0)
  select position from batch where url_id <> all (array(select id from existing_link))
  union all
  select ('deleted: ' || url_id)::int from link_total where url_id not in (select id from locked_link)`,
}

/**
 * Decides the click limit under the lock of the link: of ten clicks in a batch for the last three, the first three are
 * granted. A click that was granted before is granted again, so a batch can be sent again when its answer was lost.
 */
const insertLimited: PreparedStatement = {
  name: 'insert_limited_clicks',
  text: `
  with ${batchSql},
  locked_link as materialized (
    select id, click_limit, current_clicks
      from link
     where id = any(${linkIdsParameter})
     order by id
       for no key update),
  ${resolutionSql},
  candidate as (
    select batch.*, click_limit,
           current_clicks + row_number() over (partition by url_id, is_bot order by position) as click_number
      from batch
      join locked_link on locked_link.id = batch.url_id
     where not ${isMergedSql}
       and (not limited or not exists (
         select 1
           from click
          where click.url_id = batch.url_id and click.created_at = batch.created_at and click.id = batch.id))),
  inserted as (
    insert into click (${rowColumnNames})
    select ${rowColumnNames}
      from candidate
     where is_bot or click_limit is null or not limited or click_number <= click_limit
    on conflict do nothing
    returning url_id, is_bot, trigger, visitor_hash, created_at),
  updated_link as (
    update link
       set current_clicks = current_clicks + people,
           last_resolved_at = greatest(link.last_resolved_at, link_total.last_resolved_at)
      from (select url_id, count(*)::int as people, ${lastResolvedAtSql} as last_resolved_at
              from inserted
             where not is_bot
             group by url_id) as link_total
     where link.id = link_total.url_id)
  select position from candidate where not is_bot and limited and click_number > click_limit
  union all
  select position from batch where not exists (select 1 from locked_link where locked_link.id = batch.url_id)`,
}

/** After the columns of the rows: the ids of the links, how many people clicked each, and the earliest `merges_since`. */
function toPlainValues(clicks: readonly ClickRow[]): (string | null)[] {
  const people = new Map<string, number>()
  for (const { url_id, bot } of clicks) people.set(url_id, (people.get(url_id) ?? 0) + (bot ? 0 : 1))
  return [
    ...toRowValues(clicks),
    toArrayLiteral([...people.keys()]),
    toArrayLiteral([...people.values()].map(String)),
    earliestMergesSince(clicks),
  ]
}

const [plainLinkIds, plainPeople, plainMergesSince] = [1, 2, 3].map((index) => `$${rowColumnCount + index}`)

/**
 * Moves the counters, inserts the rows of the links whose counter moved, and returns the other links. Without a join,
 * the links are found through their primary key and locked in its order. A planner that last saw the table with at most
 * one link may take another index. If two batches then deadlock, one fails and is sent again.
 */
const insertPlain: PreparedStatement = {
  name: 'insert_plain_clicks',
  text: `
  with updated_link as (
    update link
       set current_clicks = current_clicks + (${plainPeople}::int[])[array_position(${plainLinkIds}::text[], id)]
     where id = any(${plainLinkIds})
       and (${plainMergesSince}::timestamptz is null
            or last_resolved_at is null
            or last_resolved_at <= ${plainMergesSince})
    returning id),
  inserted as (
    insert into click (${rowColumnNames})
    select *
      from (select ${unnestedRowSql}) as batch
     where url_id in (select id from updated_link))
  select url_id
    from unnest(${plainLinkIds}) as batch_link (url_id)
   where url_id not in (select id from updated_link)`,
}
