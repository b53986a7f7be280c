import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../../platform/database/statements.ts'
import type { ClickRow } from '../../../tracking/click-row.ts'
import { addStep, prepareClickScan, statementTimeoutMs } from '../rollups/fold.queries.ts'
import { lockWatermark } from '../rollups/watermark.queries.ts'

// Raw SQL, because the clicks of a batch are one statement, whose conflicts the primary key decides.

/** A click, and the import that brought it; null or missing for a visit. */
export interface FoldedClick extends ClickRow {
  readonly import_id?: string | null
}

/**
 * Inserts clicks and adds them to the rollups, in the transaction of `em`, and so once in it. Clicks that are stored already change
 * nothing, and neither do clicks of links that do not exist. It moves no counter and publishes nothing: the transaction number of the
 * clicks is below 0, as for slices of folding, so nobody finds them as new.
 */
export async function insertFoldedClicks(em: EntityManager, clicks: readonly FoldedClick[]): Promise<void> {
  if (clicks.length === 0) return
  await prepareClickScan(em, statementTimeoutMs)
  await lockWatermark(em)
  const linkIds = JSON.stringify([...new Set(clicks.map(({ url_id }) => url_id))])
  await executeUnlogged(em, lockLinksSql, [linkIds])
  const [inserted] = await executeUnlogged<{ clicks: number; from: string; upto: string }>(em, insertSql, [
    JSON.stringify(clicks),
  ])
  if (inserted && inserted.clicks > 0) await addStep(em, inserted, {})
}

/** So that a deletion of a link either has ended, or waits until the clicks are there that it deletes. */
const lockLinksSql = `
  select 1 from link where id in (select jsonb_array_elements_text(?::jsonb)) order by id for key share`

const insertSql = `
  with batch as (
    select * from jsonb_to_recordset(?::jsonb) as batch (
      id text, url_id text, at timestamptz, trigger text, country text, region text, city text, device text, browser text,
      os text, referrer text, utm_source text, utm_medium text, utm_campaign text, utm_term text, utm_content text,
      rule_id text, variant text, bot boolean, bot_name text, visitor text, import_id text)),
  inserted as (
    insert into click (
      id, url_id, created_at, trigger, country, region, city, device, browser, os, referrer_host, utm_source, utm_medium,
      utm_campaign, utm_term, utm_content, rule_id, variant, is_bot, bot_name, visitor_hash, import_id, tx)
    select id, url_id, at, trigger, country, region, city, device, browser, os, referrer, utm_source, utm_medium,
           utm_campaign, utm_term, utm_content, rule_id, variant, bot, bot_name, decode(visitor, 'hex'), import_id,
           -(pg_current_xact_id()::text::bigint)
      from batch
     where url_id in (select id from link)
    on conflict do nothing
    returning 1)
  select count(*)::int as clicks, (-(pg_current_xact_id()::text::bigint))::text as from,
         (1 - pg_current_xact_id()::text::bigint)::text as upto
    from inserted`
