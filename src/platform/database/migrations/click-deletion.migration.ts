import { Migration } from '@mikro-orm/migrations'
import { toRepeatable } from './repeatable-statement.ts'

/** The clicks of a deleted link with many are deleted later, so their rollups no longer refer to the link. */
export function createClickDeletionMigration(schema: readonly string[]) {
  return class ClickDeletionMigration extends Migration {
    override up(): void {
      for (const table of ['click_rollup', 'click_visitor'])
        this.addSql(`alter table ${table} drop constraint if exists ${table}_url_id_foreign`)
      for (const statement of schema.filter((each) => /\bclick_deletion\b/.test(each)))
        this.addSql(toRepeatable(statement) ?? statement)
    }
  }
}
