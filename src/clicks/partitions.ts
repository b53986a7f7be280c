import {
  CheckConstraintViolationException,
  TableExistsException,
  UniqueConstraintViolationException,
} from '@mikro-orm/postgresql'
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
    try {
      await orm.em.fork().execute(
        `create table if not exists ${name} partition of click
           for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
      )
    } catch (error) {
      if (!settled.some((kind) => error instanceof kind)) throw error
    }
  }
}

/**
 * What leaves the month in order all the same. `if not exists` looks before it takes the lock, so of two nodes the
 * later one meets the table, or its name, all the same. And clicks of a month that had no partition when they came are
 * in the one for all others: the month then stays there, which is slower and loses nothing.
 */
const settled = [TableExistsException, UniqueConstraintViolationException, CheckConstraintViolationException]
