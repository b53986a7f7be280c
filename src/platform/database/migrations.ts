import { UnknownSchema } from './database.errors.ts'
import type { EntityManager, Orm } from './database.ts'
import { getPool } from './native-client.ts'
import { installPgBoss } from './pg-boss.ts'

/** The key of the advisory lock around migrations: any number, the same on every node. */
const lockKey = 7_261_225

/** Migrates the schemas of the service and of pg-boss, on a server under an advisory lock. Throws `UnknownSchema`. */
export async function migrate(orm: Orm): Promise<void> {
  const pool = await getPool(orm)
  // The embedded database: no other node, and no second connection to hold a lock.
  if (pool.options.max === 1) {
    await assertKnownSchema(orm.em.fork())
    await orm.migrator.up()
    await installPgBoss({ executeSql: (text, values) => pool.query(text, values) })
    return
  }
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await runMigrationsWithoutTimeout(orm)
    await installPgBoss({ executeSql: (text, values) => client.query(text, values) })
    await client.query('select pg_advisory_unlock($1)', [lockKey])
  } finally {
    // Destroying the connection also releases the lock when a migration failed.
    client.release(true)
  }
}

/** Without a time limit, because creating an index on a large table takes longer than a statement of a request may. */
function runMigrationsWithoutTimeout(orm: Orm): Promise<void> {
  return orm.em.fork().transactional(async (em) => {
    await em.execute('set local statement_timeout = 0')
    await assertKnownSchema(em)
    await orm.migrator.up({ transaction: em.getTransactionContext() })
  })
}

/** Throws `UnknownSchema` when the database has a migration that this version does not have. */
async function assertKnownSchema(em: EntityManager): Promise<void> {
  const [table] = await em.execute<{ name: string | null }[]>(
    `select to_regclass('mikro_orm_migrations')::text as name`,
  )
  if (!table?.name) return
  const known = em.config.get('migrations').migrationsList ?? []
  const names = new Set(known.map((migration) => ('name' in migration ? migration.name : '')))
  const executed = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations order by id')
  const unknown = executed.find(({ name }) => !names.has(name))
  if (unknown) throw new UnknownSchema(unknown.name)
}
