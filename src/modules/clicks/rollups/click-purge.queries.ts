import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'
import { purgeSliceSize } from '../../../platform/jobs/workspace-purge.ts'
import { purgedLinksSql } from '../../links/index.ts'

// Raw SQL, because these tables have no entities.

/** The tables with rows of links, and the columns by which those of one link are found and ordered. */
const tables = [
  { table: 'click', key: 'created_at, id', upTo: 'created_at <= (select created_at from last) and' },
  { table: 'click_visitor', key: 'day, visitor_hash', upTo: '' },
  { table: 'click_rollup', key: 'span, starts_at, dimension, value', upTo: '' },
]

/**
 * Deletes rows of one of the next links to be deleted that has more than a slice of them, until none has: the links are
 * then deleted with the rest of their rows. Returns the number of deleted rows.
 */
export async function deleteClicksOfWorkspace(em: EntityManager, workspaceId: string): Promise<number> {
  for (const { table, key, upTo } of tables) {
    const [row] = await executeUnlogged<{ id: string }>(em, findLargeLinkSql(table), [workspaceId])
    if (row) return (await executeUnlogged(em, deleteFirstRowsSql(table, key, upTo), [row.id, row.id])).length
  }
  return 0
}

const findLargeLinkSql = (table: string) => `
  select id from (${purgedLinksSql}) as purged
   where exists (select 1 from ${table} where url_id = purged.id offset ${purgeSliceSize})
   limit 1`

/** The first rows of a link in the order of the primary key. A condition on `created_at` alone finds the partitions. */
const deleteFirstRowsSql = (table: string, key: string, upTo: string) => `
  with last as materialized (
    select ${key} from ${table} where url_id = ? order by ${key} offset ${purgeSliceSize - 1} limit 1)
  delete from ${table}
   where url_id = ? and ${upTo} (${key}) <= (select ${key} from last)
  returning 1`
