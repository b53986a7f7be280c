import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../platform/database/statements.ts'

/**
 * Makes the host of an address due and returns the reversed host. Call it before a row of `link_health` is locked,
 * because claims lock the host first too. Raw SQL: a database function, which the triggers on links use as well.
 */
export async function scheduleHost(em: EntityManager, url: string, now: Date): Promise<string> {
  const [row] = await em.execute<{ host: string }[]>('select schedule_link_health_host(?, ?::timestamptz) as host', [
    url,
    now,
  ])
  return row?.host ?? ''
}

/** Inserts the row of an owned link. Raw SQL: it may exist already, and the link may be deleted at the same time. */
export async function ensureLinkHealth(em: EntityManager, linkId: string): Promise<void> {
  await em.execute(
    `insert into link_health (link_id, workspace_id, host)
     select id, workspace_id, '' from link where id = ? and workspace_id is not null
     on conflict do nothing`,
    [linkId],
  )
}

/** Links of an account that one transaction changes. */
const batchSize = 500

/**
 * Applies the changed setting of one account to its next 500 links, the newest first: watches them, or deletes their
 * health data. Links with their own setting stay unchanged. Returns the number of links. Raw SQL: the setting is locked
 * with SKIP LOCKED, so that any number of nodes may do so at once.
 */
export async function applyWatchSettings(em: EntityManager, now: Date): Promise<number> {
  return em.transactional(async (inner) => {
    const [setting] = await executeUnlogged<{ workspace_id: string; is_on: boolean }>(inner, lockUnappliedSettingSql)
    if (!setting) return 0
    const links = await executeUnlogged<{ id: string }>(inner, nextLinksSql, [setting.workspace_id, batchSize])
    const linkIds = JSON.stringify(links.map(({ id }) => id))
    if (setting.is_on) await executeUnlogged(inner, watchLinksSql, [linkIds, now, now])
    else await forgetLinks(inner, linkIds)
    await executeUnlogged(inner, saveProgressSql, [links.length < batchSize, linkIds, setting.workspace_id])
    return links.length
  }, withoutQueryLog())
}

const lockUnappliedSettingSql = `
  select workspace_id, is_on from link_health_setting
   where unapplied_before is not null
   limit 1
     for update skip locked`

/** All links of one instant belong to one batch, because the next batch starts before that instant. */
const nextLinksSql = `
  select link.id
    from link_health_setting as setting
    join link on link.workspace_id = setting.workspace_id and link.created_at < setting.unapplied_before
   where setting.workspace_id = ? and link.kind = 'link'
   order by link.created_at desc
   fetch first ? rows with ties`

/** Hosts are scheduled in their order, so that no two transactions wait for each other. */
const watchLinksSql = `
  with unwatched as materialized (
    select id, workspace_id, original_url, coalesce(reversed_host(original_url), '') as host
      from link
     where id in (select jsonb_array_elements_text(?::jsonb))
       and not exists (select 1 from link_health where link_id = link.id)),
  scheduled as materialized (
    select host, schedule_link_health_host(min(original_url), ?::timestamptz)
      from unwatched
     group by host
     order by host)
  insert into link_health (link_id, workspace_id, host, next_check_at)
  select id, workspace_id, unwatched.host, ?::timestamptz
    from unwatched
    join scheduled on scheduled.host = unwatched.host
  on conflict do nothing`

/** Cloaked links whose only check is due keep their record. A result of a check that is running is discarded. */
async function forgetLinks(em: EntityManager, linkIds: string): Promise<void> {
  const ofLinks = 'where is_watched is null and link_id in (select jsonb_array_elements_text(?::jsonb))'
  await executeUnlogged(em, `delete from link_health ${ofLinks} and not needs_frame_check`, [linkIds])
  await executeUnlogged(em, `update link_health set version = version + 1 ${ofLinks}`, [linkIds])
}

const saveProgressSql = `
  update link_health_setting
     set unapplied_before = case when ? then null else (
           select min(created_at) from link where id in (select jsonb_array_elements_text(?::jsonb))) end
   where workspace_id = ?`
