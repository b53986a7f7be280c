import type { Orm } from '../database.ts'
import { executeUnlogged, withoutQueryLog } from '../statements.ts'

// Raw SQL: the ORM knows neither the statistics of PostgreSQL nor `analyze`.

/**
 * Analyzes the tables that have changed much since the last time, as autovacuum does on a server: PGlite has none, and the
 * planner would read whole tables for a few rows. Each table by itself and from a small sample, because no other statement
 * runs meanwhile.
 */
export async function analyzeChangedTables(orm: Orm): Promise<void> {
  const em = orm.em.fork(withoutQueryLog())
  for (const { name } of await executeUnlogged<{ name: string }>(em, changedTablesSql)) {
    await em.transactional(async (inner) => {
      await executeUnlogged(inner, `set local default_statistics_target = ${statisticsTarget}`)
      await executeUnlogged(inner, `analyze ${name}`)
    })
  }
}

/** 3,000 rows of a table are read, a tenth of the default: 40 to 90 ms of CPU time for 50,000 links. */
const statisticsTarget = 10

/** The thresholds of autovacuum: 50 rows and a tenth of the table. The name is quoted where it has to be. */
const changedTablesSql = `
  select relid::regclass::text as name
    from pg_stat_user_tables join pg_class on pg_class.oid = relid
   where n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
   order by n_mod_since_analyze desc`
