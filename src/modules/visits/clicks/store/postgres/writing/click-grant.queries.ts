import type { NativeClient, PreparedStatement } from '../../../../../../platform/database/native-client.ts'
import type { ClickRow } from '../../../tracking/click-row.ts'
import { addClicksSql, lockLinksSql } from '../../../tracking/link-counters.queries.ts'
import type { Grant } from '../../click-store.ts'
import { batchSql, linkIdsParameter, rowColumnNames, toBatchValues } from './click-batch.queries.ts'
import { type InsertOptions, isStoredSql } from './click-insert.queries.ts'

// Raw SQL, like the insert of all other clicks.

/**
 * Asks for clicks of links with a click limit, and inserts those that are granted. The limit is decided under the lock of
 * the link: of ten clicks in a batch for the last three, the first three are granted. A click that was granted before is
 * granted again, so a batch can be sent again when its answer was lost. Links are locked in the order of their ids.
 */
export async function grantClicks(
  client: NativeClient,
  clicks: readonly ClickRow[],
  { skipsLocked = false }: Pick<InsertOptions, 'skipsLocked'> = {},
): Promise<Grant[]> {
  const statement = skipsLocked ? grantUnlocked : grantAll
  const rows = await client.query<{ position: number; is_locked: boolean }>(statement, toBatchValues(clicks))
  const grants: Grant[] = clicks.map(() => 'granted')
  for (const { position, is_locked } of rows) grants[position] = is_locked ? 'locked' : 'refused'
  return grants
}

const createGrant = (name: string, skipsLocked: boolean): PreparedStatement => ({
  name,
  text: `
  with ${batchSql},
  locked_link as materialized (${lockLinksSql(skipsLocked, 'id, click_limit, current_clicks - past_clicks as limited_clicks', linkIdsParameter)}),
  candidate as (
    select batch.*, click_limit, limited_clicks + row_number() over (partition by url_id order by position) as click_number
      from batch
      join locked_link on locked_link.id = batch.url_id
     where not ${isStoredSql}),
  inserted as (
    insert into click (${rowColumnNames})
    select ${rowColumnNames}
      from candidate
     where click_limit is null or click_number <= click_limit
    on conflict do nothing
    returning url_id),
  updated_link as (${addClicksSql('inserted')})
  select position, false as is_locked from candidate where click_number > click_limit
  union all
  select position, ${skipsLocked ? 'exists (select 1 from link where link.id = batch.url_id)' : 'false'}
    from batch
   where url_id not in (select id from locked_link)`,
})

const grantAll = createGrant('grant_clicks', false)
const grantUnlocked = createGrant('grant_unlocked_clicks', true)
