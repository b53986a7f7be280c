import type { Logger } from '../shared/logger.ts'

interface CollectedWritesOptions<T> {
  /** One value for two of the same key. */
  readonly merge: (earlier: T, later: T) => T
  readonly write: (values: readonly T[]) => Promise<void>
  readonly log: Pick<Logger, 'warn'>
  /** What the log says when a write has failed. */
  readonly failure: string
}

/** Collects values by key for a write in the background, so that no request waits for it or fails because of it. */
export class CollectedWrites<T> {
  private pending = new Map<string, T>()

  constructor(private readonly options: CollectedWritesOptions<T>) {}

  /** How many keys wait for the next write. */
  get size(): number {
    return this.pending.size
  }

  has(key: string): boolean {
    return this.pending.has(key)
  }

  add(key: string, value: T): void {
    const earlier = this.pending.get(key)
    this.pending.set(key, earlier === undefined ? value : this.options.merge(earlier, value))
  }

  /** Writes what was collected. Never rejects; what could not be written waits for the next time. */
  async flush(): Promise<void> {
    const { merge, write, log, failure } = this.options
    if (this.pending.size === 0) return
    const written = this.pending
    this.pending = new Map()
    try {
      await write([...written.values()])
    } catch (err) {
      log.warn({ err }, failure)
      for (const [key, earlier] of written) {
        const later = this.pending.get(key)
        this.pending.set(key, later === undefined ? earlier : merge(earlier, later))
      }
    }
  }
}
