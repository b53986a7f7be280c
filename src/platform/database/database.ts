import type { EventEmitter } from 'node:events'
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy'
import { Migrator } from '@mikro-orm/migrations'
import {
  EntityManager as BaseEntityManager,
  MikroORM,
  type Options,
  type PostgreSqlDriver,
  ValidationError,
} from '@mikro-orm/postgresql'
import type { ClientBase, Pool, PoolClient } from 'pg'
import type { DatabasePlace } from '../../config.ts'
import { EmbeddedConnection } from './embedded/embedded-connection.ts'
import { EmbeddedDatabase } from './embedded/embedded-database.ts'
import { isStateOfSession } from './sql-states.ts'
import { AbortableClient, CancellableClient, CancellableDriver } from './statement-cancellation.ts'
import type { Tables } from './tables.ts'
import { listMigrations, pgBossSchema } from './tables.ts'

/** MikroORM over PostgreSQL. */
export type Orm = MikroORM
export type EntityManager = MikroORM['em']

export interface Database {
  readonly orm: Orm
  /** Null on a server. */
  readonly embedded: EmbeddedDatabase | null
  close(): Promise<void>
}

export interface OpenDatabaseOptions {
  readonly place: DatabasePlace
  readonly tables: Tables
  /** The most connections to a server; 16 by default. */
  readonly poolSize?: number | undefined
  /** Called with each statement before it is sent; tests count statements. */
  readonly onStatement?: ((sql: string) => void) | undefined
  /** Called with each new connection before it is used. */
  readonly onConnect?: ((client: ClientBase) => Promise<void>) | undefined
  /** A dumped data folder with which a database in memory starts. */
  readonly embeddedSeed?: Blob | undefined
  /** How long the connection of the embedded database may be taken with nothing to do; 30 s by default. */
  readonly keptConnectionMs?: number | undefined
}

/**
 * Opens the database without migrating it. `MikroORM.init` would look for extensions, and load this one a second time from its
 * package. Throws `FolderInUse` when another process uses the folder.
 */
export async function openDatabase({
  place,
  poolSize,
  embeddedSeed,
  onConnect,
  keptConnectionMs = 30_000,
  ...options
}: OpenDatabaseOptions): Promise<Database> {
  if (place.kind === 'server') {
    const orm = new MikroORM({ ...commonOptions(options), ...serverOptions(place.url, { poolSize, onConnect }) })
    return { orm, embedded: null, close: () => orm.close() }
  }
  const embedded = await EmbeddedDatabase.start(place.kind === 'folder' ? place.folder : null, embeddedSeed)
  const orm = new MikroORM({
    ...commonOptions(options),
    ...embeddedOptions(embedded, keptConnectionMs, onConnect),
  })
  return {
    orm,
    embedded,
    close: async () => {
      await orm.close()
      await embedded.close()
    },
  }
}

/** One connection, because the embedded database has one session. It stays open, so that named statements do. */
function embeddedOptions(
  embedded: EmbeddedDatabase,
  keptConnectionMs: number,
  onConnect: OpenDatabaseOptions['onConnect'],
) {
  return {
    dbName: 'postgres',
    user: 'postgres',
    pool: { min: 1, max: 1 },
    driverOptions: {
      Client: AbortableClient,
      stream: () => new EmbeddedConnection(embedded),
      onPoolCreated: (pool: Pool) => {
        reclaimLostConnections(pool)
        reclaimKeptConnection(pool, embedded, keptConnectionMs)
      },
      ...(onConnect && { onConnect }),
    },
  } satisfies Options
}

/** The connection options for a PostgreSQL server, also for the MikroORM command line tool. */
export function serverOptions(
  url: string,
  { poolSize = 16, onConnect }: Pick<OpenDatabaseOptions, 'poolSize' | 'onConnect'> = {},
) {
  return {
    clientUrl: url,
    pool: { min: 0, max: poolSize },
    driverOptions: {
      Client: CancellableClient,
      // When the pool is full, the request gets a 503 after this time instead of waiting.
      connectionTimeoutMillis: 2_000,
      statement_timeout: 5_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 10_000,
      application_name: 'tack',
      onPoolCreated: (pool: Pool) => {
        reclaimLostConnections(pool)
        closeUnusableSessions(pool)
      },
      ...(onConnect && { onConnect }),
    },
  } satisfies Options
}

