import { LockMode } from '@mikro-orm/postgresql'
import type { EntityManager, Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import type { EventPublisher } from '../../../platform/events/event-publisher.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import { type Clock, dayMs, hourMs } from '../../../platform/shared/time.ts'
import type { RouteCache } from '../../publishing/links/index.ts'
import { AbuseReport } from './abuse-report.entity.ts'
import { AbuseAppeal } from './appeals/appeal.entity.ts'
import { findSweepCandidates, type LockedLinkRow, sweepBatchSize } from './block-list.queries.ts'
import { BlockedDestination, LinkBlock } from './blocked-destination.entity.ts'
import { addBlockCause, type BlockPublishContext, changeBlockCauses, listLinkPatterns } from './link-blocks.ts'
import type { BlockMails } from './mails/block-mails.ts'

/**
 * Examines the next 500 links for an entry of the block list: blocks links that lead to the destination or, for a
 * removed entry, releases links that the entry blocked. The caller has locked the entry. A repeated step changes
 * nothing. Returns the keys of the routes that have changed.
 */
export function runSweepStep(
  em: EntityManager,
  entry: BlockedDestination,
  publishContext: BlockPublishContext,
): Promise<string[]> {
  return entry.removedAt === null
    ? blockNextLinks(em, entry, publishContext)
    : releaseNextLinks(em, entry, publishContext)
}

async function blockNextLinks(
  em: EntityManager,
  entry: BlockedDestination,
  publishContext: BlockPublishContext,
): Promise<string[]> {
  const { now } = publishContext
  const candidates = await findSweepCandidates(em, entry)
  const matching = candidates.filter((link) => listLinkPatterns(link).has(entry.pattern))
  const linkIds = [...new Set(matching.map(({ id }) => id))]
  const cause = { destinationId: entry.id, reason: entry.reason, now }
  const addCause = (lockedLinks: readonly LockedLinkRow[]) => {
    // Some links may have got another destination before they were locked.
    const stillMatching = lockedLinks.filter((link) => listLinkPatterns(link).has(entry.pattern))
    return addBlockCause(
      em,
      stillMatching.map(({ id }) => id),
      cause,
    )
  }
  const routeKeys = await changeBlockCauses(em, linkIds, addCause, publishContext)
  const last = candidates.length === sweepBatchSize ? candidates.at(-1) : undefined
  entry.sweepPosition = last ? `${last.reversed_host} ${last.id}` : null
  entry.sweptAt = last ? null : now
  return routeKeys
}

async function releaseNextLinks(
  em: EntityManager,
  entry: BlockedDestination,
  publishContext: BlockPublishContext,
): Promise<string[]> {
  const blocks = await em.find(
    LinkBlock,
    { destination: entry.id },
    { orderBy: { link: 'asc' }, limit: sweepBatchSize, disableIdentityMap: true },
  )
  const release = (lockedLinks: readonly LockedLinkRow[]) =>
    em.nativeDelete(LinkBlock, { destination: entry.id, link: { $in: lockedLinks.map(({ id }) => id) } })
  const linkIds = blocks.map(({ link }) => link.id)
  const routeKeys = await changeBlockCauses(em, linkIds, release, publishContext)
  if (blocks.length < sweepBatchSize) em.remove(entry)
  return routeKeys
}

export interface BlockListSweeperDependencies {
  readonly orm: Orm
  readonly routes: RouteCache
  readonly events: EventPublisher
  readonly mails: Pick<BlockMails, 'sendBlocked'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}

/** Entries are swept again after this time, which is less than the day between two runs of the maintenance. */
const resweepAfterMs = 20 * hourMs

/** How long settled reports and appeals are stored. They may contain an e-mail address and personal text. */
const reportRetentionMs = 90 * dayMs

/**
 * Applies the block list to existing links in the background. Any number of nodes may do so at once: each step locks an
 * entry that no other node has locked, and continues where the last step ended.
 */
export class BlockListSweeper {
  private running: Promise<void> | undefined
  private isRequested = false
  private isClosed = false

  constructor(private readonly dependencies: BlockListSweeperDependencies) {}

  /** Starts a run, or makes the current one start over when it ends. */
  trigger(): void {
    this.isRequested = true
    if (!this.isClosed) this.running ??= this.run()
  }

  /** Resolves when no run is in progress. */
  async idle(): Promise<void> {
    while (this.running !== undefined) await this.running
  }

  /** The work of every start and day: deletes old reports and appeals, and sweeps every entry again. */
  async runMaintenance(): Promise<void> {
    const { orm, clock } = this.dependencies
    const settledBefore = new Date(clock.now().getTime() - reportRetentionMs)
    await orm.em.fork().nativeDelete(AbuseReport, { settledAt: { $lt: settledBefore } })
    await orm.em.fork().nativeDelete(AbuseAppeal, { decidedAt: { $lt: settledBefore } })
    this.trigger()
  }

  /** Waits for the current step, and starts no other. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.idle()
  }

  private async run(): Promise<void> {
    try {
      while (this.isRequested && !this.isClosed) {
        this.isRequested = false
        while (!this.isClosed && (await this.runNextStep()));
      }
    } catch (err) {
      this.dependencies.log.warn({ err }, 'a sweep of the block list failed; the next sweep continues it')
    } finally {
      this.running = undefined
    }
  }

  /** Returns false when no entry is due. */
  private async runNextStep(): Promise<boolean> {
    const { orm, clock, routes, events, mails } = this.dependencies
    const now = clock.now()
    const sweptBefore = new Date(now.getTime() - resweepAfterMs)
    const routeKeys = await orm.em.fork(withoutQueryLog()).transactional(async (em) => {
      const entry = await em.findOne(
        BlockedDestination,
        { $or: [{ removedAt: { $ne: null } }, { sweptAt: null }, { sweptAt: { $lt: sweptBefore } }] },
        { orderBy: { sweptAt: 'asc nulls first', id: 'asc' }, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
      )
      return entry && runSweepStep(em, entry, { events, mails, now })
    }, withoutQueryLog())
    if (routeKeys === null) return false
    routes.invalidate(...routeKeys)
    return true
  }
}
