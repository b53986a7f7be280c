import type { Orm } from '../../database/open.ts'
import { quietly, run } from '../../database/quiet.ts'

/**
 * Makes activities older than any transaction whose rows were restored from another database: transactions are counted
 * anew here, and theirs would once more seem to be new to whoever listens. To be called at start.
 */
export async function resumeActivities(orm: Orm): Promise<void> {
  await run(orm.em.fork(quietly()), resumeSql)
}

const resumeSql = `
  update activity set tx = 0 where tx > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`
