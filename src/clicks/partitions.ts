import type { Orm } from '../database/open.ts'

/** Months that have their partition before they begin. */
const monthsAhead = 2

/**
 * Makes the partitions of this month and the next ones. Safe to repeat and to run on several nodes: a partition that
 * another node made in the same moment is as good as one's own.
 */
export async function makePartitions(orm: Orm, now: Date): Promise<void> {
  for (let ahead = 0; ahead <= monthsAhead; ahead++) {
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
    const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 1))
    const name = `click_${from.toISOString().slice(0, 7).replace('-', '_')}`
    await orm.em.fork().execute(
      `create table if not exists ${name} partition of click
         for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
    )
  }
}
