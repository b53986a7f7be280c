import type { ClickRow } from '../tracking/click-row.ts'
import { OwnSegment } from './own-segment.ts'
import type { SegmentRemover } from './segment-remover.ts'

/** A larger segment is followed by another one, so that the disk gets its space back while others wait. */
const maxSegmentBytes = 16 * 1024 ** 2

/** The segment that is written is emptied when the database has all of it and it has at least this size. */
const clearBytes = 1024 ** 2

export interface OwnSegmentsOptions {
  readonly sealsBatches: boolean
  readonly remover: SegmentRemover
  /** Where the next file is created. */
  createPath(): string
  /** The disk refuses something that is no append. */
  onError(error: unknown): void
}

/** The files of the journal of this process that have clicks which are not shipped, the oldest first. */
export class OwnSegments {
  private segments: OwnSegment[] = []
  private syncing: Promise<void> = Promise.resolve()

  constructor(private readonly options: OwnSegmentsOptions) {}

  get bytes(): number {
    return this.segments.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get paths(): string[] {
    return this.segments.map(({ path }) => path)
  }

  /** The file with the next clicks that are not shipped; undefined without any. */
  get next(): OwnSegment | undefined {
    const [segment] = this.segments
    return segment?.isShipped ? undefined : segment
  }

  /** Like `SegmentWriter.append`, to a new file after a failure or a large one. */
  append(clicks: readonly ClickRow[]): boolean {
    return this.open().append(clicks)
  }

  /** Resolves when everything appended so far survives a power cut. */
  sync(): Promise<void> {
    const sync = this.syncing.then(() => this.segments.at(-1)?.sync())
    this.syncing = sync.catch(() => undefined)
    return sync
  }

  /** The next clicks go to another file. */
  closeLast(): void {
    const last = this.segments.at(-1)
    if (!last?.isOpen) return
    this.syncing = last.finish(this.syncing, this.options.onError).catch(() => undefined)
    this.release(last)
  }

  /** Marks what was read up to `end` as shipped. False when another process has taken the file over. */
  markShipped(segment: OwnSegment, end: number): boolean {
    if (!this.segments.includes(segment)) return false
    segment.markShipped(end)
    if (segment.isOpen && segment.isShipped && end >= clearBytes) this.clear(segment)
    this.release(segment)
    return true
  }

  /** Empties the clicks that are shipped, however few they are: no part of a visit stays longer than needed. */
  clearShipped(): void {
    const [segment] = this.segments
    if (segment?.isOpen && segment.isShipped) this.clear(segment)
  }

  /** Leaves the files to the process that has taken them over. */
  abandon(): void {
    for (const segment of this.segments) segment.close().catch(this.options.onError)
    this.segments = []
  }

  /** Closes all files. Those whose clicks are all shipped are removed. */
  async close(): Promise<void> {
    for (const segment of this.segments) {
      await segment.close().catch(this.options.onError)
      if (segment.isShipped) this.options.remover.add(segment)
    }
  }

  private open(): OwnSegment {
    const last = this.segments.at(-1)
    if (last?.isOpen && last.bytes < maxSegmentBytes) return last
    this.closeLast()
    const segment = new OwnSegment(this.options.createPath(), this.options.sealsBatches)
    this.segments.push(segment)
    return segment
  }

  /** Empties a segment. One that the disk does not allow to be emptied is removed instead. */
  private clear(segment: OwnSegment): void {
    try {
      // A sealed batch is named by its place in a file, so no place is used twice.
      if (this.options.sealsBatches) this.closeLast()
      else segment.clear()
    } catch {
      this.closeLast()
    }
  }

  /** Has a segment removed that is complete and shipped. */
  private release(segment: OwnSegment): void {
    if (segment.isOpen || !segment.isShipped) return
    this.segments = this.segments.filter((each) => each !== segment)
    this.options.remover.add(segment)
  }
}
