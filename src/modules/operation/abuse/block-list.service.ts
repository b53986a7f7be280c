import { type FilterQuery, LockMode, sql } from '@mikro-orm/postgresql'
import { parseBlockPattern } from '../../../platform/addresses/block-list.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { newId } from '../../../platform/shared/ids.ts'
import type { RouteCache } from '../../publishing/links/index.ts'
import { BlockedDestinationExists, BlockedDestinationNotFound } from './abuse.errors.ts'
import type { BlockDestinationInput } from './abuse.inputs.ts'
import { recordAbuseAct } from './abuse-act.entity.ts'
import { lockBlockList } from './block-list.queries.ts'
import { type BlockListSweeper, runSweepStep } from './block-list-sweeper.ts'
import {
  BlockedDestination,
  BlockedDestinationConnection,
  LinkBlock,
  newestEntriesFirst,
} from './blocked-destination.entity.ts'
import type { BlockMails } from './mails/block-mails.ts'

interface BlockListDependencies {
  readonly events: EventPublisher
  readonly mails: Pick<BlockMails, 'sendBlocked'>
  readonly routeCache: RouteCache
  readonly blockListSweeper: BlockListSweeper
}

/** The block list. The module of links reads it for each new destination, through the function `read_block_list`. */
export class BlockListService {
  /** How many links the entry with this id blocks. */
  readonly countBlockedLinks = batchPerRequest(countBlockedLinks)

  constructor(private readonly dependencies: BlockListDependencies) {}

  /** The entries, newest first. */
  list(context: RequestContext, page: ConnectionArgs): Promise<BlockedDestinationConnection> {
    const query = { where: { removedAt: null }, order: newestEntriesFirst }
    return findConnection(context, BlockedDestinationConnection, BlockedDestination, query, page)
  }

  /** Throws `BlockedDestinationNotFound`. */
  get({ em }: RequestContext, id: string): Promise<BlockedDestination> {
    const failHandler = () => new BlockedDestinationNotFound()
    return em.findOneOrFail(BlockedDestination, { id, removedAt: null }, { failHandler })
  }

  /**
   * Adds a destination. From then on no link can be created with it. The first 500 existing links are examined at once,
   * the other links in the background. Throws `BlockedDestinationExists`.
   */
  async add(context: RequestContext, input: BlockDestinationInput): Promise<BlockedDestination> {
    const pattern = parseBlockPattern('pattern', input.pattern, context.settings.allowPrivateDestinations)
    const { reason, note } = input
    const now = context.now()
    const entry = await context.em.transactional(async (em) => {
      await lockBlockList(em)
      const existing = await lockEntry(em, { pattern })
      if (existing?.removedAt === null) throw new BlockedDestinationExists(existing.id)
      const details = { reason, note: note?.trim() || null, actorId: context.accountId, createdAt: now }
      // A removed entry whose links are still being released becomes the new entry.
      const added = existing
        ? em.assign(existing, { ...details, removedAt: null, sweptAt: null, sweepPosition: null })
        : em.create(BlockedDestination, { id: newId('dst', now), pattern, ...details })
      em.persist(added)
      recordAbuseAct(context, em, 'block_destination', { pattern, reason, note })
      return added
    })
    // The sweep is in a second transaction, so that the creation of links waits for the entry, but not for the sweep.
    await this.sweep(context, entry.id)
    return entry
  }

  /**
   * Removes an entry. The links that only this entry blocked are released: the first 500 at once, the others in the
   * background. Throws `BlockedDestinationNotFound`.
   */
  async remove(context: RequestContext, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const entry = await lockEntry(em, { id, removedAt: null })
      if (!entry) throw new BlockedDestinationNotFound()
      entry.removedAt = context.now()
      entry.sweepPosition = null
      recordAbuseAct(context, em, 'unblock_destination', { pattern: entry.pattern })
    })
    await this.sweep(context, id)
  }

  /**
   * Runs the first step within the request, so that the change applies to the next visitor, and starts the other steps.
   */
  private async sweep(context: RequestContext, id: string): Promise<void> {
    const { events, mails, routeCache, blockListSweeper } = this.dependencies
    const publishContext = { events, mails, now: context.now() }
    const routeKeys = await context.em.transactional(async (em) => {
      const entry = await lockEntry(em, { id })
      // Another admin may have removed the entry by now.
      return entry ? runSweepStep(em, entry, publishContext) : []
    })
    routeCache.invalidateAfterCommit(context, ...routeKeys)
    context.afterCommit(() => blockListSweeper.trigger())
  }
}

function lockEntry(em: EntityManager, where: FilterQuery<BlockedDestination>): Promise<BlockedDestination | null> {
  return em.findOne(BlockedDestination, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

async function countBlockedLinks({ em }: RequestContext, entryIds: readonly string[]): Promise<number[]> {
  const rows = await em
    .createQueryBuilder(LinkBlock)
    .select(['destination', sql`count(*)::int`.as('count')])
    .where({ destination: { $in: [...entryIds] }, liftedAt: null })
    .groupBy('destination')
    .execute<{ destination: string; count: number }[]>()
  const countById = new Map(rows.map(({ destination, count }) => [destination, count]))
  return entryIds.map((id) => countById.get(id) ?? 0)
}
