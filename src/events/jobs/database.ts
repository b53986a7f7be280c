import pg from 'pg'
import type { DatabasePlace } from '../../config.ts'
import { type BossDatabase, embeddedBoss } from '../../database/boss.ts'
import { listen } from '../../database/listener.ts'
import type { Orm } from '../../database/open.ts'

export interface JobsDatabaseParts {
  readonly orm: Orm
  readonly place: DatabasePlace
  readonly log: { warn(details: object, message: string): void }
}

/** The database as pg-boss speaks to it, and the end of it. */
export interface JobsDatabase extends BossDatabase {
  close(): Promise<void>
}

/** Few, because what waits here is background work, and requests have a pool of their own. */
const connections = 2

/**
 * Opens the way of background jobs to the database, and tells the name of each queue into which another node or this one
 * has committed a job; null when some may have been missed.
 */
export async function openJobsDatabase(
  parts: JobsDatabaseParts,
  heard: (queue: string | null) => void,
): Promise<JobsDatabase> {
  const { db, end } = parts.place.kind === 'server' ? onServer(parts.place.url, parts) : await embedded(parts)
  return {
    ...db,
    listen: async (channel) => {
      const stop = await listen(parts, channel, { heard, missed: () => heard(null) })
      return { close: stop }
    },
    close: end,
  }
}

function onServer(
  connectionString: string,
  { log }: JobsDatabaseParts,
): { db: BossDatabase; end: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    application_name: 'tack jobs',
    connectionTimeoutMillis: 5_000,
    // Longer than a request's: a round of upkeep goes through every job.
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  })
  pool.on('error', (err) => log.warn({ err }, 'a connection of background jobs was lost'))
  return { db: { executeSql: (text, values) => pool.query(text, values) }, end: () => pool.end() }
}

async function embedded({ orm }: JobsDatabaseParts): Promise<{ db: BossDatabase; end: () => Promise<void> }> {
  return { db: await embeddedBoss(orm), end: async () => undefined }
}
