import { Migration } from '@mikro-orm/migrations'

/** What more a click tells, and in which transaction it was written. */
export class Migration20261124ClickFacts extends Migration {
  override up(): void {
    for (const column of facts) this.addSql(`alter table click add column ${column} text null`)
    // Clicks are dated when visitors come and written a little later, so only this tells which of them are new. What
    // pg_snapshot_xmin() of a snapshot is above can no longer be joined by anything.
    this.addSql('alter table click add column tx bigint not null default (pg_current_xact_id()::text::bigint)')
    // Rows stand in the table as they were written: a few pages of this index find the newest.
    this.addSql('create index click_tx_index on click using brin (tx) with (pages_per_range = 16)')
  }

  override down(): void {
    for (const column of [...facts, 'tx']) this.addSql(`alter table click drop column ${column}`)
  }
}

const facts = ['region', 'utm_source', 'utm_medium', 'utm_campaign']
