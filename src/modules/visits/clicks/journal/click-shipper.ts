import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { type Logger, OngoingState } from '../../../../platform/shared/logger.ts'
import type { ClickStore } from '../store/click-store.ts'
import { ClickInserter } from './click-inserter.ts'
import type { Journal } from './journal.ts'
import { Quarantine, type QuarantineReason } from './quarantine.ts'
import { nameBatch, type SegmentBatch, SegmentReader } from './segment.ts'
import { countDamaged, reportDamages } from './segment-damages.ts'

export interface ClickShipperOptions {
  readonly journal: Journal
  readonly store: Pick<ClickStore, 'append' | 'sealsBatches' | 'isDown' | 'onRecovered'>
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** The most clicks of a batch. For a store that seals batches it must never change: it says where batches end. */
  readonly batchSize: number
}

/** How long clicks are collected when nobody waits for them. An engine that seals batches likes them few and large. */
const intervalsMs = { rows: 50, sealed: 1_000 } as const

/** Between the beginnings of two sealed batches, also when somebody waits. */
const sealedGapMs = 100

/** The pause between batches while no clicks arrive, or while the store does not answer. */
const idleMs = 1_000

/** How often the shipper looks for journals of processes that are gone. */
const takeOverIntervalMs = 10_000

/** A batch that could not be written is halved down to this size. */
const minBatchSize = 100

/** Moves clicks from the journal to the store, in their order, and removes them from the journal. */
export class ClickShipper {
  private readonly quarantine: Quarantine
  private readonly inserter: ClickInserter
  private readonly intervalMs: number
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
  private shippedCount = 0
  private droppedCount = 0

  constructor(private readonly options: ClickShipperOptions) {
    const { journal, store, batchSize, log } = options
    this.delay = new OngoingState(log, 'clicks of the journal can be written again')
    this.batchSize = batchSize
    this.quarantine = new Quarantine(() => journal.createPath('quarantine'), journal.remover)
    this.inserter = new ClickInserter({ store, quarantine: this.quarantine, log })
    this.intervalMs = intervalsMs[store.sealsBatches ? 'sealed' : 'rows']
    journal.onAppend(() => this.onAppend())
    store.onRecovered(() => this.wake())
  }

  /** Statements that wrote clicks. */
  get batches(): number {
    return this.inserter.batches
  }

  /** Clicks that the store of clicks has accepted. */
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

  /** Clicks that this process has to write, including clicks that other processes have recorded. */
  get unshipped(): number {
    const { appended, shipped } = this.options.journal
    const taken = this.takenSegments.reduce((sum, { clicksLeft }) => sum + clicksLeft, 0)
    return appended - shipped + taken + this.quarantine.size
  }

  start(): void {
    this.running = this.run()
  }

  /**
   * Resolves with true when as many clicks of the journal are written or in quarantine. Resolves with false
   * when the store of clicks does not answer.
   */
  waitFor(count: number): Promise<boolean> {
    if (this.options.journal.shipped >= count) return Promise.resolve(true)
    if (this.hasFailed) return Promise.resolve(false)
    const shipped = Promise.withResolvers<boolean>()
    this.waiting.push({ count, shipped })
    this.wake()
    return shipped.promise
  }

  /** Ships what is in the journal of this process, unless the store of clicks does not answer, and stops. */
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
      this.startTimer(this.intervalMs)
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
        if (!this.isUrgent()) await this.sleep(startedAt + this.intervalMs - performance.now())
        if (this.options.store.sealsBatches) await pause(Math.max(startedAt + sealedGapMs - performance.now(), 0))
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
    const { store, log } = this.options
    if (store.isDown) {
      this.hasFailed = true
      this.answerUnshipped()
      // They are counted while they wait.
      await this.findTakenSegments().catch(() => undefined)
      return
    }
    try {
      await this.shipOwn()
      this.answerWaiting()
      await this.quarantine.retry((clicks) => this.inserter.insertAgain(clicks))
      if (!this.isClosing) await this.shipTaken()
      this.hasFailed = false
      this.delay.end()
      this.batchSize = Math.min(this.batchSize * 2, this.options.batchSize)
    } catch (err) {
      if (!this.hasFailed)
        this.delay.begin(() => log.warn({ err }, 'clicks wait in the journal until they can be written'))
      this.hasFailed = true
      this.answerUnshipped()
      if (!store.sealsBatches) this.batchSize = Math.max(minBatchSize, Math.floor(this.batchSize / 2))
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
    this.options.log.info({ path: reader.path }, 'the clicks of a process that is gone are written')
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
    if (batch.clicks.length > 0) await this.inserter.insert(batch.clicks, nameBatch(batch))
    this.shippedCount += batch.clicks.length
    this.droppedCount += countDamaged(batch)
    await reportDamages(batch, this.options.journal.damagedFolder, this.options.log)
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
