import { insertActivitiesSql, toActivityRowsJson } from '../audit-log/activity.queries.ts'
import type { EntityManager } from '../database/database.ts'
import { newId } from '../shared/ids.ts'
import type { DomainEvent, EventKind } from './domain-events.ts'
import { toActivity } from './event-activities.ts'

/** An event that was kept because somebody listens, and one of those who do. */
export interface EventRecipient {
  readonly eventId: string
  readonly listenerId: string
}

/** Does what a listener wants done when it is told, in the transaction of the cause. */
export type EventHandler = (em: EntityManager, recipients: readonly EventRecipient[]) => Promise<void>

/**
 * Tells what happened to those who listen, and notes it among the activities of the account, whether anybody listens or
 * not. Announcing belongs into the transaction of its cause: all of it comes to be, or nothing. Where nobody listens it
 * costs one statement.
 */
export class EventPublisher {
  readonly #handlers: EventHandler[] = []

  /** Lets a higher room hear of every event that somebody listens to. */
  onPublished(handler: EventHandler): void {
    this.#handlers.push(handler)
  }

  /** Answers how many were told of it. To be called in a transaction. */
  async publish(em: EntityManager, ...events: readonly DomainEvent[]): Promise<number> {
    if (events.length === 0 || !(await recordAndCheckSubscribers(em, events))) return 0
    const recipients = await em.execute<EventRecipient[]>(insertEventsSql, [JSON.stringify(events.map(toEventRow))])
    if (recipients.length > 0) for (const handle of this.#handlers) await handle(em, recipients)
    return recipients.length
  }

  /** Keeps an event for one listener alone, who asked for it. */
  async publishTo(em: EntityManager, listenerId: string, event: DomainEvent): Promise<EventRecipient> {
    const row = toEventRow(event)
    await em.execute(insertEventSql, [row.id, row.kind, row.owner, row.payload, row.at])
    return { eventId: row.id, listenerId }
  }
}

/**
 * Notes the activities, and answers whether anybody may listen. Nearly always what is announced is one account's, and
 * nobody listens to it: that is found out by a statement that costs the database little, unlike the one that follows.
 */
async function recordAndCheckSubscribers(em: EntityManager, events: readonly DomainEvent[]): Promise<boolean> {
  const activities = events.map(toActivity).filter((activity) => activity !== null)
  const activityParams = activities.length > 0 ? [toActivityRowsJson(activities)] : []
  const [ownerId, ...others] = new Set(events.map((each) => each.ownerId))
  const hasSingleOwner = others.length === 0
  if (!hasSingleOwner && activityParams.length === 0) return true
  const kinds = [...new Set(events.map(({ kind }) => kind))]
  const recordActivitiesSql = activityParams.length > 0 ? `with noted as (${insertActivitiesSql})` : ''
  const subscribers = await em.execute(`${recordActivitiesSql} ${anySubscriberSql}`, [
    ...activityParams,
    ownerId,
    kinds,
  ])
  return !hasSingleOwner || subscribers.length > 0
}

/** What is sent: the payload of the Standard Webhooks, with the id that stays the same over every attempt. */
function toEventRow<K extends EventKind>({ kind, ownerId, linkId, at, data }: DomainEvent<K>) {
  const id = newId('evt', at)
  const payload = JSON.stringify({ id, type: kind, timestamp: at.toISOString(), data })
  return { id, kind, owner: ownerId, link: linkId, at: at.toISOString(), payload }
}

const anySubscriberSql = 'select 1 from event_interest where owner_id = ? and kind in (?) limit 1'

const insertEventsSql = `
  with given as materialized (
    select value->>'id' as id, value->>'kind' as kind, value->>'owner' as owner_id, value->>'link' as link_id,
           value->>'payload' as payload, (value->>'at')::timestamptz as at
      from jsonb_array_elements(?::jsonb)),
  told as materialized (
    select distinct given.id, listener_id
      from given join event_interest as interest using (owner_id, kind)
     where interest.link_id = '' or interest.link_id = given.link_id),
  kept as (
    insert into event (id, kind, owner_id, link_id, payload, created_at)
    select id, kind, owner_id, link_id, payload, at from given where id in (select id from told))
  select id as "eventId", listener_id as "listenerId" from told`

const insertEventSql = `insert into event (id, kind, owner_id, payload, created_at) values (?, ?, ?, ?, ?)`
