import { createHash } from 'node:crypto'
import type { EntityManager } from '../../platform/database/database.ts'
import { executeUnlogged } from '../../platform/database/statements.ts'
import type { EventRecipient } from '../../platform/events/event-publisher.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import { newId } from '../../platform/shared/ids.ts'

/** The queue of attempts that are due. */
export const deliveryQueueName = 'webhooks'

/** A job: the next attempt of this delivery is due. */
export interface DeliveryJob {
  readonly deliveryId: string
}

interface DueDeliveryRow {
  readonly id: string
  readonly webhookId: string
  readonly attempt: number
}

/** Deliveries taken up in one transaction. */
const batchSize = 500

/**
 * Puts deliveries in the queue: in the transaction of their cause when an event is told, and by the house's clock when
 * another attempt is due. That a delivery is in the queue is written on it, so it is there once.
 */
export class WebhookScheduler {
  readonly #jobQueue: JobQueue
  readonly #clock: Clock

  constructor(jobQueue: JobQueue, clock: Clock) {
    this.#jobQueue = jobQueue
    this.#clock = clock
  }

  /** Makes a delivery of each event to each listener, due at once. Answers their ids, in the order of `told`. */
  async schedule(em: EntityManager, publishedEvents: readonly EventRecipient[]): Promise<string[]> {
    const now = this.#clock.now()
    const rows = publishedEvents.map(({ eventId, listenerId }) => ({
      id: newId('dlv', now),
      eventId,
      webhookId: listenerId,
    }))
    for (let from = 0; from < rows.length; from += batchSize) {
      const batch = rows.slice(from, from + batchSize)
      await executeUnlogged(em, insertDeliveriesSql, [now, now, JSON.stringify(batch)])
      await this.#enqueue(
        em,
        batch.map((row) => ({ ...row, attempt: 0 })),
      )
    }
    return rows.map(({ id }) => id)
  }

  /** Takes up attempts that have become due, and those a process left off. Answers how many; to be called on and on. */
  async enqueueDue(em: EntityManager): Promise<number> {
    const now = this.#clock.now()
    await executeUnlogged(em, releaseExpiredClaimsSql, [now, now])
    return em.transactional(
      async (inner) => {
        const due = await executeUnlogged<DueDeliveryRow>(inner, markDueAsQueuedSql, [now, batchSize])
        if (due.length > 0) await this.#enqueue(inner, due)
        return due.length
      },
      { loggerContext: { enabled: false } },
    )
  }

  #enqueue(em: EntityManager, due: readonly DueDeliveryRow[]): Promise<void> {
    const jobs = due.map(({ id, webhookId, attempt }) => ({
      id: deterministicUuid(`${id} ${attempt}`),
      data: { deliveryId: id } satisfies DeliveryJob,
      group: webhookId,
    }))
    return this.#jobQueue.send(em, deliveryQueueName, jobs)
  }
}

/** A UUID (version 8, RFC 9562) that is always the same for the same text. */
function deterministicUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A webhook that is deleted in this moment is waited for, and then is told nothing. */
const insertDeliveriesSql = `
  insert into webhook_delivery (id, webhook_id, event_id, state, next_attempt_at, is_queued, created_at)
  select value->>'id', webhook.id, value->>'eventId', 'pending', ?::timestamptz, true, ?::timestamptz
    from jsonb_array_elements(?::jsonb) join webhook on webhook.id = value->>'webhookId'
     for key share of webhook`

/** What a process had claimed and did not settle in its time is due again. */
export const releaseExpiredClaimsSql = `
  update webhook_delivery
     set state = 'failed', is_queued = false, claimed_until = null, next_attempt_at = ?::timestamptz,
         error = 'the service ended during the attempt'
   where state = 'delivering' and claimed_until <= ?::timestamptz`

const markDueAsQueuedSql = `
  update webhook_delivery set is_queued = true
   where id in (
     select d.id from webhook_delivery d join webhook w on w.id = d.webhook_id
      where d.state in ('pending', 'failed') and not d.is_queued and d.next_attempt_at <= ?::timestamptz and w.is_active
      order by d.next_attempt_at limit ?
      for update of d skip locked)
  returning id, webhook_id as "webhookId", attempt`
