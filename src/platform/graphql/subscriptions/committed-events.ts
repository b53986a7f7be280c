/** Something the database keeps with the transaction that wrote it. */
export interface TransactionEvent {
  readonly tx: string
}

/** What transactions have written that have ended and that no other can come before any more. */
export interface CommittedEvents<E extends TransactionEvent> {
  /** In the order of their transactions. */
  readonly events: readonly E[]
  /** The first transaction that is not among them; where to go on. */
  readonly nextTransactionId: bigint
  /** Whether more could be read at once. */
  readonly hasMore: boolean
}

/** Events taken at once; the rest is left to the next look. A transaction writes fewer. */
export const maxBatchSize = 5_000

/** Which transactions a look takes, as `mark.upto`: who asks takes those below it. */
export const finishedTransactionsSql = `mark as materialized (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as upto)`

/** Rows of a look, at most `mostAtOnce` and in order: when not all were taken the last transaction may have been cut, and is left out. */
export function takeWholeTransactions<E extends TransactionEvent>(
  events: readonly E[],
  nextTransactionId: bigint,
): CommittedEvents<E> {
  const last = events.at(-1)
  if (!last || events.length < maxBatchSize) return { events, nextTransactionId, hasMore: false }
  return { events: events.filter(({ tx }) => tx !== last.tx), nextTransactionId: BigInt(last.tx), hasMore: true }
}

/** What had ended when a subscription began, as `pg_current_snapshot()` tells it: `xmin:xmax:xip,xip`. */
export class TransactionSnapshot {
  /** Every transaction below it had ended. */
  readonly xmin: bigint
  readonly #xmax: bigint
  readonly #inProgress: ReadonlySet<string>

  constructor(text: string) {
    const [xmin = '', xmax = '', inProgress = ''] = text.split(':')
    this.xmin = BigInt(xmin)
    this.#xmax = BigInt(xmax)
    this.#inProgress = new Set(inProgress.split(','))
  }

  /** Whether a transaction had not ended: what it wrote is new to whoever began then. */
  excludes(tx: string): boolean {
    return this.#inProgress.has(tx) || BigInt(tx) >= this.#xmax
  }
}
