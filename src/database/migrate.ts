import { serverPool } from './native.ts'
import type { Orm } from './open.ts'

/** Any number, the same on every node: the key of the advisory lock around migrations. */
const lockKey = 7_261_225

/**
 * Brings the schema up to date. On a server this happens under an advisory lock, so that of several nodes
 * starting at once one migrates and the others wait; the embedded database has one process and needs none.
 */
export async function migrate(orm: Orm): Promise<void> {
  const pool = await serverPool(orm)
  if (pool === null) {
    await orm.migrator.up()
    return
  }
  const client = await pool.connect()
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await orm.migrator.up()
    await client.query('select pg_advisory_unlock($1)', [lockKey])
  } finally {
    // Destroying the connection also gives the lock back if a migration failed.
    client.release(true)
  }
}
