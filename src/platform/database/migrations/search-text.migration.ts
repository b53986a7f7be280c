import { Migration } from '@mikro-orm/migrations'

/** The texts in which links and tags are searched. The maintenance fills them. */
export class SearchTextMigration extends Migration {
  override up(): void {
    this.addSql('alter table link add column if not exists search_text text')
    this.addSql('alter table tag add column if not exists search_text text')
    this.addSql(
      'create index if not exists link_unprepared_index on link (id) where search_text is null and workspace_id is not null',
    )
  }
}
