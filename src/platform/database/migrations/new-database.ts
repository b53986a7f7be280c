import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { programVersionText } from '../../shared/version.ts'
import type { Orm } from '../database.ts'
import { statementTimeoutSql } from '../silence-detector.ts'
import { listedMigrations, programVersionMigration } from './schema-version.ts'

/**
 * Creates all tables of an empty database at once (`schema/tables.sql`), and records the migrations whose result they are. MikroORM has
 * created its table of migrations.
 */
export async function createTables({ em }: Orm): Promise<void> {
  const sql = await readFile(createRequire(import.meta.url).resolve('#schema/tables.sql'), 'utf8')
  const last = /^-- (\d{8}_\w+)$/m.exec(sql)?.[1] ?? ''
  const names = listedMigrations(em).flatMap(({ name }) => (name <= last ? name : []))
  await em.fork().transactional(async (inner) => {
    // Functions name tables that are created after them.
    await inner.execute(`select set_config('check_function_bodies', 'off', true), ${statementTimeoutSql(0)}`)
    for (const statement of [sql, ...programVersionMigration.statements]) await inner.execute(statement)
    for (const name of names)
      await inner.execute('insert into mikro_orm_migrations (name, program_version) values (?, ?)', [
        name,
        programVersionText,
      ])
  })
}
