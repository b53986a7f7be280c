import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../platform/database/statements.ts'

/** Links of an account that one transaction goes through. */
const batchSize = 500

/**
 * Goes one step through the links of an account whose wish has changed, the newest first: has them watched, or forgets
 * what is known of them. Links with a setting of their own stay as they are. Answers how many there were; any number of
 * nodes may do so at once.
 */
export async function applyWatchSettings(em: EntityManager, now: Date): Promise<number> {
  return em.transactional(async (inner) => {
    const [account] = await executeUnlogged<{ ownerId: string; isOn: boolean }>(inner, accountSql)
    if (!account) return 0
    const links = await executeUnlogged<{ id: string }>(inner, nextLinksSql, [account.ownerId, batchSize])
    const ids = JSON.stringify(links.map(({ id }) => id))
    if (account.isOn) await executeUnlogged(inner, watchSql, [ids, now, now])
    else await executeUnlogged(inner, deleteWatchesSql, [ids])
    await executeUnlogged(inner, saveProgressSql, [links.length < batchSize, ids, account.ownerId])
    return links.length
  }, withoutQueryLog())
}

const accountSql = `
  select owner_id as "ownerId", is_on as "isOn" from health_account
   where settles_before is not null limit 1 for update skip locked`

/** With all that were made in the same instant as the last, so that the next step begins before it. */
const nextLinksSql = `
  select link.id from health_account account
    join link on link.owner_id = account.owner_id and link.created_at < account.settles_before
   where account.owner_id = ? and link.kind = 'link'
   order by link.created_at desc fetch first ? rows with ties`

/** Hosts in their order, so that two who have links of several hosts watched never wait for each other in a circle. */
const watchSql = `
  with wanted as materialized (
    select id, owner_id, original_url, coalesce(reversed_host(original_url), '') as host from link
     where id in (select jsonb_array_elements_text(?::jsonb))
       and not exists (select 1 from health_link where link_id = link.id)),
  hosts as materialized (
    select host, health_due(min(original_url), ?::timestamptz) from wanted group by host order by host)
  insert into health_link (link_id, owner_id, host, next_check_at)
  select id, owner_id, wanted.host, ?::timestamptz from wanted join hosts on hosts.host = wanted.host
  on conflict do nothing`

const deleteWatchesSql = `
  delete from health_link where is_on is null and link_id in (select jsonb_array_elements_text(?::jsonb))`

const saveProgressSql = `
  update health_account
     set settles_before = case when ? then null else (
           select min(created_at) from link where id in (select jsonb_array_elements_text(?::jsonb))) end
   where owner_id = ?`
