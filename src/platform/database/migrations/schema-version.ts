import { programVersionText } from '../../shared/version.ts'
import { UnknownSchema } from '../database.errors.ts'
import type { EntityManager } from '../database.ts'
import { type ListedMigration, listMigrations, type TableMigration, type Tables } from '../tables.ts'

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

/** The migrations of this program, in their order. */
export function listedMigrations({ config }: EntityManager): readonly ListedMigration[] {
  return config.get('migrations').migrationsList as ListedMigration[]
}

/** The first of these migrations that this program does not have. */
export function findUnknownMigration<T extends { readonly name: string }>(
  migrations: readonly T[],
  em: EntityManager,
): T | undefined {
  const known = new Set(listedMigrations(em).map(({ name }) => name))
  return migrations.find(({ name }) => !known.has(name))
}

/** A migration that a database has. */
export interface ExecutedMigration {
  readonly name: string
  /** The version of the program that ran it; null before version 0.2.0. */
  readonly version: string | null
}

/** The migrations of a database, newest first; none of an empty database. `query` runs a statement and returns its rows. */
export async function readExecutedMigrations(query: (sql: string) => Promise<object[]>): Promise<ExecutedMigration[]> {
  const [table] = await query(`select to_regclass('mikro_orm_migrations')::text as name`)
  if (!(table as { readonly name: string | null }).name) return []
  // A database of version 0.1.0 does not have the column.
  return (await query(
    `select name, to_jsonb(migration) ->> 'program_version' as version from mikro_orm_migrations migration order by id desc`,
  )) as ExecutedMigration[]
}

/** Throws `UnknownSchema` when the database has a migration that this version does not have. */
export async function assertKnownSchema(em: EntityManager): Promise<void> {
  const executed = await readExecutedMigrations((sql) => em.execute<object[]>(sql))
  const unknown = findUnknownMigration(executed, em)
  if (unknown) throw new UnknownSchema(unknown.name, unknown.version)
}
