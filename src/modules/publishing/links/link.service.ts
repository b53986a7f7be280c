import type { EntityManager } from '../../../platform/database/database.ts'
import type { ReadOnly } from '../../../platform/database/read-only.ts'
import { lockOwned } from '../../../platform/graphql/owned/owned-rows.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../platform/graphql/success-response.types.ts'
import { ItemOutcomes } from './changes/item-outcomes.ts'
import type { LinkCreation } from './changes/link-creation.ts'
import type { LinkDeletion } from './changes/link-deletion.ts'
import type { LinkUpdates } from './changes/link-updates.ts'
import type { DomainDirectory } from './domains/domain-directory.ts'
import { Link } from './link.entity.ts'
import { LinkNotFound } from './link.errors.ts'
import type { CreateUrlInput, UpdateUrlInput } from './link.inputs.ts'
import { findLinkById, findLinkByRoute } from './listing/link-reads.queries.ts'

interface LinkServiceDependencies {
  readonly creation: LinkCreation
  readonly updates: LinkUpdates
  readonly deletion: LinkDeletion
  readonly domainDirectory: DomainDirectory
}

/**
 * The links of the caller's workspaces. The workspaces are in each query, so a link of another workspace gives the same
 * 404 as a missing one.
 */
export class LinkService {
  constructor(private readonly dependencies: LinkServiceDependencies) {}

  /** Creates a link of the caller. Throws `PlanLimitReached`. */
  async create(context: RequestContext, input: CreateUrlInput): Promise<Link> {
    const { creation } = this.dependencies
    return only(await creation.create(context, [{ index: 0, input }], new ItemOutcomes(rethrow))).link
  }

  /** One of the caller's links. */
  async get(context: RequestContext, id: string): Promise<ReadOnly<Link>> {
    const link = await findLinkById(context, id, context.workspaceIds)
    if (!link) throw new LinkNotFound()
    return link
  }

  /** One of the caller's links by its short address, in the forms in which browsers and messages show it. */
  async find(context: RequestContext, shortUrl: string): Promise<ReadOnly<Link>> {
    const address = this.dependencies.domainDirectory.readAddress(shortUrl)
    const link = address && (await findLinkByRoute(context, address.routeKeys, context.workspaceIds))
    if (!link) throw new LinkNotFound()
    return link
  }

  /**
   * Updates the given options: null clears an option, an absent option stays. All checks run before the first change.
   */
  async update(context: RequestContext, id: string, input: UpdateUrlInput): Promise<Link> {
    const { updates } = this.dependencies
    return only(await updates.update(context, [{ index: 0, input: { ...input, id } }], new ItemOutcomes(rethrow))).link
  }

  /** Deletes the link with its click history. Its code stays as a tombstone. */
  async delete(context: RequestContext, id: string): Promise<ParentIds> {
    const { deletion } = this.dependencies
    return only(await deletion.delete(context, [{ index: 0, input: id }], new ItemOutcomes(rethrow)))
  }
}

/** The failure of the only item is the error of the operation. */
function rethrow(error: unknown): never {
  throw error
}

/** The result of the only item, which has not failed. */
function only<T>([result]: readonly T[]): T {
  return result as T
}

/**
 * Locks a link of the caller for a change, so that concurrent changes cannot leave an orphaned code. `refresh` replaces
 * the values that an earlier mutation of the same request has read. Without `refresh`, MikroORM keeps old values that
 * are now null. Throws `LinkNotFound`, and `RoleTooLow` when the operation needs a higher role.
 */
export function lockOwnedLink(context: RequestContext, em: EntityManager, id: string): Promise<Link> {
  return lockOwned(context, em, Link, { id, kind: 'link' }, LinkNotFound)
}
