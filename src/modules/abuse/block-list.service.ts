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
import { type BlockListSweeper, runSweepStep, type SweptEntryRow } from './block-list-sweeper.ts'
import { BlockedDestination } from './blocked-destination.entity.ts'

interface BlockListDependencies {
  readonly abuseActLog: AbuseActLog
  readonly eventPublisher: EventPublisher
  readonly routeCache: RouteCache
  readonly blockListSweeper: BlockListSweeper
}

/** The block list, as reviewers keep it. Links ask it for themselves when they are given a destination. */
export class BlockListService {
  readonly #counts = perRequest(
    (context) => new DataLoader<string, number>((ids) => countBlocks(context.em, ids), { cache: false }),
  )

  readonly #abuseActLog: AbuseActLog
  readonly #eventPublisher: EventPublisher
  readonly #routeCache: RouteCache
  readonly #blockListSweeper: BlockListSweeper

  constructor({ abuseActLog, eventPublisher, routeCache, blockListSweeper }: BlockListDependencies) {
    this.#abuseActLog = abuseActLog
    this.#eventPublisher = eventPublisher
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

  /** How many links an entry holds back. */
  countBlockedLinks(context: RequestContext, { id }: BlockedDestination): Promise<number> {
    return this.#counts(context).load(id)
  }

  /**
   * Puts a destination on the list. From then on no link is given it; of those that lead there the first 500 looked at
   * are blocked at once, the others in the background. Throws `BlockedDestinationExists`.
   */
  async add(
    context: RequestContext,
    { pattern: text, reason, note }: BlockDestinationArgs,
  ): Promise<BlockedDestination> {
    const pattern = parseBlockPattern('pattern', text, context.settings.allowPrivateDestinations)
    const entry = await context.em.transactional(async (em) => {
      await em.execute('select hold_block_list()')
      const id = await this.#insert(context, em, pattern, { reason, note: note?.trim() || null })
      await this.#abuseActLog.record(context, em, 'block_destination', { pattern, reason, note })
      return em.findOneOrFail(BlockedDestination, { id })
    })
    // In a transaction of its own: whoever makes a link now waits for the list, and not for the links that are blocked.
    await this.#sweep(context, entry.id)
    // Another admin may have removed it by now; then it is answered as it was.
    await context.em.refresh(entry)
    return entry
  }

  /**
   * Takes an entry from the list. The links that only this entry held back open again: the first 500 at once, the others
   * in the background. Throws `BlockedDestinationNotFound`.
   */
  async remove(context: RequestContext, id: string): Promise<void> {
    const now = context.now()
    await context.em.transactional(async (em) => {
      const [removed] = await em.execute<{ pattern: string }[]>(
        `update blocked_destination set removed_at = ?, swept_to = null
          where id = ? and removed_at is null returning pattern`,
        [now, id],
      )
      if (!removed) throw new BlockedDestinationNotFound()
      await this.#abuseActLog.record(context, em, 'unblock_destination', { pattern: removed.pattern })
    })
    await this.#sweep(context, id)
  }

  /** The index decides: of two who add one destination, one does. An entry just being removed is taken up again. */
  async #insert(
    context: RequestContext,
    em: EntityManager,
    pattern: string,
    details: { reason: string; note: string | null },
  ): Promise<string> {
    const now = context.now()
    const { accountId } = context
    const [added] = await em.execute<{ id: string }[]>(
      `insert into blocked_destination as entry (id, pattern, reason, note, actor_id, created_at)
       values (?, ?, ?, ?, ?, ?)
       on conflict (pattern) do update
         set reason = excluded.reason, note = excluded.note, actor_id = excluded.actor_id,
             created_at = excluded.created_at, removed_at = null, swept_at = null, swept_to = null
         where entry.removed_at is not null
       returning id`,
      [newId('dst', now), pattern, details.reason, details.note, accountId, now],
    )
    if (added) return added.id
    const [listed] = await em.execute<{ id: string }[]>('select id from blocked_destination where pattern = ?', [
      pattern,
    ])
    throw new BlockedDestinationExists(listed?.id ?? '')
  }

  /** The first step within the request, whose next visitors then meet what it says, and the others after it. */
  async #sweep(context: RequestContext, id: string): Promise<void> {
    const publishContext = { events: this.#eventPublisher, now: context.now() }
    const codes = await context.em.transactional(async (em) => {
      const [entry] = await em.execute<SweptEntryRow[]>(
        `select id, pattern, reason, removed_at, swept_to from blocked_destination where id = ? for no key update`,
        [id],
      )
      return entry ? runSweepStep(em, entry, publishContext) : []
    })
    const routes = this.#routeCache
    const sweeper = this.#blockListSweeper
    context.afterCommit(() => {
      for (const code of codes) routes.onNotification(code.toLowerCase())
      sweeper.trigger()
    })
  }
}

async function countBlocks(em: EntityManager, ids: readonly string[]): Promise<number[]> {
  const rows = await em.execute<{ id: string; count: number }[]>(
    `select destination_id as id, count(*)::int as count from link_block
      where lifted_at is null and destination_id in (select value from jsonb_array_elements_text(?::jsonb))
      group by destination_id`,
    [JSON.stringify(ids)],
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.count ?? 0)
}
