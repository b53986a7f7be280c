import type { NativeClient, PreparedStatement } from '../../../../../platform/database/native-client.ts'
import { toArrayLiteral } from '../../../../../platform/database/statements.ts'
import type { ClickRow } from '../../tracking/click-row.ts'
import { lockLinksSql } from '../../tracking/link-counters.queries.ts'
import type { Grant } from '../click-store.ts'

// Raw SQL, because one prepared statement decides about a batch, counts what it grants, and remembers it.

/**
 * Decides about clicks of links with a click limit, and counts those that are granted: under the lock of the link, in the
 * order of the batch. A click that was granted before is granted again, and not counted again.
 */
export async function grantClicks(
  client: NativeClient,
  clicks: readonly ClickRow[],
  { skipsLocked = false }: { readonly skipsLocked?: boolean } = {},
): Promise<Grant[]> {
  const linkIds = [...new Set(clicks.map(({ url_id }) => url_id))]
  const batch = clicks.map(({ id, url_id }, position) => ({ id, url_id, position }))
  const statement = skipsLocked ? grantUnlocked : grantAll
  const values = [JSON.stringify(batch), toArrayLiteral(linkIds)]
  const rows = await client.query<{ position: number; is_locked: boolean }>(statement, values)
  const grants: Grant[] = clicks.map(() => 'granted')
  for (const { position, is_locked } of rows) grants[position] = is_locked ? 'locked' : 'refused'
  return grants
}

const createGrant = (name: string, skipsLocked: boolean): PreparedStatement => ({
  name,
  text: `
  with batch as materialized (
    select id, url_id, position from jsonb_to_recordset($1::jsonb) as batch (id text, url_id text, position int)),
  locked_link as materialized (${lockLinksSql(skipsLocked, 'id, click_limit, current_clicks - past_clicks as limited_clicks', '$2::text[]')}),
  candidate as (
    select batch.*, click_limit, limited_clicks + row_number() over (partition by url_id order by position) as click_number
      from batch
      join locked_link on locked_link.id = batch.url_id
     where not exists (select from click_grant where click_grant.id = batch.id)),
  granted as (
    insert into click_grant (id, granted_at)
    select id, now() from candidate where click_limit is null or click_number <= click_limit
    on conflict do nothing
    returning id),
  updated_link as (
    update link
       set current_clicks = current_clicks + people
      from (select url_id, count(*)::int as people from granted join batch using (id) group by url_id) as link_total
     where link.id = link_total.url_id)
  select position, false as is_locked from candidate where click_number > click_limit
  union all
  select position, ${skipsLocked ? 'exists (select 1 from link where link.id = batch.url_id)' : 'false'}
    from batch
   where url_id not in (select id from locked_link)`,
})

const grantAll = createGrant('grant_counted_clicks', false)
const grantUnlocked = createGrant('grant_unlocked_counted_clicks', true)
