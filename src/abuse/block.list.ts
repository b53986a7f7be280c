import DataLoader from 'dataloader'
import { newId } from '../base/ids.ts'
import type { EntityManager } from '../database/open.ts'
import type { Events } from '../events/events.ts'
import { type Context, perRequest } from '../graphql/context.ts'
import type { PageArgs } from '../graphql/page.args.ts'
import { type Routes, readPattern } from '../links/index.ts'
import type { Acts } from './acts.ts'
import type { BlockDestinationArgs } from './args.ts'
import { BlockedDestination } from './blocked.destination.ts'
import { BlockedDestinationExists, BlockedDestinationNotFound } from './failures.ts'
import { type SweptEntry, sweepStep } from './sweep.ts'
import type { BlockSweeper } from './sweeper.ts'

interface BlockListDependencies {
  readonly acts: Acts
  readonly events: Events
  readonly routes: Routes
  readonly blockSweeper: BlockSweeper
}

/** The block list, as reviewers keep it. Links ask it for themselves when they are given a destination. */
export class BlockList {
  readonly #counts = perRequest(
    (context) => new DataLoader<string, number>((ids) => countBlocks(context.em, ids), { cache: false }),
  )

  readonly #acts: Acts
  readonly #events: Events
  readonly #routes: Routes
  readonly #blockSweeper: BlockSweeper

  constructor({ acts, events, routes, blockSweeper }: BlockListDependencies) {
    this.#acts = acts
    this.#events = events
    this.#routes = routes
    this.#blockSweeper = blockSweeper
  }

  /** A page of the entries, newest first. */
  async list(context: Context, { page, limit }: PageArgs): Promise<BlockedDestination[]> {
    const [entries, total] = await context.em.findAndCount(
      BlockedDestination,
      { removedAt: null },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    context.reportPage({ page, limit, total })
    return entries
  }

  /** How many links an entry holds back. */
  blocksOf(context: Context, { id }: BlockedDestination): Promise<number> {
    return this.#counts(context).load(id)
  }

  /**
   * Puts a destination on the list. From then on no link is given it; of those that lead there the first 500 looked at
   * are blocked at once, the others in the background. Throws `BlockedDestinationExists`.
   */
  async add(context: Context, { pattern: text, reason, note }: BlockDestinationArgs): Promise<BlockedDestination> {
    const pattern = readPattern('pattern', text, context.settings.allowPrivateDestinations)
    const entry = await context.em.transactional(async (em) => {
      await em.execute('select hold_block_list()')
      const id = await this.#insert(context, em, pattern, { reason, note: note?.trim() || null })
      await this.#acts.record(context, em, 'block_destination', { pattern, reason, note })
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
  async remove(context: Context, id: string): Promise<void> {
    const now = context.now()
    await context.em.transactional(async (em) => {
      const [removed] = await em.execute<{ pattern: string }[]>(
        `update blocked_destination set removed_at = ?, swept_to = null
          where id = ? and removed_at is null returning pattern`,
        [now, id],
      )
      if (!removed) throw new BlockedDestinationNotFound()
      await this.#acts.record(context, em, 'unblock_destination', { pattern: removed.pattern })
    })
    await this.#sweep(context, id)
  }

  /** The index decides: of two who add one destination, one does. An entry just being removed is taken up again. */
  async #insert(
    context: Context,
    em: EntityManager,
    pattern: string,
    why: { reason: string; note: string | null },
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
      [newId('dst', now), pattern, why.reason, why.note, accountId, now],
    )
    if (added) return added.id
    const [listed] = await em.execute<{ id: string }[]>('select id from blocked_destination where pattern = ?', [
      pattern,
    ])
    throw new BlockedDestinationExists(listed?.id ?? '')
  }

  /** The first step within the request, whose next visitors then meet what it says, and the others after it. */
  async #sweep(context: Context, id: string): Promise<void> {
    const telling = { events: this.#events, now: context.now() }
    const codes = await context.em.transactional(async (em) => {
      const [entry] = await em.execute<SweptEntry[]>(
        `select id, pattern, reason, removed_at, swept_to from blocked_destination where id = ? for no key update`,
        [id],
      )
      return entry ? sweepStep(em, entry, telling) : []
    })
    const routes = this.#routes
    const sweeper = this.#blockSweeper
    context.whenCommitted(() => {
      for (const code of codes) routes.heard(code.toLowerCase())
      sweeper.nudge()
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
