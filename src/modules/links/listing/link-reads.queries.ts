import type { EntityClass } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { PreparedStatement } from '../../../platform/database/native-client.ts'
import { executePrepared } from '../../../platform/database/prepared-statements.ts'
import { toArrayLiteral } from '../../../platform/database/statements.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { Link } from '../link.entity.ts'
import { Tag } from '../organizing/tag.entity.ts'

type Reader = Pick<RequestContext, 'em' | 'deadline'>

/*
 * Raw SQL, because these are the most frequent reads of the API (docs/decisions/hot-reads.md): building such a statement takes
 * the ORM as long as the rest of the request, and planning it takes PostgreSQL ten times as long as reading.
 */

/** A link of one of these workspaces; null for any other. */
export async function findLinkById(reader: Reader, id: string, workspaceIds: readonly string[]): Promise<Link | null> {
  const [link] = await findLinks(reader, 'link_by_id', 'id = $1 and workspace_id = any($2::text[])', [
    id,
    toArrayLiteral(workspaceIds),
  ])
  return link ?? null
}

/** A page of the links of a workspace, newest first. */
export function findNewestLinks(
  reader: Reader,
  workspaceId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Link[]> {
  const sql = 'workspace_id = $1 order by created_at desc, id desc limit $2 offset $3'
  return findLinks(reader, 'newest_links', sql, [workspaceId, limit, offset])
}

/** The number of links of a workspace, which triggers keep. */
export async function readLinkCount({ em, deadline }: Reader, workspaceId: string): Promise<number> {
  const [row] = await executePrepared<{ link_count: number }>(em, linkCountStatement, [workspaceId], deadline.signal)
  return row?.link_count ?? 0
}

const linkCountStatement: PreparedStatement = {
  name: 'link_count',
  text: 'select link_count from workspace where id = $1',
}

async function findLinks({ em, deadline }: Reader, name: string, where: string, values: unknown[]): Promise<Link[]> {
  const text = `select ${listColumns(em, Link)} from link where kind = 'link' and ${where}`
  const rows = await executePrepared(em, { name, text }, values, deadline.signal)
  return rows.map((row) => em.map(Link, row))
}

/** A tag, and the link that has it. */
interface LinkTagRow {
  readonly link_id: string
}

/** The tags of links, those of other workspaces left out. */
export async function findTagsOfLinks(
  { em, deadline }: Reader,
  linkIds: readonly string[],
  workspaceIds: readonly string[],
): Promise<{ readonly linkId: string; readonly tag: Tag }[]> {
  const text = `
    select link_id, ${listColumns(em, Tag)} from link_tag join tag on tag.id = link_tag.tag_id
     where link_id = any($1::text[]) and tag.workspace_id = any($2::text[])`
  const values = [toArrayLiteral(linkIds), toArrayLiteral(workspaceIds)]
  const statement = { name: 'tags_of_links', text }
  const rows = await executePrepared<LinkTagRow>(em, statement, values, deadline.signal)
  return rows.map(({ link_id: linkId, ...row }) => ({ linkId, tag: em.map(Tag, row) }))
}

const columnsByEntity = new Map<EntityClass, string>()

/** The columns of an entity that the ORM reads. */
function listColumns(em: EntityManager, entity: EntityClass): string {
  const known = columnsByEntity.get(entity)
  if (known) return known
  const { props, tableName } = em.getMetadata(entity)
  const columns = props
    .filter(({ lazy, persist }) => !lazy && persist !== false)
    .flatMap(({ fieldNames }) => (fieldNames ?? []).map((name) => `${tableName}.${name}`))
    .join(', ')
  columnsByEntity.set(entity, columns)
  return columns
}
