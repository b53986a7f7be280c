import pg from 'pg'
import { type Logger, OngoingState } from '../../shared/logger.ts'
import { secondMs, withTimeout } from '../../shared/time.ts'
import { isDatabaseUnavailable, isStatementCancelled, isTransactionConflict } from '../database.errors.ts'
import type { EntityManager, Orm } from '../database.ts'
import { createPoolClient, type NativeClient, type PreparedStatement } from '../native-client.ts'
import type { PrimaryLog, PrimaryState } from './primary-log.ts'
import {
  createReplicaClients,
  createReplicaEntityManager,
  type ReplicaClients,
  type ReplicaEntityManagers,
  type ReplicaGuard,
} from './replica-driver.ts'
import type { LogPosition } from './write-positions.ts'

/** A replica that is further behind is left out, until it is nearly up to date again. */
export const maxLagMs = 5 * secondMs
const maxReturnLagMs = secondMs

/** A replica without an answer to a probe after this time is left out. */
const probeTimeoutMs = secondMs

/** Its row is a `ReplicaRow`. */
export const replicaSql = `
  select pg_is_in_recovery() as "isStandby", pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as replayed,
         (select system_identifier::text from pg_control_system()) as "systemId",
         coalesce((select received_tli from pg_stat_wal_receiver),
                  (select timeline_id from pg_control_checkpoint())) as timeline`

const probe: PreparedStatement = { name: 'probe_replica', text: replicaSql }

export interface ReplicaRow extends PrimaryState {
  readonly isStandby: boolean
  /** Null on a server that has never replayed a log. */
  readonly replayed: LogPosition | null
}

/** One replica: whether it can be read, and how far it is. */
export class Replica implements ReplicaGuard {
  readonly name: string
  /** How old its data are at most, in milliseconds; undefined while it cannot be asked. */
  lagMs: number | undefined
  private replayed: LogPosition | undefined
  private readonly clients: ReplicaClients
  private readonly managers: ReplicaEntityManagers
  private readonly probePool: pg.Pool
  private readonly prober: NativeClient
  private readonly outage: OngoingState
  private isClosed = false

  constructor(
    orm: Orm,
    url: string,
    private readonly log: Pick<Logger, 'warn' | 'info'>,
    private readonly onRepeated: () => void,
  ) {
    this.name = nameReplica(url)
    this.outage = new OngoingState(log, 'the read replica is used again')
    this.clients = createReplicaClients(this)
    this.managers = createReplicaEntityManager(orm, url, this.clients, this)
    // Its connection stays open, so the end of the server is seen at once.
    this.probePool = new pg.Pool({
      connectionString: url,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: probeTimeoutMs,
      statement_timeout: probeTimeoutMs,
      application_name: 'tack replica probe',
      Client: this.clients.Client,
    } as pg.PoolConfig)
    this.probePool.on('error', () => undefined)
    this.prober = createPoolClient(this.probePool)
  }

  /** To be forked, or for prepared statements. */
  get em(): EntityManager {
    return this.managers.em
  }

  get isUsable(): boolean {
    return this.replayed !== undefined
  }

  /** The position up to which it surely has the log; undefined when it must not be read. */
  get position(): LogPosition | undefined {
    return this.replayed
  }

  /** Asks the replica how far it is. Never rejects. */
  async check(primary: PrimaryState, log: PrimaryLog): Promise<void> {
    try {
      const [row] = await withTimeout(probeTimeoutMs, this.prober.query<ReplicaRow>(probe, []))
      const { replayed } = row ?? {}
      this.lagMs = replayed == null ? undefined : log.lagMsOf(replayed)
      const problem = describeReplicaProblem(row, primary) ?? this.describeLag()
      if (problem !== null) this.leaveOut(problem)
      else this.use(replayed ?? undefined)
    } catch (error) {
      this.lagMs = undefined
      this.leaveOut((error as Error).message)
      // What runs on its connections may get no answer either.
      this.clients.close(error)
    }
  }

  /** Nobody reads from it until the next check, without a word in the log. */
  suspend(): void {
    this.replayed = undefined
  }

  async run<T>(read: () => Promise<T>, readFromPrimary: () => Promise<T>): Promise<T> {
    if (!this.isUsable) return readFromPrimary()
    try {
      const result = await read()
      // Another primary may have other data.
      if (this.isUsable) return result
    } catch (error) {
      if (!isFaultOfReplica(error)) throw error
    }
    this.onRepeated()
    return readFromPrimary()
  }

  onStandby(isStandby: boolean): void {
    if (!isStandby) this.leaveOut('it is no standby')
  }

  onConnectionLost(error: Error): void {
    this.leaveOut(error.message)
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.suspend()
    await Promise.all([this.managers.close(), this.probePool.end()])
  }

  private use(replayed: LogPosition | undefined): void {
    if (this.isClosed) return
    this.replayed = replayed
    this.outage.end({ replica: this.name })
  }

  private leaveOut(reason: string): void {
    this.replayed = undefined
    if (this.isClosed) return
    this.outage.begin(() =>
      this.log.warn({ replica: this.name, reason }, 'a read replica is left out; its reads go to the primary'),
    )
  }

  private describeLag(): string | null {
    const { lagMs = Number.POSITIVE_INFINITY } = this
    if (lagMs <= (this.outage.isOngoing ? maxReturnLagMs : maxLagMs)) return null
    return Number.isFinite(lagMs) ? `it is ${Math.round(lagMs / 1000)} s behind` : 'it is behind'
  }
}

/** Without the credentials. */
export function nameReplica(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port || 5432}`
}

/** Why a server must not be read, whatever it has replayed; null when it may be. */
export function describeReplicaProblem(row: ReplicaRow | undefined, primary: PrimaryState): string | null {
  if (!row?.isStandby) return 'it is no standby'
  if (row.systemId !== primary.systemId) return 'it is a standby of another server than DATABASE_URL'
  if (row.timeline !== primary.timeline) return 'it does not follow the server of DATABASE_URL, but one before it'
  return row.replayed === null ? 'it has not replayed any log' : null
}

/** A statement that was cancelled, or took too long, would take as long on the primary. */
function isFaultOfReplica(error: unknown): boolean {
  return (isDatabaseUnavailable(error) && !isStatementCancelled(error)) || isTransactionConflict(error)
}
