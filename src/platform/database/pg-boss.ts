import type { PGlite } from '@electric-sql/pglite'
import { type ConstructorOptions, fromPglite, PgBoss } from 'pg-boss'
import type { Orm } from './database.ts'

/** The database interface that pg-boss takes. */
export type PgBossDatabase = NonNullable<ConstructorOptions['db']>

/** The PostgreSQL schema with the tables of pg-boss. */
export const pgBossSchema = 'jobs'

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

/** The embedded database for pg-boss. Its statements wait for an open transaction. */
export async function getEmbeddedPgBossDatabase(orm: Orm): Promise<PgBossDatabase> {
  return fromPglite((await orm.em.getConnection().getNativeClient()) as unknown as PGlite)
}

/**
 * Creates or upgrades the tables of pg-boss. The caller holds the migration lock, so only one of several starting nodes
 * does this.
 */
export async function installPgBoss(db: PgBossDatabase): Promise<void> {
  const boss = new PgBoss({ ...pgBossOptions, db, supervise: false, useListenNotify: false })
  await boss.start()
  await boss.stop({ close: false, graceful: false })
}
