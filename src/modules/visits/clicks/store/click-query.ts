import type { LinkPlacementFilter } from '../../../publishing/links/index.ts'
import type { FilterValues } from '../filters/filter-text.ts'
import type { TimeRange } from '../time-range.ts'

/** The links of workspaces: the listed links, or all. If a folder or tags are given, only links with them. */
export interface LinkScope {
  readonly workspaceIds: readonly string[]
  readonly urlIds: readonly string[] | null
  readonly placement?: LinkPlacementFilter
  /** Whether links that count views of bio pages are among them. */
  readonly includesViews?: boolean
}

/** The dimensions of breakdowns. */
export const dimensionNames = [
  ...(['country', 'region', 'city', 'device', 'browser', 'os', 'referrer'] as const),
  ...(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const),
  ...(['trigger', 'rule', 'variant'] as const),
]
export type Dimension = (typeof dimensionNames)[number]

/** Values with fewer clicks could identify a person. They are counted together, as `Other`. */
export const minShownClicks: Readonly<Partial<Record<Dimension, number>>> = { region: 3, city: 3 }

/** Shown for clicks whose value is unknown. */
export const unknownValue = 'Unknown'

/** The fields by whose values clicks are filtered. */
export const filterNames = [
  ...(['country', 'region', 'city', 'continent', 'device', 'browser', 'os', 'referrer'] as const),
  ...(['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent', 'trigger', 'rule', 'variant'] as const),
]
export type FilterName = (typeof filterNames)[number]

/**
 * The values that a click must have, or must not have, in each field. Case is ignored. A missing value is `Unknown`, a
 * visit without referrer `Direct`, except in privacy mode. A referrer stands for its site, with and without `www.`. A city is
 * compared by its name, and by its name after its country or its region (`DE:Berlin`, `DE-BE:Berlin`).
 */
export type ClickFilters = Readonly<Partial<Record<FilterName, FilterValues>>>

/** Which clicks are read. */
export interface ClickSelection {
  readonly scope: LinkScope
  readonly range: TimeRange
  readonly filters: ClickFilters
  readonly includeBots: boolean
}

/** A bucket has the clicks from its start to the next start. The first bucket has all clicks before its end. */
export interface BucketSeries {
  /** As of `CountRow`. */
  readonly key: string
  readonly starts: readonly Date[]
  /** As of `ClickHistory`. Starts before it divide no clicks. */
  readonly firstClick: Date | null
}

/** `bucket` is the time series. `total` comes with a row for `unidentified`. */
export type Grouping = 'total' | 'bucket' | 'link' | Dimension

export interface CountQuery extends ClickSelection {
  /** Whether each link is counted by itself. Otherwise all are counted together. */
  readonly isPerLink: boolean
  readonly groupings: readonly Grouping[]
  /** The buckets of each key. */
  readonly series: readonly BucketSeries[]
  /** Most rows of each breakdown of a key, and of its links. All countries are returned, for their continents. Null: all rows. */
  readonly limit: number | null
}

/** The clicks of a value of a grouping. */
export interface CountRow {
  /** The id of the link, or `''` for all links together. */
  readonly key: string
  /** `unidentified` are the clicks by people without a visitor. */
  readonly grouping: Grouping | 'unidentified'
  /**
   * For `bucket` the number of the bucket, from 1; a click before the first bucket may be in number 0. For `link` the id. For
   * a dimension the value as it is shown: `Unknown` if it is missing, campaigns in lower case, sites without `www.`, regions
   * and cities with less than 3 clicks as `Other`, and a city after its region or its country. Otherwise empty.
   */
  readonly value: string
  /** By people, and with `includeBots` by all. In each grouping most clicks come first, then the order of bytes. */
  readonly clicks: number
  /** Only of `total` and `bucket`, like `visitors`. */
  readonly botClicks: number
  /**
   * Visitors count once for each link and UTC day: in `bucket` once in each of their buckets. A link that is in privacy mode
   * now has none.
   */
  readonly visitors: number
  /** The last click by a person; only of `total`. */
  readonly lastAt: string | Date | null
}

export interface ClickCounts {
  readonly rows: readonly CountRow[]
  /**
   * The whole UTC days that were counted from totals, which stay when single clicks are deleted. Null when every click was
   * counted by itself.
   */
  readonly totalDays: TimeRange | null
  /** How the visitors of the buckets of each key were counted. */
  readonly bucketVisitors: ReadonlyMap<string, VisitorSource>
}

/** From the totals of UTC days, or from single clicks. Null when there are too many single clicks to count. */
export type VisitorSource = 'days' | 'clicks' | null

/** A period whose single clicks the retention has deleted. Only totals are left. */
export interface DeletedPeriod {
  readonly from: Date
  readonly to: Date
}

/** What is known of links besides the counts of their clicks. */
export interface ClickHistory {
  /** As of `CountRow`. */
  readonly key: string
  /** Whether links are in privacy mode now, and whether other links are not. */
  readonly hasPrivateLinks: boolean
  readonly hasOtherLinks: boolean
  /** The first click; only its quarter of an hour is known when its row is deleted. */
  readonly firstClick: Date | null
  /** Contains all deleted clicks; null when no click is deleted. */
  readonly deleted: DeletedPeriod | null
}

/** Counts of many links, by people and by bots, deleted single clicks included. */
export interface LinkCountQuery {
  /** Null for all links of all workspaces. */
  readonly urlIds: readonly string[] | null
  /** Whole UTC hours, which do not overlap. Null for all time. */
  readonly periods: readonly { readonly from: Date; readonly to: Date }[] | null
  /** Counts each UTC hour or day by itself. */
  readonly by: 'hour' | 'day' | null
  /** Counts each known value by itself. */
  readonly dimension: 'country' | 'trigger' | null
  /** Leaves out counts with fewer clicks by people and fewer by bots. */
  readonly minClicks: number
}

/** The clicks of a link, or of one of its hours, days or values. */
export interface LinkCount {
  /** The start of the hour or day; null without `by`. */
  readonly at: Date | null
  /** Null without `dimension`. */
  readonly value: string | null
  readonly clicks: number
  readonly botClicks: number
  /** Each once for a UTC day, whatever the privacy mode of the link is now. 0 for hours and with a dimension. */
  readonly visitors: number
}

/** The clicks from a country that are stored one by one. */
export interface CountryCount {
  readonly country: string | null
  /** By people, and with `includeBots` by all. */
  readonly clicks: number
  readonly people: number
  /** Clicks by people without a visitor. */
  readonly unidentified: number
  /** As of `CountRow`. */
  readonly visitors: number
}
