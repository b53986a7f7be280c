import type { Orm } from '../database/open.ts'
import { quietly, run } from '../database/quiet.ts'

/** How long checks are kept: the longest range of the command center. */
const keptMs = 90 * 24 * 3600 * 1000

/**
 * What is due once a day: old checks and hosts without a link go, and the links of accounts that want all of theirs
 * watched are gone through again, for one that was made in the very moment of the wish.
 */
export async function keepHealthHouse(orm: Orm, now: Date): Promise<void> {
  const em = orm.em.fork(quietly())
  await run(em, 'delete from health_check where started_at < ?', [new Date(now.getTime() - keptMs)])
  await run(em, 'delete from health_host where due_at is null and free_at < ?', [now])
  await run(em, `update health_account set settles_before = 'infinity' where is_on and settles_before is null`)
}
