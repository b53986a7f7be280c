import { UnknownSchema } from './database.errors.ts'
import type { EntityManager, Orm } from './database.ts'
import { getServerPool } from './native-client.ts'
import { getEmbeddedPgBossDatabase, installPgBoss } from './pg-boss.ts'

/** Any number, the same on every node: the key of the advisory lock around migrations. */
const lockKey = 7_261_225

/**
 * Brings the schema up to date, and that of pg-boss. On a server this happens under an advisory lock, so that of several nodes
 * starting at once one migrates and the others wait; the embedded database has one process and needs none.
 * Throws `UnknownSchema`.
 */
export async function migrate(orm: Orm): Promise<void> {
  const pool = await getServerPool(orm)
  if (pool === null) {
    await assertKnownSchema(orm.em.fork())
    await orm.migrator.up()
    await installPgBoss(await getEmbeddedPgBossDatabase(orm))
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
    // Destroying the connection also gives the lock back if a migration failed.
    client.release(true)
  }
}

/** An index of a large table takes longer to create than a request's statement may. */
function runMigrationsWithoutTimeout(orm: Orm): Promise<void> {
  return orm.em.fork().transactional(async (em) => {
    await em.execute('set local statement_timeout = 0')
    await assertKnownSchema(em)
    await orm.migrator.up({ transaction: em.getTransactionContext() })
  })
}

/** Throws `UnknownSchema` for a database that another version of the service has migrated. */
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
