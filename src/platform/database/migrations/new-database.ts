import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { programVersionText } from '../../shared/version.ts'
import type { Orm } from '../database.ts'
import { statementTimeoutSql } from '../silence-detector.ts'
import { listedMigrations, programVersionMigration } from './schema-version.ts'

/** What creates the tables of a new database, and the last migration that it contains. */
export async function readTables(): Promise<{ readonly sql: string; readonly lastMigration: string }> {
  const sql = await readFile(createRequire(import.meta.url).resolve('#schema/tables.sql'), 'utf8')
  return { sql, lastMigration: /^-- (\d{8}_\w+)$/m.exec(sql)?.[1] ?? '' }
}

/**
 * Creates all tables of an empty database at once, and records the migrations whose result they are. MikroORM has created its table of
 * migrations.
 */
export async function createTables({ em }: Orm): Promise<void> {
  const { sql, lastMigration } = await readTables()
  const names = listedMigrations(em).flatMap(({ name }) => (name <= lastMigration ? name : []))
  await em.fork().transactional(async (inner) => {
    // Functions name tables that are created after them.
    await inner.execute(`select set_config('check_function_bodies', 'off', true), ${statementTimeoutSql(0)}`)
    for (const statement of [sql, ...programVersionMigration.statements]) await inner.execute(statement)
    await inner.execute(recordSql, [programVersionText, JSON.stringify(names)])
  })
}

const recordSql = `
  insert into mikro_orm_migrations (name, program_version)
  select name, ? from jsonb_array_elements_text(?::jsonb) with ordinality as listed (name, position) order by position`
