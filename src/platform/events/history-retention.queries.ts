import type { EntityManager, Orm } from '../database/database.ts'
import { deleteHistogramsBefore } from '../database/duration-histogram.queries.ts'
import { executeUnlogged, withoutQueryLog } from '../database/statements.ts'
import { dayMs } from '../shared/time.ts'

/** Events are kept for 30 days, and with them their deliveries. */
const eventRetentionMs = 30 * dayMs

/** Activities, job runs and histograms are kept for the longest range of the command center. */
const activityRetentionMs = 90 * dayMs

/** Rows deleted in one statement. Each event takes its deliveries along: many more would exceed the statement timeout. */
const batchSize = 1_000

/** Deletes old events, activities, job runs and histograms. Deliveries go with their event, by foreign key. */
export async function deleteOldHistory(orm: Orm, now: Date): Promise<void> {
  const cutoff = (retentionMs: number) => new Date(now.getTime() - retentionMs)
  const em = orm.em.fork(withoutQueryLog())
  await deleteOlderThan(em, 'event', 'created_at', cutoff(eventRetentionMs))
  await deleteOlderThan(em, 'activity', 'created_at', cutoff(activityRetentionMs))
  await deleteOlderThan(em, 'job_run', 'started_at', cutoff(activityRetentionMs))
  // A day of a histogram may contain the start of the longest range.
  await deleteHistogramsBefore(em, cutoff(activityRetentionMs + dayMs))
}

/** Raw SQL, because a delete of the ORM has no limit. */
async function deleteOlderThan(em: EntityManager, table: string, column: string, cutoff: Date): Promise<void> {
  const oldestRowsSql = `select id from ${table} where ${column} < ? order by ${column} limit ${batchSize}`
  const sql = `delete from ${table} where id in (${oldestRowsSql}) returning id`
  let deletedRows: object[]
  do deletedRows = await executeUnlogged(em, sql, [cutoff])
  while (deletedRows.length === batchSize)
}
