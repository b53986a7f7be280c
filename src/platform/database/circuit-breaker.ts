import type { DatabasePlace } from '../../config.ts'
import type { Logger } from '../shared/logger.ts'
import { TimeoutError, withTimeout } from '../shared/timeout.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from './database.errors.ts'
import type { Orm } from './database.ts'
import type { NativeClient, PreparedStatement } from './native-client.ts'
import { openVisitorClient } from './visitor-client.ts'

/** A statement that has no answer after this long has met a database that is away; its own limit is 5 s on a server. */
const queryTimeoutMs = 3_000

/** A database that is there says so in this time. */
const probeTimeoutMs = 500

/** How often a database that is away is asked whether it is back. */
const probeIntervalMs = 1_000

const probeStatement: PreparedStatement = { name: 'probe', text: 'select 1' }

/**
 * The native client for statements that come with every visit, with a memory for whether the database is there: while
 * it is away nobody waits to find out once more, and one probe a second tells when it is back. The embedded database is
 * part of the process; it may be closed, and is otherwise waited for.
 */
export class DatabaseCircuitBreaker implements NativeClient {
  readonly #client: NativeClient
  readonly #isRemote: boolean
  readonly #log: Pick<Logger, 'warn' | 'info'>
  readonly #closeClient: () => Promise<void>
  readonly #recoveryListeners: (() => void)[] = []
  #isDown = false
  #isClosed = false
  #pendingCheck: Promise<boolean> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(
    client: NativeClient,
    isRemote: boolean,
    log: Pick<Logger, 'warn' | 'info'>,
    closeClient = async () => {},
  ) {
    this.#client = client
    this.#closeClient = closeClient
    this.#isRemote = isRemote
    this.#log = log
  }

  static async create(
    orm: Orm,
    place: DatabasePlace,
    log: Pick<Logger, 'warn' | 'info'>,
  ): Promise<DatabaseCircuitBreaker> {
    const client = await openVisitorClient(orm, place)
    return new DatabaseCircuitBreaker(client, place.kind === 'server', log, () => client.close())
  }

  /** Whether the database is known not to answer. */
  get isDown(): boolean {
    return this.#isDown
  }

  /** Throws `DatabaseAway` at once while the database is known to be away, and after 3 s of silence. */
  async query<T extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<T[]> {
    if (this.#isDown) throw new DatabaseUnavailable()
    try {
      return await this.#withTimeout(queryTimeoutMs, this.#client.query<T>(statement, values))
    } catch (error) {
      const isTimeout = error instanceof TimeoutError
      if (isTimeout || isDatabaseUnavailable(error)) await this.checkConnection()
      throw isTimeout ? new DatabaseUnavailable(error) : error
    }
  }

  /**
   * Asks the database whether it is there. To be called when a statement failed or is late: one that waits for a lock
   * is no sign of a database that is away.
   */
  checkConnection(): Promise<boolean> {
    this.#pendingCheck ??= this.#runProbe().finally(() => {
      this.#pendingCheck = undefined
    })
    return this.#pendingCheck
  }

  /** Is called each time the database is back. */
  onRecovered(listener: () => void): void {
    this.#recoveryListeners.push(listener)
  }

  /** Asks no more, and gives its connections back. */
  close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    return this.#closeClient()
  }

  async #runProbe(): Promise<boolean> {
    try {
      await this.#withTimeout(probeTimeoutMs, this.#client.query(probeStatement, []))
      this.#markUp()
      return true
    } catch (error) {
      this.#markDown(error)
      return false
    }
  }

  #markDown(err: unknown): void {
    if (!this.#isDown) this.#log.warn({ err }, 'the database does not answer; asking again once a second')
    this.#isDown = true
    clearTimeout(this.#timer)
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.checkConnection(), probeIntervalMs).unref()
  }

  #markUp(): void {
    if (!this.#isDown) return
    this.#isDown = false
    this.#log.info('the database answers again')
    for (const listener of this.#recoveryListeners) listener()
  }

  #withTimeout<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
    return this.#isRemote ? withTimeout(timeoutMs, promise) : promise
  }
}
