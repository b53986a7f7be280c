import { Migration } from '@mikro-orm/migrations'

/** Events, and who wants which of them. The jobs they set off are in a schema of pg-boss. */
export class Migration20261201Events extends Migration {
  override up(): void {
    // Only what somebody listens to is kept; `payload` is sent and signed byte by byte as it stands here.
    this.addSql(`
      create table event (
        id text primary key,
        kind text not null,
        owner_id text not null,
        link_id text null,
        payload text not null,
        created_at timestamptz not null,
        constraint event_owner_id_foreign foreign key (owner_id) references account (id) on delete cascade
      )`)
    this.addSql('create index event_owner_index on event (owner_id)')
    this.addSql('create index event_created_index on event (created_at)')
    // One row for each kind, and each link where only some are asked for; '' stands for all. Clicks of transactions
    // before since_tx came before the wish.
    this.addSql(`
      create table event_interest (
        owner_id text not null,
        kind text not null,
        listener_id text not null,
        link_id text not null default '',
        since timestamptz not null,
        since_tx bigint not null default (pg_current_xact_id()::text::bigint),
        primary key (owner_id, kind, listener_id, link_id),
        constraint event_interest_owner_id_foreign foreign key (owner_id) references account (id) on delete cascade
      )`)
    this.addSql('create index event_interest_kind_index on event_interest (kind, owner_id)')
    this.addSql('create index event_interest_listener_index on event_interest (listener_id)')

    // What has been told of a link's end: once for each date and each limit it had.
    this.addSql(`
      create table event_link_end (
        link_id text not null,
        kind text not null,
        mark text not null,
        primary key (link_id, kind, mark),
        constraint event_link_end_link_id_foreign foreign key (link_id) references link (id) on delete cascade
      )`)
    // Clicks of transactions below it have been told to those who listen.
    this.addSql('create table event_click_watermark (tx bigint not null)')
    this.addSql('insert into event_click_watermark (tx) values (0)')
    this.addSql('create index link_expires_index on link (expires_at) where expires_at is not null')
  }

  override down(): void {
    this.addSql('drop index link_expires_index')
    const made = 'event_click_watermark event_link_end event_interest event'
    for (const table of made.split(' ')) this.addSql(`drop table ${table}`)
  }
}
