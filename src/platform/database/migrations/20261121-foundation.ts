import { Migration } from '@mikro-orm/migrations'

/** Accounts, links, their codes and their clicks. Written for PostgreSQL 15 and the embedded database alike. */
export class Migration20261121Foundation extends Migration {
  override up(): void {
    this.addSql(`
      create table account (
        id text primary key,
        name text not null,
        email text not null,
        email_key text not null,
        password_hash text not null,
        role text not null default 'user',
        created_at timestamptz not null,
        constraint account_email_key_unique unique (email_key)
      )`)

    this.addSql(`
      create table link (
        id text primary key,
        owner_id text null,
        code text not null,
        is_custom boolean not null,
        title text not null,
        original_url text not null,
        current_clicks int not null default 0,
        click_limit int null,
        expires_at timestamptz null,
        expired_url text null,
        is_active boolean not null default true,
        blocked_at timestamptz null,
        password_hash text null,
        password_version int not null default 0,
        utm_source text null,
        utm_medium text null,
        utm_campaign text null,
        is_cloaked boolean not null default false,
        privacy_mode boolean not null default false,
        forward_query boolean not null default true,
        redirect_type int not null default 302,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint link_owner_id_foreign foreign key (owner_id) references account (id) on delete cascade
      )`)
    // The list of one owner, newest first, straight from the index.
    this.addSql('create index link_owner_created_index on link (owner_id, created_at desc, id desc)')

    // One namespace of codes. A row outlives its link as a tombstone, so that a printed code is never handed to another.
    this.addSql(`
      create table code (
        key text primary key,
        link_id text null,
        owner_id text null,
        released_at timestamptz null,
        constraint code_link_id_foreign foreign key (link_id) references link (id)
          on delete set null deferrable initially deferred,
        constraint code_owner_id_foreign foreign key (owner_id) references account (id) on delete set null
      )`)
    this.addSql('create index code_link_id_index on code (link_id)')
    this.addSql('create index code_owner_id_index on code (owner_id)')

    this.addSql(`
      create table click (
        id text not null,
        url_id text not null,
        created_at timestamptz not null,
        trigger text not null,
        country text null,
        device text null,
        browser text null,
        os text null,
        referrer_host text null,
        is_bot boolean not null,
        bot_name text null,
        visitor_hash bytea null,
        primary key (id, created_at),
        constraint click_url_id_foreign foreign key (url_id) references link (id) on delete cascade
      ) partition by range (created_at)`)
    this.addSql('create index click_url_created_index on click (url_id, created_at desc, id desc)')
    // Catches what no month's partition takes, so that a click is never refused for its date.
    this.addSql('create table click_other partition of click default')

    this.addSql('create table visitor_salt (day date primary key, salt bytea not null)')
  }

  override down(): void {
    for (const table of ['visitor_salt', 'click', 'code', 'link', 'account']) this.addSql(`drop table ${table}`)
  }
}
