/** The tables of this module, in the order in which they are created. */
export const linkHealthSchema: readonly string[] = [
  `create table link_health_setting (
    workspace_id text not null,
    is_on boolean not null default false,
    unapplied_before timestamptz,
    updated_at timestamptz not null,
    constraint link_health_setting_pkey primary key (workspace_id),
    constraint link_health_setting_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  `create index link_health_setting_unapplied_index on link_health_setting (workspace_id) where (unapplied_before is not null)`,
  `create table link_health (
    link_id text not null,
    workspace_id text not null,
    is_watched boolean,
    host text not null,
    version int not null default 0,
    next_check_at timestamptz,
    check_started_at timestamptz,
    check_duration_ms int not null default 0,
    request_url text,
    request_method text,
    redirects jsonb not null default '[]',
    is_ok boolean,
    last_status int,
    last_error text,
    last_checked_at timestamptz,
    failure_count int not null default 0,
    failing_since timestamptz,
    needs_frame_check boolean not null default false,
    constraint link_health_pkey primary key (link_id),
    constraint link_health_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  )`,
  `create index link_health_running_index on link_health (workspace_id) where (check_started_at is not null)`,
  `create index link_health_due_index on link_health (host, next_check_at) where (next_check_at is not null)`,
  `create index link_health_watched_index on link_health (workspace_id) where is_watched`,
  `create index link_health_unreachable_index on link_health (workspace_id, failing_since) where (failure_count >= 2)`,
  `create table link_health_host (
    host text not null,
    paused_until timestamptz not null default '-infinity'::timestamp with time zone,
    due_at timestamptz,
    ready_at timestamptz generated always as (
      case when due_at is not null then greatest(paused_until, due_at) end) stored,
    constraint link_health_host_pkey primary key (host)
  )`,
  `create index link_health_host_ready_index on link_health_host (ready_at) where (ready_at is not null)`,
  `create table link_health_check (
    id text not null,
    workspace_id text not null,
    link_id text not null,
    started_at timestamptz not null,
    duration_ms int not null,
    status int,
    is_ok boolean not null,
    error text,
    constraint link_health_check_pkey primary key (id),
    constraint link_health_check_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  `create index link_health_check_failed_index on link_health_check (workspace_id, started_at desc) where (not is_ok)`,
  `create index link_health_check_link_index on link_health_check (link_id, started_at desc, id desc)`,
  `create index link_health_check_workspace_index on link_health_check (workspace_id, started_at desc) include (is_ok)`,
  `create index link_health_check_started_index on link_health_check (started_at)`,
  // Makes the host of an address due at an instant, unless it is due earlier. Returns the reversed host.
  `create function schedule_link_health_host(url text, at timestamp with time zone)
 returns text
 language sql
as $$
        insert into link_health_host (host, due_at) values (coalesce(reversed_host(url), ''), at)
        on conflict (host) do update set due_at = excluded.due_at
         where link_health_host.due_at is null or link_health_host.due_at > excluded.due_at;
        select coalesce(reversed_host(url), '')
      $$`,
  // Makes a check of a new link due: it is cloaked, or its account watches all links.
  `create function watch_new_link()
 returns trigger
 language plpgsql
as $$
      begin
        if new.is_cloaked or exists (select from link_health_setting where workspace_id = new.workspace_id and is_on) then
          insert into link_health (link_id, workspace_id, host, next_check_at, needs_frame_check)
          values (
            new.id, new.workspace_id, schedule_link_health_host(new.original_url, new.created_at), new.created_at,
            new.is_cloaked)
          on conflict do nothing;
        end if;
        return null;
      end $$`,
  // Makes a check due for a link that is now cloaked, or for a cloaked link with a new destination. A check that has
  // started continues.
  `create function check_cloaked_link()
 returns trigger
 language plpgsql
as $$
      begin
        insert into link_health (link_id, workspace_id, host, next_check_at, needs_frame_check)
        values (
          new.id, new.workspace_id, schedule_link_health_host(new.original_url, new.updated_at), new.updated_at, true)
        on conflict (link_id) do update
          set needs_frame_check = true,
              host = case when link_health.check_started_at is null then excluded.host else link_health.host end,
              next_check_at = case when link_health.check_started_at is null then excluded.next_check_at
                                   else link_health.next_check_at end;
        return null;
      end $$`,
  // Forgets the results of a link whose destination has changed, or that was switched on or off, and makes it due.
  `create function restart_link_health()
 returns trigger
 language plpgsql
as $$
      declare new_host text;
      begin
        if exists (select from link_health where link_id = new.id and next_check_at is not null) then
          new_host := schedule_link_health_host(new.original_url, new.updated_at);
          update link_health
             set host = new_host, version = version + 1, next_check_at = new.updated_at, check_started_at = null,
                 check_duration_ms = 0, request_url = null, request_method = null, redirects = '[]', is_ok = null,
                 last_status = null, last_error = null, last_checked_at = null, failure_count = 0, failing_since = null
           where link_id = new.id and next_check_at is not null;
        end if;
        return null;
      end $$`,
  `create trigger link_health_after_insert after insert on link for each row when (((new.workspace_id is not null) and (new.kind = 'link'))) execute function watch_new_link()`,
  // By its name, this trigger runs before `link_health_after_update`, which restarts the check for a new destination.
  `create trigger link_health_after_cloaking after update of original_url, is_cloaked on link for each row when ((new.is_cloaked and (new.workspace_id is not null) and (new.kind = 'link') and ((old.original_url <> new.original_url) or (not old.is_cloaked)))) execute function check_cloaked_link()`,
  `create trigger link_health_after_update after update of original_url, is_active on link for each row when (((old.original_url <> new.original_url) or (old.is_active <> new.is_active))) execute function restart_link_health()`,
]
