import { InvalidSetting } from '../../../../../config.ts'
import type { EntityManager } from '../../../../../platform/database/database.ts'
import { statementTimeoutSql } from '../../../../../platform/database/silence-detector.ts'
import { executeUnlogged } from '../../../../../platform/database/statements.ts'

// Raw SQL, because these tables have no entities.

/** Records that clicks are in ClickHouse. From then on, PostgreSQL keeps what ClickHouse needs of deleted and moved links. */
export async function recordEngine(em: EntityManager): Promise<void> {
  await executeUnlogged(em, 'insert into click_engine (is_clickhouse) values (true) on conflict do nothing')
}

/** Throws `InvalidSetting` when the clicks of this database are in the other store, of which no question would know. */
export async function assertEngine(em: EntityManager, isClickHouse: boolean): Promise<void> {
  const [row] = await executeUnlogged<{ isRecorded: boolean; hasClicks: boolean }>(em, engineSql)
  if (!isClickHouse && row?.isRecorded)
    throw new InvalidSetting(
      'CLICKS_URL is missing: the clicks of this database are in ClickHouse. Set it to the address that it had.',
    )
  if (isClickHouse && !row?.isRecorded && row?.hasClicks)
    throw new InvalidSetting(
      'CLICKS_URL is accepted only for a database without clicks: the clicks of this one are in PostgreSQL. Start without CLICKS_URL.',
    )
}

const engineSql = `
  select exists (select from click_engine) as "isRecorded",
         exists (select from click) or exists (select from click_rollup) as "hasClicks"`

/** The key of the advisory lock around migrations of ClickHouse: any number, the same on every node. */
const migrationLockKey = 7_261_226

/** Lets one node at a time go on, until its transaction ends. */
export async function lockEngine(em: EntityManager): Promise<void> {
  await executeUnlogged(em, `select ${statementTimeoutSql(0)}, set_config('lock_timeout', '0', true)`)
  await executeUnlogged(em, `select pg_advisory_xact_lock(${migrationLockKey})`)
}

/** Whether this node is the one that deletes in ClickHouse for about the next minute. */
export async function claimDeletions(em: EntityManager): Promise<boolean> {
  return (await executeUnlogged(em, claimSql)).length > 0
}

const claimSql = `
  update click_engine set deleted_at = now()
   where deleted_at is null or deleted_at < now() - interval '45 seconds'
  returning 1`
