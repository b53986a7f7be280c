import { Migration } from '@mikro-orm/migrations'
import { toRepeatable } from './repeatable-statement.ts'

/** The statements of the schema that create exports, and the index of workspaces with a weekly one. */
const newStatements = /^create (table|index) (file_export|workspace_weekly_export_index)/

/** Adds exports, and the weekly export of a workspace. A new database has them already. */
export function createExportsMigration(schema: readonly string[]) {
  return class ExportsMigration extends Migration {
    override up(): void {
      this.addSql(
        `alter table workspace add column if not exists weekly_export boolean not null default false,
           add column if not exists weekly_export_at timestamptz`,
      )
      for (const statement of schema.filter((each) => newStatements.test(each)))
        this.addSql(toRepeatable(statement) ?? statement)
    }
  }
}
