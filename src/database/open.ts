import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy'
import { Migrator } from '@mikro-orm/migrations'
import { PgliteDriver } from '@mikro-orm/pglite'
import { type EntityClass, MikroORM, type Options, PostgreSqlDriver } from '@mikro-orm/postgresql'
import type { DatabasePlace } from '../config.ts'
import { holdFolder } from './lock.ts'
import { migrations } from './migrations/index.ts'

/** MikroORM over PostgreSQL, whichever of its two drivers is underneath. */
export type Orm = MikroORM
export type EntityManager = MikroORM['em']

export interface Database {
  readonly orm: Orm
  close(): Promise<void>
}

export interface OpenOptions {
  readonly place: DatabasePlace
  /** Every entity of the service, listed, because globs fail under ESM test runners. */
  readonly entities: readonly EntityClass[]
  /** Sees each statement before it is sent; tests count them. */
  readonly onStatement?: ((sql: string) => void) | undefined
  /** A dumped data folder to start an embedded database from, which saves its seconds of first set-up. */
  readonly embeddedSeed?: Blob | undefined
}

/**
 * Opens the database: a PostgreSQL server, a folder of the embedded one (held by one process only), or memory.
 * Throws `FolderInUse` when another process holds the folder. Migrations are the caller's next step.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { place } = options
  if (place.kind === 'folder') await mkdir(place.folder, { recursive: true })
  const release = place.kind === 'folder' ? await holdFolder(place.folder) : undefined
  try {
    const orm = await MikroORM.init(ormOptions(options))
    return {
      orm,
      close: async () => {
        await orm.close()
        await release?.()
      },
    }
  } catch (error) {
    await release?.()
    throw error
  }
}

/** What MikroORM needs to know; the command line tool reads the same. */
export function ormOptions({ place, entities, onStatement, embeddedSeed }: OpenOptions): Options {
  return {
    ...(place.kind === 'server' ? server(place.url) : embedded(place, embeddedSeed)),
    entities: [...entities],
    extensions: [Migrator],
    metadataProvider: ReflectMetadataProvider,
    // Only what an act hands to its own transaction is written, never a leftover of another act.
    persistOnCreate: false,
    // Instants are stored and read in UTC whatever the machine's zone.
    forceUtcTimezone: true,
    migrations: { migrationsList: migrations, snapshot: false, allOrNothing: true },
    // The click table is partitioned by month: its migration is written by hand and the tool looks away.
    schemaGenerator: { skipTables: [/^click(_|$)/] },
    debug: onStatement ? ['query'] : false,
    logger: onStatement ?? (() => undefined),
  } as Options
}

function server(url: string) {
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
  }
}

function embedded(place: DatabasePlace, seed: Blob | undefined) {
  return {
    driver: PgliteDriver as unknown as typeof PostgreSqlDriver,
    dbName: place.kind === 'folder' ? join(place.folder, 'database') : 'memory://',
    ...(seed && { driverOptions: { loadDataDir: seed } }),
  }
}
