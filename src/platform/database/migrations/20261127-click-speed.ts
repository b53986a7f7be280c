import { Migration } from '@mikro-orm/migrations'

/** Makes a click's row as cheap to write as it can be (docs/decisions/click-speed.md). */
export class Migration20261127ClickSpeed extends Migration {
  override up(): void {
    // One index finds the clicks of a link, newest first, and tells whether a click is there already.
    this.addSql('alter table click drop constraint click_pkey')
    this.addSql('alter table click add constraint click_pkey primary key (url_id, created_at, id)')
    this.addSql('drop index click_url_created_index')

    // A foreign key looks the link up for each row; whoever writes clicks does so once for each link of a batch.
    this.addSql('alter table click drop constraint click_url_id_foreign')
    this.addSql(`
      create function drop_clicks() returns trigger language plpgsql as $$
      begin
        delete from click where url_id in (select id from gone);
        return null;
      end $$`)
    this.addSql(`
      create trigger link_clicks_dropped after delete on link referencing old table as gone
        for each statement execute function drop_clicks()`)
  }

  override down(): void {
    this.addSql('drop trigger link_clicks_dropped on link')
    this.addSql('drop function drop_clicks')
    this.addSql(
      `alter table click add constraint click_url_id_foreign foreign key (url_id) references link (id) on delete cascade`,
    )
    this.addSql('create index click_url_created_index on click (url_id, created_at desc, id desc)')
    this.addSql('alter table click drop constraint click_pkey')
    this.addSql('alter table click add primary key (id, created_at)')
  }
}
