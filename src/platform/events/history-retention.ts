import type { EntityManager, Orm } from '../database/database.ts'
import { deleteHistogramsBefore } from '../database/duration-histogram.queries.ts'
import { executeUnlogged, withoutQueryLog } from '../database/statements.ts'
import { dayMs } from '../shared/durations.ts'

/** How long an event is kept, and so the log of what was made of it. */
const eventRetentionMs = 30 * dayMs

/** How long it is kept what was done and what was summed up: the longest range of the command center. */
const activityRetentionMs = 90 * dayMs

/** Rows forgotten in one statement, each event with all its deliveries: many of them would take longer than a statement may. */
const batchSize = 1_000

/** Forgets events of longer ago, and by foreign key their deliveries; activities, sweeps and sums of longer ago. */
export async function deleteOldHistory(orm: Orm, now: Date): Promise<void> {
  const cutoff = (retentionMs: number) => new Date(now.getTime() - retentionMs)
  const em = orm.em.fork(withoutQueryLog())
  await deleteOlderThan(em, 'event', 'created_at', cutoff(eventRetentionMs))
  await deleteOlderThan(em, 'activity', 'created_at', cutoff(activityRetentionMs))
  await deleteOlderThan(em, 'sweep', 'started_at', cutoff(activityRetentionMs))
  // A sum may be of a whole day, in the middle of which the longest range begins.
  await deleteHistogramsBefore(em, cutoff(activityRetentionMs + dayMs))
}

async function deleteOlderThan(em: EntityManager, table: string, column: string, cutoff: Date): Promise<void> {
  const oldestRowsSql = `select id from ${table} where ${column} < ? order by ${column} limit ${batchSize}`
  let deletedRows: object[]
  do
    deletedRows = await executeUnlogged(em, `delete from ${table} where id in (${oldestRowsSql}) returning id`, [
      cutoff,
    ])
  while (deletedRows.length === batchSize)
}
