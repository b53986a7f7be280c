import type { EntityManager, Orm } from '../../../../../../platform/database/database.ts'
import { executeUnlogged, toArrayLiteral, withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import { plannerSettingsSql } from '../rollups/fold.queries.ts'
import { isFoldedSql } from '../rollups/watermark.queries.ts'

// Raw SQL, because clicks are deleted by their transaction, and a delete of the ORM has no limit.

/** Links whose clicks are looked for in one statement. */
const linksPerPage = 100

/** Clicks deleted in one statement. */
export const retentionSliceSize = 1_000

/** Deletes the clicks of a workspace before an instant. Each step deletes a slice. */
export async function* deleteOldClicks(orm: Orm, workspaceId: string, before: Date): AsyncGenerator<void> {
  const em = () => orm.em.fork(withoutQueryLog())
  for (let after: LinkPlace | null = null; ; ) {
    const links: LinkPlace[] = await findLinkPage(em(), workspaceId, after)
    after = links.at(-1) ?? null
    if (!after) return
    const linkIds = links.map(({ id }) => id)
    while ((await deleteClicksBefore(em(), linkIds, before)) === retentionSliceSize) yield
    yield
  }
}

/** The place of a link in the order in which links are read. */
interface LinkPlace {
  readonly id: string
  readonly createdAt: string
}

/** The next links of a workspace after a place, the newest first. */
function findLinkPage(em: EntityManager, workspaceId: string, after: LinkPlace | null): Promise<LinkPlace[]> {
  const { createdAt, id } = after ?? { createdAt: 'infinity', id: '' }
  return executeUnlogged<LinkPlace>(em, linkPageSql, [workspaceId, createdAt, id, linksPerPage])
}

const linkPageSql = `
  select id, created_at::text as "createdAt"
    from link
   where workspace_id = ? and (created_at, id) < (?::timestamptz, ?)
   order by created_at desc, id desc
   limit ?`

/**
 * Deletes clicks on the links before an instant, at most a slice, and returns how many. Clicks that are not in the rollups
 * yet stay, and those that another node deletes are skipped.
 */
function deleteClicksBefore(em: EntityManager, linkIds: readonly string[], before: Date): Promise<number> {
  return em.transactional(async (inner) => {
    await executeUnlogged(inner, preparationSql)
    const values = [toArrayLiteral(linkIds), before.toISOString()]
    return (await executeUnlogged(inner, deleteClicksSql, values)).length
  }, withoutQueryLog())
}

/**
 * The first clicks of each link are read in the order of the primary key. A bitmap scan would read all old clicks of a
 * link for each slice.
 */
const preparationSql = `
  select ${plannerSettingsSql}, set_config('enable_bitmapscan', 'off', true)`

const deleteClicksSql = `
  with old_click as materialized (
    select link_click.*
      from unnest(?::text[]) as link_id
     cross join lateral (
       select url_id, created_at, id
         from click
        where url_id = link_id and created_at < ?::timestamptz and ${isFoldedSql()}
        order by created_at
        limit ${retentionSliceSize}
          for update skip locked) as link_click
     limit ${retentionSliceSize})
  delete from click
   using old_click
   where click.url_id = old_click.url_id and click.created_at = old_click.created_at and click.id = old_click.id
  returning 1`
