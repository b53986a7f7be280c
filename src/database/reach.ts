import { TooLate, within } from '../base/within.ts'
import type { DatabasePlace } from '../config.ts'
import type { NativeClient, NativeStatement } from './native.ts'
import type { Orm } from './open.ts'
import { DatabaseAway, isOutOfReach } from './out.of.reach.ts'
import { visitorsClient } from './visitors.ts'

interface Log {
  warn(details: object, message: string): void
  info(message: string): void
}

/** A statement that has no answer after this long has met a database that is away; its own limit is 5 s on a server. */
const patienceMs = 3_000

/** A database that is there says so in this time. */
const probePatienceMs = 500

/** How often a database that is away is asked whether it is back. */
const probeEveryMs = 1_000

const probe: NativeStatement = { name: 'probe', text: 'select 1' }

/**
 * The native client for statements that come with every visit, with a memory for whether the database is there: while
 * it is away nobody waits to find out once more, and one probe a second tells when it is back. The embedded database is
 * part of the process; it may be closed, and is otherwise waited for.
 */
export class Reach implements NativeClient {
  readonly #client: NativeClient
  readonly #isRemote: boolean
  readonly #log: Log
  readonly #end: () => Promise<void>
  readonly #whenBack: (() => void)[] = []
  #isAway = false
  #isClosed = false
  #probing: Promise<boolean> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(client: NativeClient, isRemote: boolean, log: Log, end = async () => {}) {
    this.#client = client
    this.#end = end
    this.#isRemote = isRemote
    this.#log = log
  }

  static async open(orm: Orm, place: DatabasePlace, log: Log): Promise<Reach> {
    const client = await visitorsClient(orm, place)
    return new Reach(client, place.kind === 'server', log, () => client.close())
  }

  /** Whether the database is known not to answer. */
  get isAway(): boolean {
    return this.#isAway
  }

  /** Throws `DatabaseAway` at once while the database is known to be away, and after 3 s of silence. */
  async query<T extends object>(statement: NativeStatement, values: readonly unknown[]): Promise<T[]> {
    if (this.#isAway) throw new DatabaseAway()
    try {
      return await this.#patiently(patienceMs, this.#client.query<T>(statement, values))
    } catch (error) {
      const isLate = error instanceof TooLate
      if (isLate || isOutOfReach(error)) await this.answers()
      throw isLate ? new DatabaseAway(error) : error
    }
  }

  /**
   * Asks the database whether it is there. To be called when a statement failed or is late: one that waits for a lock
   * is no sign of a database that is away.
   */
  answers(): Promise<boolean> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
    })
    return this.#probing
  }

  /** Is called each time the database is back. */
  whenBack(act: () => void): void {
    this.#whenBack.push(act)
  }

  /** Asks no more, and gives its connections back. */
  close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    return this.#end()
  }

  async #probe(): Promise<boolean> {
    try {
      await this.#patiently(probePatienceMs, this.#client.query(probe, []))
      this.#regain()
      return true
    } catch (error) {
      this.#lose(error)
      return false
    }
  }

  #lose(err: unknown): void {
    if (!this.#isAway) this.#log.warn({ err }, 'the database does not answer; asking again once a second')
    this.#isAway = true
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.answers(), probeEveryMs).unref()
  }

  #regain(): void {
    if (!this.#isAway) return
    this.#isAway = false
    this.#log.info('the database answers again')
    for (const act of this.#whenBack) act()
  }

  #patiently<T>(ms: number, promise: Promise<T>): Promise<T> {
    return this.#isRemote ? within(ms, promise) : promise
  }
}
