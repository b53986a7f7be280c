import { insertActivitiesSql, toActivityRowsJson } from '../audit-log/activity.queries.ts'
import type { EntityManager } from '../database/database.ts'
import { newId } from '../shared/ids.ts'
import type { DomainEvent, EventKind } from './domain-events.ts'
import { toActivity } from './event-activities.ts'
import { PublishedEvent } from './published-event.entity.ts'

/** A stored event and one of the listeners that subscribe to it. */
export interface EventRecipient {
  readonly eventId: string
  readonly listenerId: string
}

/** Handles events for their recipients, in the transaction of their cause. */
export type EventHandler = (em: EntityManager, recipients: readonly EventRecipient[]) => Promise<void>

/**
 * Publishes domain events to their subscribers and records them in the audit log, in the transaction of their cause.
 * Without subscribers it costs one statement.
 */
export class EventPublisher {
  readonly #handlers: EventHandler[] = []

  /** Registers a handler of every event that has recipients. */
  onPublished(handler: EventHandler): void {
    this.#handlers.push(handler)
  }

  /** Returns the number of recipients. To be called in a transaction. */
  async publish(em: EntityManager, ...events: readonly DomainEvent[]): Promise<number> {
    if (events.length === 0 || !(await recordAndCheckSubscribers(em, events))) return 0
    const rows = events.map((event) => ({ ...toEventRow(event), at: event.at.toISOString() }))
    const recipients = await em.execute<EventRecipient[]>(insertEventsSql, [JSON.stringify(rows)])
    if (recipients.length > 0) for (const handle of this.#handlers) await handle(em, recipients)
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
 * Records the activities, and returns whether there may be subscribers. Most events are those of one account without
 * subscribers: this statement finds that out, and costs the database much less than the insert that would follow.
 */
async function recordAndCheckSubscribers(em: EntityManager, events: readonly DomainEvent[]): Promise<boolean> {
  const activities = events.map(toActivity).filter((activity) => activity !== null)
  const activityParams = activities.length > 0 ? [toActivityRowsJson(activities)] : []
  const [ownerId, ...others] = new Set(events.map((each) => each.ownerId))
  const hasSingleOwner = others.length === 0
  if (!hasSingleOwner && activityParams.length === 0) return true
  const kinds = [...new Set(events.map(({ kind }) => kind))]
  const recordActivitiesSql = activityParams.length > 0 ? `with recorded as (${insertActivitiesSql})` : ''
  const subscribers = await em.execute(`${recordActivitiesSql} ${anySubscriberSql}`, [
    ...activityParams,
    ownerId,
    kinds,
  ])
  return !hasSingleOwner || subscribers.length > 0
}

/** The payload is that of the Standard Webhooks. Its id stays the same in every attempt. */
function toEventRow<K extends EventKind>({ kind, ownerId, linkId, at, data }: DomainEvent<K>) {
  const id = newId('evt', at)
  const payload = JSON.stringify({ id, type: kind, timestamp: at.toISOString(), data })
  return { id, kind, ownerId, linkId, payload }
}

const anySubscriberSql = 'select 1 from event_interest where owner_id = ? and kind in (?) limit 1'

/** One statement for all events of a transaction, such as 500 clicks: stores those with subscribers, and returns these. */
const insertEventsSql = `
  with published as materialized (
    select value->>'id' as id, value->>'kind' as kind, value->>'ownerId' as owner_id, value->>'linkId' as link_id,
           value->>'payload' as payload, (value->>'at')::timestamptz as at
      from jsonb_array_elements(?::jsonb)),
  recipient as materialized (
    select distinct published.id, listener_id
      from published join event_interest as subscription using (owner_id, kind)
     where subscription.link_id = '' or subscription.link_id = published.link_id),
  stored as (
    insert into event (id, kind, owner_id, link_id, payload, created_at)
    select id, kind, owner_id, link_id, payload, at from published where id in (select id from recipient))
  select id as "eventId", listener_id as "listenerId" from recipient`
