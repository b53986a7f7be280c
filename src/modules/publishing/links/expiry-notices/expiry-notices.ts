import { type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../platform/database/statements.ts'
import type { DomainEvent } from '../../../../platform/events/domain-events.ts'
import type { EventPublisher } from '../../../../platform/events/event-publisher.ts'
import { type Clock, dayMs, startOfHour } from '../../../../platform/shared/time.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'
import { Link } from '../link.entity.ts'
import { claimExpiryNotices } from '../link.queries.ts'
import { findOwnedLinkFacts, type OwnedLinkFacts } from '../link-events.ts'
import type { ExpiryMails } from './expiry-mails.ts'
import { ExpiryNotice } from './expiry-notice.entity.ts'

/** Links that one event names. More are in further events. */
const maxLinksOfEvent = 50

/** Links that are read at once. */
const pageSize = 5_000

interface ExpiryNoticesDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly events: EventPublisher
  readonly mails: ExpiryMails
}

/**
 * Says that links expire soon: `expiryNoticeDays` of their workspace before, once for each date of a link. What falls into one
 * hour is told together after it. A date that is set later than that is told to nobody, because whoever sets it knows it.
 */
export class ExpiryNotices {
  constructor(private readonly dependencies: ExpiryNoticesDependencies) {}

  /** All nodes may run it at the same time. */
  async publishDue(): Promise<void> {
    const { orm } = this.dependencies
    const publishNext = () =>
      orm.em.fork(withoutQueryLog()).transactional((em) => this.publishNext(em), withoutQueryLog())
    while (await publishNext());
  }

  /** Returns whether anything was due. The events, the mails and the mark are one transaction, so a crash repeats all of it. */
  private async publishNext(em: EntityManager): Promise<boolean> {
    const until = startOfHour(this.dependencies.clock.now())
    const lock = {
      lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
      orderBy: { days: 'asc' },
      ...withoutQueryLog(),
    } as const
    const notice = await em.findOne(ExpiryNotice, { checkedUntil: { $lt: until } }, lock)
    if (!notice) return false
    const { days } = notice
    // Locked, so that another change of their days waits for the end of this one.
    const changed = await em.find(
      Workspace,
      { expiryNoticeDays: days, expiryNoticesFrom: { $ne: null } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, ...withoutQueryLog() },
    )
    const where = this.whereDue(notice, changed, until)
    for (let after = ''; ; ) {
      const options = { fields: ['id'], orderBy: { id: 'asc' }, limit: pageSize, disableIdentityMap: true } as const
      const page = await em.find(Link, { $and: [where, { id: { $gt: after } }] }, { ...options, ...withoutQueryLog() })
      await this.tell(
        em,
        page.map(({ id }) => id),
      )
      if (page.length < pageSize) break
      after = page.at(-1)?.id ?? ''
    }
    notice.checkedUntil = until
    for (const workspace of changed) workspace.expiryNoticesFrom = null
    await em.flush()
    return true
  }

  /** The links that visitors can open and whose dates are near enough since this hour. */
  private whereDue(
    { days, checkedUntil }: ExpiryNotice,
    changed: readonly Workspace[],
    until: Date,
  ): FilterQuery<Link> {
    const now = this.dependencies.clock.now()
    const expiresSince = (from: Date | null) => ({
      $gt: from !== null && from > now ? from : now,
      $lte: addDays(until, days),
    })
    const available = { expiryNoticeDays: days, deletedAt: null, suspendedAt: null }
    return {
      isActive: true,
      blockedAt: null,
      $or: [
        {
          workspace: { ...available, expiryNoticesFrom: null },
          expiresAt: expiresSince(addDays(checkedUntil, days)),
        },
        ...changed.map(({ id, expiryNoticesFrom }) => ({
          workspace: { ...available, id },
          expiresAt: expiresSince(expiryNoticesFrom),
        })),
      ],
    }
  }

  private async tell(em: EntityManager, linkIds: readonly string[]): Promise<void> {
    if (linkIds.length === 0) return
    const claimed = await claimExpiryNotices(em, linkIds)
    const facts = await findOwnedLinkFacts(
      em,
      claimed.map(({ id }) => id),
    )
    facts.sort((one, other) => (one.link.expiresAt ?? '').localeCompare(other.link.expiresAt ?? ''))
    for (const [workspaceId, links] of Map.groupBy(facts, (each) => each.workspaceId)) {
      await this.dependencies.events.publish(em, ...createEvents(workspaceId, links, this.dependencies.clock.now()))
      await this.dependencies.mails.send(em, workspaceId, links)
    }
  }
}

/** Events with several links, and one for each link, which only those get who listen to this link. */
function createEvents(workspaceId: string, facts: readonly OwnedLinkFacts[], at: Date): DomainEvent<'link.expiring'>[] {
  const links = facts.map(({ link }) => link)
  const common = { kind: 'link.expiring', workspaceId, actor: 'system', at } as const
  const bundles = Array.from({ length: Math.ceil(links.length / maxLinksOfEvent) }, (_bundle, index) =>
    links.slice(index * maxLinksOfEvent, (index + 1) * maxLinksOfEvent),
  )
  return [
    ...bundles.map((bundle) => ({ ...common, linkId: null, data: { links: bundle } })),
    ...links.map((link) => ({ ...common, linkId: link.id, isForItsLinkOnly: true, data: { links: [link] } })),
  ]
}

function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs)
}
