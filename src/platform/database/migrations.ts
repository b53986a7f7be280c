import { Migration } from '@mikro-orm/migrations'

/**
 * Every migration, oldest first: the tables that the modules declare, then later changes. A released migration is never
 * edited. Each must work on PostgreSQL 15 and on the embedded database.
 */
export function listMigrations(schema: readonly string[]) {
  class InitialMigration extends Migration {
    override up(): void {
      for (const statement of schema) this.addSql(statement)
    }
  }
  return [{ name: 'initial', class: InitialMigration }]
}
