import { DatabaseUnavailable } from '../../../platform/database/database.errors.ts'
import type { ClickRow } from './click-batch.queries.ts'
import { ClickShipper, type ClickShipperOptions, type PendingClick } from './click-shipper.ts'

export interface ClickWriterOptions extends ClickShipperOptions {
  /** `committed`: the redirect waits until the click is stored. `buffered`: only if a click limit decides it. */
  readonly durability: 'committed' | 'buffered'
  /** How long clicks are collected when no visitor waits for them. */
  readonly flushIntervalMs?: number
  /** Batches that are written at the same time. Use 1 for a database that runs one statement at a time. */
  readonly maxConcurrentBatches?: number
  /** Most clicks in memory. When there are more, the newest go to the spool. */
  readonly maxPendingClicks?: number
}

/** Most clicks in one statement. A larger batch is not cheaper per click, and its first click would wait longer. */
const maxBatchSize = 500

/** Clicks that are moved from a full memory to the spool at once. */
const overflowBatchSize = 5_000

/**
 * Writes clicks in batches. A batch is sent at once when none is running. A second one is sent beside it when it is as
 * large and the database can run several. Under load, batches grow and each click costs less.
 */
export class ClickWriter {
  readonly shipper: ClickShipper
  private readonly flushIntervalMs: number
  private readonly maxConcurrentBatches: number
  private readonly maxPendingClicks: number
  private pending: PendingClick[] = []
  /** How many pending clicks have a visitor who waits. */
  private waitingVisitors = 0
  private readonly runningBatches = new Set<Promise<void>>()
  private runningClicks = 0
  private isSendScheduled = false
  private overflowing: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined
  private isFlushing = false

  constructor(private readonly options: ClickWriterOptions) {
    this.shipper = new ClickShipper(options)
    this.flushIntervalMs = options.flushIntervalMs ?? 200
    this.maxConcurrentBatches = options.maxConcurrentBatches ?? 1
    this.maxPendingClicks = options.maxPendingClicks ?? 50_000
  }

  get pendingClicks(): number {
    return this.pending.length
  }

  /** Age of the oldest click in memory, in milliseconds. */
  get lagMs(): number {
    const [oldest] = this.pending
    return oldest ? performance.now() - oldest.since : 0
  }

  /**
   * Resolves when the click is in the database or in the spool; in buffered mode at once, unless a click limit decides
   * it. False when the click limit refused it or the link does not exist. Throws `Unavailable` when it was not stored.
   */
  write(click: ClickRow): Promise<boolean> {
    const visitor = this.canAnswerEarly(click) ? null : Promise.withResolvers<boolean>()
    this.pending.push({ click, since: performance.now(), visitor })
    if (visitor) this.waitingVisitors++
    if (this.pending.length > this.maxPendingClicks) this.overflowing ??= this.spoolOverflow()
    this.scheduleSend()
    return visitor?.promise ?? Promise.resolve(true)
  }

  /** Resolves when every click is in the database or in the spool. */
  async flush(): Promise<void> {
    this.isFlushing = true
    this.send()
    while (this.runningBatches.size > 0) await Promise.all(this.runningBatches)
    await this.overflowing
    await this.shipper.waitForLateBatches()
    this.isFlushing = false
  }

  private canAnswerEarly({ limited }: ClickRow): boolean {
    const { durability, circuitBreaker, spool } = this.options
    // While neither the database nor the disk accepts clicks, visitors wait, so that no answered click is lost.
    return durability === 'buffered' && !limited && !(circuitBreaker.isDown && spool.isFailing)
  }

  /** Sends at once when a visitor waits or a batch is full, otherwise after the flush interval. */
  private scheduleSend(): void {
    if (this.isDue()) this.sendNextTurn()
    else if (this.pending.length > 0) this.timer ??= setTimeout(() => this.send(true), this.flushIntervalMs)
  }

  private isDue(): boolean {
    const count = this.pending.length
    return count > 0 && (this.waitingVisitors > 0 || this.isFlushing || count >= maxBatchSize)
  }

  /** Waits for the other clicks of the same turn of the event loop. */
  private sendNextTurn(): void {
    if (this.isSendScheduled || !this.hasCapacity()) return
    this.isSendScheduled = true
    setImmediate(() => {
      this.isSendScheduled = false
      this.send()
    })
  }

  private hasCapacity(): boolean {
    const batches = this.runningBatches.size
    if (batches === 0) return true
    return (
      batches < this.maxConcurrentBatches && this.pending.length >= Math.min(this.runningClicks / batches, maxBatchSize)
    )
  }

  /** After the flush interval, clicks are sent although no visitor waits for them. */
  private send(isIntervalOver = false): void {
    clearTimeout(this.timer)
    this.timer = undefined
    let canSend = this.isDue() || (isIntervalOver && this.pending.length > 0)
    for (; canSend && this.hasCapacity(); canSend = this.isDue()) this.sendGroup(this.take(0, maxBatchSize))
  }

  private sendGroup(group: PendingClick[]): void {
    this.runningClicks += group.length
    const batch = this.shipper.write(group).finally(() => {
      this.runningBatches.delete(batch)
      this.runningClicks -= group.length
      this.send()
      this.scheduleSend()
    })
    this.runningBatches.add(batch)
  }

  /** Keeps memory bounded while the database is slow. */
  private async spoolOverflow(): Promise<void> {
    while (this.pending.length > this.maxPendingClicks / 2) {
      await this.shipper.spool(this.take(-overflowBatchSize, overflowBatchSize), new DatabaseUnavailable())
    }
    this.overflowing = undefined
  }

  private take(from: number, count: number): PendingClick[] {
    const group = this.pending.splice(from, count)
    for (const { visitor } of group) if (visitor) this.waitingVisitors--
    return group
  }
}
