import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseReadOnly, isDatabaseUnavailable } from './database.errors.ts'

const retryMs = 1_000
/** As long as the pools of the service wait for a connection. */
const attemptTimeoutMs = 2_000
/** How often the log says what is waited for. */
const reportIntervalMs = 10_000

/**
 * Runs `use` when a PostgreSQL server answers and accepts changes, and again as long as `use` fails because the database is
 * unavailable: a server that has just answered one connection may refuse the next one. The only place where a start decides
 * that the database is not there yet. Calls `report` with a sentence for the log, at first and every 10 seconds.
 */
export async function whenDatabaseAnswers<T>(
  url: string,
  report: (message: string) => void,
  use: () => Promise<T>,
): Promise<T> {
  const startedMs = performance.now()
  let reportedMs = Number.NEGATIVE_INFINITY
  let reportedMessage: string | undefined
  for (;;) {
    try {
      await connectOnce(url)
      return await use()
    } catch (error) {
      if (!(error instanceof Error) || !isDatabaseUnavailable(error)) throw error
      const nowMs = performance.now()
      // A host with several addresses has an error of each, and none of its own.
      const message = error.message || (error as NodeJS.ErrnoException).code
      if (message !== reportedMessage || nowMs - reportedMs >= reportIntervalMs) {
        reportedMs = nowMs
        reportedMessage = message
        report(`waiting for the database for ${Math.round((nowMs - startedMs) / 1_000)} s: ${message}`)
      }
    }
    await pause(retryMs)
  }
}

/** A pooler is in front of the server, in a way in which the service does not work. */
export class PoolerNotUsable extends Error {
  override readonly name = 'PoolerNotUsable'
}

const poolerAdvice = `Set pool_mode = session there, with ignore_startup_parameters = extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout, or name the server itself in DATABASE_URL (docs/scaling.md#pgbouncer).`

/** Connects, and looks whether the server accepts changes and keeps sessions. Throws `PoolerNotUsable` too. */
export async function connectOnce(url: string): Promise<void> {
  const [client, other] = [createClient(url), createClient(url)]
  try {
    await client.connect()
    const [row] = await ask<{ state: string; pid: number }>(
      client,
      `select current_setting('transaction_read_only') as state, pg_backend_pid() as pid`,
    )
    if (row?.state === 'on') throw new DatabaseReadOnly()
    await other.connect()
    const [second] = await ask<{ pid: number }>(other, 'select pg_backend_pid() as pid')
    // Two connections that are open at the same time have one process at the server.
    if (second?.pid === row?.pid)
      throw new PoolerNotUsable(
        `DATABASE_URL leads to a pooler in transaction mode, such as PgBouncer, and Tack needs sessions: for notifications, locks and prepared statements. ${poolerAdvice}`,
      )
  } catch (error) {
    if ((error as Error).message.includes('unsupported startup parameter'))
      throw new PoolerNotUsable(
        `DATABASE_URL leads to a pooler that refuses the time limits of statements (${(error as Error).message}). ${poolerAdvice}`,
      )
    throw error
  } finally {
    await Promise.all([client, other].map((each) => each.end().catch(() => undefined)))
  }
}

/** With the parameters of the service, which a pooler may refuse. */
function createClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: attemptTimeoutMs,
    query_timeout: attemptTimeoutMs,
    statement_timeout: attemptTimeoutMs,
  })
  // An error after the connection is not of interest: the pool of the service has connections of its own.
  client.on('error', () => undefined)
  return client
}

async function ask<T extends object>(client: pg.Client, sql: string): Promise<T[]> {
  return (await client.query<T>(sql)).rows
}
