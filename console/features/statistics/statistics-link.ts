/** The link whose statistics are shown. */
export interface StatisticsLink {
  readonly id: string
  readonly shortUrl: string
  readonly title: string
}
