import type { EntityManager } from '../../../../platform/database/database.ts'
import type { SelectedFields } from '../../../../platform/graphql/inputs/selected-fields.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { LinkNotFound, type LinkPlacementFilter, type PlacementKind } from '../../../publishing/links/index.ts'
import { createLinkLoader } from '../link-loader.ts'
import type { ReportLimiter } from '../report-limiter.ts'
import type { LinkScope } from '../store/click-query.ts'
import { countColumns } from '../store/postgres/columns/column-reader.ts'
import {
  type AnalyzedLinkRow,
  countRowsInRange,
  findAnalyzedLinks,
  findLinkKinds,
  queryLeastClicked,
  queryMetrics,
  queryPlacements,
} from '../store/postgres/counting/analytics.queries.ts'
import type { LinkSelection, VisitorSource } from '../store/postgres/counting/link-selection.queries.ts'
import type { MetricRow } from '../store/postgres/counting/metric.queries.ts'
import {
  findWholeWorkspace,
  findWorkspaceFacts,
  type WorkspaceFacts,
} from '../store/postgres/counting/workspace-facts.queries.ts'
import { createWorkspaceSource } from '../store/postgres/counting/workspace-metric.queries.ts'
import {
  type AnalyticsArgs,
  type AnalyticsQuery,
  type LeastClickedArgs,
  parseAnalyticsQuery,
} from './analytics.inputs.ts'
import { AccountAnalytics, type AnalyticsSummary, type LeastClickedLinks } from './analytics.types.ts'
import { type DeletedPeriod, findDeletedPeriod } from './deleted-clicks.ts'
import type { PlacementStat } from './placement-stats.types.ts'
import { inSnapshot } from './report-snapshot.ts'
import { createSeries, type Series } from './series.ts'
import { buildSummary } from './summary.ts'

/** What a report needs of a request. */
export type ReportContext = Pick<RequestContext, 'em' | 'deadline' | 'now'>

/** Computes analytics of the caller's links. */
export class AnalyticsService {
  constructor(private readonly reports: ReportLimiter) {}

  private readonly loadSummary = createLinkLoader<AnalyticsQuery, AnalyticsSummary>(
    (context, urlIds, query) =>
      this.reports.run(context.accountId, context, () =>
        summarizeLinks(context.em, query, { workspaceIds: context.workspaceIds, urlIds, includesViews: true }),
      ),
    () => new LinkNotFound(),
  )

  /**
   * Computes analytics of one link. Throws `LinkNotFound` for an unknown link or one of another account, and
   * `InvalidParams` for an invalid range, zone or unit.
   */
  summarize(context: RequestContext, urlId: string, args: AnalyticsArgs): Promise<AnalyticsSummary> {
    return this.loadSummary(context, urlId, args, parseAnalyticsQuery(args, context.now()))
  }

  /**
   * Computes analytics of all links of the workspace together, or of its links with a folder or tags. Throws
   * `InvalidParams`.
   */
  summarizeAll(
    context: RequestContext,
    args: AnalyticsArgs,
    placement: LinkPlacementFilter,
    selected: SelectedFields,
  ): Promise<AccountAnalytics> {
    const scope = { workspaceIds: [context.workspaceId], urlIds: null, placement }
    return this.summarizeScope(context.accountId, context, args, scope, selected.has('topLinks'))
  }

  /**
   * Computes the same for a scope that was checked before, as a report of `caller`. Throws `InvalidParams`. Without
   * `hasKinds`, the kinds of the top links are not read.
   */
  async summarizeScope(
    caller: string,
    context: ReportContext,
    args: AnalyticsArgs,
    scope: LinkScope,
    hasKinds = false,
  ): Promise<AccountAnalytics> {
    const query = parseAnalyticsQuery(args, context.now())
    return this.reports.run(caller, context, () => summarizeTogether(context.em, query, scope, hasKinds))
  }

  /** Of the analyzed links, finds the links with the fewest clicks. Its two statements read one snapshot. */
  async findLeastClicked(
    context: RequestContext,
    { query, scope }: AccountAnalytics,
    args: LeastClickedArgs,
  ): Promise<LeastClickedLinks> {
    const rows = await this.reports.run(context.accountId, context, () =>
      inSnapshot(context.em, (inner) => queryLeastClicked(inner, query, scope, args)),
    )
    return {
      links: rows.map(({ urlId, clicks }) => ({ urlId, kind: args.kind, count: clicks })),
      totalCount: rows[0]?.totalCount ?? 0,
      unclickedCount: rows[0]?.unclickedCount ?? 0,
    }
  }

  /** The clicks of the analytics by folder or by tag. There are at most 500 folders and 500 tags. */
  countByPlacement(
    context: RequestContext,
    { query, scope }: AccountAnalytics,
    kind: PlacementKind,
  ): Promise<PlacementStat[]> {
    return this.reports.run(context.accountId, context, () =>
      inSnapshot(context.em, (inner) => queryPlacements(inner, query, scope, kind, context.workspaceId)),
    )
  }
}

/** The links whose clicks are counted together: one link, or all under the key `''`. */
interface Subject {
  readonly key: string
  readonly series: Series
  /** Whether links are in privacy mode now: of each link, or of the two kinds that there are. */
  readonly linkPrivacy: readonly boolean[]
  readonly deleted: DeletedPeriod | null
}

/**
 * Computes analytics of links, with the same number of statements for any number of links. Links of other workspaces
 * are missing. All statements read one snapshot, so breakdowns and series add up to the total. When the series of a
 * link would be too long, the value of this link is an `InvalidParams`.
 */
