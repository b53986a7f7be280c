import { LRUCache } from 'lru-cache'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { EventRecipient } from '../../../../platform/events/event-publisher.ts'
import type { RecurringTasks } from '../../../../platform/jobs/recurring-tasks.ts'
import { SharedPlaces } from '../../../../platform/shared/event-loop/shared-places.ts'
import { newBackdatedId, newId } from '../../../../platform/shared/ids.ts'
import type { Logger } from '../../../../platform/shared/logger.ts'
import { LastReading } from '../../../../platform/shared/metrics/last-reading.ts'
import { gauge, type Metric } from '../../../../platform/shared/metrics/metric.ts'
import { type Clock, hourMs, secondMs, TimeoutError, withTimeout } from '../../../../platform/shared/time.ts'
import {
  type ClaimedDelivery,
  type ClaimLimit,
  claimDeliveries,
  findWebhookOwners,
  findWebhooksWithDueDeliveries,
  insertDeliveries,
  measureWaitingDeliveries,
  releaseClaims,
  type WebhookOwner,
} from './delivery-queue.queries.ts'
import { ReceiverConcurrency } from './receiver-concurrency.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** Attempts one process makes at a time: at most 32 for one account, and 18 for one workspace. */
const maxAttempts = 256

const freePlacesPerAttempt = 7

/** The most webhooks whose owners are remembered. */
const maxOwners = 10_000

/**
 * How long a claim lasts, which is longer than any attempt. After this time, the process that claimed the delivery
 * counts as dead.
 */
const claimTimeoutMs = 20 * secondMs

/** How often the scheduler looks for deliveries that have become due, also for deliveries of other processes. */
const pollIntervalMs = secondMs

const stopTimeoutMs = 10 * secondMs

/** Deliveries inserted in one statement. */
const batchSize = 500

interface OwnedClaimLimit extends ClaimLimit {
  readonly owner: WebhookOwner
}

export interface WebhookSchedulerDependencies {
  readonly orm: Orm
  readonly sender: WebhookSender
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  /** The embedded database has one process. */
  readonly isEmbedded: boolean
}

/**
 * Has each delivery attempted when it is due, by one of any number of processes. The rows of the deliveries are the
 * queue: a process claims as many as it has free places, and claims again whenever an attempt ends. The places are
 * shared among accounts, then among workspaces, then among webhooks, so that slow receivers do not delay deliveries of
 * others (docs/decisions/webhooks.md).
 */
export class WebhookScheduler {
  /** Webhooks that may have a due delivery, in the order in which they are claimed for. */
  private readonly dueWebhookIds = new Set<string>()
  private readonly running = new Set<Promise<void>>()
  private readonly concurrency = new ReceiverConcurrency()
  private readonly places = new SharedPlaces(maxAttempts, freePlacesPerAttempt)
  private readonly owners = new LRUCache<string, WebhookOwner>({ max: maxOwners })
  private readonly reading = new LastReading('webhook_deliveries', async () => {
    const { count, oldestDueSeconds } = await measureWaitingDeliveries(this.fork(), this.dependencies.clock.now())
    return [
      gauge('tack_webhook_deliveries_waiting', 'Webhook deliveries that wait for an attempt, on all nodes.', count),
      gauge(
        'tack_webhook_oldest_due_seconds',
        'For how long the oldest due webhook delivery has waited.',
        oldestDueSeconds,
      ),
    ]
  })
  private isClaiming = false
  private claiming: Promise<void> | undefined
  private stopPolling: (() => Promise<void>) | undefined

  constructor(private readonly dependencies: WebhookSchedulerDependencies) {}

  /**
   * Creates a delivery of each event to each recipient, due after the commit. A delivery of a private event is due
   * within an hour, and the hour of the event is its creation time. A test has one attempt. Returns their ids in the same order.
   */
  async schedule(em: EntityManager, recipients: readonly EventRecipient[], isTest = false): Promise<string[]> {
    const now = this.dependencies.clock.now()
    // All recipients of an event have the same due time. With many random times, the earliest would be near the visit.
    const dueTimes = new Map(
      recipients.map(({ eventId }) => [eventId, new Date(now.getTime() + Math.random() * hourMs)]),
    )
    const rows = recipients.map(({ eventId, listenerId: webhookId, privateHour }) => {
      if (!privateHour) return { id: newId('dlv', now), eventId, webhookId, isTest, createdAt: now, dueAt: now }
      const createdAt = new Date(privateHour)
      const id = newBackdatedId('dlv', createdAt)
      return { id, eventId, webhookId, isTest, createdAt, dueAt: dueTimes.get(eventId) ?? now }
    })
    for (let from = 0; from < rows.length; from += batchSize)
      await insertDeliveries(em, rows.slice(from, from + batchSize))
    // Each transaction has its own event manager. If it is a savepoint, the poll finds the deliveries.
    em.getEventManager().registerSubscriber({
      afterTransactionCommit: async () => this.wake(rows.map(({ webhookId }) => webhookId)),
    })
    return rows.map(({ id }) => id)
  }

