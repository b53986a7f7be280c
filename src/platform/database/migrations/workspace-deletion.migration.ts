import { Migration } from '@mikro-orm/migrations'
import { toRepeatable } from './repeatable-statement.ts'

/** Lets nodes know when a workspace is deleted or restored. A new database has the trigger already. */
export function createWorkspaceDeletionMigration(schema: readonly string[]) {
  return class WorkspaceDeletionMigration extends Migration {
    override up(): void {
      for (const statement of schema.filter((each) => /announce_routes_of_workspace\(\)/.test(each)))
        this.addSql(toRepeatable(statement) ?? '')
    }
  }
}
