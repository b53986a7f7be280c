import { countByGroup } from '../../../../platform/database/counted-list.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'

// Raw SQL: the ORM has no update with a limit, and its counts by group have no form of their own.

/** Links that one transaction takes out of a folder. Clicks on them wait for it. */
const sliceSize = 500

/**
 * Takes some links out of a folder and returns their number. Links are locked in the order of their ids, like click
 * recording.
 */
export async function emptyFolderSlice(em: EntityManager, folderId: string): Promise<number> {
  const rows = await em.execute<{ id: string }[]>(
    `update link set folder_id = null
      where id = any(array(select id from link where folder_id = ? order by id limit ${sliceSize} for update))
     returning id`,
    [folderId],
  )
  return rows.length
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
