import type { DatabasePlace } from '../../config.ts'
import type { Logger } from '../shared/logger.ts'
import { TimeoutError, withTimeout } from '../shared/timeout.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from './database.errors.ts'
import type { Orm } from './database.ts'
import type { NativeClient, PreparedStatement } from './native-client.ts'
import { openVisitorClient } from './visitor-client.ts'

/** A statement without an answer after this time counts as failed. The statement limit on a server is 5 s. */
const queryTimeoutMs = 3_000

/** A working database answers the probe in this time. */
const probeTimeoutMs = 500

/** Interval of the probes while the database is down. */
const probeIntervalMs = 1_000

const probeStatement: PreparedStatement = { name: 'probe', text: 'select 1' }

/**
 * The native client for statements of redirects, with a circuit breaker: while the database is down, statements fail at
 * once, and one probe a second detects when it is back. The embedded database runs in this process and has no time
 * limits.
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

  /** Whether the last probe failed. */
  get isDown(): boolean {
    return this.#isDown
  }

  /** Throws `DatabaseUnavailable` at once while the database is down, and after 3 s without an answer. */
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
   * Probes the database. Called when a statement failed or is late: a statement that waits for a lock does not mean
   * that the database is down.
   */
  checkConnection(): Promise<boolean> {
    this.#pendingCheck ??= this.#runProbe().finally(() => {
      this.#pendingCheck = undefined
    })
    return this.#pendingCheck
  }

  /** Registers a function that is called each time the database is back. */
  onRecovered(listener: () => void): void {
    this.#recoveryListeners.push(listener)
  }

  /** Stops the probes and closes the connections. */
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
    if (!this.#isDown) this.#log.warn({ err }, 'the database does not answer; probing once a second')
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
