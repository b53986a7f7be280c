import type { EntityManager } from '../../platform/database/database.ts'
import { DestinationBlocked } from './link.errors.ts'
import { listCoveringPatterns } from './rules/block-patterns.ts'
import type { DestinationField } from './rules/destination-rules.ts'

/** Destinations by the names of their input fields. Missing ones are skipped. */
type Destinations<F extends DestinationField> = { readonly [K in F]: string | null | undefined }

/**
 * The fields whose destination is on the block list. Call it in the transaction that stores the destinations, before it
 * locks a row: additions to the block list wait until that transaction ends, so that no link is missed. The SQL function
 * belongs to the abuse module, which imports this one, and takes the lock and reads in one statement.
 */
export async function findBlockedDestinations<F extends DestinationField>(
  em: EntityManager,
  destinations: Destinations<F>,
): Promise<F[]> {
  const candidates = Object.entries<string | null | undefined>(destinations).flatMap(([field, address]) =>
    address ? [{ field: field as F, patterns: listCoveringPatterns(address) }] : [],
  )
  if (candidates.length === 0) return []
  const patterns = [...new Set(candidates.flatMap((candidate) => candidate.patterns))]
  const rows = await em.execute<{ pattern: string }[]>('select pattern from read_block_list(?::jsonb) as pattern', [
    JSON.stringify(patterns),
  ])
  const blockedPatterns = new Set(rows.map(({ pattern }) => pattern))
  return candidates
    .filter((candidate) => candidate.patterns.some((pattern) => blockedPatterns.has(pattern)))
    .map(({ field }) => field)
}

/** Like `findBlockedDestinations`, but throws `DestinationBlocked` for the first blocked field. */
export async function assertDestinationsNotBlocked<F extends DestinationField>(
  em: EntityManager,
  destinations: Destinations<F>,
): Promise<void> {
  const [field] = await findBlockedDestinations(em, destinations)
  if (field) throw new DestinationBlocked(field)
}
