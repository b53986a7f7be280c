/** The link whose statistics are shown. */
export interface StatisticsLink {
  readonly id: string
  readonly shortUrl: string
  readonly title: string
  /** Whether its statistics can be shared: those of a page cannot. */
  readonly isShareable?: boolean
}
