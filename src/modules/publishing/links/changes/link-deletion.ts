import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { ownedBy } from '../../../../platform/graphql/owned/owned-rows.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../../platform/graphql/success-response.types.ts'
import { Link } from '../link.entity.ts'
import { LinkNotFound } from '../link.errors.ts'
import { createLinkEvent } from '../link-events.ts'
import type { Item, ItemOutcomes } from './item-outcomes.ts'
import type { LinkWriteDependencies } from './link-creation.ts'

/** A deleted link, with its related rows. */
export interface DeletedLink extends ParentIds {
  readonly index: number
  readonly id: string
}

/** Deletes links of the caller. */
export class LinkDeletion {
  constructor(private readonly dependencies: Omit<LinkWriteDependencies, 'linkRules'>) {}

  /** Deletes the links of these ids with their click histories. Their codes stay as tombstones. */
  async delete(
    context: RequestContext,
    items: readonly Item<string>[],
    outcomes: ItemOutcomes,
  ): Promise<DeletedLink[]> {
    const { shortCodeService, eventPublisher, routeCache } = this.dependencies
    const deleted = await context.em.transactional(async (em) => {
      const locked = await lockOwnedLinks(context, em, idsOf(items))
      const found = await requireAll(context, locked, items, outcomes)
      const links = found.map(({ link }) => link)
      await shortCodeService.retireAll(context, em, links)
      await eventPublisher.publish(em, ...links.map((link) => createLinkEvent(context, 'link.deleted', link)))
      for (const link of links) em.remove(link)
      return found.map(({ index, link: { id, routeKey, workspaceId, folderId } }) => ({
        ...{ index, id, routeKey, workspaceId, folderId },
      }))
    })
    routeCache.invalidateAfterCommit(context, ...deleted.map(({ routeKey }) => routeKey))
    return deleted
  }

  /** The links of these ids that the caller may delete. Deletes none. */
  async find(context: RequestContext, items: readonly Item<string>[], outcomes: ItemOutcomes) {
    const where = ownedBy(context, { id: { $in: idsOf(items) }, kind: 'link' as const })
    const links = await context.em.find(Link, where)
    return requireAll(context, new Map(links.map((link) => [link.id, link])), items, outcomes)
  }
}

const idsOf = (items: readonly Item<string>[]): string[] => items.map(({ input: id }) => id)

function requireAll(
  context: RequestContext,
  found: ReadonlyMap<string, Link>,
  items: readonly Item<string>[],
  outcomes: ItemOutcomes,
) {
  return outcomes.each(items, ({ index, input: id }) => ({ index, link: requireLocked(context, found, id) }))
}

/** The locked link of this id. Throws `LinkNotFound`, and `RoleTooLow` when the operation needs a higher role. */
export function requireLocked(context: RequestContext, locked: ReadonlyMap<string, Link>, id: string): Link {
  const link = locked.get(id)
  if (!link) throw new LinkNotFound()
  context.requireRole(link.workspace?.id)
  return link
}

/**
 * Locks several links of the caller, in the order of their ids, like click recording. Links of others are missing. The
 * caller checks the role.
 */
export async function lockOwnedLinks(
  context: RequestContext,
  em: EntityManager,
  ids: readonly string[],
): Promise<Map<string, Link>> {
  if (ids.length === 0) return new Map()
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } } as const
  const links = await em.find(Link, ownedBy(context, { id: { $in: [...ids] }, kind: 'link' as const }), options)
  return new Map(links.map((link) => [link.id, link]))
}
