import type { EntityManager } from '../database/open.ts'
import { type Settled, type Telling, tellSettled } from './telling.ts'

/** What changes about the causes that hold links back, given the ids of the links that are there, locked. */
type Change = (held: readonly string[]) => Promise<unknown>

const idsIn = 'select value from jsonb_array_elements_text(?::jsonb)'

/**
 * Changes the causes of some links and then makes each link say what its causes come to: blocked since the first of
 * them, for its reason, or not at all. Whoever changes causes holds the links first, in the order of their ids as whoever
 * counts clicks does, so that two changes take turns and nobody waits for each other. Their owners are told. Answers the
 * codes of the links that are blocked now and were not, or the other way round.
 */
export async function changeCauses(
  em: EntityManager,
  linkIds: readonly string[],
  change: Change,
  telling: Telling,
): Promise<string[]> {
  const held = await em.execute<{ id: string }[]>(
    `select id from link where id in (${idsIn}) order by id for no key update`,
    [JSON.stringify(linkIds)],
  )
  const ids = held.map(({ id }) => id)
  if (ids.length === 0) return []
  await change(ids)
  const changed = await em.execute<Settled[]>(settleSql, [JSON.stringify(ids)])
  await tellSettled(em, changed, telling)
  return changed.map(({ code }) => code)
}

/** Adds a cause to links that do not have it; one that was lifted from a link stays lifted. Answers how many had none. */
export async function addCause(
  em: EntityManager,
  linkIds: readonly string[],
  cause: { readonly destinationId: string | null; readonly reason: string; readonly now: Date },
): Promise<number> {
  const added = await em.execute(
    `insert into link_block (link_id, destination_id, reason, blocked_at)
     select value, ?::text, ?::text, ?::timestamptz from jsonb_array_elements_text(?::jsonb)
     on conflict (link_id, destination_id) do nothing returning link_id`,
    [cause.destinationId, cause.reason, cause.now, JSON.stringify(linkIds)],
  )
  return added.length
}

/**
 * Takes every cause from one link. That a person blocked it is forgotten; that the block list does is kept as lifted, so
 * that the next sweep does not block it again.
 */
export async function liftCauses(em: EntityManager, linkId: string, now: Date): Promise<void> {
  await em.execute('delete from link_block where link_id = ? and destination_id is null', [linkId])
  await em.execute('update link_block set lifted_at = coalesce(lifted_at, ?) where link_id = ?', [now, linkId])
}

const settleSql = `
  update link set blocked_at = first.blocked_at, blocked_reason = first.reason
    from (select id as link_id, blocked_at is not null as was_blocked from link where id in (${idsIn})) as held
    left join lateral (
      select blocked_at, reason from link_block
       where link_block.link_id = held.link_id and lifted_at is null
       order by blocked_at, destination_id nulls first limit 1) as first on true
   where link.id = held.link_id
     and (link.blocked_at, link.blocked_reason) is distinct from (first.blocked_at, first.reason)
  returning link.id, link.code, link.blocked_reason as reason, held.was_blocked as "wasBlocked"`
