import { IsolationLevel } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../platform/database/database.ts'
import { type Dimension, unknownValue } from '../rollups/dimensions.ts'
import { plannerSettingsSql } from '../rollups/fold.queries.ts'
import { type AnalyticsQuery, seriesStarts } from './analytics.inputs.ts'
import { AccountAnalytics, AnalyticsSummary, type Bucket } from './analytics.types.ts'
import { type LinkSelection, type MetricRow, queryMetrics } from './metrics.queries.ts'

/** A link as the owner's question finds it. */
interface LinkRow {
  readonly id: string
  readonly isPrivate: boolean
  readonly firstClick: string | Date | null
}

/** One value of a breakdown. */
interface ValueCount {
  readonly value: string
  readonly count: number
}

/** A filter over millions of rows may take longer than the statements of other requests. */
const statementTimeoutMs = 30_000

/** Regions with fewer clicks could name a person to who knows the place. */
const minRegionClicks = 3

/**
 * Sums up links of one owner, however many, by two statements; ids that are not this owner's are left out. Both read one
 * snapshot, so every breakdown and the series add up to the total. A link whose series would be too long has its
 * refusal instead.
 */
export function summarizeLinks(
  em: EntityManager,
  query: AnalyticsQuery,
  ownerId: string,
  urlIds: readonly string[],
): Promise<Map<string, AnalyticsSummary | Error>> {
  return inSnapshot(em, async (inner) => {
    const links = await findLinks(inner, query, ownerId, urlIds)
    const summaries = new Map<string, AnalyticsSummary | Error>()
    const startsByLink = new Map<string, Date[]>()
    for (const { id, firstClick } of links) {
      try {
        startsByLink.set(id, seriesStarts(query, firstClick === null ? null : new Date(firstClick)))
      } catch (error) {
        summaries.set(id, error as Error)
      }
    }
    const answerable = links.filter(({ id }) => startsByLink.has(id))
    const selection: LinkSelection = { ownerId, urlIds: answerable.map(({ id }) => id), isCombined: false }
    const metrics = answerable.length > 0 ? await queryMetrics(inner, query, selection, startsByLink) : []
    const metricsByLink = Map.groupBy(metrics, ({ key }) => key)
    for (const { id, isPrivate } of answerable) {
      const starts = startsByLink.get(id) ?? []
      summaries.set(id, buildSummary(metricsByLink.get(id) ?? [], { starts, isPrivate, limit: query.limit }))
    }
    return summaries
  })
}

/** Sums up all links of an owner as if they were one, by two statements that read one snapshot. */
export function summarizeAccount(em: EntityManager, query: AnalyticsQuery, ownerId: string): Promise<AccountAnalytics> {
  return inSnapshot(em, async (inner) => {
    const links = await findLinks(inner, query, ownerId, null)
    const firstClicks = links.flatMap(({ firstClick }) => (firstClick === null ? [] : [new Date(firstClick).getTime()]))
    const starts = seriesStarts(
      query,
      firstClicks.length > 0 ? new Date(firstClicks.reduce((a, b) => Math.min(a, b))) : null,
    )
    const metrics = await queryMetrics(
      inner,
      query,
      { ownerId, urlIds: null, isCombined: true },
      new Map([['', starts]]),
    )
    const isPrivate = links.length > 0 && links.every((link) => link.isPrivate)
    const topLinks = metrics.filter(({ dimension }) => dimension === 'link')
    return Object.assign(new AccountAnalytics(), buildSummary(metrics, { starts, isPrivate, limit: query.limit }), {
      topLinks: topLinks.map(({ value, clicks }) => ({ urlId: value, count: clicks })),
    })
  })
}

function inSnapshot<T>(em: EntityManager, read: (inner: EntityManager) => Promise<T>): Promise<T> {
  return em.transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true })
}

