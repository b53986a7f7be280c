import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy'
import { Migrator } from '@mikro-orm/migrations'
import { PgliteDriver } from '@mikro-orm/pglite'
import { MikroORM, type Options, PostgreSqlDriver } from '@mikro-orm/postgresql'
import type { Pool, PoolClient } from 'pg'
import type { DatabasePlace } from '../../config.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import type { Tables } from './migrations.ts'
import { listMigrations } from './migrations.ts'
import { pgBossSchema } from './pg-boss.ts'

/** MikroORM over PostgreSQL, with either of its two drivers. */
export type Orm = MikroORM
export type EntityManager = MikroORM['em']

export interface Database {
  readonly orm: Orm
  close(): Promise<void>
}

export interface OpenDatabaseOptions {
  readonly place: DatabasePlace
  readonly tables: Tables
  /** Called with each statement before it is sent; tests count statements. */
  readonly onStatement?: ((sql: string) => void) | undefined
  /** A dumped data folder with which a database in memory starts. */
  readonly embeddedSeed?: Blob | undefined
}

/** Opens the database without migrating it. Throws `FolderInUse` when another process uses the folder. */
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

/** The connection options for a PostgreSQL server, also for the MikroORM command line tool. */
export function serverOptions(url: string) {
  return {
    driver: PostgreSqlDriver,
    clientUrl: url,
    pool: { min: 0, max: 20 },
    driverOptions: {
      // When the pool is full, the request gets a 503 after this time instead of waiting.
      connectionTimeoutMillis: 2_000,
      statement_timeout: 5_000,
      lock_timeout: 2_000,
      idle_in_transaction_session_timeout: 10_000,
      application_name: 'tack',
    },
  } satisfies Options
}

/** The MikroORM options of both drivers. */
export function commonOptions({ tables, onStatement }: Pick<OpenDatabaseOptions, 'tables' | 'onStatement'>) {
  return {
    entities: [...tables.entities],
    extensions: [Migrator],
    metadataProvider: ReflectMetadataProvider,
    // Only entities that were passed to `persist` are written, so no transaction writes leftovers of another one.
    persistOnCreate: false,
    // Timestamps are stored and read in UTC in any time zone of the machine.
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

/** Code that releases a lost connection itself does so before this time. */
const gracePeriodMs = 1_000

/**
 * Returns connections to the pool that were lost inside a transaction. Kysely releases a connection only after a
 * successful rollback, which never happens on a lost one, so a restart of the database would permanently remove a
 * connection from the pool for each open transaction.
 */
async function reclaimLostConnections(orm: Orm): Promise<void> {
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as Pool
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
