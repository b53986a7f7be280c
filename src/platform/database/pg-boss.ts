import type { PGlite } from '@electric-sql/pglite'
import { type ConstructorOptions, fromPglite, PgBoss } from 'pg-boss'
import type { Orm } from './database.ts'

/** The database as pg-boss speaks to it. */
export type PgBossDatabase = NonNullable<ConstructorOptions['db']>

/** Where pg-boss keeps its tables, apart from ours. */
export const pgBossSchema = 'jobs'

/** Between its rounds of upkeep, in which jobs whose worker has died are given to another. */
const maintenanceIntervalSeconds = 5

/** What pg-boss is told whichever database is underneath; jobs are ours to fetch, and nothing of it keeps a calendar. */
export const pgBossOptions = {
  schema: pgBossSchema,
  schedule: false,
  superviseIntervalSeconds: maintenanceIntervalSeconds,
  monitorIntervalSeconds: maintenanceIntervalSeconds,
  useListenNotify: true,
  // Autovacuum is the operator's own to watch, and the embedded database has none.
  monitorVacuum: false,
  reindex: false,
} satisfies ConstructorOptions

/** The embedded database as pg-boss speaks to it: its statements wait for a transaction that is open. */
export async function getEmbeddedPgBossDatabase(orm: Orm): Promise<PgBossDatabase> {
  return fromPglite((await orm.em.getConnection().getNativeClient()) as unknown as PGlite)
}

/**
 * Makes or upgrades the tables of pg-boss. To be called with the lock of migrations held, so that of several nodes that
 * start at once one does it and the others find it done.
 */
export async function installPgBoss(db: PgBossDatabase): Promise<void> {
  const boss = new PgBoss({ ...pgBossOptions, db, supervise: false, useListenNotify: false })
  await boss.start()
  await boss.stop({ close: false, graceful: false })
}