function summarizeLinks(
  em: EntityManager,
  query: AnalyticsQuery,
  scope: LinkScope,
): Promise<Map<string, AnalyticsSummary | Error>> {
  return inSnapshot(em, async (inner) => {
    const links = await findAnalyzedLinks(inner, query, scope)
    const summaries = new Map<string, AnalyticsSummary | Error>()
    const subjects: Subject[] = []
    for (const link of links) {
      try {
        subjects.push(createSubject(query, link.id, [link]))
      } catch (error) {
        summaries.set(link.id, error as Error)
      }
    }
    if (subjects.length === 0) return summaries
    const selection = { ...scope, urlIds: subjects.map(({ key }) => key), isCombined: false }
    for (const [key, { summary }] of await summarize(inner, query, selection, subjects)) summaries.set(key, summary)
    return summaries
  })
}

/** Computes analytics of links together, with statements that read one snapshot. */
function summarizeTogether(
  em: EntityManager,
  query: AnalyticsQuery,
  scope: LinkScope,
  hasKinds: boolean,
): Promise<AccountAnalytics> {
  return inSnapshot(em, async (inner) => {
    const workspaceId = query.clauses.length === 0 ? findWholeWorkspace(scope) : undefined
    const selection = { ...scope, isCombined: true, ...(workspaceId && { source: createWorkspaceSource(workspaceId) }) }
    const subject = workspaceId
      ? createWorkspaceSubject(query, await findWorkspaceFacts(inner, query, workspaceId))
      : createSubject(query, '', await findAnalyzedLinks(inner, query, scope))
    const summaries = await summarize(inner, query, selection, [subject])
    const { summary, metrics } = summaries.get('') as SubjectSummary
    const counts = metrics.filter(({ dimension }) => dimension === 'link')
    const topIds = hasKinds ? counts.map(({ value }) => value) : []
    const kinds = await findLinkKinds(inner, topIds)
    const topLinks = counts.map(({ value, clicks }) => ({
      urlId: value,
      kind: kinds.get(value) ?? 'link',
      count: clicks,
    }))
    return Object.assign(new AccountAnalytics(), summary, { query, scope, topLinks })
  })
}

function createSubject(query: AnalyticsQuery, key: string, links: readonly AnalyzedLinkRow[]): Subject {
  const firstClicks = links.flatMap(({ firstClick }) => (firstClick === null ? [] : [new Date(firstClick).getTime()]))
  const firstClick = firstClicks.length > 0 ? new Date(firstClicks.reduce((a, b) => Math.min(a, b))) : null
  return {
    key,
    series: createSeries(query, firstClick),
    linkPrivacy: links.map(({ isPrivate }) => isPrivate),
    deleted: findDeletedPeriod(links),
  }
}

function createWorkspaceSubject(query: AnalyticsQuery, facts: WorkspaceFacts): Subject {
  return {
    key: '',
    series: createSeries(query, facts.firstClick === null ? null : new Date(facts.firstClick)),
    linkPrivacy: [...(facts.hasPrivateLinks ? [true] : []), ...(facts.hasOtherLinks ? [false] : [])],
    deleted: findDeletedPeriod([facts]),
  }
}

interface SubjectSummary {
  readonly summary: AnalyticsSummary
  readonly metrics: readonly MetricRow[]
}

async function summarize(
  em: EntityManager,
  parsedQuery: AnalyticsQuery,
  selection: LinkSelection,
  subjects: readonly Subject[],
): Promise<Map<string, SubjectSummary>> {
  const isAligned = subjects.every(({ series }) => series.span !== null)
  const query = isAligned ? parsedQuery : { ...parsedQuery, days: null }
  const sources = await chooseVisitorSources(em, query, selection, subjects)
  const getSource = (key: string) => sources.get(key) ?? null
  const bounds = subjects
    .filter(({ series }) => series.starts.length > 0)
    .map(({ key, series: { starts, span } }) => ({ key, bounds: starts, span, visitorSource: getSource(key) }))
  const columns = await countColumns(em, query, selection, bounds)
  const rows = await queryMetrics(em, query, selection, bounds, columns)
  const rowsByKey = Map.groupBy(rows, ({ key }) => key)
  return new Map(
    subjects.map(({ key, series, linkPrivacy, deleted }) => {
      const metrics = rowsByKey.get(key) ?? []
      const summary = buildSummary(metrics, {
        query,
        series,
        visitorSource: getSource(key),
        linkPrivacy,
        deleted,
      })
      return [key, { summary, metrics }]
    }),
  )
}

/**
 * The most clicks, bots included, from which the visitors of buckets are counted. The limit is for all series of a
 * statement together.
 */
const maxClicksOfVisitors = 1_000_000

/**
 * Chooses how the visitors of buckets are counted. The rollups have the visitors of UTC days. In other buckets,
 * visitors are counted from single clicks. The series with the fewest clicks is first; when there are too many clicks,
 * the other series have no visitors.
 */
async function chooseVisitorSources(
  em: EntityManager,
  query: AnalyticsQuery,
  selection: LinkSelection,
  subjects: readonly Subject[],
): Promise<Map<string, VisitorSource>> {
  const sources = new Map<string, VisitorSource>(subjects.map(({ key }) => [key, 'days']))
  const others = subjects.filter(({ series }) => series.span !== 'day')
  if (others.length === 0) return sources
  const clicksByKey = await (selection.source?.countRows(em, query) ?? countRowsInRange(em, query, selection))
  const sizes = others.map(({ key }) => ({ key, clicks: clicksByKey.get(key) ?? 0 }))
  let clicksBefore = 0
  for (const { key, clicks } of sizes.toSorted((a, b) => a.clicks - b.clicks)) {
    clicksBefore += clicks
    sources.set(key, clicksBefore <= maxClicksOfVisitors ? 'clicks' : null)
  }
  return sources
}
