/** The tables of this module, in the order in which they are created. */
export const linkHealthSchema: readonly string[] = [
  `create table health_account (
    owner_id text not null,
    is_on boolean not null,
    settles_before timestamptz,
    updated_at timestamptz not null,
    constraint health_account_pkey primary key (owner_id),
    constraint health_account_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
  )`,
  `create index health_account_settles_index on health_account (owner_id) where (settles_before is not null)`,
  `create table health_link (
    link_id text not null,
    owner_id text not null,
    is_on boolean,
    host text not null,
    turn int not null default 0,
    next_check_at timestamptz,
    begun_at timestamptz,
    spent_ms int not null default 0,
    step_url text,
    step_method text,
    step_status int,
    hops int not null default 0,
    is_ok boolean,
    status int,
    error text,
    is_frameable boolean,
    checked_at timestamptz,
    failures int not null default 0,
    failing_since timestamptz,
    constraint health_link_pkey primary key (link_id),
    constraint health_link_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  )`,
  `create index health_link_begun_index on health_link (owner_id) where (begun_at is not null)`,
  `create index health_link_due_index on health_link (host, next_check_at) where (next_check_at is not null)`,
  `create index health_link_on_index on health_link (owner_id) where is_on`,
  `create index health_link_unreachable_index on health_link (owner_id, failing_since) where (failures >= 2)`,
  `create table health_host (
    host text not null,
    free_at timestamptz not null default '-infinity'::timestamp with time zone,
    due_at timestamptz,
    ready_at timestamptz generated always as (
case
 when (due_at is not null) then GREATEST(free_at, due_at)
 else null::timestamp with time zone
end) stored,
    constraint health_host_pkey primary key (host)
  )`,
  `create index health_host_ready_index on health_host (ready_at) where (ready_at is not null)`,
  `create table health_check (
    id text not null,
    owner_id text not null,
    link_id text not null,
    started_at timestamptz not null,
    duration_ms int not null,
    status int,
    ok boolean not null,
    error text,
    constraint health_check_pkey primary key (id),
    constraint health_check_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
  )`,
  `create index health_check_failed_index on health_check (owner_id, started_at desc) where (not ok)`,
  `create index health_check_link_index on health_check (link_id, started_at desc, id desc)`,
  `create index health_check_owner_index on health_check (owner_id, started_at desc) include (ok)`,
  `create index health_check_started_index on health_check (started_at)`,
  `create function health_due(address text, at timestamp with time zone)
 returns text
 language sql
as $$
        insert into health_host (host, due_at) values (coalesce(reversed_host(address), ''), at)
        on conflict (host) do update set due_at = excluded.due_at
         where health_host.due_at is null or health_host.due_at > excluded.due_at;
        select coalesce(reversed_host(address), '')
      $$`,
  `create function health_of_new_link()
 returns trigger
 language plpgsql
as $$
      begin
        if exists (select from health_account where owner_id = new.owner_id and is_on) then
          insert into health_link (link_id, owner_id, host, next_check_at)
          values (new.id, new.owner_id, health_due(new.original_url, new.created_at), new.created_at)
          on conflict do nothing;
        end if;
        return null;
      end $$`,
  `create function health_anew()
 returns trigger
 language plpgsql
as $$
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
      end $$`,
  `create trigger link_health_made after insert on link for each row when (((new.owner_id is not null) and (new.kind = 'link'))) execute function health_of_new_link()`,
  `create trigger link_health_anew after update of original_url, is_active on link for each row when (((old.original_url <> new.original_url) or (old.is_active <> new.is_active))) execute function health_anew()`,
]
