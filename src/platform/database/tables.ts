import { Migration } from '@mikro-orm/migrations'
import type { EntityClass } from '@mikro-orm/postgresql'

/** The PostgreSQL schema with the tables of pg-boss. */
export const pgBossSchema = 'jobs'

/** The tables of a module, or of all modules together. */
export interface Tables {
  readonly entities: readonly EntityClass[]
  /** The changes of these tables. `schema/tables.sql` is what they have made so far. */
  readonly migrations?: readonly TableMigration[]
  /** Tables without an entity, and patterns for their partitions; only SQL reads and writes them. */
  readonly tablesWithoutEntity?: readonly (string | RegExp)[]
}

/** A change of tables, which runs once in each database and is never edited. `docs/upgrade.md` says what it may do. */
export interface TableMigration {
  /** Its day and what it is about, such as `20261127_link_sorts`. They run in the order of their names. */
  readonly name: string
  /** All in one transaction, so each of them is quick. */
  readonly statements: readonly string[]
  /**
   * Each statement runs outside a transaction and may take long, such as `create index concurrently`. It may run again after an
   * interruption.
   */
  readonly isOnline?: boolean
  /** What it removes, and since which version nothing uses it. */
  readonly removes?: string
}

/** A migration as the migrator of MikroORM takes it. */
export type ListedMigration = ReturnType<typeof listMigrations>[number]

/** All tables of the service. */
export function mergeTables(all: readonly Tables[]): Required<Tables> {
  return {
    entities: all.flatMap(({ entities }) => entities),
    migrations: all.flatMap(({ migrations = [] }) => migrations),
    tablesWithoutEntity: all.flatMap(({ tablesWithoutEntity = [] }) => tablesWithoutEntity),
  }
}

/**
 * Every migration of the modules, oldest first. The first one has created the tables of version 0.1.0; new databases begin with
 * `schema/tables.sql`. Each must work on PostgreSQL 15 and on the embedded database.
 */
export function listMigrations({ migrations = [] }: Pick<Tables, 'migrations'>) {
  const initial: TableMigration = { name: '20261127_initial', statements: [] }
  const later = migrations.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return [initial, ...later].map((migration) => ({
    ...migration,
    class: class extends Migration {
      override up(): void {
        for (const statement of migration.statements) this.addSql(statement)
      }
    },
  }))
}
