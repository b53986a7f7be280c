import { newId } from '../base/ids.ts'
import type { EntityManager } from '../database/open.ts'
import { activitiesSql, rowsOf } from './activity/note.ts'
import { activityOf } from './activity/words.ts'
import type { EventKind, Happening } from './kinds.ts'

/** An event that was kept because somebody listens, and one of those who do. */
export interface ToldEvent {
  readonly eventId: string
  readonly listenerId: string
}

/** Does what a listener wants done when it is told, in the transaction of the cause. */
export type Hearer = (em: EntityManager, told: readonly ToldEvent[]) => Promise<void>

/**
 * Tells what happened to those who listen, and notes it among the activities of the account, whether anybody listens or
 * not. Announcing belongs into the transaction of its cause: all of it comes to be, or nothing. Where nobody listens it
 * costs one statement.
 */
export class Events {
  readonly #hearers: Hearer[] = []

  /** Lets a higher room hear of every event that somebody listens to. */
  onTold(hearer: Hearer): void {
    this.#hearers.push(hearer)
  }

  /** Answers how many were told of it. To be called in a transaction. */
  async announce(em: EntityManager, ...happenings: readonly Happening[]): Promise<number> {
    if (happenings.length === 0 || !(await noteAndListen(em, happenings))) return 0
    const told = await em.execute<ToldEvent[]>(announceSql, [JSON.stringify(happenings.map(rowOf))])
    if (told.length > 0) for (const hear of this.#hearers) await hear(em, told)
    return told.length
  }

  /** Keeps an event for one listener alone, who asked for it. */
  async tell(em: EntityManager, listenerId: string, happening: Happening): Promise<ToldEvent> {
    const row = rowOf(happening)
    await em.execute(tellSql, [row.id, row.kind, row.owner, row.payload, row.at])
    return { eventId: row.id, listenerId }
  }
}

/**
 * Notes the activities, and answers whether anybody may listen. Nearly always what is announced is one account's, and
 * nobody listens to it: that is found out by a statement that costs the database little, unlike the one that follows.
 */
async function noteAndListen(em: EntityManager, happenings: readonly Happening[]): Promise<boolean> {
  const activities = happenings.map(activityOf).filter((activity) => activity !== null)
  const noted = activities.length > 0 ? [rowsOf(activities)] : []
  const [ownerId, ...others] = new Set(happenings.map((each) => each.ownerId))
  const isOneAccounts = others.length === 0
  if (!isOneAccounts && noted.length === 0) return true
  const kinds = [...new Set(happenings.map(({ kind }) => kind))]
  const noting = noted.length > 0 ? `with noted as (${activitiesSql})` : ''
  const heard = await em.execute(`${noting} ${heardSql}`, [...noted, ownerId, kinds])
  return !isOneAccounts || heard.length > 0
}

/** What is sent: the payload of the Standard Webhooks, with the id that stays the same over every attempt. */
function rowOf<K extends EventKind>({ kind, ownerId, linkId, at, data }: Happening<K>) {
  const id = newId('evt', at)
  const payload = JSON.stringify({ id, type: kind, timestamp: at.toISOString(), data })
  return { id, kind, owner: ownerId, link: linkId, at: at.toISOString(), payload }
}

const heardSql = 'select 1 from event_interest where owner_id = ? and kind in (?) limit 1'

const announceSql = `
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

const tellSql = `insert into event (id, kind, owner_id, payload, created_at) values (?, ?, ?, ?, ?)`
