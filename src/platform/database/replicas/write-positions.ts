/** A position in the log of the primary, in bytes from its beginning. */
export type LogPosition = number

/** With more writers than this, all callers count as writers. */
const maxWriters = 10_000

/**
 * Where the log of the primary was after the last write of each writer: an account, or a workspace whose clicks this node
 * has stored. A writer is named first, and its position is known when the primary has been asked for its own.
 */
export class WritePositions {
  private readonly positions = new Map<string, LogPosition>()
  /** Writers without a position yet, with the number of their write. */
  private readonly unplaced = new Map<string, number>()
  /** A position after the last write of everybody else; undefined while this is unknown. */
  private floor: LogPosition | undefined
  private writes = 0
  private gaps = 0

  /** Called when the write is committed. */
  add(writer: string): void {
    this.unplaced.set(writer, ++this.writes)
  }

  /** Writes of other nodes may have been missed. */
  forgetAll(): void {
    this.gaps++
    this.floor = undefined
    this.positions.clear()
    this.unplaced.clear()
  }

  /** Called before the primary is asked for its position, and the result with its answer. */
  beginPlacement(): (position: LogPosition) => void {
    const { writes, gaps } = this
    return (position) => {
      if (gaps !== this.gaps) return
      this.floor ??= position
      for (const [writer, number] of this.unplaced) {
        if (number > writes) continue
        this.unplaced.delete(writer)
        this.positions.set(writer, position)
      }
      if (this.positions.size <= maxWriters) return
      this.floor = position
      this.positions.clear()
    }
  }

  /** The position that a replica must have replayed so that it has all writes of these writers; undefined while it is unknown. */
  after(writers: readonly string[]): LogPosition | undefined {
    if (this.floor === undefined || writers.some((writer) => this.unplaced.has(writer))) return undefined
    return Math.max(this.floor, ...writers.map((writer) => this.positions.get(writer) ?? 0))
  }

  /** Forgets what every replica has replayed. */
  forgetUpTo(replayed: LogPosition): void {
    for (const [writer, position] of this.positions) {
      if (position > replayed) continue
      this.positions.delete(writer)
      // A replica that is started again may be at a former position.
      if (this.floor !== undefined) this.floor = Math.max(this.floor, position)
    }
  }
}
