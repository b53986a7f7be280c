/** A value of a dimension with its clicks. The name of the first field depends on the dimension. */
export type CountRow = Readonly<Record<string, unknown>> & { readonly count: number }

export interface LinkCountRow {
  readonly urlId: string
  readonly count: number
}

export interface BucketRow {
  readonly timestamp: string
  readonly clicks: number
  readonly uniqueVisitors?: number | null
}

/** An analytics summary. Fields that were not selected are absent. */
export interface SummaryResult {
  readonly totalClicks: number
  readonly uniqueVisitors: number
  readonly uniqueVisitorsAvailable: boolean
  readonly botClicks?: number
  readonly lastClickAt?: string | null
  readonly utmStats?: Readonly<Record<string, readonly CountRow[]>>
  readonly topLinks?: readonly LinkCountRow[]
  readonly placementStats?: readonly { readonly id: string; readonly name: string; readonly count: number }[]
  readonly leastClickedLinks?: {
    readonly links: readonly LinkCountRow[]
    readonly totalCount: number
    readonly unclickedCount: number
  }
  readonly timeseries?: readonly BucketRow[]
}

/** A link in the form that lists of links have. */
interface ListedLink {
  readonly id: string
  readonly title: string
  readonly code: string
  readonly currentClicks: number
}

/** The result of the document of a plan. Its fields depend on the operation. */
export interface QueryResult {
  readonly linkHealth?: {
    readonly isOn: boolean
    readonly unreachable: number
    readonly unreachableUrls: readonly ListedLink[]
  }
  readonly summary?: SummaryResult
  /** Further windows of a long period. */
  readonly part2?: SummaryResult
  readonly part3?: SummaryResult
  readonly previous?: SummaryResult
  readonly other?: SummaryResult
  /** The whole, when the question asks for a share of it. */
  readonly whole?: SummaryResult
  readonly url?: { readonly isActive: boolean; readonly createdAt: string }
  readonly urls?: {
    readonly totalCount: number
    readonly nodes: readonly (ListedLink & { readonly createdAt: string })[]
  }
}

const emptySummary: SummaryResult = { totalClicks: 0, uniqueVisitors: 0, uniqueVisitorsAvailable: false }

/** The main summary; an empty one for an answer without clicks. */
export function getSummary({ summary = emptySummary }: QueryResult): SummaryResult {
  return summary
}