/**
 * The EntityManager of MikroORM, but for `orm.em`, which finds no transaction in the ambient context. Its forks would have
 * the signal of that transaction, so background work that a request sets off would be cancelled with the request.
 */
export class IsolatedEntityManager extends BaseEntityManager {
  override getContext(validate = true): this {
    if (validate && this.global) throw ValidationError.cannotUseGlobalContext()
    return this
  }
}

/** The MikroORM options for both databases. */
export function commonOptions({ tables, onStatement }: Pick<OpenDatabaseOptions, 'tables' | 'onStatement'>) {
  return {
    // Its type differs in a protected property alone.
    driver: CancellableDriver as unknown as typeof PostgreSqlDriver,
    entities: [...tables.entities],
    entityManager: IsolatedEntityManager,
    extensions: [Migrator],
    metadataProvider: ReflectMetadataProvider,
    // Only entities that were passed to `persist` are written, so no transaction writes leftovers of another one.
    persistOnCreate: false,
    // The ORM would define a setter for each property of each entity, to keep both sides of a relation alike. No relation
    // has two sides.
    propagationOnPrototype: false,
    // Timestamps are stored and read in UTC in any time zone of the machine.
    forceUtcTimezone: true,
    migrations: { migrationsList: listMigrations(tables), snapshot: false, allOrNothing: true },
    schemaGenerator: {
      skipTables: [...(tables.tablesWithoutEntity ?? [])],
      ignoreSchema: [pgBossSchema],
      ignoreTriggers: true,
      ignoreRoutines: true,
    },
    debug: onStatement ? (['query'] as const) : false,
    logger: onStatement ?? (() => undefined),
  } as unknown as Options
}

/** Code that releases a lost connection itself does so before this time. */
const gracePeriodMs = 1_000

/**
 * Returns connections to the pool that were lost inside a transaction. Kysely releases a connection only after a
 * successful rollback, which never happens on a lost one, so a restart of the database would permanently remove a
 * connection from the pool for each open transaction.
 */
function reclaimLostConnections(pool: Pool): void {
  const checkedOut = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    checkedOut.add(client)
  })
  pool.on('release', (_, client) => {
    checkedOut.delete(client)
  })
  pool.on('connect', (client) => {
    client.once('end', () => {
      setTimeout(() => {
        if (checkedOut.has(client)) client.release(true)
      }, gracePeriodMs)
    })
  })
}

/**
 * Takes the only connection back when its holder does not return it, although nothing runs on it. That is a fault of
 * the service, for example a lost promise, and all other statements would wait for ever.
 */
function reclaimKeptConnection(pool: Pool, embedded: EmbeddedDatabase, keptMs: number): void {
  let timer: NodeJS.Timeout
  const checkAfter = (ms: number, client: PoolClient) => {
    timer = setTimeout(() => {
      const { stream } = (client as unknown as { readonly connection: { readonly stream: EmbeddedConnection } })
        .connection
      if (stream.idleMs < keptMs) return checkAfter(keptMs - stream.idleMs, client)
      client.release(true)
      embedded.reportKeptConnection()
    }, ms).unref()
  }
  pool.on('acquire', (client) => checkAfter(keptMs, client))
  pool.on('release', () => clearTimeout(timer))
}

/** Closes a connection when it is released, if another session may do what this one could not. */
function closeUnusableSessions(pool: Pool): void {
  const unusable = new WeakSet<PoolClient>()
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { readonly connection: EventEmitter }
    connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (isStateOfSession(code ?? '')) unusable.add(client)
    })
  })
  pool.on('release', (_, client) => {
    if (unusable.has(client)) client.end().catch(() => undefined)
  })
}
