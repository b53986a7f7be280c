/** What had ended when a subscription began, as `pg_current_snapshot()` tells it: `xmin:xmax:xip,xip`. */
export class Snapshot {
  /** Every transaction below it had ended. */
  readonly xmin: bigint
  readonly #xmax: bigint
  readonly #open: ReadonlySet<string>

  constructor(text: string) {
    const [xmin = '', xmax = '', open = ''] = text.split(':')
    this.xmin = BigInt(xmin)
    this.#xmax = BigInt(xmax)
    this.#open = new Set(open.split(','))
  }

  /** Whether a transaction had not ended: what it wrote is new to whoever began then. */
  precedes(tx: string): boolean {
    return this.#open.has(tx) || BigInt(tx) >= this.#xmax
  }
}
