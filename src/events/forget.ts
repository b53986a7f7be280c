import type { EntityManager, Orm } from '../database/open.ts'
import { quietly, run } from '../database/quiet.ts'
import { forgetSums } from '../database/sums.ts'

const dayMs = 24 * 3600 * 1000

/** How long an event is kept, and so the log of what was made of it. */
const eventsKeptMs = 30 * dayMs

/** How long it is kept what was done and what was summed up: the longest range of the command center. */
const activityKeptMs = 90 * dayMs

/** Rows forgotten in one statement, each event with all its deliveries: many of them would take longer than a statement may. */
const mostAtOnce = 1_000

/** Forgets events of longer ago, and by foreign key their deliveries; activities, sweeps and sums of longer ago. */
export async function forgetEvents(orm: Orm, now: Date): Promise<void> {
  const before = (keptMs: number) => new Date(now.getTime() - keptMs)
  const em = orm.em.fork(quietly())
  await forget(em, 'event', 'created_at', before(eventsKeptMs))
  await forget(em, 'activity', 'created_at', before(activityKeptMs))
  await forget(em, 'sweep', 'started_at', before(activityKeptMs))
  // A sum may be of a whole day, in the middle of which the longest range begins.
  await forgetSums(em, before(activityKeptMs + dayMs))
}

async function forget(em: EntityManager, table: string, column: string, before: Date): Promise<void> {
  const oldest = `select id from ${table} where ${column} < ? order by ${column} limit ${mostAtOnce}`
  let gone: object[]
  do gone = await run(em, `delete from ${table} where id in (${oldest}) returning id`, [before])
  while (gone.length === mostAtOnce)
}
