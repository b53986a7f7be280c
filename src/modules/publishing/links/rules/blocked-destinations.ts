import { DestinationBlocked, findBlockedAddresses } from '../../../../platform/addresses/block-list.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { Link } from '../link.entity.ts'
import { type AddressOption, type AddressValues, addressOptions } from './link-options.ts'

/** Destinations by the names of their input fields. Missing ones are skipped. */
type Destinations<F extends string> = { readonly [K in F]?: string | null | undefined }

/** The addresses of a link, and of a row that becomes one. */
export function destinationsOf(link: Pick<Link, 'originalUrl'> & AddressValues): Destinations<LinkAddress> {
  const addresses = addressOptions.map((name) => [name, link[name]])
  return { destination: link.originalUrl, ...Object.fromEntries(addresses) }
}

type LinkAddress = 'destination' | AddressOption

export function listAddresses<F extends string>(destinations: Destinations<F>): string[] {
  return Object.values<string | null | undefined>(destinations).flatMap((address) => address || [])
}

/** The fields whose address is one of the blocked ones, in the order of the fields. */
export function pickBlockedFields<F extends string>(destinations: Destinations<F>, blocked: ReadonlySet<string>): F[] {
  const fields = Object.entries<string | null | undefined>(destinations)
  return fields.flatMap(([field, address]) => (address && blocked.has(address) ? [field as F] : []))
}

/** The fields whose destination is on the block list. Call it like `findBlockedAddresses`. */
export async function findBlockedDestinations<F extends string>(
  em: EntityManager,
  destinations: Destinations<F>,
): Promise<F[]> {
  return pickBlockedFields(destinations, await findBlockedAddresses(em, listAddresses(destinations)))
}

/** Like `findBlockedDestinations`, but throws `DestinationBlocked` for the first blocked field. */
export async function assertDestinationsNotBlocked<F extends string>(
  em: EntityManager,
  destinations: Destinations<F>,
): Promise<void> {
  const [field] = await findBlockedDestinations(em, destinations)
  if (field) throw new DestinationBlocked(field)
}
