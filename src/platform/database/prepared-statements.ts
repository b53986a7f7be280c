import type { EntityManager } from './database.ts'
import { createPoolClient, type PreparedStatement } from './native-client.ts'
import { type CancellableConnection, withAbortReason } from './statement-cancellation.ts'

/**
 * Runs a prepared statement on a connection of the ORM, for the most frequent reads: the ORM writes values into its
 * statements, so PostgreSQL plans each of them anew, which takes it longer than the read. It is logged like a statement of
 * the ORM, and cancelled by the signal. In a transaction it is an ordinary statement. Columns must be named: `*` fails on
 * open connections when a later version adds one.
 */
export async function executePrepared<T extends object>(
  em: EntityManager,
  statement: PreparedStatement,
  values: readonly unknown[],
  signal?: AbortSignal,
): Promise<T[]> {
  if (em.isInTransaction()) {
    const used: unknown[] = []
    const sql = statement.text.replaceAll(/\$(\d+)/g, (_, place) => {
      used.push(values[Number(place) - 1])
      return '?'
    })
    return em.execute<T[]>(sql, used)
  }
  em.config.getLogger().logQuery({ query: statement.text })
  return (em.getConnection() as unknown as CancellableConnection).readWith((pool) =>
    withAbortReason(signal, () => createPoolClient(pool, { signal }).query<T>(statement, values)),
  )
}
