import { LRUCache } from 'lru-cache'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { OperationDeadline } from '../../../../platform/graphql/operation-deadline.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { SignedIds } from '../../../../platform/shared/signed-ids.ts'
import { type Clock, startOfHour } from '../../../../platform/shared/time.ts'
import { formatShortName, Link } from '../../../publishing/links/index.ts'
import {
  type AccountAnalytics,
  type AnalyticsService,
  ClickFilter,
  resolveRange,
  type TimeRange,
} from '../../../visits/clicks/index.ts'
import { revealsDestination } from '../../../visits/redirects/index.ts'
import { SharedStatsGone, SharedStatsNotFound } from '../shared-stats.errors.ts'
import { SharedStatsPage } from '../shared-stats-page.entity.ts'
import { SharedStats, type SharedStatsLink } from './shared-stats.types.ts'
import { groupSmallCounts, minClicks } from './small-counts.ts'

/** The most reports in memory. A report has at most 40 KB. */
const maxReports = 500

/** How many values of a breakdown are read: more than a page shows. */
const maxBreakdownRows = 500

const maxLinks = 10

export interface SharedStatsDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly tokens: SignedIds
  readonly analyticsService: AnalyticsService
}

/** Statistics in the form for strangers. */
export class SharedStatsService {
  private readonly reports = new LRUCache<string, Promise<SharedStats>>({ max: maxReports })

  constructor(private readonly dependencies: SharedStatsDependencies) {}

  /**
   * The statistics of a page by its token. Throws `SharedStatsNotFound` for a token that was never issued, and
   * `SharedStatsGone`.
   */
  async read(context: RequestContext, token: string): Promise<SharedStats> {
    return this.readPage(await this.findPage(context, token))
  }

  /**
   * The counts of a page until the last full hour, so that two answers seldom differ by a single click, and no difference tells
   * more of a private visit than its hour. Requests at the same time share one computation.
   */
  private readPage(page: SharedStatsPage): Promise<SharedStats> {
    const asOf = startOfHour(this.dependencies.clock.now())
    // After a change, the page has another key.
    const key = `${page.id} ${page.updatedAt.getTime()} ${asOf.getTime()}`
    const cached = this.reports.get(key)
    if (cached) return cached
    const stats = this.compute(page, asOf)
    this.reports.set(key, stats)
    stats.catch(() => {
      if (this.reports.peek(key) === stats) this.reports.delete(key)
    })
    return stats
  }

  private async findPage(context: RequestContext, token: string): Promise<SharedStatsPage> {
    const id = this.dependencies.tokens.verify(token)
    if (id === null) throw new SharedStatsNotFound()
    const isOpen = { $or: [{ expiresAt: null }, { expiresAt: { $gt: context.now() } }] }
    const isShown = { $or: [{ link: null }, { link: { blockedAt: null } }] }
    const page = await context.em.findOne(
      SharedStatsPage,
      { id, workspace: { deletedAt: null, suspendedAt: null }, $and: [isOpen, isShown] },
      { refresh: true },
    )
    if (!page) throw new SharedStatsGone()
    return page
  }

  /** The computation does not depend on the request that asks first, because other requests wait for it too. */
  private async compute(page: SharedStatsPage, asOf: Date): Promise<SharedStats> {
    const { orm, analyticsService } = this.dependencies
    const { workspaceId, urlId, folderId, tagId, title, subject, interval, from, to, timezone } = page
    const em = orm.em.fork()
    const context = { em, deadline: new OperationDeadline(), now: () => asOf }
    const filter = Object.assign(new ClickFilter(), { ...rangeUntil(asOf, page), timezone })
    const scope = {
      workspaceIds: [workspaceId],
      urlIds: urlId === null ? null : [urlId],
      placement: { folderId, tagIds: tagId === null ? null : [tagId] },
    }
    const args = { filter, unit: 'auto', limit: maxBreakdownRows } as const
    const summary = await analyticsService.summarizeScope(workspaceId, context, args, scope)
    return Object.assign(new SharedStats(), {
      ...{ title, subject, interval, from, to, timezone, computedAt: asOf },
      ...toCounts(summary),
      links: page.showsLinkTitles ? await readTitles(em, page, summary) : null,
    })
  }
}

/** The period of a page, until an instant at most. */
function rangeUntil(asOf: Date, page: SharedStatsPage): TimeRange {
  const { from, to } = resolveRange(page, asOf)
  const end = to && to < asOf ? to : asOf
  // A period that has begun since then has no clicks yet.
  return { from, to: from && from >= end ? new Date(from.getTime() + 1) : end }
}

function toCounts(summary: AccountAnalytics) {
  const { totalClicks, uniqueVisitors, uniqueVisitorsAvailable, uniqueVisitorsPartial } = summary
  const group = <T extends { readonly count: number }>(rows: readonly T[], nameOf: (row: T) => string) =>
    groupSmallCounts(
      rows.map((row) => ({ name: nameOf(row), clicks: row.count })),
      totalClicks,
    )
  return {
    totalClicks,
    uniqueVisitors: uniqueVisitorsAvailable ? uniqueVisitors : null,
    uniqueVisitorsPartial,
    timeseries: summary.timeseries.map(({ timestamp, clicks, isPartial }) => ({
      ...{ timestamp, isPartial },
      clicks: clicks < minClicks ? 0 : clicks,
    })),
    countries: group(summary.countryStats, ({ country }) => country),
    devices: group(summary.deviceStats, ({ device }) => device),
    browsers: group(summary.browserStats, ({ browser }) => browser),
    operatingSystems: group(summary.osStats, ({ os }) => os),
    referrers: group(summary.referrerStats, ({ referrer }) => referrer),
  }
}

/** The links with the most clicks. Blocked links and links with few clicks are left out. */
async function readTitles(
  em: EntityManager,
  { workspaceId }: SharedStatsPage,
  { topLinks }: AccountAnalytics,
): Promise<SharedStatsLink[]> {
  const counts = topLinks.slice(0, maxLinks).filter(({ count }) => count >= minClicks)
  const where = { id: { $in: counts.map(({ urlId }) => urlId) }, workspace: workspaceId, blockedAt: null }
  const links = new Map((await em.find(Link, where)).map((link) => [link.id, link]))
  return counts.flatMap(({ urlId, count }) => {
    const link = links.get(urlId)
    return link ? [{ title: revealsDestination(link) ? formatShortName(link) : link.title, clicks: count }] : []
  })
}
