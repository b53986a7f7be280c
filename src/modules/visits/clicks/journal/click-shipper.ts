import { stat } from 'node:fs/promises'
import type { DatabaseCircuitBreaker } from '../../../../platform/database/circuit-breaker.ts'
import {
  isDatabaseDefect,
  isDatabaseUnavailable,
  isLockTimeout,
  isTransactionConflict,
} from '../../../../platform/database/database.errors.ts'
import { type Logger, OngoingState } from '../../../../platform/shared/logger.ts'
import type { ClickStore } from '../store/click-store.ts'
import type { ClickRow } from '../tracking/click-row.ts'
import { RecentLocks } from '../tracking/recent-locks.ts'
import type { Journal } from './journal.ts'
import { Quarantine, type QuarantineReason } from './quarantine.ts'
import { type SegmentBatch, SegmentReader } from './segment.ts'
import { countDamaged, reportDamages } from './segment-damages.ts'

export interface ClickShipperOptions {
  readonly journal: Journal
  readonly store: Pick<ClickStore, 'append'>
  readonly circuitBreaker: DatabaseCircuitBreaker
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** The most clicks of a batch. */
  readonly batchSize: number
}

/** How long clicks are collected when nobody waits for them. */
const intervalMs = 50

/** The pause between batches while no clicks arrive, or while the database does not answer. */
const idleMs = 1_000

/** How often the shipper looks for journals of processes that are gone. */
const takeOverIntervalMs = 10_000

/** A batch that the database could not write is halved down to this size. */
const minBatchSize = 100

/** How often a batch is sent again at once after a deadlock. */
const maxConflicts = 3

/** Moves clicks from the journal to the database, in their order, and removes them from the journal. */
export class ClickShipper {
  private readonly quarantine: Quarantine
  private readonly recentLocks = new RecentLocks()
  private readonly waiting: { readonly count: number; readonly shipped: PromiseWithResolvers<boolean> }[] = []
  /** Segments of processes that are gone, oldest first, with about how many clicks are left in each. */
  private takenSegments: { readonly reader: SegmentReader; clicksLeft: number }[] = []
  private nextTakeOverAt = 0
  /** Smaller after a failure, because a batch may be too large for a slow database. */
  private batchSize: number
  private running: Promise<void> = Promise.resolve()
  private isClosing = false
  private hasFailed = false
  private readonly delay: OngoingState
  private timer: NodeJS.Timeout | undefined
  private wake: () => void = () => undefined
  private isIdle = false
  private batchCount = 0
  private shippedCount = 0
  private droppedCount = 0

  constructor(private readonly options: ClickShipperOptions) {
    const { journal, circuitBreaker, batchSize, log } = options
    this.delay = new OngoingState(log, 'the database accepts clicks again')
    this.batchSize = batchSize
    this.quarantine = new Quarantine(() => journal.createPath('quarantine'), journal.remover)
    journal.onAppend(() => this.onAppend())
    circuitBreaker.onRecovered(() => this.wake())
  }

  /** Statements that wrote clicks. */
  get batches(): number {
    return this.batchCount
  }

  /** Clicks that the database has accepted. */
  get shipped(): number {
    return this.shippedCount
  }

  /** Clicks in quarantine. */
  get quarantined(): number {
    return this.quarantine.size
  }

  get quarantinedByReason(): Readonly<Record<QuarantineReason, number>> {
    return this.quarantine.counts
  }

  /** Clicks in lines of the journal that failed their checksum. */
  get dropped(): number {
    return this.droppedCount
  }

  /** Clicks that this process has to write into the database, including clicks that other processes have recorded. */
  get unshipped(): number {
    const { appended, shipped } = this.options.journal
    const taken = this.takenSegments.reduce((sum, { clicksLeft }) => sum + clicksLeft, 0)
    return appended - shipped + taken + this.quarantine.size
  }

  start(): void {
    this.running = this.run()
  }

  /**
   * Resolves with true when as many clicks of the journal are in the database or in quarantine. Resolves with false
   * when the database does not answer.
   */
  waitFor(count: number): Promise<boolean> {
    if (this.options.journal.shipped >= count) return Promise.resolve(true)
    if (this.hasFailed) return Promise.resolve(false)
    const shipped = Promise.withResolvers<boolean>()
    this.waiting.push({ count, shipped })
    this.wake()
    return shipped.promise
  }

  /** Ships what is in the journal of this process, unless the database does not answer, and stops. */
  async close(): Promise<void> {
    this.isClosing = true
    this.wake()
    await this.running
    for (const { reader } of this.takenSegments) await reader.close()
    this.quarantine.close()
    this.answerUnshipped()
  }

  private onAppend(): void {
    if (this.waiting.length > 0 || this.isUrgent()) this.wake()
    else if (this.isIdle) {
      // Only the first click: later ones would put the batch off again and again.
      this.isIdle = false
      this.startTimer(intervalMs)
    }
  }

  /** Whether the next batch is due before the interval is over: somebody waits for it, or it is full. */
  private isUrgent(): boolean {
    const { appended, shipped } = this.options.journal
    return appended > shipped && (this.waiting.length > 0 || this.isClosing || appended - shipped >= this.batchSize)
  }

  private async run(): Promise<void> {
    for (;;) {
      const startedAt = performance.now()
      await this.shipOnce()
      const { journal } = this.options
      await journal.remover.run()
      if (this.isClosing && (this.hasFailed || journal.shipped >= journal.appended)) return
      if (this.hasFailed) await this.sleep(idleMs)
      else if (journal.appended > journal.shipped) {
        if (!this.isUrgent()) await this.sleep(startedAt + intervalMs - performance.now())
      } else if (this.takenSegments.length === 0) {
        this.isIdle = true
        await this.sleep(idleMs)
        this.isIdle = false
        journal.clearShipped()
      }
    }
  }

