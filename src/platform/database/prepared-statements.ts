import type { EntityManager } from './database.ts'
import { createPoolClient, type PreparedStatement } from './native-client.ts'
import { type CancellableConnection, type Prepared, withAbortReason } from './statement-cancellation.ts'

/**
 * Runs a prepared statement on a connection of the ORM, or in its transaction, for the most frequent requests: the ORM writes
 * values into its statements, so PostgreSQL plans each of them anew, which takes it longer than to run it. It is logged like a
 * statement of the ORM, and cancelled by the signal. Columns must be named: `*` fails on open connections when a later
 * version adds one.
 */
export async function executePrepared<T extends object>(
  em: EntityManager,
  statement: PreparedStatement,
  values: readonly unknown[],
  signal?: AbortSignal,
): Promise<T[]> {
  if (em.isInTransaction()) {
    const prepared: Prepared = { name: statement.name, values }
    return em.execute<T[]>(statement.text, [], 'all', { prepared } as object)
  }
  em.config.getLogger().logQuery({ query: statement.text })
  return (em.getConnection() as unknown as CancellableConnection).readWith((pool) =>
    withAbortReason(signal, () => createPoolClient(pool, { signal }).query<T>(statement, values)),
  )
}
