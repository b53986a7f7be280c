import { Migration } from '@mikro-orm/migrations'

/** Reports of links, the destinations that are blocked, which links that holds back, and who did what about it. */
export class Migration20261202Abuse extends Migration {
  override up(): void {
    this.addSql('alter table link add column blocked_reason text null')
    this.addSql(`update link set blocked_reason = 'other' where blocked_at is not null`)

    // The host of a destination back to front, so that a domain and all its subdomains stand together in an index.
    this.addSql(`
      create function reversed_host(address text) returns text language sql immutable strict parallel safe as $$
        select reverse(substring(address from '^https{0,1}://([a-z0-9_.-]+|\\[[0-9a-f:.]+\\])'))
      $$`)
    this.addSql('create index link_destination_index on link (reversed_host(original_url) collate "C", id collate "C")')
    this.addSql(`
      create index link_expired_destination_index on link (reversed_host(expired_url) collate "C", id collate "C")
        where expired_url is not null`)
    this.addSql('create index link_blocked_index on link (blocked_at desc, id desc) where blocked_at is not null')

    this.addSql(`
      create table blocked_destination (
        id text primary key,
        pattern text not null,
        reason text not null,
        note text null,
        actor_id text not null,
        created_at timestamptz not null,
        removed_at timestamptz null,
        swept_at timestamptz null,
        swept_to text null,
        constraint blocked_destination_pattern_unique unique (pattern)
      )`)
    // Every cause that holds a link back: an entry of the list, or none when a person decided it of this one link.
    this.addSql(`
      create table link_block (
        link_id text not null,
        destination_id text null,
        reason text not null,
        blocked_at timestamptz not null,
        lifted_at timestamptz null,
        constraint link_block_cause_unique unique nulls not distinct (link_id, destination_id),
        constraint link_block_link_id_foreign foreign key (link_id) references link (id) on delete cascade,
        constraint link_block_destination_id_foreign foreign key (destination_id) references blocked_destination (id)
      )`)
    this.addSql('create index link_block_destination_index on link_block (destination_id, link_id)')
    this.addSql(`
      insert into link_block (link_id, reason, blocked_at)
      select id, blocked_reason, blocked_at from link where blocked_at is not null`)

    // Whoever gives a link its destination reads the list, and whoever adds to the list waits for those who read it: so
    // every link is either refused or there to be found. In plpgsql the second statement sees what the first waited for.
    this.addSql(`
      create function read_block_list(candidates jsonb) returns setof text language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(7261226);
        return query
          select blocked_destination.pattern from jsonb_array_elements_text(candidates) as candidate
            join blocked_destination on blocked_destination.pattern = candidate and removed_at is null;
      end $$`)
    this.addSql(`
      create function hold_block_list() returns void language sql as $$ select pg_advisory_xact_lock(7261226) $$`)

    this.addSql(`
      create table abuse_report (
        id text primary key,
        link_id text not null,
        reporter_hash bytea not null,
        reason text not null,
        details text null,
        email text null,
        created_at timestamptz not null,
        outcome text null,
        settled_at timestamptz null,
        constraint abuse_report_reporter_unique unique (link_id, reporter_hash),
        constraint abuse_report_link_id_foreign foreign key (link_id) references link (id) on delete cascade
      )`)
    this.addSql(
      'create index abuse_report_pending_index on abuse_report (link_id, created_at) where settled_at is null',
    )
    this.addSql('create index abuse_report_settled_index on abuse_report (settled_at) where settled_at is not null')
    this.addSql(`
      create table abuse_appeal (
        link_id text primary key,
        message text not null,
        created_at timestamptz not null,
        constraint abuse_appeal_link_id_foreign foreign key (link_id) references link (id) on delete cascade
      )`)
    // Refers to nothing: what was done stays known when the link and the account are gone.
    this.addSql(`
      create table abuse_act (
        id text primary key,
        kind text not null,
        actor_id text not null,
        link_id text null,
        pattern text null,
        reason text null,
        note text null,
        created_at timestamptz not null
      )`)
    this.addSql('create index abuse_act_created_index on abuse_act (created_at desc, id desc)')
    this.addSql('create index abuse_act_link_index on abuse_act (link_id, created_at desc, id desc)')
  }

  override down(): void {
    for (const table of ['abuse_act', 'abuse_appeal', 'abuse_report']) this.addSql(`drop table ${table}`)
    for (const each of ['hold_block_list', 'read_block_list']) this.addSql(`drop function ${each}`)
    for (const table of ['link_block', 'blocked_destination']) this.addSql(`drop table ${table}`)
    for (const index of ['link_blocked_index', 'link_expired_destination_index', 'link_destination_index'])
      this.addSql(`drop index ${index}`)
    this.addSql('drop function reversed_host')
    this.addSql('alter table link drop column blocked_reason')
  }
}
