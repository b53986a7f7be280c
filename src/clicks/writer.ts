import { Unavailable } from '../base/failures.ts'
import { TooLate, within } from '../base/within.ts'
import { DatabaseAway, isOutOfReach } from '../database/out.of.reach.ts'
import type { Reach } from '../database/reach.ts'
import { type ClickRow, writeBatch } from './batch.ts'
import type { Spool } from './spool/spool.ts'

interface Waiting {
  readonly click: ClickRow
  readonly since: number
  /** Who waits for the answer; null when the destination has been given already. */
  readonly visitor: PromiseWithResolvers<boolean> | null
}

export interface WriterParts {
  readonly reach: Reach
  readonly spool: Spool
  readonly log: { error(details: object, message: string): void }
  /** `committed`: a visitor waits for the click. `buffered`: only where a limit decides. */
  readonly durability: 'committed' | 'buffered'
  /** How long clicks nobody waits for are gathered. */
  readonly flushMs?: number
  /** How long visitors wait for a batch before their clicks go to the spool; undefined for as long as it takes. */
  readonly patienceMs?: number | undefined
  /** Clicks waiting in memory; what comes beyond goes to the spool. */
  readonly mostWaiting?: number
}

/** Clicks in one statement: more would not be cheaper each, and the first would wait for the last. */
const mostInBatch = 500

/** Clicks that leave a full memory for the spool at once. */
const mostAside = 5_000

/**
 * Writes clicks in groups. Those that come while a group is being written make up the next one, so the more come at
 * once, the fewer transactions each of them costs, and nobody waits for more than two. What the database does not take
 * is kept in the spool, but for the clicks a limit decides: those are refused.
 */
export class ClickWriter {
  readonly #parts: WriterParts
  readonly #flushMs: number
  readonly #mostWaiting: number
  #waiting: Waiting[] = []
  /** Of those waiting, how many have a visitor who waits too. */
  #visitors = 0
  #running: Promise<void> | undefined
  #relieving: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isFlushing = false
  readonly #late = new Set<Promise<void>>()
  #batches = 0
  #written = 0
  #dropped = 0

  constructor(parts: WriterParts) {
    this.#parts = parts
    this.#flushMs = parts.flushMs ?? 200
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

  get batches(): number {
    return this.#batches
  }

  /** Clicks the database has answered for. */
  get written(): number {
    return this.#written
  }

  /** Clicks that were given up after their destination had been given. */
  get dropped(): number {
    return this.#dropped
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
    if (this.#isDue()) this.#start()
    else this.#timer ??= setTimeout(() => this.#start(), this.#flushMs)
    return visitor?.promise ?? Promise.resolve(true)
  }

  /** Resolves when everything that was handed over has been written or kept. */
  async flush(): Promise<void> {
    this.#isFlushing = true
    if (this.#waiting.length > 0) this.#start()
    await this.#running
    await this.#relieving
    await Promise.all(this.#late)
    this.#isFlushing = false
  }

  #isGiven({ limited }: ClickRow): boolean {
    const { durability, reach, spool } = this.#parts
    // Nobody is answered ahead of a click that neither the database nor the disk takes.
    return durability === 'buffered' && !limited && !(reach.isAway && spool.isFailing)
  }

  #isDue(): boolean {
    return this.#visitors > 0 || this.#isFlushing || this.#waiting.length >= mostInBatch
  }

  #start(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    // Lets those join who come with the same turn of the event loop.
    await new Promise(setImmediate)
    do await this.#write(this.#take(0, mostInBatch))
    while (this.#waiting.length > 0 && this.#isDue())
    this.#running = undefined
    if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#start(), this.#flushMs)
  }

  /** Memory stays bounded, whatever the database does. */
  async #relieve(): Promise<void> {
    while (this.#waiting.length > this.#mostWaiting / 2) {
      await this.#setAside(this.#take(-mostAside, mostAside), new DatabaseAway())
    }
    this.#relieving = undefined
  }

  #take(from: number, count: number): Waiting[] {
    const group = this.#waiting.splice(from, count)
    for (const { visitor } of group) if (visitor) this.#visitors--
    return group
  }

  async #write(group: readonly Waiting[], isAgain = false): Promise<void> {
    const { reach, patienceMs } = this.#parts
    if (group.length === 0) return
    if (reach.isAway) return this.#setAside(group, new DatabaseAway())
    this.#batches++
    const writing = writeBatch(
      reach,
      group.map(({ click }) => click),
    )
    try {
      this.#settle(group, await (patienceMs === undefined ? writing : within(patienceMs, writing)))
    } catch (error) {
      if (error instanceof TooLate) await this.#letGo(group, writing, isAgain)
      else await this.#recover(group, error, isAgain)
    }
  }

  #settle(group: readonly Waiting[], refused: ReadonlySet<number>): void {
    this.#written += group.length
    group.forEach(({ visitor }, place) => {
      visitor?.resolve(!refused.has(place))
    })
  }

  /**
   * The batch is late, and may be written all the same: kept in the spool as well, a click counts once. Those of
   * limited links wait for what the database says, because nobody else knows whether they were granted.
   */
  async #letGo(group: readonly Waiting[], writing: Promise<Set<number>>, isAgain: boolean): Promise<void> {
    const isThere = this.#parts.reach.answers()
    const late = writing.then(
      (refused) => this.#settle(group, refused),
      (error: unknown) =>
        this.#recover(
          group.filter(({ click }) => click.limited),
          error,
          isAgain,
        ),
    )
    this.#late.add(late)
    late.finally(() => this.#late.delete(late))
    await this.#setAside(
      group.filter(({ click }) => !click.limited),
      new DatabaseAway(),
    )
    await isThere
  }

  /**
   * One link that somebody holds locked, or one click that cannot be written, is not to fail those of all the others;
   * and a connection that broke while the database is there is tried once more, because the answer may just be lost.
   */
  async #recover(group: readonly Waiting[], error: unknown, isAgain: boolean): Promise<void> {
    const isAway = isOutOfReach(error)
    if (isAway && !(await this.#parts.reach.answers())) return this.#setAside(group, error)
    const links = [...Map.groupBy(group, ({ click }) => click.url_id).values()]
    if (links.length > 1 || (isAway && !isAgain)) await Promise.all(links.map((each) => this.#write(each, true)))
    else if (isAway) await this.#setAside(group, error)
    else if (group.length > 1) await Promise.all(group.map((each) => this.#write([each], true)))
    else for (const each of group) this.#giveUp(each, error)
  }

  /** To the spool with them; clicks that a limit decides are refused, and consume nothing. */
  async #setAside(group: readonly Waiting[], reason: unknown): Promise<void> {
    const kept = group.filter(({ click }) => !click.limited)
    for (const each of group) if (each.click.limited) this.#giveUp(each, new Unavailable(reason))
    try {
      await this.#parts.spool.append(kept.map(({ click }) => click))
      for (const { visitor } of kept) visitor?.resolve(true)
    } catch (error) {
      for (const each of kept) this.#giveUp(each, new Unavailable(error))
    }
  }

  #giveUp({ visitor, click }: Waiting, err: unknown): void {
    visitor?.reject(err)
    if (visitor) return
    this.#dropped++
    this.#parts.log.error({ err, click: click.id }, 'a click is dropped: neither the database nor the spool takes it')
  }
}
