import type { EntityManager } from '../../../../platform/database/database.ts'
import type { SelectedFields } from '../../../../platform/graphql/inputs/selected-fields.ts'
import { batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import { dayMs } from '../../../../platform/shared/time.ts'
import { LinkNotFound, type LinkPlacementFilter, type PlacementKind } from '../../../publishing/links/index.ts'
import { createLinkLoader } from '../link-loader.ts'
import type { ReportLimiter } from '../report-limiter.ts'
import {
  type ClickHistory,
  type CountQuery,
  type CountRow,
  dimensionNames,
  type Grouping,
  type LinkScope,
} from '../store/click-query.ts'
import type { ClickReader } from '../store/click-store.ts'
import {
  type AnalyticsArgs,
  type AnalyticsQuery,
  type LeastClickedArgs,
  parseAnalyticsQuery,
} from './analytics.inputs.ts'
import { AccountAnalytics, type AnalyticsSummary, type LeastClickedLinks } from './analytics.types.ts'
import { findLeastClicked, findLinkKinds, sumByPlacement } from './link-counts.queries.ts'
import type { PlacementStat } from './placement-stats.types.ts'
import { createSeries, type Series } from './series.ts'
import { buildSummary } from './summary.ts'

/** What a report needs of a request. */
export type ReportContext = Pick<RequestContext, 'em' | 'deadline' | 'now'>

/** What a summary counts. */
const groupings: readonly Grouping[] = ['total', 'bucket', ...dimensionNames]

/** One link, or all together under the key `''`, and the buckets of its series. */
interface Subject {
  readonly history: ClickHistory
  readonly series: Series
}

interface DailyClicksRequest {
  readonly urlId: string
  readonly days: number
}

/** Computes analytics of the caller's links. */
export class AnalyticsService {
  constructor(
    private readonly store: ClickReader,
    private readonly reports: ReportLimiter,
  ) {}

  private readonly loadSummary = createLinkLoader<AnalyticsQuery, AnalyticsSummary>(
    (context, urlIds, query) =>
      this.reports.run(context.accountId, context, () =>
        this.summarizeLinks(context.em, query, { workspaceIds: context.workspaceIds, urlIds, includesViews: true }),
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
    return this.reports.run(caller, context, () => this.summarizeTogether(context.em, query, scope, hasKinds))
  }

  /** The clicks by people on each of the last UTC days, the oldest first, for all links of a request in one statement. */
  readonly loadDailyClicks = batchPerRequest<DailyClicksRequest, number[]>(async (context, requests) => {
    const to = new Date(Math.floor(context.now().getTime() / dayMs + 1) * dayMs)
    const from = new Date(to.getTime() - Math.max(...requests.map(({ days }) => days)) * dayMs)
    const urlIds = [...new Set(requests.map(({ urlId }) => urlId))]
    const query = { urlIds, periods: [{ from, to }], by: 'day', dimension: null, minClicks: 1 } as const
    const counts = await this.store.countLinks(context.em, query)
    return requests.map(({ urlId, days }) => {
      const series = Array<number>(days).fill(0)
      for (const { at, clicks } of counts.get(urlId) ?? []) {
        const day = days - (to.getTime() - Number(at)) / dayMs
        if (day >= 0) series[day] = clicks
      }
      return series
    })
  })

  /** Of the analyzed links, finds the links with the fewest clicks. Its statements read one snapshot. */
  async findLeastClicked(
    context: RequestContext,
    { query, scope }: AccountAnalytics,
    args: LeastClickedArgs,
  ): Promise<LeastClickedLinks> {
    const rows = await this.readLinkCounts(context, query, scope, (em, counts) =>
      findLeastClicked(em, { counts, scope, createdBefore: query.range.to ?? new Date(query.now.getTime() + 1) }, args),
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
    return this.readLinkCounts(context, query, scope, (em, counts) =>
      sumByPlacement(em, counts, kind, context.workspaceId),
    )
  }

  /** Counts the clicks of each link, and reads from other tables what belongs to them, in one snapshot. */
  private readLinkCounts<T>(
    context: RequestContext,
    query: AnalyticsQuery,
    scope: LinkScope,
    read: (em: EntityManager, counts: ReadonlyMap<string, number>) => Promise<T>,
  ): Promise<T> {
    return this.reports.run(context.accountId, context, () =>
      this.store.inSnapshot(context.em, async (em) => {
        const options = { isPerLink: false, groupings: ['link'], series: [], limit: null } as const
        const { rows } = await this.store.count(em, { ...query, ...options, scope })
        const counts = rows
          .filter(({ grouping }) => grouping === 'link')
          .map(({ value, clicks }) => [value, clicks] as const)
        return read(em, new Map(counts))
      }),
    )
  }

  /**
   * Computes analytics of links, with the same number of statements for any number of links. Links of other workspaces
   * are missing. All statements read one snapshot, so breakdowns and series add up to the total. When the series of a
   * link would be too long, the value of this link is an `InvalidParams`.
   */
  private summarizeLinks(
    em: EntityManager,
    query: AnalyticsQuery,
    scope: LinkScope,
  ): Promise<Map<string, AnalyticsSummary | Error>> {
    return this.store.inSnapshot(em, async (inner) => {
      const histories = await this.store.readHistory(inner, scope, { ...query, isPerLink: true })
      const summaries = new Map<string, AnalyticsSummary | Error>()
      const subjects: Subject[] = []
      for (const history of histories) {
        try {
          subjects.push({ history, series: createSeries(query, history.firstClick) })
        } catch (error) {
          summaries.set(history.key, error as Error)
        }
      }
      if (subjects.length === 0) return summaries
      const selected = { ...scope, urlIds: subjects.map(({ history }) => history.key) }
      const counted = await this.countSubjects(inner, query, { scope: selected, isPerLink: true, groupings }, subjects)
      for (const [key, { summary }] of counted) summaries.set(key, summary)
      return summaries
    })
  }

  /** Computes analytics of links together, with statements that read one snapshot. */
  private summarizeTogether(
    em: EntityManager,
    query: AnalyticsQuery,
    scope: LinkScope,
    hasKinds: boolean,
  ): Promise<AccountAnalytics> {
    return this.store.inSnapshot(em, async (inner) => {
      const histories = await this.store.readHistory(inner, scope, { ...query, isPerLink: false })
      const subjects = histories.map((history) => ({ history, series: createSeries(query, history.firstClick) }))
      const selection = { scope, isPerLink: false, groupings: [...groupings, 'link'] } as const
      const { summary, counts } = (await this.countSubjects(inner, query, selection, subjects)).get('') as Summary
      const links = counts.filter(({ grouping }) => grouping === 'link')
      const kinds = await findLinkKinds(inner, hasKinds ? links.map(({ value }) => value) : [])
      const topLinks = links.map(({ value, clicks }) => ({
        urlId: value,
        kind: kinds.get(value) ?? 'link',
        count: clicks,
      }))
      return Object.assign(new AccountAnalytics(), summary, { query, scope, topLinks })
    })
  }

  private async countSubjects(
    em: EntityManager,
    query: AnalyticsQuery,
    selection: Pick<CountQuery, 'scope' | 'isPerLink' | 'groupings'>,
    subjects: readonly Subject[],
  ): Promise<Map<string, Summary>> {
    const series = subjects.map(({ history: { key, firstClick }, series: { starts } }) => ({ key, starts, firstClick }))
    const { rows, totalDays, bucketVisitors } = await this.store.count(em, { ...query, ...selection, series })
    const rowsByKey = Map.groupBy(rows, ({ key }) => key)
    return new Map(
      subjects.map((subject) => {
        const { key } = subject.history
        const counts = rowsByKey.get(key) ?? []
        const visitorSource = bucketVisitors.get(key) ?? null
        const summary = buildSummary(counts, { ...subject, query, range: query.range, totalDays, visitorSource })
        return [key, { summary, counts }]
      }),
    )
  }
}

interface Summary {
  readonly summary: AnalyticsSummary
  readonly counts: readonly CountRow[]
}
