import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../shared/logger.ts'
import type { EntityManager, Orm } from './database.ts'
import { createTables } from './migrations/new-database.ts'
import { assertKnownSchema, listedMigrations, stampMigration } from './migrations/schema-version.ts'
import { getPool } from './native-client.ts'
import { installPgBoss } from './pg-boss.ts'
import { statementTimeoutSql } from './silence-detector.ts'
import { lockTimeoutMs, retryLocks, retryLocksInTransaction } from './statements.ts'
import type { ListedMigration } from './tables.ts'

/** The key of the advisory lock around migrations: any number, the same on every node. */
const lockKey = 7_261_225
const lockPollMs = 200

type MigrationLog = Pick<Logger, 'info'>
type Execute = (sql: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/**
 * Migrates the schemas of the service and of pg-boss, on a server under an advisory lock, while older versions serve. Tries for
 * as long as others hold the tables. Throws `UnknownSchema`.
 */
export async function migrate(orm: Orm, log?: MigrationLog): Promise<void> {
  const pool = await getPool(orm)
  // The embedded database: no other node, and no second connection to hold a lock.
  if (pool.options.max === 1) return runAll(orm, { isAlone: true, execute: (...query) => pool.query(...query), log })
  const client = await pool.connect()
  try {
    const execute: Execute = (...query) => client.query(...query)
    await execute(`select set_config('lock_timeout', '0', false), ${statementTimeoutSql(0, 'session')}`)
    await lock(execute)
    await runAll(orm, { isAlone: false, execute, log })
    await execute('select pg_advisory_unlock($1)', [lockKey])
  } finally {
    // Destroying the connection also releases the lock when a migration failed.
    client.release(true)
  }
}

/** Tries again and again, because a statement that waits for the lock would be waited for by `create index concurrently`. */
async function lock(execute: Execute): Promise<void> {
  for (;;) {
    const { rows } = await execute('select pg_try_advisory_lock($1) as "isLocked"', [lockKey])
    if ((rows[0] as { isLocked: boolean }).isLocked) return
    await pause(lockPollMs)
  }
}

interface MigrationRun {
  /** Whether no other connection can exist. */
  readonly isAlone: boolean
  /** Runs a statement without a time limit, outside a transaction. */
  readonly execute: Execute
  readonly log: MigrationLog | undefined
}

async function runAll(orm: Orm, run: MigrationRun): Promise<void> {
  await assertKnownSchema(orm.em.fork())
  const listed = listedMigrations(orm.em)
  let pending = await listPending(orm)
  if (pending.size === listed.length) {
    await createTables(orm)
    pending = await listPending(orm)
  }
  for (const migration of listed.filter(({ name }) => pending.has(name))) {
    if (migration.isOnline) await runOnline(orm, migration, run)
    else if (run.isAlone) await runOffline(orm.em.fork(), orm, migration)
    else await runInTransaction(orm, migration, run)
  }
  await installPgBoss({ executeSql: run.execute })
}

async function listPending({ migrator }: Orm): Promise<ReadonlySet<string>> {
  return new Set((await migrator.getPending()).map(({ name }) => name))
}

/** All statements or none, without a limit for their duration: each of them is quick, and waits for no lock. */
function runInTransaction(orm: Orm, migration: ListedMigration, run: MigrationRun): Promise<void> {
  return retryLocksInTransaction(orm.em.fork(), (em) => runOffline(em, orm, migration), logWaits(migration, run))
}

async function runOffline(em: EntityManager, { migrator }: Orm, { name }: ListedMigration): Promise<void> {
  await migrator.up({ migrations: [name], transaction: em.getTransactionContext() })
  await stampMigration(em, name)
}

/** Each statement by itself. Those before an interruption run again. */
async function runOnline(orm: Orm, migration: ListedMigration, run: MigrationRun): Promise<void> {
  for (const statement of migration.statements) {
    const index = /^create (?:unique )?index concurrently (\w+)/.exec(statement)?.[1]
    // It waits without holding anything up. An interrupted one leaves an invalid index.
    if (index) await run.execute(`drop index concurrently if exists ${index}`)
    await run.execute(`set lock_timeout = ${/ concurrently /.test(statement) ? 0 : lockTimeoutMs}`)
    await retryLocks(() => run.execute(statement), logWaits(migration, run))
  }
  await run.execute('set lock_timeout = 0')
  await orm.migrator.logMigration(migration.name)
  await stampMigration(orm.em.fork(), migration.name)
}

const logWaits =
  ({ name }: ListedMigration, { log }: MigrationRun) =>
  (attempts: number): void => {
    if (attempts % 10 === 1) log?.info({ migration: name, attempts }, 'a migration waits for a table that others use')
  }
