import type { PGlite } from '@electric-sql/pglite'
import type { Pool } from 'pg'
import { embeddedStatements } from './embedded.statements.ts'
import type { Orm } from './open.ts'

/** A statement that runs often; under its name a server's connection plans it once. Parameters are `$1`, `$2`. */
export interface NativeStatement {
  readonly name: string
  readonly text: string
}

/** The driver under MikroORM. */
export interface NativeClient {
  query<T extends object>(statement: NativeStatement, values: readonly unknown[]): Promise<T[]>
}

/**
 * The driver under MikroORM, for the few statements that run with every click. In the embedded database they wait for
 * a transaction that is open, so no transaction may wait for them.
 */
export async function nativeClient(orm: Orm): Promise<NativeClient> {
  const pool = await serverPool(orm)
  return pool ? onServer(pool) : embeddedStatements((await nativeOf(orm)) as PGlite)
}

/** The pool of connections under MikroORM; null for the embedded database, which has none. */
export async function serverPool(orm: Orm): Promise<Pool | null> {
  const native = await nativeOf(orm)
  return 'connect' in native && 'totalCount' in native ? (native as Pool) : null
}

async function nativeOf(orm: Orm): Promise<object> {
  return (await orm.em.getConnection().getNativeClient()) as object
}

/** Longer than a server takes for a statement of ours: the connection leads nowhere, and is not handed out again. */
const connectionPatienceMs = 6_000

/** A pool of connections to a server as a native client. */
export function onServer(pool: Pool): NativeClient {
  return {
    query: async <T extends object>(statement: NativeStatement, values: readonly unknown[]) => {
      // The types of the driver do not know the time limit of a single query.
      const bounded = { ...statement, values: [...values], query_timeout: connectionPatienceMs }
      return (await pool.query<T>(bounded)).rows
    },
  }
}