  /** Ships one batch of the own journal, and one batch of each other source that has clicks. */
  private async shipOnce(): Promise<void> {
    const { circuitBreaker, log } = this.options
    if (circuitBreaker.isDown) {
      this.hasFailed = true
      this.answerUnshipped()
      // They are counted while they wait.
      await this.findTakenSegments().catch(() => undefined)
      return
    }
    try {
      await this.shipOwn()
      this.answerWaiting()
      await this.quarantine.retry((clicks) => this.insert(clicks, `quarantine ${clicks[0]?.id}`, true))
      if (!this.isClosing) await this.shipTaken()
      this.hasFailed = false
      this.delay.end()
      this.batchSize = Math.min(this.batchSize * 2, this.options.batchSize)
    } catch (err) {
      if (!this.hasFailed)
        this.delay.begin(() => log.warn({ err }, 'clicks wait in the journal until the database accepts them'))
      this.hasFailed = true
      this.answerUnshipped()
      this.batchSize = Math.max(minBatchSize, Math.floor(this.batchSize / 2))
    }
  }

  private async shipOwn(): Promise<void> {
    const batch = await this.options.journal.read(this.batchSize)
    if (!batch) return
    await this.ship(batch)
    batch.markShipped()
  }

  private async shipTaken(): Promise<void> {
    await this.findTakenSegments()
    const [taken] = this.takenSegments
    if (!taken) return
    const { reader } = taken
    const { size } = await stat(reader.path)
    const batch = await reader.read(this.batchSize, size, true)
    await this.ship(batch)
    reader.offset = batch.end
    taken.clicksLeft = Math.max(0, taken.clicksLeft - batch.clicks.length - countDamaged(batch))
    if (batch.end < size) return
    this.takenSegments.shift()
    this.options.journal.remover.add(reader)
    this.options.log.info({ path: reader.path }, 'the clicks of a process that is gone are in the database')
  }

  private async findTakenSegments(): Promise<void> {
    if (performance.now() < this.nextTakeOverAt) return
    const paths = await this.options.journal.takeOver()
    this.nextTakeOverAt = performance.now() + takeOverIntervalMs
    const known = new Set([...this.takenSegments.map(({ reader }) => reader.path), ...this.quarantine.paths])
    for (const path of paths.filter((each) => !known.has(each))) {
      const reader = new SegmentReader(path)
      const { size } = await stat(path)
      this.takenSegments.push({ reader, clicksLeft: await reader.count(size) })
    }
  }

  private async ship(batch: SegmentBatch): Promise<void> {
    if (batch.clicks.length > 0) await this.insert(batch.clicks, `${batch.path}:${batch.end}`)
    this.shippedCount += batch.clicks.length
    this.droppedCount += countDamaged(batch)
    await reportDamages(batch, this.options.journal.damagedFolder, this.options.log)
  }

  /**
   * Inserts clicks. A click goes to quarantine when its link is locked or unknown, or when the database does not accept
   * the click. Throws while the database accepts no click. The statement waits for locked links, unless a link was
   * locked a moment ago.
   */
  private async insert(
    clicks: readonly ClickRow[],
    token: string,
    skipsLocked = this.recentLocks.areExpected,
    conflicts = 0,
  ): Promise<void> {
    const { store, log } = this.options
    this.batchCount++
    try {
      const leftOut = await store.append(clicks, { token, skipsLocked })
      const select = (isUnknown: boolean) =>
        leftOut.flatMap((each) => (each.isUnknown === isUnknown ? (clicks[each.position] ?? []) : []))
      const locked = select(false)
      if (locked.length > 0) this.recentLocks.note()
      await this.quarantine.add(locked, 'locked_link')
      await this.quarantine.add(select(true), 'unknown_link')
    } catch (error) {
      if (isLockTimeout(error) && !skipsLocked) return this.insert(clicks, token, true)
      if (isTransactionConflict(error) && conflicts < maxConflicts)
        return this.insert(clicks, token, skipsLocked, conflicts + 1)
      // No single click is at fault: all clicks wait.
      if (isDatabaseUnavailable(error) || isDatabaseDefect(error)) throw error
      if (clicks.length === 1) {
        log.error({ err: error, click: clicks[0]?.id }, 'a click cannot be written and is in quarantine')
        return this.quarantine.add(clicks, 'invalid')
      }
      // One of the clicks is invalid. The other clicks must not wait for it.
      const middle = Math.ceil(clicks.length / 2)
      await this.insert(clicks.slice(0, middle), `${token}.0`, skipsLocked)
      await this.insert(clicks.slice(middle), `${token}.1`, skipsLocked)
    }
  }

  private answerWaiting(): void {
    const { shipped } = this.options.journal
    for (let index = this.waiting.length - 1; index >= 0; index--) {
      const each = this.waiting[index]
      if (!each || each.count > shipped) continue
      this.waiting.splice(index, 1)
      each.shipped.resolve(true)
    }
  }

  private answerUnshipped(): void {
    for (const { shipped } of this.waiting.splice(0)) shipped.resolve(false)
  }

  private sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.wake = () => {
      clearTimeout(this.timer)
      resolve()
    }
    this.startTimer(ms)
    return promise
  }

  private startTimer(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.wake(), Math.max(ms, 0))
  }
}
