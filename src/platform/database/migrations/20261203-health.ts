import { Migration } from '@mikro-orm/migrations'

/** Which links are to be watched, whose turn it is at which host, and every check of a destination. */
export class Migration20261203Health extends Migration {
  override up(): void {
    this.addSql(`
      create table health_account (
        owner_id text primary key,
        is_on boolean not null,
        settles_before timestamptz null,
        updated_at timestamptz not null,
        constraint health_account_owner_id_foreign foreign key (owner_id) references account (id) on delete cascade
      )`)
    this.addSql(
      'create index health_account_settles_index on health_account (owner_id) where settles_before is not null',
    )
    // A host is ready when its pause is over and one of its links is due.
    this.addSql(`
      create table health_host (
        host text primary key,
        free_at timestamptz not null default '-infinity',
        due_at timestamptz null,
        ready_at timestamptz generated always as (case when due_at is not null then greatest(free_at, due_at) end) stored
      )`)
    this.addSql('create index health_host_ready_index on health_host (ready_at) where ready_at is not null')
    this.addSql(`
      create table health_link (
        link_id text primary key,
        owner_id text not null,
        is_on boolean null,
        host text not null,
        turn int not null default 0,
        next_check_at timestamptz null,
        begun_at timestamptz null,
        spent_ms int not null default 0,
        step_url text null,
        step_method text null,
        step_status int null,
        hops int not null default 0,
        is_ok boolean null,
        status int null,
        error text null,
        is_frameable boolean null,
        checked_at timestamptz null,
        failures int not null default 0,
        failing_since timestamptz null,
        constraint health_link_link_id_foreign foreign key (link_id) references link (id) on delete cascade
      )`)
    for (const index of [
      'health_link_due_index on health_link (host, next_check_at) where next_check_at is not null',
      'health_link_on_index on health_link (owner_id) where is_on',
      'health_link_begun_index on health_link (owner_id) where begun_at is not null',
      'health_link_unreachable_index on health_link (owner_id, failing_since) where failures >= 2',
    ])
      this.addSql(`create index ${index}`)
    // Refers to no link: that a check was made stays known when its link is gone.
    this.addSql(`
      create table health_check (
        id text primary key,
        owner_id text not null,
        link_id text not null,
        started_at timestamptz not null,
        duration_ms int not null,
        status int null,
        ok boolean not null,
        error text null,
        constraint health_check_owner_id_foreign foreign key (owner_id) references account (id) on delete cascade
      )`)
    for (const index of [
      'health_check_owner_index on health_check (owner_id, started_at desc) include (ok)',
      'health_check_failed_index on health_check (owner_id, started_at desc) where not ok',
      'health_check_link_index on health_check (link_id, started_at desc, id desc)',
      'health_check_started_index on health_check (started_at)',
    ])
      this.addSql(`create index ${index}`)

    // Whoever makes a link due holds its host first, so that nobody waits for another in a circle.
    this.addSql(`
      create function health_due(address text, at timestamptz) returns text language sql as $$
        insert into health_host (host, due_at) values (coalesce(reversed_host(address), ''), at)
        on conflict (host) do update set due_at = excluded.due_at
         where health_host.due_at is null or health_host.due_at > excluded.due_at;
        select coalesce(reversed_host(address), '')
      $$`)
    // Triggers, because links know nothing of their health: a new one is watched when its account wishes it, and what was
    // found of one destination says nothing of the next.
    this.addSql(`
      create function health_of_new_link() returns trigger language plpgsql as $$
      begin
        if exists (select from health_account where owner_id = new.owner_id and is_on) then
          insert into health_link (link_id, owner_id, host, next_check_at)
          values (new.id, new.owner_id, health_due(new.original_url, new.created_at), new.created_at)
          on conflict do nothing;
        end if;
        return null;
      end $$`)
    this.addSql(`
      create trigger link_health_made after insert on link
        for each row when (new.owner_id is not null and new.kind = 'link') execute function health_of_new_link()`)
    this.addSql(`
      create function health_anew() returns trigger language plpgsql as $$
      declare at_host text;
      begin
        if exists (select from health_link where link_id = new.id and next_check_at is not null) then
          at_host := health_due(new.original_url, new.updated_at);
          update health_link
             set host = at_host, turn = turn + 1, next_check_at = new.updated_at, begun_at = null, spent_ms = 0,
                 step_url = null, step_method = null, step_status = null, hops = 0, is_ok = null, status = null,
                 error = null, is_frameable = null, checked_at = null, failures = 0, failing_since = null
           where link_id = new.id and next_check_at is not null;
        end if;
        return null;
      end $$`)
    this.addSql(`
      create trigger link_health_anew after update of original_url, is_active on link
        for each row when (old.original_url <> new.original_url or old.is_active <> new.is_active)
        execute function health_anew()`)
  }

  override down(): void {
    for (const trigger of ['link_health_anew', 'link_health_made']) this.addSql(`drop trigger ${trigger} on link`)
    for (const each of ['health_anew', 'health_of_new_link', 'health_due']) this.addSql(`drop function ${each}`)
    for (const table of ['health_check', 'health_link', 'health_host', 'health_account'])
      this.addSql(`drop table ${table}`)
  }
}
