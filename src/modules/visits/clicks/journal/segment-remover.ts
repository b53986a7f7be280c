import type { Logger } from '../../../../platform/shared/logger.ts'

/** How long a file waits after the disk has refused to remove one. */
const retryMs = 1_000

/** A file whose clicks are in the database. */
interface ShippedSegment {
  readonly path: string
  delete(): Promise<void>
}

/**
 * Removes files whose clicks are in the database. When the disk refuses to remove a file, the remover tries again. A
 * later process that finds the file writes its clicks once more, and each click counts once.
 */
export class SegmentRemover {
  private readonly segments = new Set<ShippedSegment>()
  private failureCount = 0
  private retryAt = 0

  constructor(private readonly log: Pick<Logger, 'warn'>) {}

  /** How often the disk has refused to remove a file. */
  get failures(): number {
    return this.failureCount
  }

  /** The files that are not removed yet. */
  get paths(): string[] {
    return [...this.segments].map(({ path }) => path)
  }

  /** Has the file removed by the next `run`. */
  add(segment: ShippedSegment): void {
    this.segments.add(segment)
  }

  /** Removes all files, at most once a second while the disk refuses one. */
  async run(): Promise<void> {
    if (performance.now() < this.retryAt) return
    const isRetry = this.retryAt > 0
    this.retryAt = 0
    for (const segment of this.segments) {
      try {
        await segment.delete()
        this.segments.delete(segment)
      } catch (err) {
        if (!isRetry && this.retryAt === 0)
          this.log.warn({ err, path: segment.path }, 'a file of the journal cannot be removed; trying again')
        this.failureCount++
        this.retryAt = performance.now() + retryMs
      }
    }
  }
}
