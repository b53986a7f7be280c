import {
  CheckConstraintViolationException,
  TableExistsException,
  UniqueConstraintViolationException,
} from '@mikro-orm/postgresql'
import type { Orm } from '../../../../../../platform/database/database.ts'
import { isFoldedSql, isUnfoldedSql } from '../rollups/watermark.queries.ts'

// Raw SQL, because an ORM cannot create or drop partitions.

/** How many months get their partition in advance. */
const monthsAhead = 2

/** Creates the partitions of this month and the next ones. It can be repeated and can run on several nodes at once. */
export async function createPartitions(orm: Orm, now: Date): Promise<void> {
  for (let ahead = 0; ahead <= monthsAhead; ahead++) {
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
    const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 1))
    try {
      await orm.em.fork().execute(
        `create table if not exists ${partitionName(from)} partition of click
           for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
      )
    } catch (error) {
      if (!ignorableErrors.some((errorClass) => error instanceof errorClass)) throw error
    }
  }
}

/**
 * Errors after which the clicks of the month are still stored. `if not exists` checks before it locks, so when two nodes
 * create a partition, the later one fails on the table or on its name. And when the default partition already has
 * clicks of the month, the month stays there, which is slower.
 */
const ignorableErrors = [TableExistsException, UniqueConstraintViolationException, CheckConstraintViolationException]

/**
 * Drops the clicks of the months before `cutoff`, the start of a month. The rollups stay. Each step drops a month. A month that
 * has a click which is not folded yet is left for the next run.
 */
export async function* dropPartitions(orm: Orm, cutoff: Date): AsyncGenerator<void> {
  const partitions = await orm.em.fork().execute<{ name: string }[]>(partitionsBeforeSql, [partitionName(cutoff)])
  for (const { name } of partitions) {
    await orm.em.fork().transactional(async (em) => {
      // Locks the parent table first, in the same order as its readers. Nobody writes between the check and the drop.
      await em.execute('lock table click in access exclusive mode')
      const unfolded = await em.execute(
        `select 1
           from ${name}
          where ${isUnfoldedSql} or created_at >= ?::timestamptz
          limit 1`,
        [cutoff.toISOString()],
      )
      if (unfolded.length > 0) return
      await em.execute(`drop table ${name}`)
    })
    yield
  }
  await orm.em.fork().execute(deleteFromDefaultPartitionSql, [cutoff.toISOString()])
}

function partitionName(month: Date): string {
  return `click_${month.toISOString().slice(0, 7).replace('-', '_')}`
}

const partitionsBeforeSql = `
  select relname as name
    from pg_inherits
    join pg_class on pg_class.oid = inhrelid
   where inhparent = 'click'::regclass and relname ~ '^click_\\d{4}_\\d{2}$' and relname < ?
   order by relname`

const deleteFromDefaultPartitionSql = `
  delete from click_other
   where created_at < ?::timestamptz and ${isFoldedSql()}`
