import { LockMode, sql } from '@mikro-orm/postgresql'
import DataLoader from 'dataloader'
import type { EntityManager } from '../../platform/database/database.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { PageArgs } from '../../platform/graphql/pagination.ts'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import { newId } from '../../platform/shared/ids.ts'
import { parseBlockPattern, type RouteCache } from '../links/index.ts'
import { BlockedDestinationExists, BlockedDestinationNotFound } from './abuse.errors.ts'
import type { BlockDestinationArgs } from './abuse.inputs.ts'
import type { AbuseActLog } from './abuse-act-log.ts'
import { lockBlockList } from './block-list.queries.ts'
import { type BlockListSweeper, runSweepStep } from './block-list-sweeper.ts'
import { BlockedDestination, LinkBlock } from './blocked-destination.entity.ts'

interface BlockListDependencies {
  readonly actLog: AbuseActLog
  readonly events: EventPublisher
  readonly routeCache: RouteCache
  readonly blockListSweeper: BlockListSweeper
}

/** The block list. The module of links reads it for each new destination, through the function `read_block_list`. */
export class BlockListService {
  readonly #blockedLinkCounts = perRequest(
    ({ em }) => new DataLoader<string, number>((ids) => countBlockedLinks(em, ids), { cache: false }),
  )

  readonly #actLog: AbuseActLog
  readonly #events: EventPublisher
  readonly #routeCache: RouteCache
  readonly #blockListSweeper: BlockListSweeper

  constructor({ actLog, events, routeCache, blockListSweeper }: BlockListDependencies) {
    this.#actLog = actLog
    this.#events = events
    this.#routeCache = routeCache
    this.#blockListSweeper = blockListSweeper
  }

  /** A page of the entries, newest first. */
  async list(context: RequestContext, { page, limit }: PageArgs): Promise<BlockedDestination[]> {
    const [entries, total] = await context.em.findAndCount(
      BlockedDestination,
      { removedAt: null },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    context.setPage({ page, limit, total })
    return entries
  }

  /** How many links an entry blocks. */
  countBlockedLinks(context: RequestContext, { id }: BlockedDestination): Promise<number> {
    return this.#blockedLinkCounts(context).load(id)
  }

  /**
   * Adds a destination. From then on no link can be created with it. Of the existing links the first 500 are examined
   * at once, the others in the background. Throws `BlockedDestinationExists`.
   */
  async add(context: RequestContext, input: BlockDestinationArgs): Promise<BlockedDestination> {
    const pattern = parseBlockPattern('pattern', input.pattern, context.settings.allowPrivateDestinations)
    const { reason, note } = input
    const now = context.now()
    const entry = await context.em.transactional(async (em) => {
      await lockBlockList(em)
      const existing = await em.findOne(
        BlockedDestination,
        { pattern },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      )
      if (existing?.removedAt === null) throw new BlockedDestinationExists(existing.id)
      const details = { reason, note: note?.trim() || null, actorId: context.accountId, createdAt: now }
      // A removed entry whose links are still being released becomes the new entry.
      const added = existing
        ? em.assign(existing, { ...details, removedAt: null, sweptAt: null, sweepPosition: null })
        : em.create(BlockedDestination, { id: newId('dst', now), pattern, ...details })
      em.persist(added)
      this.#actLog.record(context, em, 'block_destination', { pattern, reason, note })
      return added
    })
    // In a second transaction, so that the creation of links waits for the entry, but not for the sweep.
    await this.#sweep(context, entry.id)
    return entry
  }

  /**
   * Removes an entry. The links that only this entry blocked are released: the first 500 at once, the others in the
   * background. Throws `BlockedDestinationNotFound`.
   */
  async remove(context: RequestContext, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const entry = await em.findOneOrFail(
        BlockedDestination,
        { id, removedAt: null },
        {
          lockMode: LockMode.PESSIMISTIC_WRITE,
          refresh: true,
          failHandler: () => new BlockedDestinationNotFound(),
        },
      )
      entry.removedAt = context.now()
      entry.sweepPosition = null
      this.#actLog.record(context, em, 'unblock_destination', { pattern: entry.pattern })
    })
    await this.#sweep(context, id)
  }

  /** Runs the first step within the request, so that the next visitor meets the change, and starts the others. */
  async #sweep(context: RequestContext, id: string): Promise<void> {
    const publishContext = { events: this.#events, now: context.now() }
    const codes = await context.em.transactional(async (em) => {
      const entry = await em.findOne(
        BlockedDestination,
        { id },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      )
      // Another admin may have removed the entry by now.
      return entry ? runSweepStep(em, entry, publishContext) : []
    })
    context.afterCommit(() => {
      for (const code of codes) this.#routeCache.onNotification(code.toLowerCase())
      this.#blockListSweeper.trigger()
    })
  }
}

async function countBlockedLinks(em: EntityManager, entryIds: readonly string[]): Promise<number[]> {
  const rows = await em
    .createQueryBuilder(LinkBlock)
    .select(['destination', sql`count(*)::int`.as('count')])
    .where({ destination: { $in: [...entryIds] }, liftedAt: null })
    .groupBy('destination')
    .execute<{ destination: string; count: number }[]>()
  const countById = new Map(rows.map(({ destination, count }) => [destination, count]))
  return entryIds.map((id) => countById.get(id) ?? 0)
}
