/** The tables of this module, in the order in which they are created. */
export const linksSchema: readonly string[] = [
  `create function reversed_host(address text)
 returns text
 language sql
 immutable parallel safe strict
as $$
        select reverse(substring(address from '^https{0,1}://([a-z0-9_.-]+|\\[[0-9a-f:.]+\\])'))
      $$`,
  `create table link (
    id text not null,
    workspace_id text,
    creator_id text,
    domain_id text,
    domain_host text,
    code text not null,
    is_custom boolean not null,
    title text not null,
    original_url text not null,
    current_clicks int not null default 0,
    past_clicks int not null default 0,
    imported_clicks int not null default 0,
    click_limit int,
    expires_at timestamptz,
    expired_url text,
    is_active boolean not null default true,
    blocked_at timestamptz,
    password_hash text,
    password_version int not null default 0,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_term text,
    utm_content text,
    is_cloaked boolean not null default false,
    privacy_mode boolean not null default false,
    forward_query boolean not null default true,
    redirect_type int not null default 302,
    rule_count int not null default 0,
    route_rules jsonb,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    kind text not null default 'link',
    blocked_reason text,
    is_frameable boolean,
    block_cause text,
    og_title text,
    og_description text,
    og_image text,
    has_pixels boolean not null default false,
    folder_id text,
    search_text text,
    constraint link_pkey primary key (id),
    constraint link_creator_id_foreign foreign key (creator_id) references account(id) on delete set null,
    constraint link_domain_id_foreign foreign key (domain_id) references domain(id) on delete restrict,
    constraint link_folder_id_foreign foreign key (folder_id) references folder(id) on delete set null,
    constraint link_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  `create index link_blocked_index on link (blocked_at desc, id desc) where (blocked_at is not null)`,
  `create index link_creator_index on link (creator_id)`,
  `create index link_domain_index on link (domain_id) where (domain_id is not null)`,
  `create index link_destination_index on link (reversed_host(original_url) collate "C", id collate "C")`,
  `create index link_expired_destination_index on link (reversed_host(expired_url) collate "C", id collate "C") where (expired_url is not null)`,
  `create index link_expires_index on link (expires_at) where (expires_at is not null)`,
  `create index link_folder_index on link (folder_id, created_at desc, id desc) where (folder_id is not null)`,
  `create index link_unprepared_index on link (id) where ((search_text is null) and (workspace_id is not null))`,
  `create index link_workspace_blocked_index on link (workspace_id, blocked_at) where (blocked_at is not null)`,
  `create index link_workspace_private_index on link (workspace_id) where (privacy_mode)`,
  `create index link_workspace_created_index on link (workspace_id, created_at desc, id desc)`,
  `create index link_workspace_expires_index on link (workspace_id, expires_at) where ((expires_at is not null) and (expired_url is null))`,
  `create table code (
    key text not null,
    link_id text,
    workspace_id text,
    released_at timestamptz,
    constraint code_pkey primary key (key),
    constraint code_link_id_foreign foreign key (link_id) references link(id) on delete set null deferrable initially deferred,
    constraint code_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete set null
  )`,
  `create index code_link_id_index on code (link_id)`,
  `create index code_workspace_id_index on code (workspace_id)`,
  `create table event_link_end (
    link_id text not null,
    kind text not null,
    cause text not null,
    constraint event_link_end_pkey primary key (link_id, kind, cause),
    constraint event_link_end_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  )`,
  `create table event_expiry_watermark (
    id int not null,
    checked_until timestamptz not null,
    constraint event_expiry_watermark_pkey primary key (id)
  )`,
  `insert into event_expiry_watermark (id, checked_until) values (1, now())`,
  `create function announce_route()
 returns trigger
 language plpgsql
as $$
  begin
    perform pg_notify('tack_route', coalesce(old.domain_id || ' ', '') || lower(old.code collate "C"));
    if tg_op = 'UPDATE' and new.code <> old.code then
      perform pg_notify('tack_route', coalesce(new.domain_id || ' ', '') || lower(new.code collate "C"));
    end if;
    return null;
  end $$`,
  `create function announce_all_routes()
 returns trigger
 language plpgsql
as $$
      begin
        perform pg_notify('tack_route', '');
        return null;
      end $$`,
  `create function announce_routes_of_workspace()
 returns trigger
 language plpgsql
as $$
      begin
        perform pg_notify('tack_route', new.id);
        return null;
      end $$`,
  `create trigger link_route_changed after delete or update of workspace_id, domain_host, code, title, original_url, click_limit, expires_at, expired_url, is_active, blocked_at, block_cause, password_hash, password_version, utm_source, utm_medium, utm_campaign, utm_term, utm_content, is_cloaked, is_frameable, privacy_mode, forward_query, redirect_type, route_rules, og_title, og_description, og_image, has_pixels on link for each row execute function announce_route()`,
  `create constraint trigger link_created after insert on link deferrable initially deferred for each row when (new.kind = 'link' and new.workspace_id is not null) execute function count_created_link()`,
  `create trigger link_deleted after delete on link referencing old table as deleted_link for each statement execute function count_deleted_links()`,
  `create trigger link_routes_gone after truncate on link for each statement execute function announce_all_routes()`,
  // One notification for all links of a deleted or restored workspace.
  `create trigger workspace_routes_changed after update of deleted_at on workspace for each row when ((old.deleted_at is distinct from new.deleted_at)) execute function announce_routes_of_workspace()`,
]
