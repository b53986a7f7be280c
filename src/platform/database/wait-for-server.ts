import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseReadOnly, isDatabaseUnavailable } from './database.errors.ts'

const retryMs = 1_000
/** As long as the pools of the service wait for a connection. */
const attemptTimeoutMs = 2_000

/** Resolves when a PostgreSQL server answers and accepts changes. Calls `onFailure` for each attempt until then. */
export async function waitForServer(url: string, onFailure: (error: Error) => void): Promise<void> {
  for (;;) {
    try {
      return await connectOnce(url)
    } catch (error) {
      if (!(error instanceof Error) || !isDatabaseUnavailable(error)) throw error
      onFailure(error)
    }
    await pause(retryMs)
  }
}

async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: attemptTimeoutMs,
    query_timeout: attemptTimeoutMs,
  })
  // An error after the connection is not of interest: the pool of the service has connections of its own.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ state: string }>(`select current_setting('transaction_read_only') as state`)
    if (rows[0]?.state === 'on') throw new DatabaseReadOnly()
  } finally {
    await client.end().catch(() => undefined)
  }
}
