import type { Orm } from '../database/open.ts'
import { quietly, run } from '../database/quiet.ts'
import { forgetSums } from '../database/sums.ts'

const dayMs = 24 * 3600 * 1000

/** How long an event is kept, and so the log of what was made of it. */
const eventsKeptMs = 30 * dayMs

/** How long it is kept what was done and what was summed up: the longest range of the command center. */
const activityKeptMs = 90 * dayMs

/** Forgets events of longer ago, and by foreign key their deliveries; activities, sweeps and sums of longer ago. */
export async function forgetEvents(orm: Orm, now: Date): Promise<void> {
  const before = (keptMs: number) => new Date(now.getTime() - keptMs)
  const em = orm.em.fork(quietly())
  await run(em, 'delete from event where created_at < ?', [before(eventsKeptMs)])
  await run(em, 'delete from activity where created_at < ?', [before(activityKeptMs)])
  await run(em, 'delete from sweep where started_at < ?', [before(activityKeptMs)])
  // A sum may be of a whole day, in the middle of which the longest range begins.
  await forgetSums(em, before(activityKeptMs + dayMs))
}
