/** Something the database keeps with the transaction that wrote it. */
export interface Written {
  readonly tx: string
}

/** What transactions have written that have ended and that no other can come before any more. */
export interface Settled<E extends Written> {
  /** In the order of their transactions. */
  readonly events: readonly E[]
  /** The first transaction that is not among them; where to go on. */
  readonly upto: bigint
  /** Whether more could be read at once. */
  readonly isCut: boolean
}

/** Events taken at once; the rest is left to the next look. A transaction writes fewer. */
export const mostAtOnce = 5_000

/** Which transactions a look takes, as `mark.upto`: who asks takes those below it. */
export const settledSql = `mark as materialized (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as upto)`

/** Rows of a look, at most `mostAtOnce` and in order: when not all were taken the last transaction may have been cut, and is left out. */
export function wholeTransactions<E extends Written>(events: readonly E[], upto: bigint): Settled<E> {
  const last = events.at(-1)
  if (!last || events.length < mostAtOnce) return { events, upto, isCut: false }
  return { events: events.filter(({ tx }) => tx !== last.tx), upto: BigInt(last.tx), isCut: true }
}
