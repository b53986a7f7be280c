import type { NativeClient, NativeStatement } from '../database/native.ts'
import { givenSql, keptColumns, linksParameter, sinceParameter, valuesOf } from './batch.columns.ts'
import type { ClickRow } from './click.row.ts'

/**
 * Writes a batch of clicks: rows and counters in one statement, and so in one transaction. A click whose id is there
 * already changes nothing. Answers with the positions of those a click limit refused; a link deleted in the same moment
 * keeps no record.
 *
 * Links are locked in the order of their ids, so that two batches never wait for each other.
 */
export async function writeBatch(client: NativeClient, clicks: readonly ClickRow[]): Promise<Set<number>> {
  const statement = clicks.some(({ limited }) => limited) ? limited : unlimited
  const rows = await client.query<{ n: number }>(statement, valuesOf(clicks))
  return new Set(rows.map(({ n }) => n))
}

/** Whether a click belongs to a JSON resolution of the same visitor shortly before; most batches find none at all. */
const resolvedSql = `resolved as materialized (
    select url_id, visitor_hash, created_at from click
     where trigger = 'api' and url_id = any(${linksParameter}) and created_at > ${sinceParameter})`

const isMergedSql = `exists (
    select 1 from resolved
     where resolved.url_id = given.url_id and resolved.visitor_hash = given.visitor_hash
       and resolved.created_at > given.merges_since::timestamptz and resolved.created_at <= given.created_at)`

/** The latest resolution among the clicks of a link that a visit could be one with. */
const resolvedAtSql = `max(created_at) filter (where trigger = 'api' and visitor_hash is not null)`

/**
 * The rows first and the locks last, so that batches of one link wait for each other only while they move its counter.
 * Who finds then that a link is gone, with rows of it written, fails by a text that is no number; sent again, it finds
 * so before.
 */
const unlimited: NativeStatement = {
  name: 'click_batch',
  text: `
  with ${givenSql},
  there as materialized (select id from link where id = any(${linksParameter})),
  ${resolvedSql},
  written as (
    insert into click (${keptColumns})
    select ${keptColumns} from given where url_id in (select id from there) and not ${isMergedSql}
    on conflict do nothing
    returning url_id, is_bot, trigger, visitor_hash, created_at),
  counted as materialized (
    select url_id, count(*) filter (where not is_bot)::int as people, ${resolvedAtSql} as last_resolved_at
      from written group by url_id),
  held as materialized (
    select id from link where id in (select url_id from counted) order by id for no key update),
  moved as (
    update link set current_clicks = current_clicks + people, last_resolved_at = greatest(link.last_resolved_at, counted.last_resolved_at)
      from counted join held on held.id = url_id where link.id = held.id and people > 0)
  select n from given where url_id <> all (array(select id from there))
  union all
  select ('gone: ' || url_id)::int from counted where url_id not in (select id from held)`,
}

/**
 * Where a limit decides it is looked at under the lock: of ten clicks in a batch for the last three, the first three are
 * granted. What a limit has granted once it grants again, so that a batch may be sent anew when its answer was lost.
 */
const limited: NativeStatement = {
  name: 'click_batch_limited',
  text: `
  with ${givenSql},
  touched as materialized (
    select id, click_limit, current_clicks from link where id = any(${linksParameter}) order by id for no key update),
  ${resolvedSql},
  wanted as (
    select given.*, click_limit,
           current_clicks + row_number() over (partition by url_id, is_bot order by n) as place
      from given join touched on touched.id = given.url_id
     where not ${isMergedSql}
       and (not limited or not exists (
         select 1 from click
          where click.url_id = given.url_id and click.created_at = given.created_at and click.id = given.id))),
  written as (
    insert into click (${keptColumns})
    select ${keptColumns} from wanted where is_bot or click_limit is null or not limited or place <= click_limit
    on conflict do nothing
    returning url_id, is_bot, trigger, visitor_hash, created_at),
  moved as (
    update link set current_clicks = current_clicks + people, last_resolved_at = greatest(link.last_resolved_at, counted.last_resolved_at)
      from (select url_id, count(*)::int as people, ${resolvedAtSql} as last_resolved_at
              from written where not is_bot group by url_id) as counted
     where link.id = counted.url_id)
  select n from wanted where not is_bot and limited and place > click_limit
  union all
  select n from given where not exists (select 1 from touched where touched.id = given.url_id)`,
}
