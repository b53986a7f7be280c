import {
  CheckConstraintViolationException,
  TableExistsException,
  UniqueConstraintViolationException,
} from '@mikro-orm/postgresql'
import type { Orm } from '../../platform/database/database.ts'

/** Months that have their partition before they begin. */
const monthsAhead = 2

/**
 * Makes the partitions of this month and the next ones. Safe to repeat and to run on several nodes: a partition that
 * another node made in the same moment is as good as one's own.
 */
export async function createPartitions(orm: Orm, now: Date): Promise<void> {
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
      if (!ignorableErrors.some((errorClass) => error instanceof errorClass)) throw error
    }
  }
}

/**
 * What leaves the month in order all the same. `if not exists` looks before it takes the lock, so of two nodes the
 * later one meets the table, or its name, all the same. And clicks of a month that had no partition when they came are
 * in the one for all others: the month then stays there, which is slower and loses nothing.
 */
const ignorableErrors = [TableExistsException, UniqueConstraintViolationException, CheckConstraintViolationException]

/**
 * Drops the rows of months that ended at least so many months before this one began. Their sums stay; a month with a
 * click that is not in the sums yet is left for the next time.
 */
export async function dropPartitions(orm: Orm, now: Date, retentionMonths: number): Promise<void> {
  const cutoff = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retentionMonths, 1)).toISOString()
  const cutoffPartition = `click_${cutoff.slice(0, 7).replace('-', '_')}`
  const months = await orm.em.fork().execute<{ name: string }[]>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'click'::regclass and relname ~ '^click_\\d{4}_\\d{2}$' and relname < ? order by relname`,
    [cutoffPartition],
  )
  for (const { name } of months) {
    await orm.em.fork().transactional(async (em) => {
      // The whole table first, as whoever reads it does; and nobody writes between the look and the drop.
      await em.execute('lock table click in access exclusive mode')
      const unfolded = await em.execute(
        `select 1 from ${name} where tx >= (select tx from click_watermark) or created_at >= ?::timestamptz limit 1`,
        [cutoff],
      )
      if (unfolded.length === 0) await em.execute(`drop table ${name}`)
    })
  }
  const defaultPartitionSql =
    'delete from click_other where created_at < ?::timestamptz and tx < (select tx from click_watermark)'
  await orm.em.fork().execute(defaultPartitionSql, [cutoff])
}
