import { Migration } from '@mikro-orm/migrations'

/** Columns that tables have got since. A new database has them already. */
export class AddedColumnsMigration extends Migration {
  override up(): void {
    // Whether a member gets the mail with the weekly export, and what the body of the deliveries of a webhook is.
    this.addSql('alter table workspace_member add column if not exists weekly_mail boolean not null default true')
    this.addSql(`alter table webhook add column if not exists format text not null default 'standard'`)
    // The texts in which links and tags are searched. The maintenance fills them.
    this.addSql('alter table link add column if not exists search_text text')
    this.addSql('alter table tag add column if not exists search_text text')
    this.addSql(
      'create index if not exists link_unprepared_index on link (id) where search_text is null and workspace_id is not null',
    )
    // The clicks that are imported: single ones, and totals.
    this.addSql(
      `alter table link add column if not exists past_clicks int not null default 0,
         add column if not exists imported_clicks int not null default 0`,
    )
    this.addSql('alter table click add column if not exists import_id text')
    this.addSql(
      `alter table link_import add column if not exists link_id text,
         add column if not exists content text not null default 'links'`,
    )
  }
}