  /** Starts to attempt deliveries. */
  async start(recurringTasks: RecurringTasks): Promise<void> {
    const { clock, isEmbedded } = this.dependencies
    const now = clock.now()
    if (isEmbedded) await releaseClaims(this.fork(), now, new Date(now.getTime() + hourMs))
    this.stopPolling = recurringTasks.repeatEvery('deliver webhooks', () => this.poll(), pollIntervalMs)
  }

  /** Begins no other attempt, and waits up to 10 s for running attempts. */
  async stop(): Promise<void> {
    const stopPolling = this.stopPolling
    this.stopPolling = undefined
    await stopPolling?.()
    await this.claiming
    await withTimeout(stopTimeoutMs, Promise.all(this.running)).catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error
    })
  }

  /** The metrics of the queue of all nodes. */
  metrics(): Promise<Metric[]> {
    return this.reading.read()
  }

  /** Ends when the due deliveries are claimed; their attempts continue. */
  private async poll(): Promise<void> {
    const now = this.dependencies.clock.now()
    await releaseClaims(this.fork(), now, now)
    this.wake(await findWebhooksWithDueDeliveries(this.fork(), now))
    await this.claiming
  }

  private wake(webhookIds: readonly string[]): void {
    for (const id of webhookIds) this.dueWebhookIds.add(id)
    if (!this.isClaiming) this.claiming = this.fillPlaces()
  }

  private async fillPlaces(): Promise<void> {
    this.isClaiming = true
    try {
      for (;;) {
        await this.loadOwners()
        const limits = this.takeLimits()
        if (limits.length === 0) return
        await this.claim(limits)
      }
    } catch (err) {
      this.dependencies.log.warn({ err }, 'webhook deliveries cannot be claimed; trying again')
    } finally {
      this.isClaiming = false
    }
  }

  private async loadOwners(): Promise<void> {
    const unknown = [...this.dueWebhookIds].filter((id) => !this.owners.has(id))
    if (unknown.length === 0) return
    for (const owner of await findWebhookOwners(this.fork(), unknown)) this.owners.set(owner.webhookId, owner)
    for (const id of unknown) if (!this.owners.has(id)) this.dueWebhookIds.delete(id)
  }

  /**
   * Takes places for the webhooks that have waited longest. A webhook waits on when its account or workspace already
   * has its share.
   */
  private takeLimits(): OwnedClaimLimit[] {
    const limits: OwnedClaimLimit[] = []
    if (!this.stopPolling) return limits
    for (const webhookId of this.dueWebhookIds) {
      const owner = this.owners.get(webhookId)
      if (!owner) continue
      const maxRunning = this.concurrency.limitOf(webhookId)
      let limit = 0
      while (limit < maxRunning && this.places.tryTake(owner.accountId, owner.workspaceId)) limit++
      if (limit === 0) continue
      this.dueWebhookIds.delete(webhookId)
      limits.push({ webhookId, limit, maxRunning, owner })
    }
    return limits
  }

  /** Claims deliveries for the places that were taken, and gives back the places without a delivery. */
  private async claim(limits: readonly OwnedClaimLimit[]): Promise<void> {
    const now = this.dependencies.clock.now()
    const claimedUntil = new Date(now.getTime() + claimTimeoutMs)
    let claims: readonly ClaimedDelivery[] = []
    try {
      claims = await claimDeliveries(this.fork(), limits, { now, claimedUntil })
    } finally {
      const claimsByWebhook = Map.groupBy(claims, ({ webhookId }) => webhookId)
      for (const { webhookId, limit, owner } of limits) {
        const claimed = claimsByWebhook.get(webhookId) ?? []
        for (const delivery of claimed) this.startAttempt(delivery, owner)
        for (let count = claimed.length; count < limit; count++) this.release(owner)
      }
    }
  }

  private startAttempt(claimed: ClaimedDelivery, owner: WebhookOwner): void {
    const running = this.attempt(claimed, owner).finally(() => {
      this.running.delete(running)
      this.release(owner)
      this.wake([claimed.webhookId])
    })
    this.running.add(running)
  }

  private release({ accountId, workspaceId }: WebhookOwner): void {
    this.places.release(accountId, workspaceId)
  }

  /** Never rejects. An attempt that cannot be recorded is repeated when its claim expires. */
  private async attempt(claimed: ClaimedDelivery, { accountId }: WebhookOwner): Promise<void> {
    try {
      this.concurrency.record(claimed.webhookId, await this.dependencies.sender.send(claimed, accountId))
    } catch (err) {
      this.dependencies.log.warn({ err, delivery: claimed.id }, 'a webhook attempt failed; it is repeated')
    }
  }

  private fork(): EntityManager {
    return this.dependencies.orm.em.fork(withoutQueryLog())
  }
}
