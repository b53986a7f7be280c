import { join } from 'node:path'
import { Unavailable } from '../../../../platform/shared/general.errors.ts'
import type { Logger } from '../../../../platform/shared/logger.ts'
import type { ClickRow } from '../tracking/click-row.ts'
import { ClickAges } from './click-ages.ts'
import { DiskFailure, tryFolder } from './disk-failure.ts'
import { isMissingFolder, JournalFolder, type JournalPlace, segmentSuffix } from './journal-folder.ts'
import { OtherJournals } from './other-journals.ts'
import type { OwnSegment } from './own-segment.ts'
import { OwnSegments } from './own-segments.ts'
import type { SegmentBatch } from './segment.ts'
import { SegmentRemover } from './segment-remover.ts'

export interface JournalOptions {
  readonly place: JournalPlace
  /** How often appended clicks are synced to the disk, in milliseconds; 0: before each answer. */
  readonly syncMs: number
  /** Clicks beyond this size are refused. */
  readonly maxBytes?: number
  /**
   * Whether batches are the same however often and by whomever they are read, with the same `maxClicks`. What is read is on
   * the disk before.
   */
  readonly sealsBatches?: boolean
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>
}

const defaultMaxBytes = 8 * 1024 ** 3

/** The clicks of one turn of the event loop, which are appended with one write. */
interface Group {
  readonly clicks: ClickRow[]
  readonly appended: PromiseWithResolvers<true>
}

/** Clicks that are not in the database. They are read again until `markShipped` is called. */
interface UnshippedClicks extends SegmentBatch {
  markShipped(): void
}

/**
 * The clicks of this process that are not in the database yet, in append-only files. An appended click survives the end of
 * the process; `syncMs` later it survives a power cut.
 */
export class Journal {
  /** Removes the files of this process, and the files that it has taken over. */
  readonly remover: SegmentRemover
  readonly others: OtherJournals
  private readonly segments: OwnSegments
  private segmentCount = 0
  private group: Group | undefined
  private appendedCount = 0
  private shippedCount = 0
  private readonly ages = new ClickAges()
  private syncTimer: NodeJS.Timeout | undefined
  private readonly failure: DiskFailure
  private startingOver: Promise<void> | undefined
  private listener: () => void = () => undefined

  private constructor(
    private folder: JournalFolder,
    private readonly options: JournalOptions,
  ) {
    this.failure = new DiskFailure(options.log, () => this.tryDisk())
    this.remover = new SegmentRemover(options.log)
    this.segments = new OwnSegments({
      sealsBatches: options.sealsBatches ?? false,
      remover: this.remover,
      createPath: () => this.createPath('journal'),
      onError: (error) => this.fail(error),
    })
    this.others = new OtherJournals(options.place, options.log)
  }

  static async open(options: JournalOptions): Promise<Journal> {
    return new Journal(await JournalFolder.create(options.place), options)
  }

  /** Clicks that this process has appended. */
  get appended(): number {
    return this.appendedCount
  }

  /** How many of the appended clicks, in their order, are in the database. */
  get shipped(): number {
    return this.shippedCount
  }

  /** The value that `appended` will have after the next click. */
  get next(): number {
    return this.appendedCount + (this.group?.clicks.length ?? 0) + 1
  }

  get bytes(): number {
    return this.segments.bytes
  }

  /** Where segments are kept that cannot be read; null for none. */
  get damagedFolder(): string | null {
    return this.options.place.damagedFolder
  }

  /** Whether the disk has refused the last clicks. */
  get isFailing(): boolean {
    return this.failure.isOngoing
  }

  get oldestMs(): number {
    return this.ages.oldestMs
  }

  /** Sets the function that is called after each append. */
  onAppend(listener: () => void): void {
    this.listener = listener
  }

  /**
   * Appends a click together with the others of this turn of the event loop. Resolves when it survives the end of the
   * process. Throws `Unavailable` when the disk does not accept it; nothing of it is stored then.
   */
  append(click: ClickRow): Promise<true> {
    if (!this.group) {
      const group: Group = { clicks: [], appended: Promise.withResolvers() }
      this.group = group
      setImmediate(() => {
        this.group = undefined
        this.appendGroup(group)
      })
    }
    this.group.clicks.push(click)
    return this.group.appended.promise
  }

  /** Resolves when everything appended so far survives a power cut. */
  sync(): Promise<void> {
    return this.segments.sync()
  }

