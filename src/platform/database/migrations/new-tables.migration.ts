import { Migration } from '@mikro-orm/migrations'
import { toRepeatable } from './repeatable-statement.ts'

/** A migration that runs the statements of the schema which match. A new database has their tables already. */
export function createTablesMigration(schema: readonly string[], statements: RegExp) {
  return class TablesMigration extends Migration {
    override up(): void {
      for (const statement of schema.filter((each) => statements.test(each)))
        this.addSql(toRepeatable(statement) ?? statement)
    }
  }
}
