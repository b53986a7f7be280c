import { Migration } from '@mikro-orm/migrations'

/**
 * Every migration, oldest first: the tables that the modules declare, and later what changed since. A released migration
 * is never edited; the next one corrects it. Each is written for PostgreSQL 15 and the embedded database alike.
 */
export function listMigrations(schema: readonly string[]) {
  class InitialMigration extends Migration {
    override up(): void {
      for (const statement of schema) this.addSql(statement)
    }
  }
  return [{ name: 'initial', class: InitialMigration }]
}
