import { Migration } from '@mikro-orm/migrations'

/** Addresses to which events are delivered, the deliveries, and each attempt of them. */
export class Migration20261201Webhooks extends Migration {
  override up(): void {
    this.addSql(`
      create table webhook (
        id text primary key,
        owner_id text not null,
        name text not null,
        url text not null,
        events jsonb not null,
        link_ids jsonb not null,
        is_active boolean not null default true,
        secret_preview text not null,
        sealed_secret bytea not null,
        sealed_previous_secret bytea null,
        previous_secret_until timestamptz null,
        failure_count int not null default 0,
        failing_since timestamptz null,
        last_delivery_at timestamptz null,
        last_status int null,
        disabled_at timestamptz null,
        disabled_reason text null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint webhook_owner_url_unique unique (owner_id, url),
        constraint webhook_owner_id_foreign foreign key (owner_id) references account (id) on delete cascade
      )`)
    this.addSql(`
      create table webhook_delivery (
        id text primary key,
        webhook_id text not null,
        event_id text not null,
        state text not null,
        attempt int not null default 0,
        http_status int null,
        duration_ms int null,
        response_body text null,
        error text null,
        next_attempt_at timestamptz null,
        claimed_until timestamptz null,
        is_queued boolean not null,
        created_at timestamptz not null,
        constraint webhook_delivery_webhook_id_foreign foreign key (webhook_id) references webhook (id) on delete cascade,
        constraint webhook_delivery_event_id_foreign foreign key (event_id) references event (id) on delete cascade
      )`)
    this.addSql(
      'create index webhook_delivery_webhook_created_index on webhook_delivery (webhook_id, created_at desc, id desc)',
    )
    this.addSql('create index webhook_delivery_event_index on webhook_delivery (event_id)')
    this.addSql(
      `create index webhook_delivery_due_index on webhook_delivery (next_attempt_at)
        where state in ('pending', 'failed') and not is_queued`,
    )
    this.addSql(
      `create index webhook_delivery_claimed_index on webhook_delivery (claimed_until) where state = 'delivering'`,
    )
    this.addSql(`
      create table webhook_attempt (
        delivery_id text not null,
        number int not null,
        started_at timestamptz not null,
        http_status int null,
        duration_ms int not null,
        response_body text null,
        error text null,
        primary key (delivery_id, number),
        constraint webhook_attempt_delivery_id_foreign foreign key (delivery_id)
          references webhook_delivery (id) on delete cascade
      )`)
  }

  override down(): void {
    for (const table of ['webhook_attempt', 'webhook_delivery', 'webhook']) this.addSql(`drop table ${table}`)
  }
}
