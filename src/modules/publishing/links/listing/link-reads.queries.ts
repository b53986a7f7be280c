import type { EntityManager } from '../../../../platform/database/database.ts'
import { executePrepared } from '../../../../platform/database/prepared-statements.ts'
import { findReadOnly, listReadOnly, type Reader, type ReadOnly } from '../../../../platform/database/read-only.ts'
import { quoteArrayElement, toArrayLiteral } from '../../../../platform/database/statements.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { Link } from '../link.entity.ts'
import { Tag } from '../organizing/tag.entity.ts'

/*
 * Raw SQL, because these are the most frequent reads of the API (docs/decisions/hot-reads.md): the ORM needs as long to
 * build such a statement as the rest of the request takes, and PostgreSQL needs ten times as long to plan it as to read
 * the rows.
 */

type LinkReader = Reader & Pick<RequestContext, 'isRest'>

/** A link with its tags, where the request surely needs them. */
export type LinkWithTags = ReadOnly<Link> & { readonly tags?: ReadOnly<Tag>[] }

/** A link of one of these workspaces; null for any other. */
export async function findLinkById(
  reader: LinkReader,
  id: string,
  workspaceIds: readonly string[],
): Promise<LinkWithTags | null> {
  const [link] = await findLinks(reader, {
    name: 'link_by_id',
    sql: 'id = $1 and workspace_id = any($2::text[])',
    values: [id, toArrayLiteral(workspaceIds)],
  })
  return link ?? null
}

/** The link of the first of these keys that has one, if it is in one of these workspaces; otherwise null. */
export async function findLinkByRoute(
  reader: LinkReader,
  routeKeys: readonly string[],
  workspaceIds: readonly string[],
): Promise<LinkWithTags | null> {
  const [link] = await findLinks(reader, {
    name: 'link_by_route',
    sql: `id = (select code.link_id from unnest($1::text[]) with ordinality as named(key, position)
                  join code on code.key = named.key and code.link_id is not null
                 order by position limit 1)
      and workspace_id = any($2::text[])`,
    values: [toArrayLiteral(routeKeys.map(quoteArrayElement)), toArrayLiteral(workspaceIds)],
  })
  return link ?? null
}

/** A link of a list without filters, and the number of links in the list. */
export type CountedLink = LinkWithTags & { readonly totalCount?: number }

/** A page of the links of a workspace, newest first. */
export function findNewestLinks(
  reader: LinkReader,
  workspaceId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<CountedLink[]> {
  return findLinks(reader, {
    name: 'newest_links',
    sql: 'workspace_id = $1 order by created_at desc, id desc limit $2 offset $3',
    values: [workspaceId, limit, offset],
    countSql: '(select link_count from workspace where id = $1)',
  })
}

interface LinkQuery {
  readonly name: string
  readonly sql: string
  readonly values: readonly unknown[]
  readonly countSql?: string
}

/**
 * Each answer of REST has the tags of its links, and the headers of a page have the total. Over GraphQL a client
 * selects both.
 */
function findLinks(reader: LinkReader, { name, sql, values, countSql }: LinkQuery): Promise<CountedLink[]> {
  const query = { name, sql: `from link where kind = 'link' and ${sql}`, values }
  if (!reader.isRest) return findReadOnly(reader, Link, query)
  return findReadOnly<Link, Pick<CountedLink, 'tags' | 'totalCount'>>(reader, Link, {
    ...query,
    name: `${name}_for_rest`,
    extraColumns: () => ({ tags: listTags(reader.readOnlyEm), ...(countSql && { totalCount: { sql: countSql } }) }),
  })
}

/** The tags of a link. They belong to the workspace of the link. */
function listTags(em: EntityManager) {
  const from = 'link_tag join tag on tag.id = link_tag.tag_id where link_id = link.id'
  return listReadOnly(em, Tag, `${from} and tag.workspace_id = link.workspace_id`)
}

/** The number of links of a workspace, which triggers keep. */
export async function readLinkCount({ readOnlyEm: em, deadline }: Reader, workspaceId: string): Promise<number> {
  const statement = { name: 'link_count', text: 'select link_count from workspace where id = $1' }
  const [row] = await executePrepared<{ link_count: number }>(em, statement, [workspaceId], deadline.signal)
  return row?.link_count ?? 0
}

/** A tag of a link. */
type LinkTag = ReadOnly<Tag> & { readonly linkId: string }

/** The tags of links. Links of other workspaces are left out. */
export function findTagsOfLinks(
  reader: Reader,
  linkIds: readonly string[],
  workspaceIds: readonly string[],
): Promise<LinkTag[]> {
  return findReadOnly<Tag, { readonly linkId: string }>(reader, Tag, {
    name: 'tags_of_links',
    extraColumns: () => ({ linkId: { sql: 'link_id' } }),
    sql: `from link_tag join tag on tag.id = link_tag.tag_id
         where link_id = any($1::text[]) and tag.workspace_id = any($2::text[])`,
    values: [toArrayLiteral(linkIds), toArrayLiteral(workspaceIds)],
  })
}
