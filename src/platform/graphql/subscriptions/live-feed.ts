import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../../database/database.errors.ts'
import type { EntityManager, Orm } from '../../database/database.ts'
import { withoutQueryLog } from '../../database/statements.ts'
import type { Logger } from '../../shared/logger.ts'
import type { ServiceError } from '../../shared/service-error.ts'
import { type CommittedEvents, type TransactionEvent, TransactionSnapshot } from './committed-events.ts'
import { EventQueue } from './event-queue.ts'

export interface LiveFeedDependencies {
  readonly orm: Orm
  readonly log: Pick<Logger, 'error'>
  /** Ends the subscriptions of those whose credential holds no longer; see `LiveCredentials`. */
  readonly checkCredentials: () => Promise<void>
}

/** What there is to tell, and to whom. */
export interface FeedSource<L, E extends TransactionEvent> {
  /** What the log calls it, such as `new clicks`. */
  readonly name: string
  /** What `pg_current_snapshot()` says as somebody begins to listen. Throws what is refused to this one. */
  takeSnapshot(em: EntityManager, subscription: L): Promise<string>
  /** What settled transactions from `from` on have written for any of those who listen. */
  read(em: EntityManager, from: bigint, subscriptions: readonly L[]): Promise<FeedBatch<L, E>>
  matches(event: E, subscription: L): boolean
}

export interface FeedBatch<L, E extends TransactionEvent> extends CommittedEvents<E> {
  /** Why one cannot listen any longer; null as long as it can. */
  endReasonOf(subscription: L): ServiceError | null
}

interface Subscriber<L, E> {
  readonly subscription: L
  readonly queue: EventQueue<E>
  readonly since: TransactionSnapshot
  /** The first transaction whose events were not handed over. */
  from: bigint
}

const pollIntervalMs = 500

/** How long a round waits for who has more before him than may wait; what comes at once is not what makes him slow. */
const maxQueueWaitMs = 1_000

const queueCheckMs = 10

/**
 * Hands what is new to those who listen, whichever node wrote it. It asks the database every half second, once for all
 * listeners of the process, and not at all while there are none: to announce each click would halve what can be written
 * (docs/decisions/live-clicks.md).
 */
export class LiveFeed<L, E extends TransactionEvent> {
  readonly #dependencies: LiveFeedDependencies
  readonly #source: FeedSource<L, E>
  readonly #subscribers = new Set<Subscriber<L, E>>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(dependencies: LiveFeedDependencies, source: FeedSource<L, E>) {
    this.#dependencies = dependencies
    this.#source = source
  }

  /**
   * All events whose writing has not ended when this is called, each once and in the order of their transactions. Throws
   * what the source refuses, at once and later.
   */
  async subscribe(subscription: L): Promise<EventQueue<E>> {
    const since = new TransactionSnapshot(await this.#source.takeSnapshot(this.#em(), subscription))
    const queue = new EventQueue<E>(() => this.#subscribers.delete(subscriber))
    const subscriber: Subscriber<L, E> = { subscription, queue, since, from: since.xmin }
    this.#subscribers.add(subscriber)
    this.#schedule(pollIntervalMs)
    return queue
  }

  /** Asks no more. To be called when nobody listens any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#running
  }

  /** Does nothing while a round is planned or under way: each plans the next one. */
  #schedule(ms: number): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => {
      this.#running = this.#poll().finally(() => {
        this.#running = undefined
      })
    }, ms).unref()
  }

  async #poll(): Promise<void> {
    let hasMore = false
    try {
      hasMore = await this.#deliver()
    } catch (err) {
      // While the database is away nothing is written in it either; what is there later is delivered then.
      if (!isDatabaseUnavailable(err))
        this.#dependencies.log.error({ err }, `${this.#source.name} could not be read; trying again`)
    }
    this.#timer = undefined
    if (this.#subscribers.size > 0) this.#schedule(hasMore ? 0 : pollIntervalMs)
  }

  /** Whether there are more to deliver at once. */
  async #deliver(): Promise<boolean> {
    const subscribers = [...this.#subscribers]
    const [first] = subscribers
    if (!first) return false
    const from = subscribers.reduce((least, each) => (each.from < least ? each.from : least), first.from)
    const subscriptions = subscribers.map(({ subscription }) => subscription)
    const batch = await this.#source.read(this.#em(), from, subscriptions)
    // After the events were read: so none reaches a credential that was revoked before it was written. And an account
    // that is gone took along what was listened to, which is not what is to be told.
    const hasEnded = subscriptions.some((subscription) => batch.endReasonOf(subscription) !== null)
    if (hasEnded || batch.events.length > 0) await this.#dependencies.checkCredentials()
    await Promise.all(subscribers.map((subscriber) => this.#deliverTo(subscriber, batch)))
    return batch.hasMore
  }

  async #deliverTo(subscriber: Subscriber<L, E>, batch: FeedBatch<L, E>): Promise<void> {
    const { subscription, queue, since, from } = subscriber
    const endReason = batch.endReasonOf(subscription)
    if (endReason) queue.fail(endReason)
    const isNew = ({ tx }: E) => BigInt(tx) >= from && since.excludes(tx)
    const matchingEvents = batch.events.filter((event) => isNew(event) && this.#source.matches(event, subscription))
    if (batch.nextTransactionId > from) subscriber.from = batch.nextTransactionId
    await pushWithBackpressure(matchingEvents, queue)
  }

  #em(): EntityManager {
    return this.#dependencies.orm.em.fork(withoutQueryLog())
  }
}

/** Who reads is given the time to. Who does not is ended by the mailbox. */
async function pushWithBackpressure<E>(events: readonly E[], queue: EventQueue<E>): Promise<void> {
  let waitedMs = 0
  for (const event of events) {
    for (; queue.isFull && waitedMs < maxQueueWaitMs; waitedMs += queueCheckMs) await pause(queueCheckMs)
    queue.push(event)
  }
}
