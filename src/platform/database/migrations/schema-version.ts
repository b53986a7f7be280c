import { programVersionText } from '../../shared/version.ts'
import { UnknownSchema } from '../database.errors.ts'
import type { EntityManager } from '../database.ts'
import { listMigrations, type TableMigration, type Tables } from '../tables.ts'

/** Each executed migration has the version of the program that ran it, so an older program can name it. */
export const programVersionMigration: TableMigration = {
  name: '20261128_program_version',
  statements: ['alter table mikro_orm_migrations add column program_version text'],
}

/** The version of the tables: the name of their last migration. */
export function schemaVersionOf(tables: Tables): string {
  return listMigrations(tables).at(-1)?.name ?? ''
}

/** Writes the version of this program to a migration that it has run, if the column exists by then. */
export async function stampMigration(em: EntityManager, name: string): Promise<void> {
  if (name < programVersionMigration.name) return
  await em.execute('update mikro_orm_migrations set program_version = ? where name = ?', [programVersionText, name])
}

/** Throws `UnknownSchema` when the database has a migration that this version does not have. */
export async function assertKnownSchema(em: EntityManager): Promise<void> {
  const [table] = await em.execute<{ name: string | null }[]>(
    `select to_regclass('mikro_orm_migrations')::text as name`,
  )
  if (!table?.name) return
  const known = em.config.get('migrations').migrationsList ?? []
  const names = new Set(known.map((migration) => ('name' in migration ? migration.name : '')))
  // A database of version 0.1.0 does not have the column.
  const executed = await em.execute<{ name: string; version: string | null }[]>(
    `select name, to_jsonb(migration) ->> 'program_version' as version from mikro_orm_migrations migration order by id desc`,
  )
  const last = executed.find(({ name }) => !names.has(name))
  if (last) throw new UnknownSchema(last.name, last.version)
}
