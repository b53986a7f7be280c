import type { ClickRow } from '../tracking/click-row.ts'
import { encodeFrames } from './journal-frame.ts'
import { SegmentReader, SegmentWriter } from './segment.ts'
import type { SegmentRemover } from './segment-remover.ts'

/** A pass that moved no click is followed by a longer pause. */
const retryDelaysMs = { first: 1_000, longest: 30_000 }

/** Clicks in one batch of a pass. */
const batchSize = 500

/** Why the database did not accept a click: its link is locked, it does not know the link, or the click is invalid. */
export type QuarantineReason = 'locked_link' | 'unknown_link' | 'invalid'

interface QuarantineFile {
  readonly writer: SegmentWriter
  readonly reason: QuarantineReason
  clickCount: number
}

/**
 * Clicks that the database did not accept while it accepted others. They wait in files beside the journal, one file for
 * each reason, and delay no other click. A process that takes the journal over finds the files there.
 */
export class Quarantine {
  private files: QuarantineFile[] = []
  /** The files that the pass that runs now has not moved yet. */
  private tried: QuarantineFile[] = []
  private delayMs = retryDelaysMs.first
  private retryAt = 0

  constructor(
    private readonly createPath: () => string,
    private readonly remover: SegmentRemover,
  ) {}

  /** Clicks that are in quarantine now. While a pass runs, a click that the pass has added again may count twice. */
  get size(): number {
    return sumClicks([...this.tried, ...this.files])
  }

  /** Clicks that are in quarantine by their reason. */
  get counts(): Readonly<Record<QuarantineReason, number>> {
    const counts = { locked_link: 0, unknown_link: 0, invalid: 0 }
    for (const { reason, clickCount } of [...this.tried, ...this.files]) counts[reason] += clickCount
    return counts
  }

  get paths(): string[] {
    return this.files.map(({ writer }) => writer.path)
  }

  /** Adds clicks. Resolves when they survive a power cut. */
  async add(clicks: readonly ClickRow[], reason: QuarantineReason): Promise<void> {
    if (clicks.length === 0) return
    if (this.files.length === 0) this.delayMs = retryDelaysMs.first
    this.retryAt ||= performance.now() + this.delayMs
    const file = this.files.findLast((each) => each.reason === reason) ?? this.createFile(reason)
    file.writer.append(encodeFrames(clicks))
    file.clickCount += clicks.length
    await file.writer.sync()
  }

  /**
   * Tries all clicks once when a pass is due. `insert` adds the clicks again that still cannot be written. When
   * `insert` throws, the file that was being read stays, with the clicks that were added again. Each click counts once.
   */
  async retry(insert: (clicks: readonly ClickRow[]) => Promise<void>): Promise<void> {
    if (this.files.length === 0 || performance.now() < this.retryAt) return
    const previousSize = this.size
    this.tried = this.files
    this.files = []
    try {
      for (let file = this.tried[0]; file; file = this.tried[0]) {
        const moved = await moveClicks(file, insert)
        this.tried.shift()
        this.remover.add(moved)
      }
    } finally {
      this.files = [...this.tried, ...this.files]
      this.tried = []
      this.delayMs = this.size < previousSize ? retryDelaysMs.first : Math.min(this.delayMs * 2, retryDelaysMs.longest)
      this.retryAt = this.files.length > 0 ? performance.now() + this.delayMs : 0
    }
  }

  close(): void {
    for (const { writer } of this.files) writer.close()
  }

  private createFile(reason: QuarantineReason): QuarantineFile {
    const file = { writer: new SegmentWriter(this.createPath()), reason, clickCount: 0 }
    this.files.push(file)
    return file
  }
}

function sumClicks(files: readonly QuarantineFile[]): number {
  return files.reduce((sum, { clickCount }) => sum + clickCount, 0)
}

/** Passes all clicks of a file to `insert`, and then closes the file. */
async function moveClicks(
  { writer }: QuarantineFile,
  insert: (clicks: readonly ClickRow[]) => Promise<void>,
): Promise<SegmentReader> {
  const reader = new SegmentReader(writer.path)
  try {
    while (reader.offset < writer.bytes) {
      const { clicks, end } = await reader.read(batchSize, writer.bytes)
      await insert(clicks)
      reader.offset = end
    }
  } finally {
    await reader.close()
  }
  writer.close()
  return reader
}
