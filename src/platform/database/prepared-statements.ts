import type pg from 'pg'
import type { EntityManager } from './database.ts'
import { createPoolClient, type PreparedStatement } from './native-client.ts'
import { withSignal } from './statement-cancellation.ts'

/**
 * Runs a prepared statement on a connection of the ORM, for the most frequent reads: the ORM writes values into its
 * statements, so PostgreSQL plans each of them anew, which takes it longer than the read. It is logged like a statement of
 * the ORM, and cancelled by the signal. In a transaction it is an ordinary statement. Columns must be named: `*` fails on
 * open connections when a later version adds one. Each row is the array of its values.
 */
export async function executePreparedRows(
  em: EntityManager,
  statement: PreparedStatement,
  values: readonly unknown[],
  signal?: AbortSignal,
): Promise<unknown[][]> {
  if (em.isInTransaction()) {
    const used: unknown[] = []
    const sql = statement.text.replaceAll(/\$(\d+)/g, (_, place) => {
      used.push(values[Number(place) - 1])
      return '?'
    })
    return (await em.execute<object[]>(sql, used)).map((row) => Object.values(row))
  }
  const pool = (await em.getConnection().getNativeClient()) as unknown as pg.Pool
  em.config.getLogger().logQuery({ query: statement.text })
  return withSignal(signal, () => createPoolClient(pool).query<unknown[]>({ ...statement, rowMode: 'array' }, values))
}
