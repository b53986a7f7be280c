import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../../platform/database/statements.ts'
import type { PastClickRow } from '../../../importing/past-click-rows.ts'
import type { PastOptions } from '../../click-store.ts'

// Raw SQL, because the rows and the counters of a slice are one statement, whose conflicts the primary key decides.

const columns = 'id, url_id, created_at, country, city, device, browser, os, referrer_host, is_bot, bot_name'

const batchSql = `
  batch as materialized (
    select *
      from jsonb_to_recordset(?::jsonb) as click (
        id text, url_id text, created_at timestamptz, other_at timestamptz, country text, city text, device text, browser text, os text,
        referrer_host text, is_bot boolean, bot_name text))`

/**
 * Inserts past clicks in the transaction of `em` and moves the counters of their links. Links are locked in the order
 * of their ids, as for other clicks. Clicks that are stored already change nothing. Returns the ids of the clicks that
 * were inserted; with `isDryRun`, that would be.
 */
export async function appendPastClicks(
  em: EntityManager,
  rows: readonly PastClickRow[],
  { importId, isDryRun }: PastOptions,
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const batch = JSON.stringify(rows)
  const found = await (isDryRun
    ? executeUnlogged<{ id: string }>(em, newClicksSql, [batch])
    : executeUnlogged<{ id: string }>(em, insertSql, [batch, importId]))
  return new Set(found.map(({ id }) => id))
}

/** Whether a click was imported while its link had another privacy mode. */
const isStoredOtherwiseSql = `exists (
       select 1 from click
        where click.url_id = batch.url_id and click.created_at = batch.other_at and click.id = batch.id)`

/** A total that was imported before contains these clicks, whoever clicked. */
const insertSql = `
  with ${batchSql},
  locked_link as materialized (
    select id from link where id in (select url_id from batch) order by id for no key update),
  inserted as (
    insert into click (${columns}, trigger, import_id)
    select ${columns}, 'link', ?
      from batch
     where url_id in (select id from locked_link) and not ${isStoredOtherwiseSql}
    on conflict do nothing
    returning id, url_id, is_bot),
  updated_link as (
    update link
       set current_clicks = current_clicks + people,
           past_clicks = past_clicks + people,
           imported_clicks = greatest(imported_clicks - total, 0)
      from (select url_id, (count(*) filter (where not is_bot))::int as people, count(*)::int as total
              from inserted
             group by url_id) as link_total
     where link.id = link_total.url_id)
  select id from inserted`

/** The clicks that are not stored, whatever privacy mode their links had. */
const newClicksSql = `
  with ${batchSql}
  select id from batch where not exists (
    select 1 from click
     where click.url_id = batch.url_id and click.created_at in (batch.created_at, batch.other_at)
       and click.id = batch.id)`
