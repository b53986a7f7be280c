import pg from 'pg'
import type { Orm } from './database.ts'
import { isStateOfSession } from './sql-states.ts'
import { StatementNotSent } from './statement-cancellation.ts'

/** A prepared statement. A connection plans it once and reuses the plan by its name. Parameters are `$1`, `$2`. */
export interface PreparedStatement {
  readonly name: string
  readonly text: string
}

/** Runs prepared statements on the driver, without MikroORM. */
export interface NativeClient {
  query<T extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<T[]>
}

/** A prepared statement with its values. */
export interface BoundStatement {
  readonly statement: PreparedStatement
  readonly values: readonly unknown[]
}

export interface TransactionClient extends NativeClient {
  /** Runs statements one after the other in one transaction. Each sees what was committed before it. Returns the last rows. */
  queryInTransaction<T extends object>(statements: readonly BoundStatement[]): Promise<T[]>
}

/** A client for the statements of every click. On the embedded database they wait for an open transaction. */
export async function createNativeClient(orm: Orm): Promise<TransactionClient> {
  return createPoolClient(await getPool(orm))
}

/** The connection pool of MikroORM; on the embedded database it has one connection. */
export async function getPool(orm: Orm): Promise<pg.Pool> {
  return (await orm.em.getConnection().getNativeClient()) as unknown as pg.Pool
}

/**
 * Takes the only connection of the embedded database, between two transactions, and writes everything to its files. They stay
 * as they are until `run` has ended. All other statements wait.
 */
export async function holdStatements(orm: Orm, run: () => Promise<void>): Promise<void> {
  await withConnection(await getPool(orm), async (client) => {
    await client.query('checkpoint')
    await run()
  })
}

interface PoolClientOptions {
  /** Cancels the statements of this client. */
  readonly signal?: AbortSignal | undefined
}

/** A native client over a connection pool. */
export function createPoolClient(pool: pg.Pool, { signal }: PoolClientOptions = {}): TransactionClient {
  const run = async <T extends object>(client: pg.PoolClient, query: pg.QueryConfig) => {
    // The pool of MikroORM has its own types.
    const queryConfig = { ...query, types: pg.types, signal }
    return (await client.query<T>(queryConfig)).rows
  }
  const send = <T extends object>(client: pg.PoolClient, { statement, values }: BoundStatement) =>
    run<T>(client, { ...statement, values: [...values] })
  return {
    query: (statement, values) => withConnection(pool, (client) => send(client, { statement, values })),
    queryInTransaction: <T extends object>(statements: readonly BoundStatement[]) =>
      withConnection(pool, async (client) => {
        let rows: T[] = []
        await run(client, { text: 'begin' })
        try {
          for (const each of statements) rows = await send<T>(client, each)
          await run(client, { text: 'commit' })
        } catch (error) {
          if (error instanceof pg.DatabaseError) await run(client, { text: 'rollback' })
          throw error
        }
        return rows
      }),
  }
}

/** Runs a function with a connection, and closes the connection if it fails with an error that may come from the connection. */
async function withConnection<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // The query fails with the error of a lost connection. An event without a listener would end the process.
  const ignoreError = () => undefined
  client.on('error', ignoreError)
  let isUsable = true
  try {
    return await run(client)
  } catch (error) {
    isUsable = isReturnable(error)
    throw error
  } finally {
    client.release(!isUsable)
    client.off('error', ignoreError)
  }
}

/** Whether the error says nothing against the connection: the statement failed, or was not sent. */
function isReturnable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !isStateOfSession(error.code ?? '')
  return error instanceof StatementNotSent
}
