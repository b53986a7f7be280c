import type { EntityManager } from '../../../platform/database/database.ts'
import { executePrepared } from '../../../platform/database/prepared-statements.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'
import { createPace } from '../../../platform/shared/event-loop/pace.ts'
import type { Link } from './link.entity.ts'
import { DestinationBlocked } from './link.errors.ts'
import { listCoveringPatterns } from './rules/block-patterns.ts'
import type { DestinationField } from './rules/destination-rules.ts'
import { type AddressOption, type AddressValues, addressOptions } from './rules/link-options.ts'

/** A link whose expiry date has passed. If there is none, one row contains only the watermark. */
export interface ExpiredLinkRow {
  readonly checked_until: string | Date
  readonly id: string
  readonly expires_at: string | Date
  /** Whether this transaction publishes the event. If not, another node publishes it. */
  readonly is_claimed: boolean
}

/**
 * Claims links whose expiry date has passed since the watermark, in the order of their dates.
 * One guarded statement, because every node runs it each second: the primary key decides which node publishes the event.
 * It starts 5 minutes before the watermark, because clocks differ and a change may not have been committed.
 */
export function claimExpiredLinks(em: EntityManager, now: Date, limit: number): Promise<ExpiredLinkRow[]> {
  return executeUnlogged<ExpiredLinkRow>(em, claimExpiredLinksSql, [now, limit])
}

const claimExpiredLinksSql = `
  with watermark as (select checked_until from event_expiry_watermark),
  due as materialized (
    select id, expires_at from link
     where expires_at > (select checked_until - interval '5 minutes' from watermark) and expires_at <= ?
       and workspace_id is not null
       and not exists (
         select 1 from event_link_end as published
          where published.link_id = link.id and published.kind = 'link.expired'
            and published.cause = extract(epoch from link.expires_at)::text)
     order by expires_at
     limit ?),
  claimed as (
    insert into event_link_end (link_id, kind, cause)
    select id, 'link.expired', extract(epoch from expires_at)::text from due
    on conflict do nothing
    returning link_id)
  select watermark.checked_until, due.id, due.expires_at, claimed.link_id is not null as is_claimed
    from watermark left join due on true left join claimed on claimed.link_id = due.id
   order by due.expires_at`

/**
 * Records which of the links have reached their click limit, each limit once, and returns their ids. Links without an
 * owner are left out. One guarded statement, because the primary key decides.
 */
export function claimReachedLimits(em: EntityManager, linkIds: readonly string[]): Promise<{ id: string }[]> {
  return executeUnlogged<{ id: string }>(em, claimReachedLimitsSql, [linkIds])
}

const claimReachedLimitsSql = `
  insert into event_link_end (link_id, kind, cause)
  select id, 'link.limit_reached', click_limit::text
    from link
   where id in (?) and current_clicks - past_clicks >= click_limit and workspace_id is not null
  on conflict do nothing
  returning link_id as id`

/**
 * Stores whether the destination of a link allows frames of the short address, unless the link has another destination
 * by now. One guarded statement, because the link may be changed at the same time. An unchanged answer is not written.
 */
export async function storeFrameability(
  em: EntityManager,
  { linkId, destination }: { readonly linkId: string; readonly destination: string },
  isFrameable: boolean,
): Promise<void> {
  await executeUnlogged(
    em,
    'update link set is_frameable = ? where id = ? and original_url = ? and is_frameable is distinct from ?',
    [isFrameable, linkId, destination, isFrameable],
  )
}

/** Destinations by the names of their input fields. Missing ones are skipped. */
type Destinations<F extends DestinationField> = { readonly [K in F]?: string | null | undefined }

/** The addresses of a link, and of a row that becomes one. */
export function destinationsOf(link: Pick<Link, 'originalUrl'> & AddressValues): Destinations<LinkAddress> {
  const addresses = addressOptions.map((name) => [name, link[name]])
  return { destination: link.originalUrl, ...Object.fromEntries(addresses) }
}

type LinkAddress = 'destination' | AddressOption

export function listAddresses<F extends DestinationField>(destinations: Destinations<F>): string[] {
  return Object.values<string | null | undefined>(destinations).flatMap((address) => address || [])
}

/** The fields whose address is one of the blocked ones, in the order of the fields. */
export function pickBlockedFields<F extends DestinationField>(
  destinations: Destinations<F>,
  blocked: ReadonlySet<string>,
): F[] {
  const fields = Object.entries<string | null | undefined>(destinations)
  return fields.flatMap(([field, address]) => (address && blocked.has(address) ? [field as F] : []))
}

/**
 * Finds which of the http and https addresses are on the block list. Call it in the transaction that stores the
 * addresses, before the transaction locks a row. Additions to the block list wait until the transaction ends, so no
 * address is missed. The SQL function belongs to the abuse module, which imports this module. It takes the lock and
 * reads in one statement.
 */
export async function findBlockedAddresses(
  em: EntityManager,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const candidates: { address: string; patterns: string[] }[] = []
  const pace = createPace()
  for (const address of addresses) {
    if (/^https?:/i.test(address)) candidates.push({ address, patterns: listCoveringPatterns(address) })
    await pace()
  }
  if (candidates.length === 0) return new Set()
  const patterns = [...new Set(candidates.flatMap((candidate) => candidate.patterns))]
  const rows = await executePrepared<{ pattern: string }>(em, readBlockList, [JSON.stringify(patterns)])
  const blockedPatterns = new Set(rows.map(({ pattern }) => pattern))
  const blocked = candidates.filter((candidate) => candidate.patterns.some((pattern) => blockedPatterns.has(pattern)))
  return new Set(blocked.map(({ address }) => address))
}

const readBlockList = {
  name: 'read_block_list',
  text: 'select pattern from read_block_list($1::jsonb) as pattern',
}

/** The fields whose destination is on the block list. Call it like `findBlockedAddresses`. */
export async function findBlockedDestinations<F extends DestinationField>(
  em: EntityManager,
  destinations: Destinations<F>,
): Promise<F[]> {
  return pickBlockedFields(destinations, await findBlockedAddresses(em, listAddresses(destinations)))
}

/** Like `findBlockedDestinations`, but throws `DestinationBlocked` for the first blocked field. */
export async function assertDestinationsNotBlocked<F extends DestinationField>(
  em: EntityManager,
  destinations: Destinations<F>,
): Promise<void> {
  const [field] = await findBlockedDestinations(em, destinations)
  if (field) throw new DestinationBlocked(field)
}
