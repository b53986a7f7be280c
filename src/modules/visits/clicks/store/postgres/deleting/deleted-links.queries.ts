import type { EntityManager, Orm } from '../../../../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import { purgeSliceSize } from '../../../../../../platform/jobs/workspace-purge.ts'

// Raw SQL, because these tables have no entities.

/** The tables with rows of links, and the columns by which the rows of one link are found and ordered. */
const tables = [
  { table: 'click', key: 'created_at, id', upTo: 'created_at <= (select created_at from last) and' },
  { table: 'click_visitor', key: 'day, visitor_hash', upTo: '' },
]

/**
 * Deletes what deleted links have left. Each step is a transaction, which locks the entries of some links. Entries of which something is
 * left come again.
 */
export async function* deleteOfDeletedLinks(orm: Orm): AsyncGenerator<void> {
  const deleteSlice = async (em: EntityManager) => {
    const linkIds = await lockDeletedLinks(em)
    if (linkIds.length > 0) await forgetDeletedLinks(em, await deleteClicksOfLinks(em, linkIds))
    return linkIds.length > 0
  }
  while (await orm.em.fork(withoutQueryLog()).transactional(deleteSlice, withoutQueryLog())) yield
}

/** Links whose clicks are deleted in one transaction. */
const maxLinks = 20

/** Locks deleted links that may have clicks, and that no other node works on. */
async function lockDeletedLinks(em: EntityManager): Promise<string[]> {
  const rows = await executeUnlogged<{ linkId: string }>(em, deletedLinksSql)
  return rows.map(({ linkId }) => linkId)
}

const deletedLinksSql = `
  select url_id as "linkId" from click_deletion order by url_id limit ${maxLinks} for update skip locked`

/** Call it when the links have no clicks any more. */
async function forgetDeletedLinks(em: EntityManager, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length > 0) await executeUnlogged(em, 'delete from click_deletion where url_id in (?)', [linkIds])
}

/** Deletes rows of links until a slice is deleted, and returns the links of which nothing is left. */
async function deleteClicksOfLinks(em: EntityManager, linkIds: readonly string[]): Promise<string[]> {
  const done: string[] = []
  let left = purgeSliceSize
  for (const linkId of linkIds) {
    for (const { table, key, upTo } of tables) {
      const deleted = await executeUnlogged(em, deleteFirstRowsSql(table, key, upTo), [linkId, left - 1, linkId])
      if (deleted.length > 0) return done
      // Fewer rows are left than may be deleted.
      left -= (await executeUnlogged(em, `delete from ${table} where url_id = ? returning 1`, [linkId])).length
    }
    done.push(linkId)
  }
  return done
}

/** The first rows of a link in the order of the primary key. A condition on `created_at` alone finds the partitions. */
const deleteFirstRowsSql = (table: string, key: string, upTo: string) => `
  with last as materialized (
    select ${key} from ${table} where url_id = ? order by ${key} offset ? limit 1)
  delete from ${table}
   where url_id = ? and ${upTo} (${key}) <= (select ${key} from last)
  returning 1`
