import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { largestAlignedSpan } from '../../../time-range.ts'
import type { BucketSeries, ClickCounts, CountQuery, VisitorSource } from '../../click-query.ts'
import { countRowsInRange, queryMetrics } from './count.queries.ts'
import { type CountPlan, planCount } from './count-plan.ts'
import { createLinkSource } from './link-metric.queries.ts'
import type { MetricSource, SeriesBounds } from './metric-source.ts'
import { findWholeWorkspace } from './workspace-history.queries.ts'
import { createWorkspaceSource } from './workspace-metric.queries.ts'

/**
 * The most clicks, bots included, from which the visitors of buckets are counted. The limit is for all series of a
 * statement together.
 */
const maxClicksOfVisitors = 1_000_000

/** A series, and the longest span of rollups whose rows each lie in one of its buckets; null when none does. */
type SpannedSeries = BucketSeries & Pick<SeriesBounds, 'span'>

/** Counts clicks from the rollups and from rows. Call it in a snapshot. */
export async function countClicks(em: EntityManager, query: CountQuery): Promise<ClickCounts> {
  const series = query.series.map((each) => ({ ...each, span: findSpan(each) }))
  const plan = planCount(
    query,
    series.every(({ span }) => span !== null),
  )
  const source = chooseSource(query, plan)
  const bucketVisitors = await chooseVisitorSources(em, plan, source, series)
  const bounds = series
    .filter(({ starts }) => starts.length > 0)
    .map(({ key, starts, span }) => ({ key, bounds: starts, span, visitorSource: bucketVisitors.get(key) ?? null }))
  const rows = await queryMetrics(em, plan, source, bounds, !query.isPerLink)
  return { rows, totalDays: plan.days, bucketVisitors }
}

/** Without a click, any span fits. */
function findSpan({ starts, firstClick }: BucketSeries) {
  return firstClick === null ? 'day' : largestAlignedSpan(starts, firstClick)
}

/** The rollups of a workspace have no filters. */
function chooseSource({ scope, isPerLink }: CountQuery, { clauses }: CountPlan): MetricSource {
  const workspaceId = isPerLink || clauses.length > 0 ? undefined : findWholeWorkspace(scope)
  return workspaceId ? createWorkspaceSource(workspaceId) : createLinkSource(scope, !isPerLink)
}

/**
 * Chooses how the visitors of buckets are counted. The rollups have the visitors of UTC days. In other buckets,
 * visitors are counted from single clicks. The series with the fewest clicks is first; when there are too many clicks,
 * the other series have no visitors.
 */
async function chooseVisitorSources(
  em: EntityManager,
  plan: CountPlan,
  source: MetricSource,
  series: readonly SpannedSeries[],
): Promise<Map<string, VisitorSource>> {
  const sources = new Map<string, VisitorSource>(series.map(({ key }) => [key, 'days']))
  const others = series.filter(({ span }) => span !== 'day')
  if (others.length === 0) return sources
  const clicksByKey = await countRowsInRange(em, plan, source)
  const sizes = others.map(({ key }) => ({ key, clicks: clicksByKey.get(key) ?? 0 }))
  let clicksBefore = 0
  for (const { key, clicks } of sizes.toSorted((a, b) => a.clicks - b.clicks)) {
    clicksBefore += clicks
    sources.set(key, clicksBefore <= maxClicksOfVisitors ? 'clicks' : null)
  }
  return sources
}
