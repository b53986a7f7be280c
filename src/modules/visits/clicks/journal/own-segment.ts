import type { ClickRow } from '../tracking/click-row.ts'
import { encodeFrame, encodeSeal, splitIntoFrames } from './journal-frame.ts'
import { type SegmentBatch, SegmentReader, SegmentWriter } from './segment.ts'

/** Clicks of one frame, and where they are in the file. A seal has none. */
interface RecentClicks {
  readonly start: number
  readonly end: number
  readonly clicks: readonly ClickRow[]
}

/** Clicks that are kept in memory until they are shipped. Later clicks are read from the file. */
const maxRecentClicks = 10_000

/** A file of the journal of this process, which appends to it, and ships what it has appended. */
export class OwnSegment {
  private readonly writer: SegmentWriter
  private readonly reader: SegmentReader
  private recent: RecentClicks[] = []
  private recentCount = 0
  private isOpened = true
  /** The end of the last seal. */
  private sealedEnd = 0

  /** Creates the file. With `sealsBatches`, a batch ends where it is full, or at a seal. */
  constructor(
    readonly path: string,
    private readonly sealsBatches: boolean,
  ) {
    this.writer = new SegmentWriter(path)
    this.reader = new SegmentReader(path)
  }

  get bytes(): number {
    return this.writer.bytes
  }

  /** Whether clicks may be appended. */
  get isOpen(): boolean {
    return this.isOpened
  }

  /** Whether all clicks are shipped. */
  get isShipped(): boolean {
    return this.reader.offset >= this.writer.bytes
  }

  /** Like `SegmentWriter.append`. */
  append(clicks: readonly ClickRow[]): boolean {
    const frames = splitIntoFrames(clicks).map((frame) => ({ clicks: frame, bytes: encodeFrame(frame) }))
    let start = this.writer.bytes
    if (!this.writer.append(Buffer.concat(frames.map(({ bytes }) => bytes)))) return false
    if (this.recentCount + clicks.length <= maxRecentClicks) {
      for (const frame of frames) {
        this.recent.push({ start, end: start + frame.bytes.length, clicks: frame.clicks })
        start += frame.bytes.length
      }
      this.recentCount += clicks.length
    }
    return true
  }

  /**
   * Ends the last batch of the clicks appended so far. From then on, whoever reads the file reads the same batches. Does
   * nothing while sealed clicks are not shipped. False when another process has taken the file over.
   */
  seal(): boolean {
    const start = this.writer.bytes
    if (!this.isOpened || this.reader.offset < this.sealedEnd || this.sealedEnd === start) return true
    if (!this.writer.append(encodeSeal())) return false
    this.sealedEnd = this.writer.bytes
    this.recent.push({ start, end: this.sealedEnd, clicks: [] })
    return true
  }

  sync(): Promise<void> {
    return this.writer.sync()
  }

  /** The next clicks, about as many as asked for. The same clicks are read again until they are marked as shipped. */
  async read(maxClicks: number): Promise<SegmentBatch> {
    const { offset } = this.reader
    const { bytes } = this.writer
    const [first] = this.recent
    if (!first || first.start > offset)
      return this.reader.read(maxClicks, this.sealsBatches ? bytes : (first?.start ?? bytes))
    const clicks: ClickRow[] = []
    let end = offset
    let isSealed = false
    for (const each of this.recent) {
      if (each.start > end || clicks.length >= maxClicks || isSealed) break
      for (const click of each.clicks) clicks.push(click)
      end = each.end
      isSealed = each.clicks.length === 0
    }
    // The next clicks are not in memory, and the batch does not end before them.
    if (this.sealsBatches && !isSealed && end < bytes && clicks.length < maxClicks)
      return this.reader.read(maxClicks, bytes)
    return { path: this.path, start: offset, clicks, end, damages: [] }
  }

  /** Marks what was read up to `end` as shipped. */
  markShipped(end: number): void {
    this.reader.offset = end
    const firstUnshipped = this.recent.findIndex(({ start }) => start >= end)
    const shipped = this.recent.splice(0, firstUnshipped < 0 ? this.recent.length : firstUnshipped)
    for (const { clicks } of shipped) this.recentCount -= clicks.length
  }

  /** Empties the file, whose clicks are all shipped. */
  clear(): void {
    if (this.writer.bytes === 0) return
    this.writer.clear()
    this.reader.offset = 0
  }

  /** Ends appending: the file is synced after the preceding files, and closed. */
  async finish(preceding: Promise<void>, onError: (error: unknown) => void): Promise<void> {
    this.isOpened = false
    await preceding
    await this.writer.sync().catch(onError)
    this.writer.close()
  }

  /** Closes the file where it is. */
  async close(): Promise<void> {
    await this.reader.close()
    if (this.isOpened) this.writer.close()
    this.isOpened = false
  }

  /** Deletes the file. */
  delete(): Promise<void> {
    return this.reader.delete()
  }
}
