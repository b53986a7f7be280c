/** The history of a link, or of some links. */
export interface HistoryRow {
  readonly hasPrivateLinks: boolean
  readonly hasOtherLinks: boolean
  /** The first click; only its quarter of an hour is known when its row is deleted. */
  readonly firstClick: string | Date | null
  readonly deletedFrom: string | Date | null
  readonly deletedTo: string | Date | null
}
