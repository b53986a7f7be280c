import type { EntityManager } from '../database/open.ts'
import { domainOf, patternsOf } from '../links/index.ts'
import { addCause, changeCauses } from './blocks.ts'
import type { Telling } from './telling.ts'

/** An entry of the block list as a sweep needs it. */
export interface SweptEntry {
  readonly id: string
  readonly pattern: string
  readonly reason: string
  readonly removed_at: unknown
  readonly swept_to: string | null
}

/** Links a step looks at: as many as one short transaction can change. */
const linksInStep = 500

interface Candidate {
  readonly id: string
  readonly host: string
  readonly original_url: string
  readonly expired_url: string | null
}

/**
 * Goes one step through the links an entry concerns: blocks those that lead there or, for an entry that was removed, lets
 * go those it held back. The caller holds the entry; done twice it changes nothing. Answers the codes of the links that
 * changed.
 */
export function sweepStep(em: EntityManager, entry: SweptEntry, telling: Telling): Promise<string[]> {
  return entry.removed_at === null ? blockStep(em, entry, telling) : releaseStep(em, entry, telling)
}

async function blockStep(em: EntityManager, entry: SweptEntry, telling: Telling): Promise<string[]> {
  const candidates = await candidatesOf(em, entry)
  const leading = candidates.filter(({ original_url, expired_url }) =>
    [original_url, expired_url].some((address) => address !== null && patternsOf(address).includes(entry.pattern)),
  )
  const ids = [...new Set(leading.map(({ id }) => id))]
  const cause = { destinationId: entry.id, reason: entry.reason, now: telling.now }
  const codes = await changeCauses(em, ids, (held) => addCause(em, held, cause), telling)
  const last = candidates.length === linksInStep ? candidates.at(-1) : undefined
  await em.execute('update blocked_destination set swept_to = ?, swept_at = ? where id = ?', [
    last ? `${last.host} ${last.id}` : null,
    last ? null : telling.now,
    entry.id,
  ])
  return codes
}

async function releaseStep(em: EntityManager, { id }: SweptEntry, telling: Telling): Promise<string[]> {
  const blocks = await em.execute<{ link_id: string }[]>(
    `select link_id from link_block where destination_id = ? order by link_id limit ${linksInStep}`,
    [id],
  )
  const linkIds = blocks.map(({ link_id }) => link_id)
  const release = (held: readonly string[]) => em.execute(releaseSql, [id, JSON.stringify(held)])
  const codes = await changeCauses(em, linkIds, release, telling)
  if (linkIds.length < linksInStep) await em.execute('delete from blocked_destination where id = ?', [id])
  return codes
}

/**
 * The next links with a destination in the domain of the entry, straight from the indexes. Reversed, a domain and its
 * subdomains stand together, with but a few others between them (`x-evil.com`), so that the caller has to look again.
 */
async function candidatesOf(em: EntityManager, { pattern, swept_to }: SweptEntry): Promise<Candidate[]> {
  const from = [...domainOf(pattern)].reverse().join('')
  // The sign after the dot: nothing of the domain stands behind it.
  const range = [from, `${from}/`, ...(swept_to ?? ' ').split(' ')]
  return em.execute<Candidate[]>(
    `select id, host, original_url, expired_url from (
       (${ofColumn('original_url')}) union all (${ofColumn('expired_url')})) as found
      order by host, id collate "C" limit ${linksInStep}`,
    [...range, ...range],
  )
}

function ofColumn(column: 'original_url' | 'expired_url'): string {
  const host = `reversed_host(${column}) collate "C"`
  return `
    select id, ${host} as host, original_url, expired_url from link
     where ${column} is not null and ${host} >= ?::text and ${host} < ?::text and (${host}, id collate "C") > (?::text, ?::text)
     order by ${host}, id collate "C" limit ${linksInStep}`
}

const releaseSql = `
  delete from link_block where destination_id = ?
     and link_id in (select value from jsonb_array_elements_text(?::jsonb))`
