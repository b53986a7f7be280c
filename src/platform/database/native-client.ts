import pg from 'pg'
import type { Orm } from './database.ts'

/** A prepared statement. A connection plans it once and reuses the plan by its name. Parameters are `$1`, `$2`. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
}

/** Runs prepared statements on the driver, without MikroORM. */
export interface NativeClient {
  query<T extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<T[]>
}

/** A client for the statements of every click. On the embedded database they wait for an open transaction. */
export async function createNativeClient(orm: Orm): Promise<NativeClient> {
  return createPoolClient(await getPool(orm))
}

/** The connection pool of MikroORM; on the embedded database it has one connection. */
export async function getPool(orm: Orm): Promise<pg.Pool> {
  return (await orm.em.getConnection().getNativeClient()) as unknown as pg.Pool
}

/** A native client over a connection pool. A connection that does not answer in time is removed from the pool. */
export function createPoolClient(pool: pg.Pool, queryTimeoutMs?: number): NativeClient {
  return {
    query: async <T extends object>(statement: PreparedStatement, values: readonly unknown[]) => {
      // The type definitions of pg lack the time limit of a single query. The pool of MikroORM has its own types.
      const queryConfig = { ...statement, values: [...values], types: pg.types, query_timeout: queryTimeoutMs }
      return (await queryOnce<T>(pool, queryConfig)).rows
    },
  }
}

/** Like `pool.query`, which also closes the connection of a statement that the database has refused. */
async function queryOnce<T extends object>(pool: pg.Pool, queryConfig: pg.QueryConfig): Promise<pg.QueryResult<T>> {
  const client = await pool.connect()
  // The query fails with the error of a lost connection. An event without a listener would end the process.
  const ignoreError = () => undefined
  client.on('error', ignoreError)
  let isUsable = true
  try {
    return await client.query<T>(queryConfig)
  } catch (error) {
    isUsable = error instanceof pg.DatabaseError
    throw error
  } finally {
    client.release(!isUsable)
    client.off('error', ignoreError)
  }
}
