import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../../platform/database/statements.ts'
import { purgeSliceSize } from '../../../../../../platform/jobs/workspace-purge.ts'

// Raw SQL, because these tables have no entities.

/** The tables with rows of links, and the columns by which the rows of one link are found and ordered. */
const tables = [
  { table: 'click', key: 'created_at, id', upTo: 'created_at <= (select created_at from last) and' },
  { table: 'click_visitor', key: 'day, visitor_hash', upTo: '' },
]

/** Deletes rows of links until a slice is deleted, and returns the links of which nothing is left. */
export async function deleteClicksOfLinks(em: EntityManager, linkIds: readonly string[]): Promise<string[]> {
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
