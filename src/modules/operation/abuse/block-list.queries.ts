import { getPatternDomain } from '../../../platform/addresses/block-list.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { toColumnName, visitedAddresses } from '../../publishing/links/index.ts'
import type { BlockedDestination } from './blocked-destination.entity.ts'

/**
 * Locks the block list exclusively until the transaction ends: meanwhile no link gets a new destination.
 *
 * Raw SQL: an advisory lock. `read_block_list`, which every new destination calls, takes it shared.
 */
export async function lockBlockList(em: EntityManager): Promise<void> {
  await em.execute('select lock_block_list()')
}

/** Links that one step of a sweep examines: as many as one short transaction can change. */
export const sweepBatchSize = 500

/** A link with the addresses that the block list covers: its own, and the destinations of all its rules. */
export interface LockedLinkRow {
  readonly id: string
  readonly addresses: readonly string[]
}

/** A link whose destination may match an entry of the block list. */
export interface SweepCandidateRow extends LockedLinkRow {
  readonly reversed_host: string
}

const addressColumns = visitedAddresses.map(toColumnName)

const addressesSql = `
  (select jsonb_agg(address)
     from (select unnest(array[${addressColumns.map((column) => `link.${column}`).join()}]) as address
           union all select destination from routing_rule where link_id = link.id) as link_address
    where address is not null) as addresses`

/**
 * The next links with a destination in the domain of an entry, in the order of a sweep. With reversed hosts, a domain
 * and its subdomains are one range of the index. Few other hosts (`x-evil.com`) are in that range, so the caller
 * compares the pattern.
 *
 * Raw SQL: the range is read from an expression index of each column.
 */
export function findSweepCandidates(
  em: EntityManager,
  { pattern, sweepPosition }: BlockedDestination,
): Promise<SweepCandidateRow[]> {
  const reversedDomain = [...getPatternDomain(pattern)].reverse().join('')
  const [lastHost, lastId] = (sweepPosition ?? ' ').split(' ')
  // "/" is the character after the dot, so nothing of the domain comes after it.
  const range = [reversedDomain, `${reversedDomain}/`, lastHost, lastId]
  return em.execute<SweepCandidateRow[]>(
    sweepCandidatesSql,
    candidateSources.flatMap(() => range),
  )
}

/** The next links by the hosts in one column. A link whose rules name a host several times is there once. */
function candidatesSql(table: 'link' | 'routing_rule', column: string): string {
  const id = table === 'link' ? 'id' : 'link_id'
  const host = `reversed_host(${column}) collate "C"`
  return `
    (select ${id} as id, ${host} as reversed_host
       from ${table}
      where ${column} is not null
        and ${host} >= ?::text
        and ${host} < ?::text
        and (${host}, ${id} collate "C") > (?::text, ?::text)
      ${table === 'link' ? '' : `group by ${id}, ${host}`}
      order by ${host}, ${id} collate "C"
      limit ${sweepBatchSize})`
}

const candidateSources = [
  ...addressColumns.map((column) => candidatesSql('link', column)),
  candidatesSql('routing_rule', 'destination'),
]

const sweepCandidatesSql = `
  select link.id, reversed_host, ${addressesSql}
    from (select id, reversed_host
            from (${candidateSources.join(' union all ')}) as found
           order by reversed_host, id collate "C"
           limit ${sweepBatchSize}) as candidate
    join link on link.id = candidate.id
   order by reversed_host, link.id collate "C"`

/**
 * Locks links in the order of their ids, like click counting, so that no two transactions wait for each other. Returns
 * the links that exist, with their addresses, which stay the same while they are locked.
 *
 * Raw SQL: the ORM has no `for no key update`, which does not block rows that refer to the link.
 */
export function lockLinks(em: EntityManager, linkIds: readonly string[]): Promise<LockedLinkRow[]> {
  return em.execute<LockedLinkRow[]>(
    `select id, ${addressesSql} from link
      where id in (select value from jsonb_array_elements_text(?::jsonb))
      order by id
        for no key update`,
    [JSON.stringify(linkIds)],
  )
}

/** A link whose causes have changed. */
export interface LinkBlockChange {
  readonly id: string
  /** As `Link.routeKey`. */
  readonly routeKey: string
  /** Why the link is blocked; null when it no longer is. */
  readonly reason: string | null
  readonly wasBlocked: boolean
}

/**
 * Derives `blocked_at` and `blocked_reason` of locked links from the first cause that was not lifted. Both are null
 * without such a cause. `block_cause` is `review` if a reviewer is among the causes, because no owner can end such a
 * block. Returns the links that have changed.
 *
 * Raw SQL: one statement for up to 500 links.
 */
export function applyBlockCauses(em: EntityManager, linkIds: readonly string[]): Promise<LinkBlockChange[]> {
  return em.execute<LinkBlockChange[]>(
    `update link
        set blocked_at = first_cause.blocked_at, blocked_reason = first_cause.reason,
            block_cause = first_cause.block_cause
       from (select id, blocked_at is not null as was_blocked from link
              where id in (select value from jsonb_array_elements_text(?::jsonb))) as locked
       left join lateral (
         select blocked_at, reason,
                case when bool_or(destination_id is null) over () then 'review' else 'destination' end as block_cause
           from link_block
          where link_block.link_id = locked.id and lifted_at is null
          order by blocked_at, destination_id nulls first
          limit 1) as first_cause on true
      where link.id = locked.id
        and (link.blocked_at, link.blocked_reason, link.block_cause)
            is distinct from (first_cause.blocked_at, first_cause.reason, first_cause.block_cause)
     returning link.id, coalesce(link.domain_id || ' ', '') || lower(link.code) as "routeKey", link.blocked_reason as reason, locked.was_blocked as "wasBlocked"`,
    [JSON.stringify(linkIds)],
  )
}
