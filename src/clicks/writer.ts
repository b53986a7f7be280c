import { DatabaseAway } from '../database/out.of.reach.ts'
import type { ClickRow } from './click.row.ts'
import { Delivery, type DeliveryParts, type Waiting } from './delivery.ts'

export interface WriterParts extends DeliveryParts {
  /** `committed`: a visitor waits for the click. `buffered`: only where a limit decides. */
  readonly durability: 'committed' | 'buffered'
  /** How long clicks nobody waits for are gathered. */
  readonly flushMs?: number
  /** Groups that are written at the same time; one, where the database does one thing at a time. */
  readonly mostUnderWay?: number
  /** Clicks waiting in memory; what comes beyond goes to the spool. */
  readonly mostWaiting?: number
}

/** Clicks in one statement: more would not be cheaper each, and the first would wait for the last. */
const mostInBatch = 500

/** Clicks that leave a full memory for the spool at once. */
const mostAside = 5_000

/**
 * Writes clicks in groups: at once when none is under way, and a further one beside it, where the database takes several,
 * when it is as large. So neither the database nor this process waits for the other; and the more come at once, the
 * fewer transactions each of them costs.
 */
export class ClickWriter {
  readonly delivery: Delivery
  readonly #parts: WriterParts
  readonly #flushMs: number
  readonly #mostUnderWay: number
  readonly #mostWaiting: number
  #waiting: Waiting[] = []
  /** Of those waiting, how many have a visitor who waits too. */
  #visitors = 0
  readonly #underWay = new Set<Promise<void>>()
  #clicksUnderWay = 0
  #isGathering = false
  #relieving: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isFlushing = false

  constructor(parts: WriterParts) {
    this.delivery = new Delivery(parts)
    this.#parts = parts
    this.#flushMs = parts.flushMs ?? 200
    this.#mostUnderWay = parts.mostUnderWay ?? 1
    this.#mostWaiting = parts.mostWaiting ?? 50_000
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Age of the oldest click in memory, in milliseconds. */
  get lagMs(): number {
    const [oldest] = this.#waiting
    return oldest ? performance.now() - oldest.since : 0
  }

  /**
   * Resolves when the click is in the database or in the spool, and in buffered mode at once where no limit decides:
   * false when it was refused by the limit of its link, or has no link. Throws `Unavailable` when it is nowhere.
   */
  write(click: ClickRow): Promise<boolean> {
    const visitor = this.#isGiven(click) ? null : Promise.withResolvers<boolean>()
    this.#waiting.push({ click, since: performance.now(), visitor })
    if (visitor) this.#visitors++
    if (this.#waiting.length > this.#mostWaiting) this.#relieving ??= this.#relieve()
    this.#gatherWhenDue()
    return visitor?.promise ?? Promise.resolve(true)
  }

  /** Resolves when everything that was handed over has been written or kept. */
  async flush(): Promise<void> {
    this.#isFlushing = true
    this.#send()
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
    await this.#relieving
    await this.delivery.ended()
    this.#isFlushing = false
  }

  #isGiven({ limited }: ClickRow): boolean {
    const { durability, reach, spool } = this.#parts
    // Nobody is answered ahead of a click that neither the database nor the disk takes.
    return durability === 'buffered' && !limited && !(reach.isAway && spool.isFailing)
  }

  /** At once when somebody waits for it or there is a batch of them; else when they have been gathered for long enough. */
  #gatherWhenDue(): void {
    if (this.#isDue()) this.#gather()
    else if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#send(true), this.#flushMs)
  }

  #isDue(): boolean {
    const count = this.#waiting.length
    return count > 0 && (this.#visitors > 0 || this.#isFlushing || count >= mostInBatch)
  }

  /** Lets those join who come with the same turn of the event loop. */
  #gather(): void {
    if (this.#isGathering || !this.#isRoom()) return
    this.#isGathering = true
    setImmediate(() => {
      this.#isGathering = false
      this.#send()
    })
  }

  #isRoom(): boolean {
    const groups = this.#underWay.size
    if (groups === 0) return true
    return groups < this.#mostUnderWay && this.#waiting.length >= Math.min(this.#clicksUnderWay / groups, mostInBatch)
  }

  /** What has been gathered for long enough goes although nobody waits for it. */
  #send(isTime = false): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    let mayGo = this.#isDue() || (isTime && this.#waiting.length > 0)
    for (; mayGo && this.#isRoom(); mayGo = this.#isDue()) this.#sendGroup(this.#take(0, mostInBatch))
  }

  #sendGroup(group: Waiting[]): void {
    this.#clicksUnderWay += group.length
    const way = this.delivery.write(group).finally(() => {
      this.#underWay.delete(way)
      this.#clicksUnderWay -= group.length
      this.#send()
      this.#gatherWhenDue()
    })
    this.#underWay.add(way)
  }

  /** Memory stays bounded, whatever the database does. */
  async #relieve(): Promise<void> {
    while (this.#waiting.length > this.#mostWaiting / 2) {
      await this.delivery.setAside(this.#take(-mostAside, mostAside), new DatabaseAway())
    }
    this.#relieving = undefined
  }

  #take(from: number, count: number): Waiting[] {
    const group = this.#waiting.splice(from, count)
    for (const { visitor } of group) if (visitor) this.#visitors--
    return group
  }
}
