/** An event with the id of the transaction that wrote it. */
export interface TransactionEvent {
  readonly tx: string
}

/** Events of finished transactions; no transaction with a lower id can finish later. */
export interface CommittedEvents<E extends TransactionEvent> {
  /** In the order of their transactions. */
  readonly events: readonly E[]
  /** The first transaction that is not included; the next read starts there. */
  readonly nextTransactionId: bigint
  /** Whether more events can be read at once. */
  readonly hasMore: boolean
}

/** How many events one read takes; the next read takes the rest. A transaction writes fewer. */
export const maxBatchSize = 5_000

/** A CTE whose `mark.upto` is the first transaction that may still be running: a read takes the transactions below it. */
export const finishedTransactionsSql = `mark as materialized (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as upto)`

/** The result of a read in order. When it was full, the last transaction may be incomplete: the next read takes it. */
export function takeWholeTransactions<E extends TransactionEvent>(
  events: readonly E[],
  nextTransactionId: bigint,
): CommittedEvents<E> {
  const last = events.at(-1)
  if (!last || events.length < maxBatchSize) return { events, nextTransactionId, hasMore: false }
  return { events: events.filter(({ tx }) => tx !== last.tx), nextTransactionId: BigInt(last.tx), hasMore: true }
}

/** The transactions that had finished when a subscription began, from `pg_current_snapshot()`: `xmin:xmax:xip,xip`. */
export class TransactionSnapshot {
  /** Every transaction below it had finished. */
  readonly xmin: bigint
  private readonly xmax: bigint
  private readonly inProgress: ReadonlySet<string>

  constructor(text: string) {
    const [xmin = '', xmax = '', inProgress = ''] = text.split(':')
    this.xmin = BigInt(xmin)
    this.xmax = BigInt(xmax)
    this.inProgress = new Set(inProgress.split(','))
  }

  /** Whether a transaction had not finished: its events are new to the subscription. */
  excludes(tx: string): boolean {
    return this.inProgress.has(tx) || BigInt(tx) >= this.xmax
  }
}
