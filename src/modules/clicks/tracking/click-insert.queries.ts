import type { NativeClient, PreparedStatement } from '../../../platform/database/native-client.ts'
import { toArrayLiteral } from '../../../platform/database/statements.ts'
import type { ClickRow } from './click-batch.queries.ts'
import {
  batchSql,
  columnParameter,
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
 * their link does not exist. A visit that is one click with a JSON resolution is not inserted either, and not returned.
 *
 * Links are locked in the order of their ids, so two batches cannot deadlock.
 */
export async function insertClicks(client: NativeClient, clicks: readonly ClickRow[]): Promise<Set<number>> {
  const rows = await client.query<{ position: number }>(insertChecked, toBatchValues(clicks))
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

/** Whether a click is stored already, because the batch is sent again or replayed. */
const isStoredSql = `exists (
         select 1
           from click
          where click.url_id = batch.url_id and click.created_at = batch.created_at and click.id = batch.id)`

/**
 * Whether a visit and a JSON resolution can be one click: the same visitor on the same link, the resolution shortly
 * before, and merged with no other visit.
 */
const canMergeSql = (visit: string) => `resolution.url_id = ${visit}.url_id
             and resolution.visitor_hash = ${visit}.visitor_hash
             and resolution.created_at > ${visit}.merges_since::timestamptz
             and resolution.created_at <= ${visit}.created_at
             and (resolution.merged_visit_id is null or resolution.merged_visit_id = ${visit}.id)`

/**
 * Merges each visit with the earliest resolution that is left, in the order of the visits. The row of the resolution
 * remembers the id of its visit, so a second visit counts, and a batch that is sent again merges as before.
 *
 * A resolution is locked before it is read: of two nodes with a visit each, one waits and then finds it merged. The link
 * is locked before it, as a deletion of the link does. Without a visit that could merge, no row is read.
 */
const mergeSql = `
  stored_resolution as materialized (
    select id, url_id, visitor_hash, created_at, merged_visit_id
      from click
     where trigger = 'api'
       and url_id = any(array(select id from locked_link))
       and created_at > ${mergesSinceParameter}
       and visitor_hash = any(${columnParameter('visitor_hash')})
       and (merged_visit_id is null or merged_visit_id = any(${columnParameter('id')}))
     order by url_id, created_at, id
       for no key update),
  resolution as materialized (
    select * from stored_resolution
    union all
    select id, url_id, visitor_hash, created_at, null
      from batch
     where ${mergesSinceParameter} is not null and trigger = 'api' and not limited and not ${isStoredSql}),
  visit as materialized (
    select *, row_number() over (order by created_at, position) as number
      from batch
     where merges_since is not null
       and exists (select 1 from resolution where ${canMergeSql('batch')})
       and not ${isStoredSql}),
  merge as (
    select 0::bigint as number, null as visit_id, null as resolution_id, '{}'::text[] as merged_ids
    union all
    select visit.number, visit.id, earliest.id, array_append(merged_ids, earliest.id)
      from merge
      join visit on visit.number = merge.number + 1
      left join lateral (
        select id
          from resolution
         where ${canMergeSql('visit')}
           and array_position(merged_ids, resolution.id) is null
         order by merged_visit_id, created_at, id
         limit 1) as earliest on true)`

/** The latest resolution among the clicks of a link with which a visit can merge. */
const lastResolvedAtSql = `max(created_at) filter (where trigger = 'api' and visitor_hash is not null)`

/**
 * Decides the click limit under the lock of the link: of ten clicks in a batch for the last three, the first three are
 * granted. A click that was granted before is granted again, so a batch can be sent again when its answer was lost.
 */
const insertChecked: PreparedStatement = {
  name: 'insert_clicks',
  text: `
  with recursive ${batchSql},
  locked_link as materialized (
    select id, click_limit, current_clicks
      from link
     where id = any(${linkIdsParameter})
     order by id
       for no key update),
  ${mergeSql},
  candidate as (
    select batch.*, click_limit,
           current_clicks + row_number() over (partition by url_id, is_bot order by position) as click_number
      from batch
      join locked_link on locked_link.id = batch.url_id
     where not exists (select 1 from merge where visit_id = batch.id and resolution_id is not null)
       and (not limited or not ${isStoredSql})),
  inserted as (
    insert into click (${rowColumnNames}, merged_visit_id)
    select ${rowColumnNames}, (select visit_id from merge where resolution_id = candidate.id)
      from candidate
     where is_bot or click_limit is null or not limited or click_number <= click_limit
    on conflict do nothing
    returning url_id, is_bot, trigger, visitor_hash, created_at),
  merged_resolution as (
    update click
       set merged_visit_id = visit_id
      from stored_resolution
      join merge on resolution_id = stored_resolution.id
     where click.url_id = stored_resolution.url_id
       and click.created_at = stored_resolution.created_at
       and click.id = stored_resolution.id
       and click.merged_visit_id is null),
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
