import { Migration } from '@mikro-orm/migrations'

/** The public statistics as they were last computed, and the clicks of links that are gone. */
export class Migration20261130Statistics extends Migration {
  override up(): void {
    // One row. Whoever computes holds it, so that of all nodes one does; the others read what it says.
    this.addSql(`
      create table statistics (
        singleton boolean primary key default true,
        gone_clicks bigint not null default 0,
        total_links bigint not null default 0,
        total_clicks bigint not null default 0,
        total_users bigint not null default 0,
        active_workspaces bigint not null default 0,
        computed_at timestamptz null,
        constraint statistics_singleton_check check (singleton)
      )`)
    this.addSql('insert into statistics default values')

    // Rows that are only ever added, and summed up by the next computation: two deletions never wait for each other.
    this.addSql('create table statistics_gone (clicks bigint not null)')
    // A trigger, so that no way a link can go forgets its clicks: deleted by its owner, with its account, or replaced.
    this.addSql(`
      create function keep_clicks_of_gone_links() returns trigger language plpgsql as $$
      begin
        insert into statistics_gone (clicks)
        select sum(current_clicks) from gone having sum(current_clicks) > 0;
        return null;
      end $$`)
    this.addSql(`
      create trigger link_clicks_kept after delete on link referencing old table as gone
        for each statement execute function keep_clicks_of_gone_links()`)
  }

  override down(): void {
    this.addSql('drop trigger link_clicks_kept on link')
    this.addSql('drop function keep_clicks_of_gone_links')
    for (const table of ['statistics_gone', 'statistics']) this.addSql(`drop table ${table}`)
  }
}
