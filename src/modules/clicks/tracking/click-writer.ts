import { DatabaseUnavailable } from '../../../platform/database/database.errors.ts'
import type { ClickRow } from './click-row.ts'
import { ClickShipper, type ClickShipperOptions, type PendingClick } from './click-shipper.ts'

export interface ClickWriterOptions extends ClickShipperOptions {
  /** `committed`: a visitor waits for the click. `buffered`: only where a limit decides. */
  readonly durability: 'committed' | 'buffered'
  /** How long clicks nobody waits for are gathered. */
  readonly flushIntervalMs?: number
  /** Groups that are written at the same time; one, where the database does one thing at a time. */
  readonly maxConcurrentBatches?: number
  /** Clicks waiting in memory; what comes beyond goes to the spool. */
  readonly maxPendingClicks?: number
}

/** Clicks in one statement: more would not be cheaper each, and the first would wait for the last. */
const maxBatchSize = 500

/** Clicks that leave a full memory for the spool at once. */
const overflowBatchSize = 5_000

/**
 * Writes clicks in groups: at once when none is under way, and a further one beside it, where the database takes several,
 * when it is as large. So neither the database nor this process waits for the other; and the more come at once, the
 * fewer transactions each of them costs.
 */
export class ClickWriter {
  readonly shipper: ClickShipper
  readonly #options: ClickWriterOptions
  readonly #flushIntervalMs: number
  readonly #maxConcurrentBatches: number
  readonly #maxPendingClicks: number
  #pending: PendingClick[] = []
  /** Of those waiting, how many have a visitor who waits too. */
  #waitingVisitors = 0
  readonly #runningBatches = new Set<Promise<void>>()
  #runningClicks = 0
  #isSendScheduled = false
  #overflowing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isFlushing = false

  constructor(options: ClickWriterOptions) {
    this.shipper = new ClickShipper(options)
    this.#options = options
    this.#flushIntervalMs = options.flushIntervalMs ?? 200
    this.#maxConcurrentBatches = options.maxConcurrentBatches ?? 1
    this.#maxPendingClicks = options.maxPendingClicks ?? 50_000
  }

  get pendingClicks(): number {
    return this.#pending.length
  }

  /** Age of the oldest click in memory, in milliseconds. */
  get lagMs(): number {
    const [oldest] = this.#pending
    return oldest ? performance.now() - oldest.since : 0
  }

  /**
   * Resolves when the click is in the database or in the spool, and in buffered mode at once where no limit decides:
   * false when it was refused by the limit of its link, or has no link. Throws `Unavailable` when it is nowhere.
   */
  write(click: ClickRow): Promise<boolean> {
    const visitor = this.#canAnswerEarly(click) ? null : Promise.withResolvers<boolean>()
    this.#pending.push({ click, since: performance.now(), visitor })
    if (visitor) this.#waitingVisitors++
    if (this.#pending.length > this.#maxPendingClicks) this.#overflowing ??= this.#quarantineOverflow()
    this.#scheduleSend()
    return visitor?.promise ?? Promise.resolve(true)
  }

  /** Resolves when everything that was handed over has been written or kept. */
  async flush(): Promise<void> {
    this.#isFlushing = true
    this.#send()
    while (this.#runningBatches.size > 0) await Promise.all(this.#runningBatches)
    await this.#overflowing
    await this.shipper.waitForLateBatches()
    this.#isFlushing = false
  }

  #canAnswerEarly({ limited }: ClickRow): boolean {
    const { durability, circuitBreaker, spool } = this.#options
    // Nobody is answered ahead of a click that neither the database nor the disk takes.
    return durability === 'buffered' && !limited && !(circuitBreaker.isDown && spool.isFailing)
  }

  /** At once when somebody waits for it or there is a batch of them; else when they have been gathered for long enough. */
  #scheduleSend(): void {
    if (this.#isDue()) this.#sendNextTurn()
    else if (this.#pending.length > 0) this.#timer ??= setTimeout(() => this.#send(true), this.#flushIntervalMs)
  }

  #isDue(): boolean {
    const count = this.#pending.length
    return count > 0 && (this.#waitingVisitors > 0 || this.#isFlushing || count >= maxBatchSize)
  }

  /** Lets those join who come with the same turn of the event loop. */
  #sendNextTurn(): void {
    if (this.#isSendScheduled || !this.#hasCapacity()) return
    this.#isSendScheduled = true
    setImmediate(() => {
      this.#isSendScheduled = false
      this.#send()
    })
  }

  #hasCapacity(): boolean {
    const batches = this.#runningBatches.size
    if (batches === 0) return true
    return (
      batches < this.#maxConcurrentBatches &&
      this.#pending.length >= Math.min(this.#runningClicks / batches, maxBatchSize)
    )
  }

  /** What has been gathered for long enough goes although nobody waits for it. */
  #send(isIntervalOver = false): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    let canSend = this.#isDue() || (isIntervalOver && this.#pending.length > 0)
    for (; canSend && this.#hasCapacity(); canSend = this.#isDue()) this.#sendGroup(this.#take(0, maxBatchSize))
  }

  #sendGroup(group: PendingClick[]): void {
    this.#runningClicks += group.length
    const batch = this.shipper.write(group).finally(() => {
      this.#runningBatches.delete(batch)
      this.#runningClicks -= group.length
      this.#send()
      this.#scheduleSend()
    })
    this.#runningBatches.add(batch)
  }

  /** Memory stays bounded, whatever the database does. */
  async #quarantineOverflow(): Promise<void> {
    while (this.#pending.length > this.#maxPendingClicks / 2) {
      await this.shipper.quarantine(this.#take(-overflowBatchSize, overflowBatchSize), new DatabaseUnavailable())
    }
    this.#overflowing = undefined
  }

  #take(from: number, count: number): PendingClick[] {
    const group = this.#pending.splice(from, count)
    for (const { visitor } of group) if (visitor) this.#waitingVisitors--
    return group
  }
}
