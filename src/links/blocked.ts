import type { EntityManager } from '../database/open.ts'
import type { DestinationField } from './rules/destination.ts'
import { DestinationBlocked } from './rules/failures.ts'
import { patternsOf } from './rules/pattern.ts'

/** Destinations under the names of the inputs that carry them; those not given are not asked about. */
type Destinations<F extends DestinationField> = { readonly [K in F]: string | null | undefined }

/**
 * Those of the destinations that are on the block list, found by one look. To be called in the transaction that gives
 * them to a link, before it locks any row: the look holds back whoever adds to the list until that transaction ends, so
 * that no link slips through between the look and the addition.
 */
export async function blockedAmong<F extends DestinationField>(
  em: EntityManager,
  destinations: Destinations<F>,
): Promise<F[]> {
  const given = Object.entries<string | null | undefined>(destinations).flatMap(([field, address]) =>
    address ? [{ field: field as F, patterns: patternsOf(address) }] : [],
  )
  if (given.length === 0) return []
  const candidates = [...new Set(given.flatMap(({ patterns }) => patterns))]
  const found = await em.execute<{ pattern: string }[]>('select pattern from read_block_list(?::jsonb) as pattern', [
    JSON.stringify(candidates),
  ])
  const blocked = new Set(found.map(({ pattern }) => pattern))
  return given.filter(({ patterns }) => patterns.some((pattern) => blocked.has(pattern))).map(({ field }) => field)
}

/** The same where each of them is new: throws `DestinationBlocked` for the first that is on the list. */
export async function refuseBlocked<F extends DestinationField>(
  em: EntityManager,
  destinations: Destinations<F>,
): Promise<void> {
  const [field] = await blockedAmong(em, destinations)
  if (field) throw new DestinationBlocked(field)
}
