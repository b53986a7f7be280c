import { IsolationLevel } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { LinkNotFound } from '../../links/index.ts'
import { createLinkLoader } from '../link-loader.ts'
import type { ReportLimiter } from '../report-limiter.ts'
import { type Dimension, unknownValue } from '../rollups/dimensions.queries.ts'
import {
  type AnalyticsArgs,
  type AnalyticsQuery,
  type LeastClickedArgs,
  parseAnalyticsQuery,
  seriesStarts,
} from './analytics.inputs.ts'
import {
  findAnalyzedLinks,
  type LinkSelection,
  type MetricRow,
  queryLeastClicked,
  queryMetrics,
} from './analytics.queries.ts'
import { AccountAnalytics, AnalyticsSummary, type Bucket, type LeastClickedLinks } from './analytics.types.ts'
import { countContinents, parseCity } from './places.ts'

/** Computes analytics of the caller's links. */
export class AnalyticsService {
  constructor(private readonly reports: ReportLimiter) {}

  readonly #loadSummary = createLinkLoader<AnalyticsQuery, AnalyticsSummary>(
    (context, urlIds, query) =>
      this.reports.run(context, () => summarizeLinks(context.em, query, context.accountId, urlIds)),
    () => new LinkNotFound(),
  )

  /**
   * Computes analytics of one link. Throws `LinkNotFound` for an unknown link or one of another account, and
   * `InvalidParams` for an invalid range, zone or unit.
   */
  summarize(context: RequestContext, urlId: string, args: AnalyticsArgs): Promise<AnalyticsSummary> {
    return this.#loadSummary(context, urlId, args, parseAnalyticsQuery(args, context.now()))
  }

  /** Computes analytics of all the caller's links together. Throws `InvalidParams`. */
  summarizeAll(context: RequestContext, args: AnalyticsArgs): Promise<AccountAnalytics> {
    const query = parseAnalyticsQuery(args, context.now())
    return this.reports.run(context, () => summarizeAccount(context.em, query, context.accountId))
  }

  /** The caller's links with the fewest clicks, with two statements that read one snapshot. */
  async findLeastClicked(
    context: RequestContext,
    { query }: AccountAnalytics,
    args: LeastClickedArgs,
  ): Promise<LeastClickedLinks> {
    const rows = await this.reports.run(context, () =>
      inSnapshot(context.em, (inner) => queryLeastClicked(inner, query, context.accountId, args)),
    )
    return {
      links: rows.map(({ urlId, clicks }) => ({ urlId, count: clicks })),
      totalCount: rows[0]?.totalCount ?? 0,
      unclickedCount: rows[0]?.unclickedCount ?? 0,
    }
  }
}

interface ValueCount {
  readonly value: string
  readonly count: number
}

/** Regions and cities with fewer clicks could identify a person. */
const minPlaceClicks = 3

/**
 * Computes analytics of links of one owner, with two statements for any number of links. Links of other owners are
 * missing. Both statements read one snapshot, so breakdowns and series add up to the total. The value of a link whose
 * series would be too long is an `InvalidParams`.
 */
function summarizeLinks(
  em: EntityManager,
  query: AnalyticsQuery,
  ownerId: string,
  urlIds: readonly string[],
): Promise<Map<string, AnalyticsSummary | Error>> {
  return inSnapshot(em, async (inner) => {
    const links = await findAnalyzedLinks(inner, query, ownerId, urlIds)
    const summaries = new Map<string, AnalyticsSummary | Error>()
    const startsByLink = new Map<string, Date[]>()
    for (const { id, firstClick } of links) {
      try {
        startsByLink.set(id, seriesStarts(query, firstClick === null ? null : new Date(firstClick)))
      } catch (error) {
        summaries.set(id, error as Error)
      }
    }
    const countable = links.filter(({ id }) => startsByLink.has(id))
    const selection: LinkSelection = { ownerId, urlIds: countable.map(({ id }) => id), isCombined: false }
    const metrics = countable.length > 0 ? await queryMetrics(inner, query, selection, startsByLink) : []
    const metricsByLink = Map.groupBy(metrics, ({ key }) => key)
    for (const { id, isPrivate } of countable) {
      const starts = startsByLink.get(id) ?? []
      summaries.set(id, buildSummary(metricsByLink.get(id) ?? [], { starts, isPrivate, limit: query.limit }))
    }
    return summaries
  })
}

