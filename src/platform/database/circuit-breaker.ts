import pg from 'pg'
import type { DatabasePlace } from '../../config.ts'
import { inBackground } from '../shared/event-loop/background.ts'
import { type Logger, OngoingState } from '../shared/logger.ts'
import { TimeoutError, withTimeout } from '../shared/time.ts'
import {
  DatabaseReadOnly,
  DatabaseUnavailable,
  isDatabaseUnavailable,
  isLockTimeout,
  isReadOnlyViolation,
} from './database.errors.ts'
import { type Orm, serverOptions } from './database.ts'
import {
  createNativeClient,
  createPoolClient,
  getPool,
  type NativeClient,
  type PreparedStatement,
  type TransactionClient,
} from './native-client.ts'

/** The clients of redirects. On the embedded database they share its one connection. */
export interface VisitorClients {
  /** Reads links that are not cached. */
  readonly routes: NativeClient
  /** Writes clicks. Its statements wait for a lock only shortly. */
  readonly clicks: TransactionClient
  /** Finds out whether the database answers. */
  readonly probe: NativeClient
  /** The pools of these clients by their names; none on the embedded database. */
  readonly pools: Readonly<Record<string, pg.Pool>>
  close(): Promise<void>
}

/** Connections on a server. Of the connections for clicks, one writes batches, and two decide about click limits. */
const connections = { routes: 4, clicks: 3, probe: 1 } as const

/** How long a batch of clicks waits for a link that another transaction has locked. */
const clickLockTimeoutMs = 100

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

