import { countByGroup } from '../../../../platform/database/counted-list.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { quoteArrayElement, toArrayLiteral } from '../../../../platform/database/statements.ts'

// Raw SQL: the ORM has no update with a limit, and its counts by group have no form of their own.

/** Links that one transaction takes out of a folder, or from one tag to another. Clicks on them wait for it. */
export const organizingSliceSize = 500

/**
 * Takes some links out of a folder and returns their number. Links are locked in the order of their ids, like click
 * recording.
 */
export async function emptyFolderSlice(em: EntityManager, folderId: string): Promise<number> {
  const rows = await em.execute<{ id: string }[]>(
    `update link set folder_id = null
      where id = any(array(select id from link where folder_id = ? order by id limit ${organizingSliceSize} for update))
     returning id`,
    [folderId],
  )
  return rows.length
}

interface TagMove {
  readonly tagId: string
  readonly intoId: string
  /** Only links with a higher id. */
  readonly afterId: string
}

/**
 * Gives the next links of a tag another tag instead, each once, and returns their ids; empty when no link is left. Lock both
 * tags before. The links are locked before their tags are read, because an update of a link replaces the tags that it has read.
 */
export async function moveTagSlice(em: EntityManager, { tagId, intoId, afterId }: TagMove): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select link_id as id from link_tag where tag_id = ? and link_id > ? order by 1 limit ${organizingSliceSize}`,
    [tagId, afterId],
  )
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const idsLiteral = toArrayLiteral(ids.map(quoteArrayElement))
  await em.execute('select id from link where id = any(?::text[]) order by id for update', [idsLiteral])
  await em.execute(
    `with taken as (delete from link_tag where tag_id = ? and link_id = any(?::text[]) returning link_id)
     insert into link_tag (link_id, tag_id) select link_id, ?::text from taken on conflict do nothing`,
    [tagId, idsLiteral, intoId],
  )
  return ids
}

/** The number of links with each of the tags. Tags without links are missing. */
export function countLinksOfTags(em: EntityManager, ids: readonly string[]): Promise<Map<string, number>> {
  return countByGroup(
    em,
    'select tag_id as id, count(*)::int as count from link_tag where tag_id in (?) group by 1',
    ids,
  )
}

/** The number of links in each of the folders. Folders without links are missing. */
export function countLinksOfFolders(em: EntityManager, ids: readonly string[]): Promise<Map<string, number>> {
  return countByGroup(
    em,
    'select folder_id as id, count(*)::int as count from link where folder_id in (?) group by 1',
    ids,
  )
}

export const placementKinds = ['folder', 'tag'] as const
export type PlacementKind = (typeof placementKinds)[number]

/** The folders or tags of a workspace, each with its links: the columns `id`, `name` and `link_id`, which may be null. */
export const placedLinksSql: Readonly<Record<PlacementKind, string>> = {
  folder: `select folder.id, name, link.id as link_id
             from folder left join link on link.folder_id = folder.id
            where folder.workspace_id = ?`,
  tag: `select id, name, link_id
          from tag left join link_tag on tag_id = tag.id
         where workspace_id = ?`,
}

/** Selects links by their position: in a folder, and with one of the tags. */
export interface LinkPlacementFilter {
  readonly folderId?: string | null | undefined
  readonly tagIds?: readonly string[] | null | undefined
}

/** A filter as conditions on a table alias of `link`. All conditions must hold. Empty without a filter. */
export function buildPlacementClauses(
  { folderId, tagIds }: LinkPlacementFilter,
  alias = 'link',
): { readonly sql: string; readonly values: string[] }[] {
  const places = (tagIds ?? []).map(() => '?').join(', ')
  const withTagSql = `exists (select 1 from link_tag where link_tag.link_id = ${alias}.id and link_tag.tag_id in (${places}))`
  return [
    ...(folderId == null ? [] : [{ sql: `${alias}.folder_id = ?`, values: [folderId] }]),
    ...(tagIds == null ? [] : [{ sql: tagIds.length > 0 ? withTagSql : 'false', values: [...tagIds] }]),
  ]
}
