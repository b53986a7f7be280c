import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { ReadOnly } from '../../../../platform/database/read-only.ts'
import type { FieldChanges } from '../../../../platform/events/domain-events.ts'
import { batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import { notOfWorkspace } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import type { ErrorDetail } from '../../../../platform/shared/service-error.ts'
import type { Link } from '../link.entity.ts'
import { findTagsOfLinks, type LinkWithTags } from '../listing/link-reads.queries.ts'
import { Folder } from './folder.entity.ts'
import { LinkTag } from './link-tag.entity.ts'
import type { LinkPlacementFilter } from './organizing.queries.ts'
import { Tag } from './tag.entity.ts'

/** The folder and the tags that a link gets. An undefined value stays; null stands for no folder. */
export interface LinkPlacement {
  readonly folder: Folder | null | undefined
  readonly tags: readonly Tag[] | undefined
}

/**
 * Locks the folders and the tags that inputs name, so that none is deleted before a link has them. Call it before the
 * links are locked: a folder that is deleted is locked before its links. An unknown folder or tag and one of another
 * workspace cause the same `InvalidParams`. It is thrown when the workspace of the link is known.
 */
export async function lockPlacements(
  { workspaceIds }: RequestContext,
  em: EntityManager,
  inputs: readonly LinkPlacementFilter[],
): Promise<(input: LinkPlacementFilter, workspaceId: string | undefined) => LinkPlacement> {
  const options = { lockMode: LockMode.PESSIMISTIC_READ, orderBy: { id: 'asc' }, refresh: true } as const
  const of = (ids: readonly string[]) => ({ id: { $in: [...new Set(ids)] }, workspace: { $in: workspaceIds } })
  const folderIds = inputs.flatMap(({ folderId }) => folderId ?? [])
  const allTagIds = inputs.flatMap(({ tagIds }) => tagIds ?? [])
  const folders = folderIds.length > 0 ? await em.find(Folder, of(folderIds), options) : []
  const tags = allTagIds.length > 0 ? await em.find(Tag, of(allTagIds), options) : []
  return ({ folderId, tagIds }, workspaceId) => {
    const folder = folders.find(({ id }) => id === folderId)
    const own = tags.filter(({ id, workspace }) => workspace.id === workspaceId && tagIds?.includes(id))
    const details: ErrorDetail[] = []
    if (folderId != null && folder?.workspace.id !== workspaceId)
      details.push({ field: 'folderId', ...notOfWorkspace({ thing: 'a folder' }) })
    if (own.length < (tagIds?.length ?? 0)) details.push({ field: 'tagIds', ...notOfWorkspace({ thing: 'tags' }) })
    if (details.length > 0) throw new InvalidParams(details)
    return { folder: folderId == null ? folderId : folder, tags: tagIds === undefined ? undefined : own }
  }
}

/** The ids of the tags of several links, by the ids of the links. Lock the links before. */
export async function findTagIdsOf(em: EntityManager, linkIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await em.find(LinkTag, { link: { $in: [...linkIds] } }, { disableIdentityMap: true })
  const byLink = Map.groupBy(rows, ({ link }) => link.id)
  return new Map([...byLink].map(([id, tagged]) => [id, tagged.map(({ tag }) => tag.id)]))
}

/**
 * Replaces the tags of links, by the ids of the links, and returns the changes of each link. Lock the links and the
 * tags before.
 */
export async function replaceTags(
  em: EntityManager,
  tagsByLink: ReadonlyMap<string, readonly Pick<Tag, 'id'>[]>,
): Promise<Map<string, FieldChanges>> {
  if (tagsByLink.size === 0) return new Map()
  const rows = await em.find(LinkTag, { link: { $in: [...tagsByLink.keys()] } }, { disableIdentityMap: true })
  const changes = new Map<string, FieldChanges>()
  const [removed, added]: { link: string; tag: string }[][] = [[], []]
  for (const [link, tags] of tagsByLink) {
    const from = rows.flatMap((row) => (row.link.id === link ? [row.tag.id] : [])).sort()
    const to = tags.map(({ id }) => id).sort()
    if (from.join() === to.join()) continue
    removed?.push(...from.filter((tag) => !to.includes(tag)).map((tag) => ({ link, tag })))
    added?.push(...to.filter((tag) => !from.includes(tag)).map((tag) => ({ link, tag })))
    changes.set(link, { tagIds: { from, to } })
  }
  if (removed && removed.length > 0) await em.nativeDelete(LinkTag, { $or: removed })
  if (added && added.length > 0) await em.insertMany(LinkTag, added)
  return changes
}

/** Gives tags to links that the transaction has created. Lock the tags before. */
export async function addTags(
  em: EntityManager,
  tagged: readonly { readonly link: Link; readonly tags: readonly Tag[] }[],
): Promise<void> {
  const rows = tagged.flatMap(({ link, tags }) => tags.map((tag) => ({ link: link.id, tag: tag.id })))
  if (rows.length > 0) await em.insertMany(LinkTag, rows)
}

/** The tags of a link by their names. */
export function loadTags(
  context: RequestContext,
  { id, tags }: LinkWithTags,
): ReadOnly<Tag>[] | Promise<ReadOnly<Tag>[]> {
  return tags ? sortByName(tags) : loadTagsById(context, id)
}

/** Empty for a link of somebody else. */
const loadTagsById = batchPerRequest(async (context: RequestContext, linkIds: readonly string[]) => {
  const found = await findTagsOfLinks(context, [...new Set(linkIds)], context.workspaceIds)
  const byLink = Map.groupBy(found, ({ linkId }) => linkId)
  return linkIds.map((id) => sortByName(byLink.get(id) ?? []))
})

function sortByName(tags: readonly ReadOnly<Tag>[]): ReadOnly<Tag>[] {
  return tags.toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : 1))
}