/** Opens the clients of redirects. On a server they have their own connections and never wait for API requests. */
export async function openVisitorClients(orm: Orm, place: DatabasePlace): Promise<VisitorClients> {
  if (place.kind !== 'server') {
    const client = await createNativeClient(orm)
    return { routes: client, clicks: client, probe: client, pools: {}, close: async () => undefined }
  }
  const { url } = place
  const openPool = (name: keyof typeof connections) => {
    const pool = new pg.Pool({
      connectionString: url,
      max: connections[name],
      ...serverOptions(url).driverOptions,
      application_name: `tack ${name}`,
      // Not parameters of the connection, which a pooler refuses.
      onConnect: async (client) => {
        const settings =
          name === 'clicks' ? [...plannerSettings, `lock_timeout=${clickLockTimeoutMs}`] : plannerSettings
        await client.query(settings.map((each) => `set ${each}`).join('; '))
      },
    })
    // The pool removes an idle connection that fails, and opens a new one when needed.
    pool.on('error', () => undefined)
    return pool
  }
  const pools = { routes: openPool('routes'), clicks: openPool('clicks'), probe: openPool('probe') }
  return {
    routes: createPoolClient(pools.routes),
    clicks: createPoolClient(pools.clicks),
    probe: createPoolClient(pools.probe),
    pools,
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
}

/** A statement without an answer after this time counts as failed. */
const queryTimeoutMs = 3_000

/** A working database answers the probe in this time. */
const probeTimeoutMs = 500

/** Interval of the probes while the database is down. */
const probeIntervalMs = 1_000

const probeStatement: PreparedStatement = { name: 'probe', text: 'select 1' }

/** Fails on a server that is read-only, and changes nothing on any other. */
const changeProbe: PreparedStatement = {
  name: 'probe_changes',
  text: 'update mikro_orm_migrations set name = name where false',
}

/**
 * The native client for statements of redirects, with a circuit breaker: while the database is down, statements fail at
 * once, and one probe a second detects when it is back. While it is read-only, statements that write clicks fail at once.
 * The embedded database has no time limits: a statement waits there for the statements before it.
 */
export class DatabaseCircuitBreaker implements NativeClient {
  /** Writes clicks, under the same circuit breaker. */
  readonly clicks: TransactionClient = {
    query: (statement, values) => this.change(() => this.clients.clicks.query(statement, values)),
    queryInTransaction: (statements) => this.change(() => this.clients.clicks.queryInTransaction(statements)),
  }
  private readonly clients: VisitorClients
  private readonly isRemote: boolean
  private readonly log: Pick<Logger, 'error' | 'warn' | 'info'>
  private readonly outage: OngoingState
  private readonly recoveryListeners: (() => void)[] = []
  private ownIsDown = false
  private isReadOnly = false
  private isClosed = false
  private pendingCheck: Promise<boolean> | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(clients: VisitorClients, isRemote: boolean, log: Pick<Logger, 'error' | 'warn' | 'info'>) {
    this.clients = clients
    this.isRemote = isRemote
    this.log = log
    this.outage = new OngoingState(log, 'the database answers again')
  }

  static async create(
    orm: Orm,
    place: DatabasePlace,
    log: Pick<Logger, 'error' | 'warn' | 'info'>,
  ): Promise<DatabaseCircuitBreaker> {
    const circuitBreaker = new DatabaseCircuitBreaker(
      await openVisitorClients(orm, place),
      place.kind === 'server',
      log,
    )
    if (place.kind === 'server') circuitBreaker.watch(await getPool(orm))
    return circuitBreaker
  }

  /** Whether the last probe failed, so that no click can be written. */
  get isDown(): boolean {
    return this.ownIsDown || this.isReadOnly
  }

  get pools(): VisitorClients['pools'] {
    return this.clients.pools
  }

  /** Throws `DatabaseUnavailable` at once while the database is down, and after 3 s without an answer. */
  query<T extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<T[]> {
    return this.run(() => this.clients.routes.query<T>(statement, values))
  }

  /** Probes the database, when a statement failed or is late: one that waits for a lock does not mean it is down. */
  checkConnection(): Promise<boolean> {
    this.pendingCheck ??= this.runProbe().finally(() => {
      this.pendingCheck = undefined
    })
    return this.pendingCheck
  }

  /** Registers a function that is called each time the database is back. */
  onRecovered(listener: () => void): void {
    this.recoveryListeners.push(listener)
  }

  /** Stops the probes and closes the connections. */
  close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    return this.clients.close()
  }

  /** Probes the database when a connection of another pool is lost while it is used. */
  private watch(pool: pg.Pool): void {
    const onLoss = () => inBackground(this.checkConnection(), 'the probe of the database', this.log)
    pool.on('acquire', (client) => client.on('error', onLoss))
    pool.on('release', (_error, client) => client.off('error', onLoss))
  }

  private async run<T>(send: () => Promise<T>): Promise<T> {
    if (this.ownIsDown) throw new DatabaseUnavailable()
    try {
      return await this.withTimeout(queryTimeoutMs, send())
    } catch (error) {
      const isTimeout = error instanceof TimeoutError
      if (isReadOnlyViolation(error)) this.markDown(error)
      else if (isTimeout || (isDatabaseUnavailable(error) && !isLockTimeout(error))) await this.checkConnection()
      throw isTimeout ? new DatabaseUnavailable(error) : error
    }
  }

  private async change<T>(send: () => Promise<T>): Promise<T> {
    if (this.isReadOnly) throw new DatabaseReadOnly()
    return this.run(send)
  }

  private async runProbe(): Promise<boolean> {
    try {
      const { clicks, probe } = this.clients
      const sent = this.isReadOnly ? clicks.query(changeProbe, []) : probe.query(probeStatement, [])
      await this.withTimeout(probeTimeoutMs, sent)
      this.markUp()
      return true
    } catch (error) {
      this.markDown(error)
      return false
    }
  }

  private markDown(err: unknown): void {
    const isReadOnly = isReadOnlyViolation(err)
    const warn = () =>
      this.log.warn({ err }, `the database ${isReadOnly ? 'is read-only' : 'does not answer'}; probing once a second`)
    if (this.isDown && isReadOnly !== this.isReadOnly) warn()
    this.outage.begin(warn)
    this.isReadOnly = isReadOnly
    this.ownIsDown = !isReadOnly
    clearTimeout(this.timer)
    if (this.isClosed) return
    const probe = () => inBackground(this.checkConnection(), 'the probe of the database', this.log)
    this.timer = setTimeout(probe, probeIntervalMs).unref()
  }

  private markUp(): void {
    if (!this.isDown) return
    this.ownIsDown = false
    this.isReadOnly = false
    this.outage.end()
    for (const listener of this.recoveryListeners) listener()
  }

  private withTimeout<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
    return this.isRemote ? withTimeout(timeoutMs, promise) : promise
  }
}
