import { Migration } from '@mikro-orm/migrations'
import { toRepeatable } from './repeatable-statement.ts'

/** The statements of the schema that create folders, tags, and the indexes of links by them. */
const newStatements = /^create (table|index) (folder|tag|link_tag|link_folder)(_\w+)?\b/

/** For earlier migrations too, which run statements of the schema that name the column. */
export function addFoldersSql(schema: readonly string[]): string[] {
  const folderTables = schema.filter((statement) => /^create table folder\b/.test(statement))
  return [
    ...folderTables.map((statement) => toRepeatable(statement) ?? statement),
    `alter table link add column if not exists
       folder_id text constraint link_folder_id_foreign references folder(id) on delete set null`,
  ]
}

/** Adds folders and tags to links. A new database has them already. */
export function createOrganizingMigration(schema: readonly string[]) {
  return class OrganizingMigration extends Migration {
    override up(): void {
      for (const statement of addFoldersSql(schema)) this.addSql(statement)
      for (const statement of schema.filter((each) => newStatements.test(each)))
        this.addSql(toRepeatable(statement) ?? statement)
    }
  }
}
