import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../../platform/database/statements.ts'
import { purgeSliceSize } from '../../../../../../platform/jobs/workspace-purge.ts'

// Raw SQL, because these tables have no entities. The trigger `link_clicks_deleted` says which links wait.

/** The tables with rows of links, and the columns by which the rows of one link are found and ordered. */
const tables = [
  { table: 'click', key: 'created_at, id', upTo: 'created_at <= (select created_at from last) and' },
  { table: 'click_visitor', key: 'day, visitor_hash', upTo: '' },
  { table: 'click_day_columns', key: 'day', upTo: '' },
]

/** Deletes a slice of the rows of one deleted link that no other node works on. False when there is none. */
export async function deleteClicksOfDeletedLink(em: EntityManager): Promise<boolean> {
  const [deletion] = await executeUnlogged<{ linkId: string }>(em, nextLinkSql)
  if (!deletion) return false
  const { linkId } = deletion
  for (const { table, key, upTo } of tables) {
    const deleted = await executeUnlogged(em, deleteFirstRowsSql(table, key, upTo), [linkId, linkId])
    if (deleted.length > 0) return true
    // Fewer rows are left than a slice.
    const rest = await executeUnlogged(em, `delete from ${table} where url_id = ? returning 1`, [linkId])
    if (rest.length > 0) return true
  }
  await executeUnlogged(em, 'delete from click_deletion where url_id = ?', [linkId])
  return true
}

/** Deletes the ids of links that were deleted so long ago that no journal has a click of them. */
export async function deleteOldTombstones(em: EntityManager, now: Date): Promise<void> {
  await executeUnlogged(em, 'delete from click_link_tombstone where deleted_at < ?', [
    new Date(now.getTime() - tombstoneLifetimeMs),
  ])
}

/** A journal of a node that was away for longer keeps its clicks of deleted links in quarantine. */
const tombstoneLifetimeMs = 90 * 24 * 60 * 60 * 1000

const nextLinkSql = 'select url_id as "linkId" from click_deletion order by url_id limit 1 for update skip locked'

/** The first rows of a link in the order of the primary key. A condition on `created_at` alone finds the partitions. */
const deleteFirstRowsSql = (table: string, key: string, upTo: string) => `
  with last as materialized (
    select ${key} from ${table} where url_id = ? order by ${key} offset ${purgeSliceSize - 1} limit 1)
  delete from ${table}
   where url_id = ? and ${upTo} (${key}) <= (select ${key} from last)
  returning 1`
