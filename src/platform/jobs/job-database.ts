import pg from 'pg'
import type { DatabasePlace } from '../../config.ts'
import { listenToChannel } from '../database/channel-listener.ts'
import type { Orm } from '../database/database.ts'
import { getEmbeddedPgBossDatabase, type PgBossDatabase } from '../database/pg-boss.ts'
import type { Logger } from '../shared/logger.ts'

export interface JobDatabaseDependencies {
  readonly orm: Orm
  readonly place: DatabasePlace
  readonly log: Pick<Logger, 'warn'>
}

/** The connections of pg-boss to the database. */
export interface JobDatabase extends PgBossDatabase {
  close(): Promise<void>
}

/** Few, because this is background work: requests have a pool of their own. */
const maxConnections = 2

/**
 * Connects background jobs to the database. `onQueueNotification` receives the name of a queue when any node has committed
 * a job, and null when notifications may have been missed.
 */
export async function openJobDatabase(
  dependencies: JobDatabaseDependencies,
  onQueueNotification: (queue: string | null) => void,
): Promise<JobDatabase> {
  const { db, end } =
    dependencies.place.kind === 'server'
      ? connectToServer(dependencies.place.url, dependencies)
      : await connectToEmbedded(dependencies)
  return {
    ...db,
    listen: async (channel) => {
      const stop = await listenToChannel(dependencies, channel, {
        onNotification: onQueueNotification,
        onGap: () => onQueueNotification(null),
      })
      return { close: stop }
    },
    close: end,
  }
}

function connectToServer(
  connectionString: string,
  { log }: JobDatabaseDependencies,
): { db: PgBossDatabase; end: () => Promise<void> } {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    application_name: 'tack jobs',
    connectionTimeoutMillis: 5_000,
    // Longer than that of a request: the maintenance of pg-boss reads every job.
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  })
  pool.on('error', (err) => log.warn({ err }, 'a connection of background jobs was lost'))
  return { db: { executeSql: (text, values) => pool.query(text, values) }, end: () => pool.end() }
}

async function connectToEmbedded({
  orm,
}: JobDatabaseDependencies): Promise<{ db: PgBossDatabase; end: () => Promise<void> }> {
  return { db: await getEmbeddedPgBossDatabase(orm), end: async () => undefined }
}
