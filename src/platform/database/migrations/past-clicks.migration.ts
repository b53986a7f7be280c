import { Migration } from '@mikro-orm/migrations'

/** Adds the clicks that are imported: single ones, and totals. A new database has the columns already. */
export class PastClicksMigration extends Migration {
  override up(): void {
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
