import pg from 'pg'
import type { DatabasePlace } from '../../config.ts'
import type { Logger } from '../shared/logger.ts'
import { TimeoutError, withTimeout } from '../shared/time.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from './database.errors.ts'
import { type Orm, serverOptions } from './database.ts'
import { createNativeClient, createPoolClient, type NativeClient, type PreparedStatement } from './native-client.ts'

/** A native client with its own connections. */
export interface VisitorClient extends NativeClient {
  close(): Promise<void>
}

/** Enough for two click batches with up to two statements each, and for reads of links that are not cached. */
const maxConnections = 6

/**
 * The statements of redirects are few and small. Generic plans are made once, for any values and even on empty tables,
 * and JIT never pays off. Rows are read through an index, in its order.
 */
const plannerSettings = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_mergejoin=off',
  'jit=off',
]

/** Opens the client of redirects. On a server they have their own connections and never wait for API requests. */
export async function openVisitorClient(orm: Orm, place: DatabasePlace): Promise<VisitorClient> {
  if (place.kind !== 'server') return { ...(await createNativeClient(orm)), close: async () => undefined }
  const options = {
    ...serverOptions(place.url).driverOptions,
    application_name: 'tack visitors',
    options: plannerSettings.map((each) => `-c ${each}`).join(' '),
  }
  const pool = new pg.Pool({ connectionString: place.url, max: maxConnections, ...options })
  // The pool removes an idle connection that fails, and opens a new one when needed.
  pool.on('error', () => undefined)
  return { ...createPoolClient(pool, connectionTimeoutMs), close: () => pool.end() }
}

/** Longer than the statement limit of the server, which is 5 s: the connection is dead. */
const connectionTimeoutMs = 6_000

/** A statement without an answer after this time counts as failed. */
const queryTimeoutMs = 3_000

/** A working database answers the probe in this time. */
const probeTimeoutMs = 500

/** Interval of the probes while the database is down. */
const probeIntervalMs = 1_000

const probeStatement: PreparedStatement = { name: 'probe', text: 'select 1' }

/**
 * The native client for statements of redirects, with a circuit breaker: while the database is down, statements fail at
 * once, and one probe a second detects when it is back. The embedded database has no time limits: statements wait there
 * for those before them.
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

  /** Probes the database, when a statement failed or is late: one that waits for a lock does not mean it is down. */
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