/** Computes analytics of all links of an owner together, with two statements that read one snapshot. */
function summarizeAccount(em: EntityManager, query: AnalyticsQuery, ownerId: string): Promise<AccountAnalytics> {
  return inSnapshot(em, async (inner) => {
    const links = await findAnalyzedLinks(inner, query, ownerId, null)
    const firstClicks = links.flatMap(({ firstClick }) => (firstClick === null ? [] : [new Date(firstClick).getTime()]))
    const firstClick = firstClicks.length > 0 ? new Date(firstClicks.reduce((a, b) => Math.min(a, b))) : null
    const starts = seriesStarts(query, firstClick)
    const metrics = await queryMetrics(
      inner,
      query,
      { ownerId, urlIds: null, isCombined: true },
      new Map([['', starts]]),
    )
    const isPrivate = links.length > 0 && links.every((link) => link.isPrivate)
    const topLinks = metrics.filter(({ dimension }) => dimension === 'link')
    return Object.assign(new AccountAnalytics(), buildSummary(metrics, { starts, isPrivate, limit: query.limit }), {
      query,
      topLinks: topLinks.map(({ value, clicks }) => ({ urlId: value, count: clicks })),
    })
  })
}

function inSnapshot<T>(em: EntityManager, read: (inner: EntityManager) => Promise<T>): Promise<T> {
  return em.transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true })
}

interface SummaryOptions {
  readonly starts: readonly Date[]
  readonly isPrivate: boolean
  readonly limit: number
}

function buildSummary(metrics: readonly MetricRow[], { starts, isPrivate, limit }: SummaryOptions): AnalyticsSummary {
  const total = metrics.find(({ dimension }) => dimension === 'total')
  const clicks = total?.clicks ?? 0
  const countsBy = (dimension: Dimension, maxRows = limit) => countValues(metrics, dimension, clicks, maxRows)
  return Object.assign(new AnalyticsSummary(), {
    totalClicks: clicks,
    uniqueVisitors: isPrivate ? 0 : (total?.visitors ?? 0),
    uniqueVisitorsAvailable: !isPrivate,
    botClicks: total?.botClicks ?? 0,
    lastClickAt: total?.lastAt ? new Date(total.lastAt) : null,
    countryStats: countsBy('country').map(({ value, count }) => ({ country: value, count })),
    regionStats: groupSmallCounts(countsBy('region')).map(({ value, count }) => ({ region: value, count })),
    cityStats: groupSmallCounts(countsBy('city')).map(({ value, count }) => ({ ...parseCity(value), count })),
    continentStats: countContinents(countsBy('country', Number.POSITIVE_INFINITY)).slice(0, limit),
    deviceStats: countsBy('device').map(({ value, count }) => ({ device: value, count })),
    browserStats: countsBy('browser').map(({ value, count }) => ({ browser: value, count })),
    osStats: countsBy('os').map(({ value, count }) => ({ os: value, count })),
    referrerStats: countsBy('referrer').map(({ value, count }) => ({ referrer: value, count })),
    utmStats: {
      source: countsBy('utm_source'),
      medium: countsBy('utm_medium'),
      campaign: countsBy('utm_campaign'),
    },
    triggerStats: countsBy('trigger').map(({ value, count }) => ({ trigger: value, count })),
    timeseries: fillBuckets(metrics, starts, isPrivate),
  })
}

/** The values of a dimension, most clicks first. Clicks without a value are the difference to the total. */
function countValues(metrics: readonly MetricRow[], dimension: Dimension, total: number, limit: number): ValueCount[] {
  const rows = metrics.filter((metric) => metric.dimension === dimension)
  const missing = total - (rows[0]?.dimensionClicks ?? 0)
  const counts = rows.map(({ value, clicks }) => ({ value, count: clicks }))
  return (missing > 0 ? mergeByValue([...counts, { value: unknownValue, count: missing }]) : counts).slice(0, limit)
}

function groupSmallCounts(places: readonly ValueCount[]): ValueCount[] {
  return mergeByValue(
    places.map(({ value, count }) => ({
      value: count < minPlaceClicks && value !== unknownValue ? 'Other' : value,
      count,
    })),
  )
}

/** Adds the counts of equal values, most clicks first. */
function mergeByValue(counts: readonly ValueCount[]): ValueCount[] {
  return [...Map.groupBy(counts, ({ value }) => value)]
    .map(([value, group]) => ({ value, count: group.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

/** All buckets of the series, including those without clicks. */
function fillBuckets(metrics: readonly MetricRow[], starts: readonly Date[], isPrivate: boolean): Bucket[] {
  const buckets = starts.map((timestamp) => ({ timestamp, clicks: 0, uniqueVisitors: 0 }))
  for (const { dimension, value, clicks, visitors } of metrics) {
    const bucket = dimension === 'series' && buckets[Math.max(Number(value), 1) - 1]
    if (!bucket) continue
    bucket.clicks += clicks
    if (!isPrivate) bucket.uniqueVisitors += visitors
  }
  return buckets
}
