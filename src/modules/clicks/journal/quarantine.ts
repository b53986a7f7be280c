import { rm } from 'node:fs/promises'
import type { ClickRow } from '../tracking/click-batch.queries.ts'
import { encodeFrames } from './journal-frame.ts'
import { SegmentReader, SegmentWriter } from './segment.ts'

/** A pass that moved nothing is followed by a longer pause. */
const retryDelaysMs = { first: 1_000, longest: 30_000 }

/** Clicks in one batch of a pass. */
const batchSize = 500

/**
 * Clicks that the database did not accept while it accepted others: their link is locked, or they are invalid. They wait in
 * a file beside the journal and delay no other. Whoever takes the journal over finds them there.
 */
export class Quarantine {
  private writer: SegmentWriter | undefined
  private count = 0
  private delayMs = retryDelaysMs.first
  private retryAt = 0

  constructor(private readonly createPath: () => string) {}

  /** Clicks that are in quarantine now. */
  get size(): number {
    return this.count
  }

  /** Its files. */
  get paths(): string[] {
    return this.writer ? [this.writer.path] : []
  }

  /** Adds clicks. Resolves when they survive a power cut. */
  async add(clicks: readonly ClickRow[]): Promise<void> {
    if (clicks.length === 0) return
    if (this.count === 0) this.delayMs = retryDelaysMs.first
    this.retryAt ||= performance.now() + this.delayMs
    this.writer ??= new SegmentWriter(this.createPath())
    this.writer.append(encodeFrames(clicks))
    this.count += clicks.length
    await this.writer.sync()
  }

  /** Tries all clicks once when it is time. `insert` adds those that still cannot be written. */
  async retry(insert: (clicks: readonly ClickRow[]) => Promise<void>): Promise<void> {
    const { writer } = this
    if (!writer || performance.now() < this.retryAt) return
    const tried = this.count
    this.writer = undefined
    this.count = 0
    const reader = new SegmentReader(writer.path)
    try {
      while (reader.offset < writer.bytes) {
        const { clicks, end } = await reader.read(batchSize, writer.bytes)
        await insert(clicks)
        reader.offset = end
      }
    } catch (error) {
      // The clicks that were added again meanwhile are in both files, and count once.
      await this.add((await reader.read(Number.POSITIVE_INFINITY, writer.bytes)).clicks)
      throw error
    } finally {
      this.delayMs = this.count < tried ? retryDelaysMs.first : Math.min(this.delayMs * 2, retryDelaysMs.longest)
      this.retryAt = this.count > 0 ? performance.now() + this.delayMs : 0
      await reader.close()
      writer.close()
      await rm(writer.path, { force: true })
    }
  }

  close(): void {
    this.writer?.close()
  }
}
