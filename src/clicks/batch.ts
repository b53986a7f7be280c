import type { NativeClient, NativeStatement } from '../database/native.ts'
import type { Trigger } from './click.ts'

/** A click on its way into the database; the names are those of the statement below. */
export interface ClickRow {
  readonly id: string
  readonly url_id: string
  readonly at: string
  readonly trigger: Trigger
  readonly country: string | null
  readonly device: string | null
  readonly browser: string | null
  readonly os: string | null
  readonly referrer: string | null
  readonly bot: boolean
  readonly bot_name: string | null
  /** The visitor's hash in hex. */
  readonly visitor: string | null
  /** A JSON resolution by the same visitor since this instant was the same visit; null when every click counts. */
  readonly merges_since: string | null
  /** Whether the limit of the link decides if the destination is given. Else it has been given, and is only recorded. */
  readonly limited: boolean
}

/**
 * Writes a batch of clicks: rows and counters in one statement, and so in one transaction. A click whose id is there
 * already changes nothing. Answers with the positions of those a click limit refused; a link deleted in the same moment
 * keeps no record.
 *
 * The links are locked in the order of their ids, so that batches of two nodes never wait for each other, and the limit
 * is looked at under that lock: of ten clicks in a batch for the last three, the first three are granted. What a limit
 * has granted once it grants again, so that a batch may be sent anew when its answer was lost.
 */
export async function writeBatch(client: NativeClient, clicks: readonly ClickRow[]): Promise<Set<number>> {
  const rows = await client.query<{ n: number }>(batch, [JSON.stringify(clicks)])
  return new Set(rows.map(({ n }) => n))
}

const columns = 'id, url_id, created_at, trigger, country, device, browser, os, referrer_host, is_bot, bot_name'

const batch: NativeStatement = {
  name: 'click_batch',
  text: `
  with given as materialized (
    select (value->>'at')::timestamptz as created_at, (ordinality - 1)::int as n,
           value->>'id' as id, value->>'url_id' as url_id, value->>'trigger' as trigger, value->>'country' as country,
           value->>'device' as device, value->>'browser' as browser, value->>'os' as os,
           value->>'referrer' as referrer_host, (value->>'bot')::boolean as is_bot, value->>'bot_name' as bot_name,
           decode(value->>'visitor', 'hex') as visitor_hash, (value->>'merges_since')::timestamptz as merges_since,
           (value->>'limited')::boolean as limited
      from jsonb_array_elements($1::jsonb) with ordinality),
  touched as materialized (
    select id, click_limit, current_clicks from link
     where id in (select url_id from given) order by id for no key update),
  wanted as (
    select given.*, click_limit,
           current_clicks + row_number() over (partition by url_id, is_bot order by n) as place
      from given join touched on touched.id = given.url_id
     where (merges_since is null or not exists (
       select 1 from click where click.url_id = given.url_id and click.trigger = 'api'
          and click.visitor_hash = given.visitor_hash and click.created_at > given.merges_since
          and click.created_at <= given.created_at))
       and (not limited or not exists (
         select 1 from click where click.id = given.id and click.created_at = given.created_at))),
  written as (
    insert into click (${columns}, visitor_hash)
    select ${columns}, visitor_hash from wanted where is_bot or click_limit is null or not limited or place <= click_limit
    on conflict do nothing
    returning url_id, is_bot),
  moved as (
    update link set current_clicks = current_clicks + people
      from (select url_id, count(*)::int as people from written where not is_bot group by url_id) as counted
     where link.id = counted.url_id)
  select n from wanted where not is_bot and limited and place > click_limit
  union all
  select n from given where not exists (select 1 from touched where touched.id = given.url_id)`,
}