  /** The next clicks that are not in the database, about as many as asked for; null without any. */
  async read(maxClicks: number): Promise<UnshippedClicks | null> {
    const segment = this.segments.next
    if (!segment) return null
    if (this.options.sealsBatches && !(await this.seal(segment))) return null
    const batch = await segment.read(maxClicks)
    return { ...batch, markShipped: () => this.markShipped(segment, batch) }
  }

  /** Empties the clicks that the database has, however few they are: no part of a visit stays longer than needed. */
  clearShipped(): void {
    this.segments.clearShipped()
  }

  /** The segments of processes that have ended. Segments of another database stay in place, and a warning is logged. */
  async takeOver(): Promise<string[]> {
    await this.others.find()
    const paths = await this.folder.takeOver()
    const own = new Set([...this.segments.paths, ...this.remover.paths])
    return paths.filter((path) => !own.has(path))
  }

  /** Where this process can put another file. A process that takes the journal over reads this file too. */
  createPath(prefix: string): string {
    return join(this.folder.path, `${prefix}-${String(++this.segmentCount).padStart(8, '0')}${segmentSuffix}`)
  }

  /** Closes the files. The next process takes over the clicks that are not in the database. */
  async close(): Promise<void> {
    await this.startingOver
    clearTimeout(this.syncTimer)
    this.failure.stop()
    await this.sync().catch((error: unknown) => this.fail(error))
    await this.segments.close()
    await this.remover.run()
    await this.folder.close()
  }

  private appendGroup(group: Group, isRetry = false): void {
    const { clicks, appended } = group
    if (this.startingOver !== undefined) {
      this.startingOver.then(() => this.appendGroup(group, isRetry)).catch(appended.reject)
      return
    }
    try {
      if (this.bytes > (this.options.maxBytes ?? defaultMaxBytes)) throw new Error('The journal is full.')
      if (!this.segments.append(clicks)) {
        this.startOver(group)
        return
      }
    } catch (error) {
      if (!isRetry && isMissingFolder(error)) {
        this.startOver(group)
        return
      }
      this.fail(error)
      this.segments.closeLast()
      appended.reject(new Unavailable(error))
      return
    }
    this.failure.end()
    this.appendedCount += clicks.length
    if (clicks.length > 0) this.ages.append(this.appendedCount)
    this.listener()
    if (this.options.syncMs > 0) {
      this.syncLater()
      appended.resolve(true)
    } else {
      this.sync().then(
        () => appended.resolve(true),
        (error: unknown) => appended.reject(new Unavailable(error)),
      )
    }
  }

  /** False when another process has taken the journal over. */
  private async seal(segment: OwnSegment): Promise<boolean> {
    try {
      if (!segment.seal()) {
        this.startOver({ clicks: [], appended: Promise.withResolvers() })
        return false
      }
    } catch (error) {
      // The end of the file is a seal too.
      this.fail(error)
      this.segments.closeLast()
    }
    await this.sync()
    return true
  }

  private syncLater(): void {
    this.syncTimer ??= setTimeout(() => {
      this.syncTimer = undefined
      this.sync().catch((error: unknown) => this.fail(error))
    }, this.options.syncMs).unref()
  }

  private markShipped(segment: OwnSegment, { clicks, end }: SegmentBatch): void {
    if (!this.segments.markShipped(segment, end)) return
    this.shippedCount += clicks.length
    this.ages.ship(this.shippedCount)
  }

  /**
   * Continues in a new folder. Another process has taken the journal over, because this process did not run for a
   * while. That process may also write the clicks of this group into the database: each click counts once.
   */
  private startOver(group: Group): void {
    const { log, place } = this.options
    if (!this.failure.isOngoing)
      log.warn({ folder: this.folder.path }, 'the journal is not where it was; it goes on in another folder')
    this.segments.abandon()
    this.shippedCount = this.appendedCount
    this.ages.ship(this.shippedCount)
    this.startingOver = JournalFolder.create(place)
      .then((folder) => {
        const formerFolder = this.folder
        this.folder = folder
        return formerFolder.close()
      })
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.startingOver = undefined
      })
    this.appendGroup(group, true)
  }

  private fail(error: unknown): void {
    this.failure.begin(error, this.folder.path)
  }

  /** Like a click, except that it writes no line. */
  private async tryDisk(): Promise<void> {
    await tryFolder(this.folder.path)
    const nothing: Group = { clicks: [], appended: Promise.withResolvers() }
    this.appendGroup(nothing)
    await nothing.appended.promise
  }
}
