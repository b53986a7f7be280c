import { toActivityRowsJson } from '../audit-log/activity.queries.ts'
import type { EntityManager } from '../database/database.ts'
import { newBackdatedId, newId } from '../shared/ids.ts'
import type { DomainEvent, EventKind } from './domain-events.ts'
import { PublishedEvent } from './event.entity.ts'
import { type EventRecipient, findSubscriber, insertSubscribedEvents } from './event.queries.ts'
import { toActivity } from './event-activities.ts'

export type { EventRecipient } from './event.queries.ts'

/** Handles events for their recipients, in the transaction of their cause. */
export type EventHandler = (em: EntityManager, recipients: readonly EventRecipient[]) => Promise<void>

/** Publishes events and records them in the audit log, in their transaction. Without subscribers: one statement. */
export class EventPublisher {
  private readonly handlers: EventHandler[] = []

  /** Registers a handler of every event that has recipients. */
  onPublished(handler: EventHandler): void {
    this.handlers.push(handler)
  }

  /** Returns the number of recipients. To be called in a transaction. */
  async publish(em: EntityManager, ...events: readonly DomainEvent[]): Promise<number> {
    if (events.length === 0 || !(await recordAndCheckSubscribers(em, events))) return 0
    const rows = events.map((event) => {
      const { at, isPrivate = false, isForItsLinkOnly = false } = event
      return { ...toEventRow(event), at: at.toISOString(), isPrivate, isForItsLinkOnly }
    })
    const recipients = await insertSubscribedEvents(em, rows)
    if (recipients.length > 0) for (const handle of this.handlers) await handle(em, recipients)
    return recipients.length
  }

  /** Stores an event for one recipient, whatever it subscribes to. */
  async publishTo(em: EntityManager, listenerId: string, event: DomainEvent): Promise<EventRecipient> {
    const row = em.create(PublishedEvent, { ...toEventRow(event), createdAt: event.at })
    await em.persist(row).flush()
    return { eventId: row.id, listenerId }
  }
}

/**
 * Records the activities, and returns whether there may be subscribers. Most events belong to one account without
 * subscribers: this statement finds that out, and costs the database much less than the insert that would follow.
 */
async function recordAndCheckSubscribers(em: EntityManager, events: readonly DomainEvent[]): Promise<boolean> {
  const activities = events.map(toActivity).filter((activity) => activity !== null)
  const activityRowsJson = activities.length > 0 ? toActivityRowsJson(activities) : null
  const [workspaceId = '', ...others] = new Set(events.map((each) => each.workspaceId))
  const hasSingleOwner = others.length === 0
  if (!hasSingleOwner && activityRowsJson === null) return true
  const kinds = [...new Set(events.map(({ kind }) => kind))]
  const hasSubscriber = await findSubscriber(em, workspaceId, kinds, activityRowsJson)
  return !hasSingleOwner || hasSubscriber
}

/** The payload has the form of Standard Webhooks. Its id stays the same in every attempt. */
function toEventRow<K extends EventKind>({ kind, workspaceId, linkId, at, isPrivate, data }: DomainEvent<K>) {
  const id = isPrivate ? newBackdatedId('evt', at) : newId('evt', at)
  const payload = JSON.stringify({ id, type: kind, timestamp: at.toISOString(), data })
  return { id, kind, workspaceId, linkId, payload }
}
