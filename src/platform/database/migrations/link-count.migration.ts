import { Migration } from '@mikro-orm/migrations'
import { toRepeatable } from './repeatable-statement.ts'

/** Adds the number of links to workspaces, and counts those that exist. A new database has no links to count. */
export function createLinkCountMigration(schema: readonly string[]) {
  return class LinkCountMigration extends Migration {
    override up(): void {
      this.addSql('alter table workspace add column if not exists link_count int not null default 0')
      this.addSql('drop trigger if exists link_created on link')
      // Creating the triggers locks the table, so no link is created or deleted until the count is stored.
      for (const statement of schema.filter((each) => /\bcount_(created_link|deleted_links)\b/.test(each)))
        this.addSql(toRepeatable(statement) ?? statement)
      this.addSql(countLinksSql)
    }
  }
}

const countLinksSql = `
  update workspace set link_count = counted.link_count
    from (select workspace_id, count(*) as link_count from link where kind = 'link' group by workspace_id) as counted
   where workspace.id = counted.workspace_id`
