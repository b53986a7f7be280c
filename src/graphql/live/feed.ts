import { setTimeout as pause } from 'node:timers/promises'
import type { Failure } from '../../base/failure.ts'
import type { EntityManager, Orm } from '../../database/open.ts'
import { isOutOfReach } from '../../database/out.of.reach.ts'
import { quietly } from '../../database/quiet.ts'
import { Mailbox } from './mailbox.ts'
import type { Settled, Written } from './settled.ts'
import { Snapshot } from './snapshot.ts'

interface Log {
  error(details: object, message: string): void
}

export interface FeedParts {
  readonly orm: Orm
  readonly log: Log
  /** Ends the subscriptions of those whose credential holds no longer; see `LiveCredentials`. */
  readonly checkCredentials: () => Promise<void>
}

/** What there is to tell, and to whom. */
export interface FeedSource<L, E extends Written> {
  /** What the log calls it, such as `new clicks`. */
  readonly name: string
  /** What `pg_current_snapshot()` says as somebody begins to listen. Throws what is refused to this one. */
  begin(em: EntityManager, listening: L): Promise<string>
  /** What settled transactions from `from` on have written for any of those who listen. */
  read(em: EntityManager, from: bigint, listened: readonly L[]): Promise<FeedRound<L, E>>
  concerns(event: E, listening: L): boolean
}

export interface FeedRound<L, E extends Written> extends Settled<E> {
  /** Why one cannot listen any longer; null as long as it can. */
  endOf(listening: L): Failure | null
}

interface Listener<L, E> {
  readonly listening: L
  readonly mailbox: Mailbox<E>
  readonly since: Snapshot
  /** The first transaction whose events were not handed over. */
  from: bigint
}

const everyMs = 500

/** How long a round waits for who has more before him than may wait; what comes at once is not what makes him slow. */
const patienceMs = 1_000

const lookMs = 10

/**
 * Hands what is new to those who listen, whichever node wrote it. It asks the database every half second, once for all
 * listeners of the process, and not at all while there are none: to announce each click would halve what can be written
 * (docs/decisions/live-clicks.md).
 */
export class LiveFeed<L, E extends Written> {
  readonly #parts: FeedParts
  readonly #source: FeedSource<L, E>
  readonly #listeners = new Set<Listener<L, E>>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(parts: FeedParts, source: FeedSource<L, E>) {
    this.#parts = parts
    this.#source = source
  }

  /**
   * All events whose writing has not ended when this is called, each once and in the order of their transactions. Throws
   * what the source refuses, at once and later.
   */
  async listen(listening: L): Promise<Mailbox<E>> {
    const since = new Snapshot(await this.#source.begin(this.#em(), listening))
    const mailbox = new Mailbox<E>(() => this.#listeners.delete(listener))
    const listener: Listener<L, E> = { listening, mailbox, since, from: since.xmin }
    this.#listeners.add(listener)
    this.#plan(everyMs)
    return mailbox
  }

  /** Asks no more. To be called when nobody listens any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#running
  }

  /** Does nothing while a round is planned or under way: each plans the next one. */
  #plan(ms: number): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => {
      this.#running = this.#round().finally(() => {
        this.#running = undefined
      })
    }, ms).unref()
  }

  async #round(): Promise<void> {
    let isMore = false
    try {
      isMore = await this.#deliver()
    } catch (err) {
      // While the database is away nothing is written in it either; what is there later is delivered then.
      if (!isOutOfReach(err)) this.#parts.log.error({ err }, `${this.#source.name} could not be read; trying again`)
    }
    this.#timer = undefined
    if (this.#listeners.size > 0) this.#plan(isMore ? 0 : everyMs)
  }

  /** Whether there are more to deliver at once. */
  async #deliver(): Promise<boolean> {
    const listeners = [...this.#listeners]
    const [first] = listeners
    if (!first) return false
    const from = listeners.reduce((least, each) => (each.from < least ? each.from : least), first.from)
    const listened = listeners.map(({ listening }) => listening)
    const round = await this.#source.read(this.#em(), from, listened)
    // After the events were read: so none reaches a credential that was revoked before it was written. And an account
    // that is gone took along what was listened to, which is not what is to be told.
    const isOver = listened.some((listening) => round.endOf(listening) !== null)
    if (isOver || round.events.length > 0) await this.#parts.checkCredentials()
    await Promise.all(listeners.map((listener) => this.#handOver(listener, round)))
    return round.isCut
  }

  async #handOver(listener: Listener<L, E>, round: FeedRound<L, E>): Promise<void> {
    const { listening, mailbox, since, from } = listener
    const end = round.endOf(listening)
    if (end) mailbox.fail(end)
    const isNew = ({ tx }: E) => BigInt(tx) >= from && since.precedes(tx)
    const theirs = round.events.filter((event) => isNew(event) && this.#source.concerns(event, listening))
    if (round.upto > from) listener.from = round.upto
    await hand(theirs, mailbox)
  }

  #em(): EntityManager {
    return this.#parts.orm.em.fork(quietly())
  }
}

/** Who reads is given the time to. Who does not is ended by the mailbox. */
async function hand<E>(events: readonly E[], mailbox: Mailbox<E>): Promise<void> {
  let waited = 0
  for (const event of events) {
    for (; mailbox.isFull && waited < patienceMs; waited += lookMs) await pause(lookMs)
    mailbox.put(event)
  }
}
