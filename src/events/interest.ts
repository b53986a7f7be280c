import type { EntityManager } from '../database/open.ts'
import type { WantedKind } from './kinds.ts'

/** What one listener of an account wants to be told. */
export interface Interest {
  readonly listenerId: string
  readonly ownerId: string
  readonly kinds: readonly WantedKind[]
  /** Of which links; of all when there are none. */
  readonly linkIds: readonly string[]
}

/** Replaces what a listener wants. What it wanted before and still does goes on without a gap. */
export async function listenTo(em: EntityManager, interest: Interest, now: Date): Promise<void> {
  const { listenerId, ownerId, kinds } = interest
  const linkIds = interest.linkIds.length > 0 ? interest.linkIds : ['']
  const wanted = JSON.stringify(kinds.flatMap((kind) => linkIds.map((link) => ({ kind, link }))))
  await em.execute(forgetSql, [listenerId, wanted])
  await em.execute(wantSql, [ownerId, listenerId, now, wanted])
}

/** The listener wants nothing any more. */
export async function stopListening(em: EntityManager, listenerId: string): Promise<void> {
  await em.execute('delete from event_interest where listener_id = ?', [listenerId])
}

const wantedSql = `select value->>'kind' as kind, value->>'link' as link_id from jsonb_array_elements(?::jsonb)`

const forgetSql = `
  delete from event_interest where listener_id = ? and (kind, link_id) not in (${wantedSql})`

const wantSql = `
  insert into event_interest (owner_id, listener_id, since, kind, link_id)
  select ?, ?, ?::timestamptz, kind, link_id from (${wantedSql}) as wanted
  on conflict do nothing`
