import pg from 'pg'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { DatabasePlace } from '../../config.ts'
import type { Logger } from '../shared/logger.ts'
import type { DatabaseChannels } from './channels.ts'
import type { Orm } from './database.ts'
import { getPool } from './native-client.ts'
import { CancellableClient } from './statement-cancellation.ts'
import { pgBossSchema } from './tables.ts'

/** The database interface that pg-boss takes. */
type PgBossDatabase = NonNullable<ConstructorOptions['db']>

/** Interval of the maintenance of pg-boss, which returns the jobs of dead workers to the queue. */
const maintenanceIntervalSeconds = 5

/** The pg-boss options for both databases. The service fetches its jobs itself and uses no pg-boss schedules. */
export const pgBossOptions = {
  schema: pgBossSchema,
  schedule: false,
  superviseIntervalSeconds: maintenanceIntervalSeconds,
  monitorIntervalSeconds: maintenanceIntervalSeconds,
  useListenNotify: true,
  // Operators monitor autovacuum themselves, and the embedded database has none.
  monitorVacuum: false,
  reindex: false,
} satisfies ConstructorOptions

/** Creates or upgrades the tables of pg-boss. The caller holds the migration lock, so one node at a time does this. */
export async function installPgBoss(db: PgBossDatabase): Promise<void> {
  const boss = new PgBoss({ ...pgBossOptions, db, supervise: false, useListenNotify: false })
  await boss.start()
  await boss.stop({ close: false, graceful: false })
}

/** Where background jobs are stored, and the log for lost connections. */
export interface PgBossPlace {
  readonly orm: Orm
  readonly place: DatabasePlace
  readonly channels: DatabaseChannels
  readonly log: Pick<Logger, 'warn'>
}

/** The connections of pg-boss to the database. */
export interface PgBossConnection extends PgBossDatabase {
  close(): Promise<void>
}

/** Connects pg-boss, on the embedded database through its only connection. `onNotification` gets the queue of each committed job, and null when some may have been missed. */
export async function connectPgBoss(
  { orm, place, channels, log }: PgBossPlace,
  onNotification: (queue: string | null) => void,
): Promise<PgBossConnection> {
  const ownPool = place.kind === 'server' ? openPool(place.url, log) : undefined
  const pool = ownPool ?? (await getPool(orm))
  return {
    executeSql: (text, values) => pool.query(text, values),
    listen: async (channel) => {
      const listener = { onNotification, onGap: () => onNotification(null) }
      const removeListener = await channels.listen(channel, listener)
      return { close: async () => removeListener() }
    },
    close: async () => ownPool?.end(),
  }
}

/** Few connections, because this is background work: requests have a pool of their own. */
function openPool(connectionString: string, log: Pick<Logger, 'warn'>): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    Client: CancellableClient,
    max: 2,
    application_name: 'tack jobs',
    connectionTimeoutMillis: 5_000,
    // Longer than for a request: the maintenance of pg-boss reads every job.
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  })
  pool.on('error', (err) => log.warn({ err }, 'a connection of background jobs was lost'))
  return pool
}
