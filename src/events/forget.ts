import type { Orm } from '../database/open.ts'
import { quietly, run } from '../database/quiet.ts'

/** How long an event is kept, and so the log of what was made of it. */
const keptMs = 30 * 24 * 3600 * 1000

/** Forgets events of longer ago, and by foreign key their deliveries. */
export async function forgetEvents(orm: Orm, now: Date): Promise<void> {
  await run(orm.em.fork(quietly()), 'delete from event where created_at < ?', [new Date(now.getTime() - keptMs)])
}
