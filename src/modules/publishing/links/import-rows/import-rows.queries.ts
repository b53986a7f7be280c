import type { EntityManager } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'

// Raw SQL, because a slice of rows is written by a constant number of statements, whose conflicts the indexes decide.

/**
 * Which of the keys a link of the workspace cannot have (see `claimCodes`), with the codes of the links that have them;
 * null for a link that was deleted.
 */
export async function findTakenKeys(
  em: EntityManager,
  workspaceId: string,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string | null>> {
  if (keys.length === 0) return new Map()
  const values = [JSON.stringify(keys), now, workspaceId]
  const rows = await executeUnlogged<{ key: string; code: string | null }>(em, takenKeysSql, values)
  return new Map(rows.map(({ key, code }) => [key, code]))
}

const takenKeysSql = `
  select key, (select link.code from link where link.id = code.link_id) as code from code
   where key in (select jsonb_array_elements_text(?::jsonb))
     and not coalesce(released_at <= ?, false)
     and not (link_id is null and coalesce(workspace_id = ?, false))`

/** The ids of the links that have these keys. */
export async function findLinkIdsByKeys(
  em: EntityManager,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const sql = `
    select key, link_id as id from code
     where key in (select jsonb_array_elements_text(?::jsonb)) and link_id is not null`
  const rows = await executeUnlogged<{ key: string; id: string }>(em, sql, [JSON.stringify(keys)])
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** Inserts tags or folders that the workspace does not have yet. */
export async function insertNames(em: EntityManager, table: 'tag' | 'folder', rows: readonly object[]): Promise<void> {
  const columns = `id, workspace_id, name, name_key, ${table === 'tag' ? 'color, search_text, ' : ''}created_at, updated_at`
  const sql = `
    insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ?::jsonb)
    on conflict (workspace_id, name_key) do nothing`
  await executeUnlogged(em, sql, [JSON.stringify(rows)])
}

export async function insertLinkTags(em: EntityManager, rows: readonly object[]): Promise<void> {
  const sql = `
    insert into link_tag (link_id, tag_id)
    select link_id, tag_id from jsonb_populate_recordset(null::link_tag, ?::jsonb)`
  if (rows.length > 0) await executeUnlogged(em, sql, [JSON.stringify(rows)])
}
