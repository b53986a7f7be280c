import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'

// Raw SQL, because the module of rules comes after this module, and exports rules through a function of the database.

/** The rules of links in the form of a file, by the ids of the links. */
export async function readRules(
  em: EntityManager,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly object[]>> {
  if (linkIds.length === 0) return new Map()
  const sql = 'select id, export_link_rules(id) as rules from jsonb_array_elements_text(?::jsonb) as id'
  const rows = await executeUnlogged<{ id: string; rules: object[] | null }>(em, sql, [JSON.stringify(linkIds)])
  return new Map(rows.map(({ id, rules }) => [id, rules ?? []]))
}
