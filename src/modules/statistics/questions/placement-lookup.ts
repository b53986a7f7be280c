import { perRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { Folder, type PlacementKind, placementKinds, Tag } from '../../publishing/links/index.ts'
import { canReadLinks } from './link-lookup.ts'

/** A folder or a tag of the caller. */
export interface NamedPlacement {
  readonly id: string
  readonly kind: PlacementKind
  readonly name: string
}

/**
 * Returns the folders and tags of the caller, at most 500 of each; none without the scope `read:links`. They are read
 * once per request.
 */
export const findPlacements = perRequest(readPlacements)

async function readPlacements(context: RequestContext): Promise<NamedPlacement[]> {
  if (!canReadLinks(context)) return []
  const options = { orderBy: { name: 'asc' }, limit: 500 } as const
  const found: NamedPlacement[] = []
  for (const kind of placementKinds) {
    const places = await context.em.find(kind === 'tag' ? Tag : Folder, { workspace: context.workspaceId }, options)
    found.push(...places.map(({ id, name }) => ({ id, kind, name })))
  }
  return found
}
