import type { TransactionOptions } from '@mikro-orm/postgresql'
import type { ClientConfig, Pool } from 'pg'
import { IsolatedEntityManager, type Orm, serverOptions } from '../database.ts'
import { closeSilentConnection } from '../silence-detector.ts'
import { CancellableClient, CancellableConnection, CancellableDriver } from '../statement-cancellation.ts'

/** Decides where a statement runs. */
export interface ReplicaGuard {
  /** Runs a read on the replica; on the primary when the replica is left out, or fails in it. */
  run<T>(read: () => Promise<T>, readFromPrimary: () => Promise<T>): Promise<T>
  /** The server has said whether it is a standby: at the start of a connection, and when this changes. */
  onStandby(isStandby: boolean): void
  /** A connection has ended by itself. */
  onConnectionLost(error: Error): void
}

/** Connections to one replica. */
export interface ReplicaClients {
  readonly Client: new (config?: ClientConfig) => CancellableClient
  /** Closes all connections at once, and what runs on them fails. */
  close(reason: unknown): void
}

/**
 * A promoted server says so before the end of the first statement that it runs as a primary (`in_hot_standby`, reported since
 * PostgreSQL 14), so no answer has to come from it.
 */
export function createReplicaClients(guard: ReplicaGuard): ReplicaClients {
  const open = new Set<CancellableClient>()
  class Client extends CancellableClient {
    constructor(config?: ClientConfig) {
      super(config)
      this.connection.on(
        'parameterStatus',
        (status: { readonly parameterName: string; readonly parameterValue: string }) => {
          if (status.parameterName === 'in_hot_standby') guard.onStandby(status.parameterValue === 'on')
        },
      )
      open.add(this)
      this.on('error', (error) => guard.onConnectionLost(error))
      this.on('end', () => open.delete(this))
    }
  }
  return {
    Client,
    close: (reason) => {
      for (const client of open) closeSilentConnection(client, reason)
    },
  }
}

type ExecuteParameters = Parameters<CancellableConnection['execute']>

class ReplicaConnection extends CancellableConnection {
  constructor(
    orm: Orm,
    options: ConstructorParameters<typeof CancellableConnection>[1],
    readonly guard: ReplicaGuard,
  ) {
    super(orm.config, options)
    this.primary = orm.em.getConnection() as unknown as CancellableConnection
  }

  private readonly primary: CancellableConnection

  override execute<T>(...parameters: ExecuteParameters): Promise<T> {
    const [, , , transaction] = parameters
    // A transaction is repeated as a whole.
    if (transaction) return super.execute(...parameters)
    return this.guard.run(
      () => super.execute<T>(...parameters),
      () => this.primary.execute<T>(...parameters),
    )
  }

  override readWith<T>(read: (pool: Pool) => Promise<T>): Promise<T> {
    return this.guard.run(
      () => super.readWith(read),
      () => this.primary.readWith(read),
    )
  }
}

class ReplicaDriver extends CancellableDriver {
  constructor(
    orm: Orm,
    protected override readonly connection: ReplicaConnection,
  ) {
    super(orm.config)
    Object.assign(this, { platform: orm.driver.getPlatform() })
    this.setMetadata(orm.getMetadata())
  }
}

/** An EntityManager of a replica. A transaction that fails in the replica is repeated on the primary. */
class ReplicaEntityManager extends IsolatedEntityManager {
  override transactional<T>(run: (em: this) => T | Promise<T>, options: TransactionOptions = {}): Promise<T> {
    if (this.isInTransaction()) return super.transactional(run, options)
    const { guard, primaryEm } = replicaOf(this)
    return guard.run(
      () => super.transactional(run, { ...options }),
      () => primaryEm.fork({ signal: this.signal }).transactional(run as never, { ...options }),
    )
  }
}

interface ReplicaParts {
  readonly guard: ReplicaGuard
  readonly primaryEm: Orm['em']
}

const partsOfDrivers = new WeakMap<object, ReplicaParts>()
const replicaOf = (em: { getDriver(): object }) => partsOfDrivers.get(em.getDriver()) as ReplicaParts

/** An EntityManager, as `orm.em` is one of the primary. */
export interface ReplicaEntityManagers {
  readonly em: Orm['em']
  close(): Promise<void>
}

/** MikroORM has no EntityManager that reads from one replica alone; a driver with another connection makes it one. */
export function createReplicaEntityManager(
  orm: Orm,
  url: string,
  { Client }: Pick<ReplicaClients, 'Client'>,
  guard: ReplicaGuard,
): ReplicaEntityManagers {
  const { clientUrl, driverOptions } = serverOptions(url)
  const connection = new ReplicaConnection(orm, { clientUrl, driverOptions: { ...driverOptions, Client } }, guard)
  const driver = new ReplicaDriver(orm, connection)
  partsOfDrivers.set(driver, { guard, primaryEm: orm.em })
  const em = new ReplicaEntityManager(orm.config, driver as never, orm.getMetadata(), false) as unknown as Orm['em']
  return { em, close: () => connection.close() }
}
