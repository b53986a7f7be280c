import type { EntityManager, Orm } from './database.ts'
import { getPool } from './native-client.ts'
import { installPgBoss } from './pg-boss.ts'
import { assertKnownSchema, stampMigrations } from './schema-version.ts'

/** The key of the advisory lock around migrations: any number, the same on every node. */
const lockKey = 7_261_225

/** Migrates the schemas of the service and of pg-boss, on a server under an advisory lock. Throws `UnknownSchema`. */
export async function migrate(orm: Orm): Promise<void> {
  const pool = await getPool(orm)
  // The embedded database: no other node, and no second connection to hold a lock.
  if (pool.options.max === 1) {
    await runMigrations(orm, orm.em.fork())
    await installPgBoss({ executeSql: (text, values) => pool.query(text, values) })
    return
  }
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await runMigrationsInTransaction(orm)
    await installPgBoss({ executeSql: (text, values) => client.query(text, values) })
    await client.query('select pg_advisory_unlock($1)', [lockKey])
  } finally {
    // Destroying the connection also releases the lock when a migration failed.
    client.release(true)
  }
}

/** Without a time limit, because creating an index on a large table takes longer than a statement of a request may. */
function runMigrationsInTransaction(orm: Orm): Promise<void> {
  return orm.em.fork().transactional(async (em) => {
    await em.execute('set local statement_timeout = 0')
    await runMigrations(orm, em)
  })
}

async function runMigrations({ migrator }: Orm, em: EntityManager): Promise<void> {
  await assertKnownSchema(em)
  const executed = await migrator.up({ transaction: em.getTransactionContext() })
  await stampMigrations(
    em,
    executed.map(({ name }) => name),
  )
}
