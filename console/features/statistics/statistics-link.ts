/** The link whose statistics are shown. */
export interface StatisticsLink {
  readonly id: string
  readonly shortUrl: string
  readonly title: string
  /** Whether it is a page. Its views are in no list of clicks, and cannot be shared. */
  readonly isPage?: boolean
}
