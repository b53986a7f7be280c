import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy'
import { Migrator } from '@mikro-orm/migrations'
import { PgliteDriver } from '@mikro-orm/pglite'
import { MikroORM, type Options, PostgreSqlDriver } from '@mikro-orm/postgresql'
import type { DatabasePlace } from '../../config.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { listMigrations } from './migrations.ts'
import { pgBossSchema } from './pg-boss.ts'
import type { Tables } from './tables.ts'

/** MikroORM over PostgreSQL, whichever of its two drivers is underneath. */
export type Orm = MikroORM
export type EntityManager = MikroORM['em']

export interface Database {
  readonly orm: Orm
  close(): Promise<void>
}

export interface OpenDatabaseOptions {
  readonly place: DatabasePlace
  readonly tables: Tables
  /** Sees each statement before it is sent; tests count them. */
  readonly onStatement?: ((sql: string) => void) | undefined
  /** A dumped data folder for a database in memory to begin from. */
  readonly embeddedSeed?: Blob | undefined
}

/**
 * Opens the database: a PostgreSQL server, a folder of the embedded one (held by one process only), or memory.
 * Throws `FolderInUse` when another process holds the folder. Migrations are the caller's next step.
 */
export async function openDatabase({ place, embeddedSeed, ...options }: OpenDatabaseOptions): Promise<Database> {
  if (place.kind === 'server') {
    const orm = await MikroORM.init({ ...commonOptions(options), ...serverOptions(place.url) })
    await reclaimLostConnections(orm)
    return { orm, close: () => orm.close() }
  }
  const embedded = await startEmbeddedDatabase(place.kind === 'folder' ? place.folder : null, embeddedSeed)
  const driver = PgliteDriver as unknown as typeof PostgreSqlDriver
  const driverOptions = { pglite: () => embedded.pglite }
  const orm = await MikroORM.init({ ...commonOptions(options), driver, dbName: 'postgres', driverOptions })
  return {
    orm,
    close: async () => {
      await orm.close()
      await embedded.close()
    },
  }
}

/** How the service speaks to a PostgreSQL server; the command line tool does the same. */
export function serverOptions(url: string) {
  return {
    driver: PostgreSqlDriver,
    clientUrl: url,
    pool: { min: 0, max: 20 },
    driverOptions: {
      // A full pool is an honest 503 after this long, not a hang.
      connectionTimeoutMillis: 2_000,
      statement_timeout: 5_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 10_000,
      application_name: 'tack',
    },
  } satisfies Options
}

/** What MikroORM needs to know whichever driver is underneath. */
export function commonOptions({ tables, onStatement }: Pick<OpenDatabaseOptions, 'tables' | 'onStatement'>) {
  return {
    entities: [...tables.entities],
    extensions: [Migrator],
    metadataProvider: ReflectMetadataProvider,
    // Only what an act hands to its own transaction is written, never a leftover of another act.
    persistOnCreate: false,
    // Instants are stored and read in UTC whatever the machine's zone.
    forceUtcTimezone: true,
    migrations: { migrationsList: listMigrations(tables.schema), snapshot: false, allOrNothing: true },
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

/** The little of the pg driver's pool and its clients that is needed here. */
interface ConnectionPool {
  on(event: 'acquire', listener: (client: PoolClient) => void): void
  on(event: 'release', listener: (error: unknown, client: PoolClient) => void): void
  on(event: 'connect', listener: (client: PoolClient) => void): void
}

interface PoolClient {
  once(event: 'end', listener: () => void): void
  release(destroy: boolean): void
}

/** Whoever holds a lost connection and gives it back by itself has done so long before. */
const gracePeriodMs = 1_000

/**
 * Gives connections back to the pool that were lost in the middle of a transaction. Kysely releases one only after its
 * rollback has succeeded, which on a lost one it never does, so that a restart of the database would cost the pool for
 * good as many places as there were transactions.
 */
export async function reclaimLostConnections(orm: Orm): Promise<void> {
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as ConnectionPool
  const checkedOut = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => void checkedOut.add(client))
  pool.on('release', (_, client) => void checkedOut.delete(client))
  pool.on('connect', (client) => {
    client.once('end', () => {
      setTimeout(() => {
        if (checkedOut.has(client)) client.release(true)
      }, gracePeriodMs)
    })
  })
}