function findLinks(
  em: EntityManager,
  { includeBots }: AnalyticsQuery,
  ownerId: string,
  urlIds: readonly string[] | null,
): Promise<LinkRow[]> {
  return em.execute<LinkRow[]>(findLinksSql(includeBots, urlIds !== null), urlIds ? [ownerId, urlIds] : [ownerId])
}

/**
 * Also readies the transaction: the newest clicks are found by an index that the planner would not trust. The first
 * click is looked for in the sums too, for its row may have aged out.
 */
const findLinksSql = (includeBots: boolean, byIds: boolean) => `
  select link.id, link.privacy_mode as "isPrivate", ${plannerSettingsSql}, set_config('statement_timeout', '${statementTimeoutMs}', true),
         least(
           (select starts_at from click_rollup
             where url_id = link.id and span = 'quarter' and ${includeBots ? 'true' : 'clicks > 0'}
             order by starts_at limit 1),
           (select created_at from click
             where url_id = link.id and ${includeBots ? 'true' : 'not is_bot'}
             order by created_at limit 1)) as "firstClick"
    from link where owner_id = ?${byIds ? ' and id in (?)' : ''}`

interface SummaryOptions {
  readonly starts: readonly Date[]
  readonly isPrivate: boolean
  readonly limit: number
}

function buildSummary(metrics: readonly MetricRow[], { starts, isPrivate, limit }: SummaryOptions): AnalyticsSummary {
  const total = metrics.find(({ dimension }) => dimension === 'total')
  const clicks = total?.clicks ?? 0
  const countsBy = (dimension: Dimension) => countValues(metrics, dimension, clicks, limit)
  const utmCountsBy = (dimension: Dimension) => countsBy(dimension).map(({ value, count }) => ({ value, count }))
  return Object.assign(new AnalyticsSummary(), {
    totalClicks: clicks,
    uniqueVisitors: isPrivate ? 0 : (total?.visitors ?? 0),
    uniqueVisitorsAvailable: !isPrivate,
    botClicks: total?.robots ?? 0,
    lastClickAt: total?.lastAt ? new Date(total.lastAt) : null,
    countryStats: countsBy('country').map(({ value, count }) => ({ country: value, count })),
    regionStats: groupSmallRegions(countsBy('region')).map(({ value, count }) => ({ region: value, count })),
    deviceStats: countsBy('device').map(({ value, count }) => ({ device: value, count })),
    browserStats: countsBy('browser').map(({ value, count }) => ({ browser: value, count })),
    osStats: countsBy('os').map(({ value, count }) => ({ os: value, count })),
    referrerStats: countsBy('referrer').map(({ value, count }) => ({ referrer: value, count })),
    utmStats: {
      source: utmCountsBy('utm_source'),
      medium: utmCountsBy('utm_medium'),
      campaign: utmCountsBy('utm_campaign'),
    },
    triggerStats: countsBy('trigger').map(({ value, count }) => ({ trigger: value, count })),
    timeseries: fillBuckets(metrics, starts, isPrivate),
  })
}

/** The values of a dimension, most first; the clicks that tell none are what is missing to the total. */
function countValues(metrics: readonly MetricRow[], dimension: Dimension, total: number, limit: number): ValueCount[] {
  const rows = metrics.filter((metric) => metric.dimension === dimension)
  const missing = total - (rows[0]?.told ?? 0)
  const counts = rows.map(({ value, clicks }) => ({ value, count: clicks }))
  return (missing > 0 ? mergeByValue([...counts, { value: unknownValue, count: missing }]) : counts).slice(0, limit)
}

function groupSmallRegions(regions: readonly ValueCount[]): ValueCount[] {
  return mergeByValue(
    regions.map(({ value, count }) => ({
      value: count < minRegionClicks && value !== unknownValue ? 'Other' : value,
      count,
    })),
  )
}

/** One share for each value, most first. */
function mergeByValue(counts: readonly ValueCount[]): ValueCount[] {
  return [...Map.groupBy(counts, ({ value }) => value)]
    .map(([value, group]) => ({ value, count: group.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

/** Every stretch of the series, those without a click included. */
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
