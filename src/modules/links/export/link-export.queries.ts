import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'

// Raw SQL, because rules are in a module that comes after this one and exports them as a function of the database.

/** The rules of links as a file has them, by the ids of the links. */
export async function readRules(
  em: EntityManager,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly object[]>> {
  if (linkIds.length === 0) return new Map()
  const sql = 'select id, export_link_rules(id) as rules from jsonb_array_elements_text(?::jsonb) as id'
  const rows = await executeUnlogged<{ id: string; rules: object[] | null }>(em, sql, [JSON.stringify(linkIds)])
  return new Map(rows.map(({ id, rules }) => [id, rules ?? []]))
}
