import { setTimeout as pause } from 'node:timers/promises'
import type { AccountInWorkspace, MembershipReader } from '../../auth/caller.ts'
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
  /** Ends the subscriptions whose credential is no longer valid; see `CredentialWatcher`. */
  readonly checkCredentials: () => Promise<void>
  readonly memberships: Pick<MembershipReader, 'checkMembers'>
}

/** Reads events and decides which subscriptions receive them. */
export interface FeedSource<L extends AccountInWorkspace, E extends TransactionEvent> {
  /** Its name in the log, such as `new clicks`. */
  readonly name: string
  /** The `pg_current_snapshot()` at the start of a subscription. Throws when the subscription is not allowed. */
  takeSnapshot(em: EntityManager, subscription: L): Promise<string>
  /** The events of finished transactions from `from` on, for any of the subscriptions. */
  read(em: EntityManager, from: bigint, subscriptions: readonly L[]): Promise<FeedBatch<L, E>>
  matches(event: E, subscription: L): boolean
}

export interface FeedBatch<L, E extends TransactionEvent> extends CommittedEvents<E> {
  /** The error that ends the subscription, or null while it may continue. */
  endReasonOf(subscription: L): ServiceError | null
}

interface Subscriber<L, E> {
  readonly subscription: L
  readonly queue: EventQueue<E>
  readonly since: TransactionSnapshot
  /** The first transaction whose events were not delivered. */
  from: bigint
}

const pollIntervalMs = 500

/** How long one delivery waits for a subscriber with a full queue: a burst alone does not make a subscriber slow. */
const maxQueueWaitMs = 1_000

const queueCheckMs = 10

/**
 * Delivers new events to the subscriptions of this process, whichever node wrote them. Polls the database every half
 * second, once for all subscriptions and only while there are any: a notification for each click would halve the write
 * rate (docs/decisions/live-clicks.md).
 */
export class LiveFeed<L extends AccountInWorkspace, E extends TransactionEvent> {
  private readonly subscribers = new Set<Subscriber<L, E>>()
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> | undefined
  private isClosed = false

  constructor(
    private readonly dependencies: LiveFeedDependencies,
    private readonly source: FeedSource<L, E>,
  ) {}

  /** Delivers the events of transactions still open at this time, once and in order. Throws errors of the source. */
  async subscribe(subscription: L): Promise<EventQueue<E>> {
    const since = new TransactionSnapshot(await this.source.takeSnapshot(this.em(), subscription))
    const queue = new EventQueue<E>(() => this.subscribers.delete(subscriber))
    const subscriber: Subscriber<L, E> = { subscription, queue, since, from: since.xmin }
    this.subscribers.add(subscriber)
    this.schedule(pollIntervalMs)
    return queue
  }

  /** Stops polling. Called when there are no subscriptions any more. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.running
  }

  /** Schedules the next poll, unless one is scheduled or running: each poll schedules the next one. */
  private schedule(ms: number): void {
    if (this.isClosed) return
    this.timer ??= setTimeout(() => {
      this.running = this.poll().finally(() => {
        this.running = undefined
      })
    }, ms).unref()
  }

  private async poll(): Promise<void> {
    let hasMore = false
    try {
      hasMore = await this.deliver()
    } catch (err) {
      // While the database is down nothing is written either; later events are delivered later.
      if (!isDatabaseUnavailable(err))
        this.dependencies.log.error({ err }, `${this.source.name} could not be read; trying again`)
    }
    this.timer = undefined
    if (this.subscribers.size > 0) this.schedule(hasMore ? 0 : pollIntervalMs)
  }

  /** Delivers one batch. Returns whether more can be read at once. */
  private async deliver(): Promise<boolean> {
    const subscribers = [...this.subscribers]
    const [first] = subscribers
    if (!first) return false
    const from = subscribers.reduce((least, each) => (each.from < least ? each.from : least), first.from)
    const subscriptions = subscribers.map(({ subscription }) => subscription)
    const batch = await this.source.read(this.em(), from, subscriptions)
    // Checked after the events were read, so that no event written after a revocation is delivered. A deleted account
    // also ends its subscriptions with `endReasonOf`; the invalid credential must be reported first.
    const hasEnded = subscriptions.some((subscription) => batch.endReasonOf(subscription) !== null)
    if (hasEnded || batch.events.length > 0) {
      await this.dependencies.checkCredentials()
      await this.endOfRefused(subscribers)
    }
    await Promise.all(subscribers.map((subscriber) => this.deliverTo(subscriber, batch)))
    return batch.hasMore
  }

  /** Ends the subscriptions of accounts that may not use the workspace any more, and of deleted workspaces. */
  private async endOfRefused(subscribers: readonly Subscriber<L, E>[]): Promise<void> {
    const subscriptions = subscribers.map(({ subscription }) => subscription)
    const errors = await this.dependencies.memberships.checkMembers(this.em(), subscriptions)
    subscribers.forEach(({ queue }, index) => {
      const error = errors[index]
      if (error) queue.fail(error)
    })
  }

  private async deliverTo(subscriber: Subscriber<L, E>, batch: FeedBatch<L, E>): Promise<void> {
    const { subscription, queue, since, from } = subscriber
    const endReason = batch.endReasonOf(subscription)
    if (endReason) queue.fail(endReason)
    const isNew = ({ tx }: E) => BigInt(tx) >= from && since.excludes(tx)
    const matchingEvents = batch.events.filter((event) => isNew(event) && this.source.matches(event, subscription))
    if (batch.nextTransactionId > from) subscriber.from = batch.nextTransactionId
    await pushWithBackpressure(matchingEvents, queue)
  }

  private em(): EntityManager {
    return this.dependencies.orm.em.fork(withoutQueryLog())
  }
}

/** Gives a reading subscriber time to empty its queue. A queue that stays full fails its subscription. */
async function pushWithBackpressure<E>(events: readonly E[], queue: EventQueue<E>): Promise<void> {
  let waitedMs = 0
  for (const event of events) {
    for (; queue.isFull && waitedMs < maxQueueWaitMs; waitedMs += queueCheckMs) await pause(queueCheckMs)
    queue.push(event)
  }
}
