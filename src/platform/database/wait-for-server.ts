import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseUnavailable } from './database.errors.ts'

const retryMs = 1_000
const connectTimeoutMs = 5_000

/** Resolves when a PostgreSQL server accepts connections. Calls `onFailure` for each attempt until then. */
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
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  // An error after the connection is not of interest: the pool of the service has connections of its own.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => undefined)
  }
}
