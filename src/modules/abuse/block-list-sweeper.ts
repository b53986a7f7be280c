import type { EntityManager, Orm } from '../../platform/database/database.ts'
import type { EventPublisher } from '../../platform/events/event-publisher.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import { hourMs } from '../../platform/shared/durations.ts'
import type { Logger } from '../../platform/shared/logger.ts'
import { getPatternDomain, listCoveringPatterns, type RouteCache } from '../links/index.ts'
import { addBlockCause, type BlockPublishContext, changeBlockCauses } from './link-blocks.ts'

/** An entry of the block list as a sweep needs it. */
export interface SweptEntryRow {
  readonly id: string
  readonly pattern: string
  readonly reason: string
  readonly removed_at: unknown
  readonly swept_to: string | null
}

/** Links a step looks at: as many as one short transaction can change. */
const batchSize = 500

interface CandidateRow {
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
export function runSweepStep(
  em: EntityManager,
  entry: SweptEntryRow,
  publishContext: BlockPublishContext,
): Promise<string[]> {
  return entry.removed_at === null
    ? blockNextLinks(em, entry, publishContext)
    : releaseNextLinks(em, entry, publishContext)
}

async function blockNextLinks(
  em: EntityManager,
  entry: SweptEntryRow,
  publishContext: BlockPublishContext,
): Promise<string[]> {
  const candidates = await findCandidates(em, entry)
  const matching = candidates.filter(({ original_url, expired_url }) =>
    [original_url, expired_url].some(
      (address) => address !== null && listCoveringPatterns(address).includes(entry.pattern),
    ),
  )
  const ids = [...new Set(matching.map(({ id }) => id))]
  const cause = { destinationId: entry.id, reason: entry.reason, now: publishContext.now }
  const codes = await changeBlockCauses(em, ids, (lockedIds) => addBlockCause(em, lockedIds, cause), publishContext)
  const last = candidates.length === batchSize ? candidates.at(-1) : undefined
  await em.execute('update blocked_destination set swept_to = ?, swept_at = ? where id = ?', [
    last ? `${last.host} ${last.id}` : null,
    last ? null : publishContext.now,
    entry.id,
  ])
  return codes
}

async function releaseNextLinks(
  em: EntityManager,
  { id }: SweptEntryRow,
  publishContext: BlockPublishContext,
): Promise<string[]> {
  const blocks = await em.execute<{ link_id: string }[]>(
    `select link_id from link_block where destination_id = ? order by link_id limit ${batchSize}`,
    [id],
  )
  const linkIds = blocks.map(({ link_id }) => link_id)
  const release = (lockedIds: readonly string[]) => em.execute(releaseSql, [id, JSON.stringify(lockedIds)])
  const codes = await changeBlockCauses(em, linkIds, release, publishContext)
  if (linkIds.length < batchSize) await em.execute('delete from blocked_destination where id = ?', [id])
  return codes
}

/**
 * The next links with a destination in the domain of the entry, straight from the indexes. Reversed, a domain and its
 * subdomains stand together, with but a few others between them (`x-evil.com`), so that the caller has to look again.
 */
async function findCandidates(em: EntityManager, { pattern, swept_to }: SweptEntryRow): Promise<CandidateRow[]> {
  const from = [...getPatternDomain(pattern)].reverse().join('')
  // The sign after the dot: nothing of the domain stands behind it.
  const range = [from, `${from}/`, ...(swept_to ?? ' ').split(' ')]
  return em.execute<CandidateRow[]>(
    `select id, host, original_url, expired_url from (
       (${candidatesByColumnSql('original_url')}) union all (${candidatesByColumnSql('expired_url')})) as found
      order by host, id collate "C" limit ${batchSize}`,
    [...range, ...range],
  )
}

function candidatesByColumnSql(column: 'original_url' | 'expired_url'): string {
  const host = `reversed_host(${column}) collate "C"`
  return `
    select id, ${host} as host, original_url, expired_url from link
     where ${column} is not null and ${host} >= ?::text and ${host} < ?::text and (${host}, id collate "C") > (?::text, ?::text)
     order by ${host}, id collate "C" limit ${batchSize}`
}

const releaseSql = `
  delete from link_block where destination_id = ?
     and link_id in (select value from jsonb_array_elements_text(?::jsonb))`

export interface BlockListSweeperDependencies {
  readonly orm: Orm
  readonly routes: RouteCache
  readonly events: EventPublisher
  readonly clock: Clock
  readonly log: Pick<Logger, 'error'>
}

/** Every entry is gone through again after this long, so once a day whatever the hour of the day is. */
const resweepAfterMs = 20 * hourMs

/** How long reports are kept after they were settled. They may hold an address and what a person wrote. */
const reportRetentionMs = 90 * 24 * hourMs

/**
 * Brings the links in line with the block list, in the background and a step at a time. Any number of nodes may do so:
 * each takes an entry nobody is at, and goes on where the last one stopped.
 */
export class BlockListSweeper {
  readonly #dependencies: BlockListSweeperDependencies
  #running: Promise<void> | undefined
  #isRequested = false
  #isClosed = false

  constructor(dependencies: BlockListSweeperDependencies) {
    this.#dependencies = dependencies
  }

  /** Has what is left to do done, soon. */
  trigger(): void {
    this.#isRequested = true
    if (!this.#isClosed) this.#running ??= this.#run()
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** What is due once a day: old reports go, and every entry is gone through again. */
  async runMaintenance(): Promise<void> {
    const { orm, clock } = this.#dependencies
    const settledBefore = new Date(clock.now().getTime() - reportRetentionMs)
    await orm.em.fork().execute('delete from abuse_report where settled_at < ?', [settledBefore])
    this.trigger()
  }

  /** Lets the step that runs come to its end, and begins no other. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.idle()
  }

  async #run(): Promise<void> {
    try {
      while (this.#isRequested && !this.#isClosed) {
        this.#isRequested = false
        while (!this.#isClosed && (await this.#step()));
      }
    } catch (err) {
      this.#dependencies.log.error({ err }, 'a sweep of the block list failed; the next one goes on')
    } finally {
      this.#running = undefined
    }
  }

  /** One step of one entry; false when no entry has any left. */
  async #step(): Promise<boolean> {
    const { orm, clock, routes, events } = this.#dependencies
    const now = clock.now()
    const codes = await orm.em.fork(quietly()).transactional(async (em) => {
      const [entry] = await em.execute<SweptEntryRow[]>(
        `select id, pattern, reason, removed_at, swept_to from blocked_destination
          where removed_at is not null or swept_at is null or swept_at < ?
          order by swept_at nulls first, id limit 1 for no key update skip locked`,
        [new Date(now.getTime() - resweepAfterMs)],
        'all',
        quietly().loggerContext,
      )
      return entry && runSweepStep(em, entry, { events, now })
    }, quietly())
    for (const code of codes ?? []) routes.onNotification(code.toLowerCase())
    return codes !== undefined
  }
}

/** Nobody's request asks for it, so that it has something to do is looked for without a word. */
function quietly() {
  return { loggerContext: { enabled: false } }
}
