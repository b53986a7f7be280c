-- All tables of a new database, written by npm run emit:tables. Its last migration:
-- 20261205_expiry_notices

CREATE FUNCTION add_link_click_total() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into link_click_total (link_id, workspace_id, clicks) values (new.id, new.workspace_id, new.current_clicks)
        on conflict (link_id) do update set workspace_id = excluded.workspace_id;
        return null;
      end $$;

CREATE FUNCTION announce_all_routes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        perform pg_notify('tack_route', '');
        return null;
      end $$;

CREATE FUNCTION announce_credentials() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if tg_op <> 'INSERT' then
          perform pg_notify('tack_credential', to_jsonb(old) ->> tg_argv[0]);
        end if;
        if tg_op <> 'DELETE' then
          perform pg_notify('tack_credential', to_jsonb(new) ->> tg_argv[0]);
        end if;
        return null;
      end $$;

COMMENT ON FUNCTION announce_credentials() IS 'For the triggers of all tables that the reading of a credential depends on. The argument is the column of the account.';

CREATE FUNCTION announce_credentials_of_members() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        perform pg_notify('tack_credential', account_id) from workspace_member where workspace_id = new.id;
        return null;
      end $$;

CREATE FUNCTION announce_domain() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    perform pg_notify('tack_route', case tg_op when 'DELETE' then old.id else new.id end);
    return null;
  end $$;

COMMENT ON FUNCTION announce_domain() IS 'On the channel of routes, so that a node needs one connection for both.';

CREATE FUNCTION announce_route() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    perform pg_notify('tack_route', coalesce(old.domain_id || ' ', '') || lower(old.code collate "C"));
    if tg_op = 'UPDATE' and new.code <> old.code then
      perform pg_notify('tack_route', coalesce(new.domain_id || ' ', '') || lower(new.code collate "C"));
    end if;
    return null;
  end $$;

CREATE FUNCTION announce_routes_of_workspace() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        perform pg_notify('tack_route', new.id);
        return null;
      end $$;

CREATE FUNCTION check_cloaked_link() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
      end $$;

COMMENT ON FUNCTION check_cloaked_link() IS 'Makes a check due for a link that is now cloaked, or for a cloaked link with a new destination. A check that has started goes on.';

CREATE FUNCTION count_created_link() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        update workspace set link_count = link_count + 1 where id = new.workspace_id;
        return null;
      end $$;

COMMENT ON FUNCTION count_created_link() IS 'A new link is counted when its transaction commits.';

CREATE FUNCTION count_deleted_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if not exists (select from deleted_link) then
          return null;
        end if;
        perform 1 from workspace
          where id in (select workspace_id from deleted_link where kind = 'link')
          order by id for no key update;
        if not found then
          return null;
        end if;
        update workspace set link_count = link_count - deleted.amount
          from (select workspace_id, count(*) as amount from deleted_link where kind = 'link' group by workspace_id) as deleted
         where workspace.id = deleted.workspace_id;
        return null;
      end $$;

COMMENT ON FUNCTION count_deleted_links() IS 'Locks workspaces in the order of ids, so that statements that change several of them do not wait for each other.';

CREATE FUNCTION delete_clicks_of_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      declare few text[];
      begin
        if not exists (select from deleted_link) then
          return null;
        end if;
        insert into click_link_tombstone (url_id, deleted_at) select id, now() from deleted_link on conflict do nothing;
        insert into click_deletion (url_id)
        select id from deleted_link
         where exists (select 1 from click where url_id = deleted_link.id offset 100)
            or exists (select 1 from click_visitor where url_id = deleted_link.id offset 100);
        insert into click_rollup_transfer (url_id, workspace_id)
        select id, case when kind <> 'bio_page' then workspace_id end from deleted_link
         where exists (select 1 from click_rollup where url_id = deleted_link.id offset 0)
            on conflict (url_id) do update set workspace_id = click_rollup_transfer.workspace_id;
        few = array(
          select id from deleted_link
           where not exists (select 1 from click_deletion where url_id = deleted_link.id offset 0));
        delete from click where url_id = any(few);
        delete from click_visitor where url_id = any(few);
        return null;
      end $$;

COMMENT ON FUNCTION delete_clicks_of_links() IS 'The few rows of a link go with it, many later, in slices. So do rollups: only folding subtracts them from those of the workspace.';

CREATE FUNCTION export_link_rules(link_id_of_rules text) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
               'kind', kind, 'isActive', is_active, 'device', device, 'matchType', match_type, 'condition', condition,
               'values', places, 'action', action, 'blockMessage', block_message, 'languages', languages, 'days', days,
               'startTime', start_time, 'endTime', end_time, 'timezone', timezone, 'startsAt', starts_at,
               'endsAt', ends_at, 'name', name, 'weight', weight, 'destination', destination))
               order by array_position(array['device', 'geo', 'language', 'time', 'split'], kind), priority)
        from routing_rule
       where link_id = link_id_of_rules
      $$;

COMMENT ON FUNCTION export_link_rules(link_id_of_rules text) IS 'The rules of a link in the form of files, in the order in which they are tried. Exports of links call it.';

CREATE FUNCTION find_dynamic_qr(link_id_of_qr text) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
        select id from dynamic_qr where link_id = link_id_of_qr
      $$;

COMMENT ON FUNCTION find_dynamic_qr(link_id_of_qr text) IS 'For the events of scans, which the clicks module makes.';

CREATE FUNCTION keep_clickhouse_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        -- Most statements delete nothing. The table has to be named in a statement of its own, or it would be locked.
        if tg_op = 'DELETE' then
          if not exists (select from gone_link) then
            return null;
          end if;
        end if;
        if not exists (select from click_engine) then
          return null;
        end if;
        if tg_op = 'DELETE' then
          insert into click_deletion (url_id) select id from gone_link order by id on conflict do nothing;
          delete from click_former_workspace where url_id in (select id from gone_link);
        else
          insert into click_former_workspace (url_id, workspace_id)
          values (old.id, coalesce(old.workspace_id, '')) on conflict do nothing;
        end if;
        return null;
      end $$;

CREATE FUNCTION lock_block_list() RETURNS void
    LANGUAGE sql
    AS $$ select pg_advisory_xact_lock(7261226) $$;

CREATE FUNCTION read_block_list(candidates jsonb) RETURNS SETOF text
    LANGUAGE plpgsql
    AS $$
      begin
        perform pg_advisory_xact_lock_shared(7261226);
        return query
          select blocked.pattern from jsonb_array_elements_text(candidates) as candidate
           cross join lateral (
             select pattern from blocked_destination
              where blocked_destination.pattern = candidate and removed_at is null limit 1) as blocked;
      end $$;

CREATE FUNCTION refuse_clicks_elsewhere() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if exists (select from click_engine where is_paused or store = 'clickhouse')
           and current_setting('tack.copies_clicks', true) is distinct from 'on' then
          raise exception 'Clicks are in ClickHouse, or on their way to it or back. They wait in the journal.'
            using errcode = '55000', hint = 'A process that reports this for more than minutes needs CLICKS_URL.';
        end if;
        return null;
      end $$;

CREATE FUNCTION restart_link_health() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
      end $$;

COMMENT ON FUNCTION restart_link_health() IS 'Forgets the results of a link whose destination has changed, or that was switched on or off, and makes it due.';

CREATE FUNCTION reversed_host(address text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
        select reverse(substring(address from '^https{0,1}://([a-z0-9_.-]+|\[[0-9a-f:.]+\])'))
      $$;

CREATE FUNCTION schedule_link_health_host(url text, at timestamp with time zone) RETURNS text
    LANGUAGE sql
    AS $$
        insert into link_health_host (host, due_at) values (coalesce(reversed_host(url), ''), at)
        on conflict (host) do update set due_at = excluded.due_at
         where link_health_host.due_at is null or link_health_host.due_at > excluded.due_at;
        select coalesce(reversed_host(url), '')
      $$;

COMMENT ON FUNCTION schedule_link_health_host(url text, at timestamp with time zone) IS 'Makes the host of an address due at an instant, unless it is due earlier. Returns the reversed host.';

CREATE FUNCTION stamp_link_import() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    new.tx = pg_current_xact_id()::text::bigint;
    return new;
  end $$;

COMMENT ON FUNCTION stamp_link_import() IS 'Subscriptions find imports with progress by the transaction of the last change.';

CREATE FUNCTION sum_clicks_of_deleted_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into statistics_gone (clicks)
        select sum(current_clicks) from deleted_link where kind <> 'bio_page' having sum(current_clicks) > 0;
        return null;
      end $$;

CREATE FUNCTION transfer_click_rollups() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        insert into click_rollup_transfer (url_id, workspace_id) values (old.id, old.workspace_id)
            on conflict (url_id) do update set workspace_id = click_rollup_transfer.workspace_id;
        return null;
      end $$;

CREATE FUNCTION watch_new_link() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
      begin
        if new.is_cloaked or exists (select from link_health_setting where workspace_id = new.workspace_id and is_on) then
          insert into link_health (link_id, workspace_id, host, next_check_at, needs_frame_check)
          values (
            new.id, new.workspace_id, schedule_link_health_host(new.original_url, new.created_at), new.created_at,
            new.is_cloaked)
          on conflict do nothing;
        end if;
        return null;
      end $$;

COMMENT ON FUNCTION watch_new_link() IS 'Makes a check of a new link due: it is cloaked, or its workspace watches all links.';

CREATE TABLE abuse_act (
    id text NOT NULL,
    kind text NOT NULL,
    actor_id text NOT NULL,
    link_id text,
    pattern text,
    reason text,
    note text,
    created_at timestamp with time zone NOT NULL,
    account_id text
);

CREATE TABLE abuse_appeal (
    link_id text NOT NULL,
    message text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    state text DEFAULT 'open'::text NOT NULL,
    decided_at timestamp with time zone
);

CREATE TABLE abuse_report (
    id text NOT NULL,
    link_id text NOT NULL,
    reporter_hash bytea NOT NULL,
    reason text NOT NULL,
    details text,
    email text,
    created_at timestamp with time zone NOT NULL,
    outcome text,
    settled_at timestamp with time zone
);

CREATE TABLE account (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    password_hash text,
    role text DEFAULT 'user'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    token_version integer DEFAULT 0 NOT NULL,
    email_verified_at timestamp with time zone,
    language text,
    pending_email text,
    deletion_requested_at timestamp with time zone,
    pending_email_session_id text,
    timezone text,
    unwanted_mails jsonb DEFAULT '[]'::jsonb NOT NULL,
    has_undecided_members boolean DEFAULT false NOT NULL,
    suspended_at timestamp with time zone
);

CREATE TABLE account_archive (
    id text NOT NULL,
    account_id text NOT NULL,
    state text NOT NULL,
    file_id text,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone
);

CREATE TABLE account_device (
    account_id text NOT NULL,
    device text NOT NULL,
    last_login_at timestamp with time zone NOT NULL
);

CREATE TABLE account_identity (
    id text NOT NULL,
    account_id text NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    provider_name text NOT NULL,
    email text,
    created_at timestamp with time zone NOT NULL,
    last_login_at timestamp with time zone NOT NULL
);

CREATE TABLE account_token (
    digest text NOT NULL,
    account_id text NOT NULL,
    purpose text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE acknowledged_alert (
    workspace_id text NOT NULL,
    alert_id text NOT NULL,
    acknowledged_at timestamp with time zone NOT NULL
);

CREATE TABLE activity (
    id text NOT NULL,
    workspace_id text NOT NULL,
    type text NOT NULL,
    actor text NOT NULL,
    subject_type text NOT NULL,
    subject_id text NOT NULL,
    summary text NOT NULL,
    severity text NOT NULL,
    source text NOT NULL,
    tx bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    changes jsonb,
    on_behalf_of text
);

CREATE TABLE anomaly (
    id text NOT NULL,
    workspace_id text NOT NULL,
    url_id text NOT NULL,
    kind text NOT NULL,
    severity text NOT NULL,
    is_early boolean DEFAULT false NOT NULL,
    country text,
    observed integer NOT NULL,
    expected double precision NOT NULL,
    score double precision NOT NULL,
    level double precision NOT NULL,
    window_start timestamp with time zone NOT NULL,
    window_end timestamp with time zone NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    detected_at timestamp with time zone NOT NULL,
    acknowledged_at timestamp with time zone,
    resolved_at timestamp with time zone,
    cleared_at timestamp with time zone
);

CREATE TABLE anomaly_pending (
    url_id text NOT NULL,
    hour timestamp with time zone NOT NULL
);

CREATE TABLE anomaly_watermark (
    singleton boolean DEFAULT true NOT NULL,
    hour timestamp with time zone,
    CONSTRAINT anomaly_watermark_singleton_check CHECK (singleton)
);

CREATE TABLE api_key (
    id text NOT NULL,
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    name text NOT NULL,
    key_preview text NOT NULL,
    key_hash text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    grant_digest text,
    reminded_at timestamp with time zone,
    scopes jsonb DEFAULT '["read:links", "write:links", "read:analytics", "write:qr"]'::jsonb NOT NULL,
    last_used_country text
);

CREATE TABLE authenticator_app (
    account_id text NOT NULL,
    secret bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone,
    last_step integer
);

CREATE TABLE bio_block (
    id text NOT NULL,
    page_id text NOT NULL,
    link_id text,
    type text NOT NULL,
    title text,
    content text,
    network text,
    "position" integer NOT NULL,
    is_visible boolean DEFAULT true NOT NULL,
    scheduled_from timestamp with time zone,
    scheduled_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE bio_image (
    page_id text NOT NULL,
    kind text NOT NULL,
    file text NOT NULL,
    bytes bytea NOT NULL
);

CREATE TABLE bio_page (
    id text NOT NULL,
    workspace_id text NOT NULL,
    link_id text NOT NULL,
    description text,
    theme jsonb NOT NULL,
    seo_title text,
    seo_description text,
    avatar_file text,
    social_image_file text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    draft jsonb
);

CREATE TABLE blocked_destination (
    id text NOT NULL,
    pattern text NOT NULL,
    reason text NOT NULL,
    note text,
    actor_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    removed_at timestamp with time zone,
    swept_at timestamp with time zone,
    sweep_position text
);

CREATE TABLE click (
    id text NOT NULL,
    url_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    trigger text NOT NULL,
    country text,
    device text,
    browser text,
    os text,
    referrer_host text,
    is_bot boolean NOT NULL,
    bot_name text,
    visitor_hash bytea,
    region text,
    city text,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_term text,
    utm_content text,
    rule_id text,
    variant text,
    import_id text,
    tx bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL
)
PARTITION BY RANGE (created_at);

CREATE TABLE click_batch (
    segment text NOT NULL,
    start bigint NOT NULL,
    counted_at timestamp with time zone NOT NULL
);

CREATE TABLE click_counter (
    url_id text NOT NULL,
    people integer NOT NULL
);

CREATE TABLE click_deletion (
    url_id text NOT NULL
);

CREATE TABLE click_engine (
    is_clickhouse boolean NOT NULL,
    deleted_at timestamp with time zone,
    store text DEFAULT 'clickhouse'::text NOT NULL,
    changed_at timestamp with time zone,
    moving_to text,
    moved_since timestamp with time zone,
    is_paused boolean DEFAULT false NOT NULL,
    pass integer DEFAULT 0 NOT NULL,
    place jsonb,
    copied bigint DEFAULT 0 NOT NULL,
    leased_by text,
    leased_until timestamp with time zone
);

CREATE TABLE click_feed (
    tx bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL,
    id text NOT NULL,
    url_id text NOT NULL,
    click jsonb NOT NULL,
    kept_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE click_feed_interest (
    subject_id text NOT NULL,
    ends_at timestamp with time zone NOT NULL
);

CREATE TABLE click_former_workspace (
    url_id text NOT NULL,
    workspace_id text NOT NULL
);

CREATE TABLE click_grant (
    id text NOT NULL,
    granted_at timestamp with time zone NOT NULL
);

CREATE TABLE click_link_tombstone (
    url_id text NOT NULL,
    deleted_at timestamp(3) with time zone NOT NULL
);

COMMENT ON TABLE click_link_tombstone IS 'Distinguishes a deleted link, whose clicks are dropped, from a link that the database has lost.';

CREATE TABLE click_other (
    id text NOT NULL,
    url_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    trigger text NOT NULL,
    country text,
    device text,
    browser text,
    os text,
    referrer_host text,
    is_bot boolean NOT NULL,
    bot_name text,
    visitor_hash bytea,
    region text,
    city text,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_term text,
    utm_content text,
    rule_id text,
    variant text,
    import_id text,
    tx bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL
);

CREATE TABLE click_retention_bound (
    workspace_id text NOT NULL,
    deleted_before timestamp with time zone NOT NULL
);

COMMENT ON TABLE click_retention_bound IS 'Single clicks of a workspace before this time are deleted. An empty id stands for all workspaces.';

CREATE TABLE click_retention_run (
    is_only boolean NOT NULL,
    id text NOT NULL,
    workspace_id text NOT NULL,
    deleted_before timestamp with time zone NOT NULL,
    is_summed boolean NOT NULL,
    leased_until timestamp with time zone NOT NULL
);

CREATE TABLE click_rollup (
    url_id text NOT NULL,
    span text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    dimension text NOT NULL,
    value text NOT NULL,
    clicks integer NOT NULL,
    bot_clicks integer NOT NULL,
    visitors integer NOT NULL,
    last_at timestamp with time zone
)
WITH (fillfactor='80');

CREATE TABLE click_rollup_transfer (
    url_id text NOT NULL,
    workspace_id text
);

COMMENT ON TABLE click_rollup_transfer IS 'Links that were deleted or moved, and the workspace whose rollups still count them; null for none.';

CREATE TABLE click_sum (
    subject_id text NOT NULL,
    span text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    measure text NOT NULL,
    bucket integer NOT NULL,
    count integer NOT NULL,
    total_ms bigint NOT NULL
)
WITH (fillfactor='80');

CREATE TABLE click_visitor (
    url_id text NOT NULL,
    day date NOT NULL,
    visitor_hash bytea NOT NULL
);

CREATE TABLE click_watermark (
    tx bigint NOT NULL
);

CREATE TABLE click_workspace_rollup (
    workspace_id text NOT NULL,
    span text NOT NULL,
    dimension text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    value text NOT NULL,
    clicks bigint NOT NULL,
    bot_clicks bigint NOT NULL,
    visitors bigint NOT NULL,
    last_at timestamp with time zone
)
WITH (fillfactor='80');

COMMENT ON TABLE click_workspace_rollup IS 'The sums of the rollups of all links of a workspace. The dimension "link" has the total of each link.';

CREATE TABLE code (
    key text NOT NULL,
    link_id text,
    workspace_id text,
    released_at timestamp with time zone
);

CREATE TABLE database_identity (
    number integer NOT NULL,
    id text NOT NULL,
    origin text NOT NULL
);

CREATE TABLE domain (
    id text NOT NULL,
    workspace_id text NOT NULL,
    host text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    verification_token text NOT NULL,
    expired_url text,
    not_found_url text,
    verified_at timestamp with time zone,
    checked_at timestamp with time zone,
    unproven_since timestamp with time zone,
    warned_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    root_url text,
    apple_apps jsonb DEFAULT '[]'::jsonb NOT NULL,
    android_apps jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE dynamic_qr (
    id text NOT NULL,
    workspace_id text NOT NULL,
    link_id text NOT NULL,
    logo_id text,
    design jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE event (
    id text NOT NULL,
    kind text NOT NULL,
    workspace_id text NOT NULL,
    link_id text,
    payload text NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE event_click_watermark (
    tx bigint NOT NULL
);

CREATE TABLE event_expiry_notice (
    days integer NOT NULL,
    checked_until timestamp with time zone NOT NULL
);

CREATE TABLE event_expiry_watermark (
    id integer NOT NULL,
    checked_until timestamp with time zone NOT NULL
);

CREATE TABLE event_interest (
    workspace_id text NOT NULL,
    kind text NOT NULL,
    listener_id text NOT NULL,
    link_id text DEFAULT ''::text NOT NULL,
    since timestamp with time zone NOT NULL,
    since_tx bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL
);

CREATE TABLE event_link_end (
    link_id text NOT NULL,
    kind text NOT NULL,
    cause text NOT NULL
);

CREATE TABLE file_export (
    id text NOT NULL,
    workspace_id text NOT NULL,
    creator_id text,
    content text NOT NULL,
    format text NOT NULL,
    bom boolean NOT NULL,
    filter jsonb NOT NULL,
    is_weekly boolean DEFAULT false NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    row_count integer DEFAULT 0 NOT NULL,
    file_id text,
    failure_message text,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone
);

CREATE TABLE folder (
    id text NOT NULL,
    workspace_id text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE idempotency (
    digest bytea NOT NULL,
    fingerprint bytea NOT NULL,
    claim text NOT NULL,
    answer bytea,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE job_run (
    id text NOT NULL,
    job_name text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    items integer NOT NULL,
    error text
);

CREATE TABLE job_run_sum (
    subject_id text NOT NULL,
    span text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    measure text NOT NULL,
    bucket integer NOT NULL,
    count integer NOT NULL,
    total_ms bigint NOT NULL
)
WITH (fillfactor='80');

CREATE TABLE link (
    id text NOT NULL,
    workspace_id text,
    creator_id text,
    domain_id text,
    domain_host text,
    code text NOT NULL,
    is_custom boolean NOT NULL,
    title text NOT NULL,
    original_url text NOT NULL,
    current_clicks integer DEFAULT 0 NOT NULL,
    past_clicks integer DEFAULT 0 NOT NULL,
    imported_clicks integer DEFAULT 0 NOT NULL,
    click_limit integer,
    expires_at timestamp with time zone,
    expired_url text,
    is_active boolean DEFAULT true NOT NULL,
    blocked_at timestamp with time zone,
    password_hash text,
    password_version integer DEFAULT 0 NOT NULL,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_term text,
    utm_content text,
    is_cloaked boolean DEFAULT false NOT NULL,
    privacy_mode boolean DEFAULT false NOT NULL,
    forward_query boolean DEFAULT true NOT NULL,
    redirect_type integer DEFAULT 302 NOT NULL,
    rule_count integer DEFAULT 0 NOT NULL,
    route_rules jsonb,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    kind text DEFAULT 'link'::text NOT NULL,
    blocked_reason text,
    is_frameable boolean,
    block_cause text,
    og_title text,
    og_description text,
    og_image text,
    has_pixels boolean DEFAULT false NOT NULL,
    folder_id text,
    search_text text DEFAULT ''::text NOT NULL,
    starts_at timestamp with time zone,
    not_yet_url text,
    import_id text,
    forward_path boolean DEFAULT false NOT NULL,
    note text
);

CREATE TABLE link_block (
    id text NOT NULL,
    link_id text NOT NULL,
    destination_id text,
    reason text NOT NULL,
    blocked_at timestamp with time zone NOT NULL,
    lifted_at timestamp with time zone
);

CREATE TABLE link_click_total (
    link_id text NOT NULL,
    workspace_id text NOT NULL,
    clicks integer DEFAULT 0 NOT NULL,
    last_click_at timestamp with time zone
)
WITH (fillfactor='80');

CREATE TABLE link_health (
    link_id text NOT NULL,
    workspace_id text NOT NULL,
    is_watched boolean,
    host text NOT NULL,
    version integer DEFAULT 0 NOT NULL,
    next_check_at timestamp with time zone,
    check_started_at timestamp with time zone,
    check_duration_ms integer DEFAULT 0 NOT NULL,
    request_url text,
    request_method text,
    redirects jsonb DEFAULT '[]'::jsonb NOT NULL,
    is_ok boolean,
    last_status integer,
    last_error text,
    last_checked_at timestamp with time zone,
    failure_count integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    needs_frame_check boolean DEFAULT false NOT NULL
);

CREATE TABLE link_health_check (
    id text NOT NULL,
    workspace_id text NOT NULL,
    link_id text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    status integer,
    is_ok boolean NOT NULL,
    error text
);

CREATE TABLE link_health_host (
    host text NOT NULL,
    paused_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    ready_at timestamp with time zone GENERATED ALWAYS AS (
CASE
    WHEN (due_at IS NOT NULL) THEN GREATEST(paused_until, due_at)
    ELSE NULL::timestamp with time zone
END) STORED
);

CREATE TABLE link_health_setting (
    workspace_id text NOT NULL,
    is_on boolean DEFAULT false NOT NULL,
    unapplied_before timestamp with time zone,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE link_import (
    id text NOT NULL,
    workspace_id text NOT NULL,
    creator_id text,
    actor_id text NOT NULL,
    source text NOT NULL,
    on_conflict text NOT NULL,
    is_dry_run boolean NOT NULL,
    link_id text,
    content text DEFAULT 'links'::text NOT NULL,
    state text NOT NULL,
    file_id text,
    mapping jsonb DEFAULT '[]'::jsonb NOT NULL,
    warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
    total integer,
    processed integer DEFAULT 0 NOT NULL,
    created integer DEFAULT 0 NOT NULL,
    renamed integer DEFAULT 0 NOT NULL,
    skipped integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    failure_message text,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    finished_at timestamp with time zone,
    tx bigint DEFAULT ((pg_current_xact_id())::text)::bigint NOT NULL
);

CREATE TABLE link_import_error (
    import_id text NOT NULL,
    "row" integer NOT NULL,
    code text NOT NULL,
    message text NOT NULL,
    cells jsonb DEFAULT '[]'::jsonb NOT NULL,
    issues jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE link_pixel (
    link_id text NOT NULL,
    pixel_id text NOT NULL,
    "position" integer NOT NULL
);

CREATE TABLE link_qr_design (
    link_id text NOT NULL,
    logo_id text,
    design jsonb NOT NULL
);

CREATE TABLE link_tag (
    link_id text NOT NULL,
    tag_id text NOT NULL
);

CREATE TABLE missing_code (
    domain_id text NOT NULL,
    code text NOT NULL,
    visits integer NOT NULL,
    first_visit_at timestamp with time zone NOT NULL,
    last_visit_at timestamp with time zone NOT NULL,
    last_referrer_host text,
    last_country text
);

CREATE TABLE oauth_app (
    id text NOT NULL,
    owner_id text,
    name text NOT NULL,
    redirect_uris jsonb NOT NULL,
    scopes jsonb NOT NULL,
    is_public boolean NOT NULL,
    secret_digest text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    client_url text
);

CREATE TABLE oauth_record (
    model text NOT NULL,
    digest text NOT NULL,
    payload json NOT NULL,
    account_id text,
    client_id text,
    grant_digest text,
    consumed_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    grant_key text GENERATED ALWAYS AS (
CASE
    WHEN (model = 'Grant'::text) THEN digest
    ELSE NULL::text
END) STORED
);

CREATE TABLE passkey (
    id text NOT NULL,
    account_id text NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter double precision NOT NULL,
    transports jsonb NOT NULL,
    name text NOT NULL,
    is_backed_up boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone
);

CREATE TABLE pixel (
    id text NOT NULL,
    workspace_id text NOT NULL,
    name text NOT NULL,
    pixel_type text NOT NULL,
    pixel_id text NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE provider_session (
    session_id text NOT NULL,
    identity_id text NOT NULL,
    provider_session_id text
);

CREATE TABLE qr_logo (
    id text NOT NULL,
    workspace_id text NOT NULL,
    name text NOT NULL,
    png bytea NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    created_at timestamp with time zone NOT NULL
);

CREATE TABLE recovery_code (
    digest text NOT NULL,
    account_id text NOT NULL
);

CREATE TABLE routing_rule (
    id text NOT NULL,
    link_id text NOT NULL,
    kind text NOT NULL,
    priority integer NOT NULL,
    destination text,
    is_active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    device text,
    match_type text,
    condition text,
    places jsonb,
    action text,
    block_message text,
    languages jsonb,
    days jsonb,
    start_time text,
    end_time text,
    timezone text,
    starts_at timestamp with time zone,
    ends_at timestamp with time zone,
    name text,
    weight integer
);

CREATE TABLE session (
    id text NOT NULL,
    account_id text NOT NULL,
    device text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    sign_in_methods jsonb DEFAULT '["password"]'::jsonb NOT NULL,
    proven_at timestamp with time zone,
    country text
);

CREATE TABLE shared_stats_page (
    id text NOT NULL,
    workspace_id text NOT NULL,
    link_id text,
    folder_id text,
    tag_id text,
    title text,
    shows_link_titles boolean NOT NULL,
    period text,
    period_from timestamp with time zone,
    period_to timestamp with time zone,
    timezone text NOT NULL,
    expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT shared_stats_page_subject_check CHECK ((num_nonnulls(link_id, folder_id, tag_id) = 1))
);

CREATE TABLE site_icon (
    workspace_id text NOT NULL,
    origin text NOT NULL,
    file text,
    bytes bytea,
    fetched_at timestamp with time zone NOT NULL
);

CREATE TABLE statistics (
    singleton boolean DEFAULT true NOT NULL,
    deleted_link_clicks bigint DEFAULT 0 NOT NULL,
    total_links bigint DEFAULT 0 NOT NULL,
    total_clicks bigint DEFAULT 0 NOT NULL,
    total_users bigint DEFAULT 0 NOT NULL,
    active_workspaces bigint DEFAULT 0 NOT NULL,
    computed_at timestamp with time zone,
    CONSTRAINT statistics_singleton_check CHECK (singleton)
);

CREATE TABLE statistics_gone (
    id bigint NOT NULL,
    clicks bigint NOT NULL
);

ALTER TABLE statistics_gone ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME statistics_gone_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE stored_file (
    id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text,
    name text NOT NULL,
    content_type text NOT NULL,
    byte_count bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone
);

CREATE TABLE stored_file_chunk (
    file_id text NOT NULL,
    "position" integer NOT NULL,
    bytes bytea NOT NULL
);

CREATE TABLE tag (
    id text NOT NULL,
    workspace_id text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    color text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    search_text text NOT NULL
);

CREATE TABLE used_passkey_challenge (
    digest text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE utm_template (
    id text NOT NULL,
    workspace_id text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_term text,
    utm_content text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

CREATE TABLE visitor_salt (
    day date NOT NULL,
    salt bytea NOT NULL
);

CREATE TABLE webhook (
    id text NOT NULL,
    workspace_id text NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    events jsonb NOT NULL,
    link_ids jsonb NOT NULL,
    is_active boolean DEFAULT true NOT NULL,
    secret_preview text NOT NULL,
    sealed_secret bytea NOT NULL,
    sealed_previous_secret bytea,
    previous_secret_until timestamp with time zone,
    failure_count integer DEFAULT 0 NOT NULL,
    failing_since timestamp with time zone,
    last_delivery_at timestamp with time zone,
    last_status integer,
    disabled_at timestamp with time zone,
    disabled_reason text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    last_error text,
    last_failure_at timestamp with time zone,
    recovered_at timestamp with time zone,
    grant_digest text,
    format text DEFAULT 'standard'::text NOT NULL
);

CREATE TABLE webhook_attempt (
    delivery_id text NOT NULL,
    number integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    http_status integer,
    duration_ms integer NOT NULL,
    response_body text,
    error text
);

CREATE TABLE webhook_delivery (
    id text NOT NULL,
    webhook_id text NOT NULL,
    event_id text NOT NULL,
    state text NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    http_status integer,
    duration_ms integer,
    response_body text,
    error text,
    next_attempt_at timestamp with time zone,
    claimed_until timestamp with time zone,
    is_test boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    settled_at timestamp with time zone
);

CREATE TABLE webhook_sum (
    subject_id text NOT NULL,
    span text NOT NULL,
    starts_at timestamp with time zone NOT NULL,
    measure text NOT NULL,
    bucket integer NOT NULL,
    count integer NOT NULL,
    total_ms bigint NOT NULL
)
WITH (fillfactor='80');

CREATE TABLE workspace (
    id text NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    logo_url text,
    plan text DEFAULT 'free'::text NOT NULL,
    link_count integer DEFAULT 0 NOT NULL,
    click_retention_days integer,
    personal_account_id text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    weekly_export boolean DEFAULT false NOT NULL,
    weekly_export_at timestamp with time zone,
    deleted_at timestamp with time zone,
    needs_second_factor boolean DEFAULT false NOT NULL,
    suspended_at timestamp with time zone,
    expiry_notice_days integer DEFAULT 7 NOT NULL,
    expiry_notices_from timestamp with time zone
);

CREATE TABLE workspace_invitation (
    id text NOT NULL,
    workspace_id text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    role text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    token_digest text NOT NULL,
    inviter_id text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

CREATE TABLE workspace_member (
    id text NOT NULL,
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    role text NOT NULL,
    joined_at timestamp with time zone NOT NULL,
    weekly_mail boolean DEFAULT true NOT NULL,
    from_provider text
);

ALTER TABLE ONLY click ATTACH PARTITION click_other DEFAULT;

INSERT INTO anomaly_watermark VALUES (true, NULL);

INSERT INTO click_watermark VALUES (0);

INSERT INTO event_click_watermark VALUES (0);

INSERT INTO event_expiry_notice VALUES (1, now());
INSERT INTO event_expiry_notice VALUES (2, now());
INSERT INTO event_expiry_notice VALUES (3, now());
INSERT INTO event_expiry_notice VALUES (4, now());
INSERT INTO event_expiry_notice VALUES (5, now());
INSERT INTO event_expiry_notice VALUES (6, now());
INSERT INTO event_expiry_notice VALUES (7, now());
INSERT INTO event_expiry_notice VALUES (8, now());
INSERT INTO event_expiry_notice VALUES (9, now());
INSERT INTO event_expiry_notice VALUES (10, now());
INSERT INTO event_expiry_notice VALUES (11, now());
INSERT INTO event_expiry_notice VALUES (12, now());
INSERT INTO event_expiry_notice VALUES (13, now());
INSERT INTO event_expiry_notice VALUES (14, now());
INSERT INTO event_expiry_notice VALUES (15, now());
INSERT INTO event_expiry_notice VALUES (16, now());
INSERT INTO event_expiry_notice VALUES (17, now());
INSERT INTO event_expiry_notice VALUES (18, now());
INSERT INTO event_expiry_notice VALUES (19, now());
INSERT INTO event_expiry_notice VALUES (20, now());
INSERT INTO event_expiry_notice VALUES (21, now());
INSERT INTO event_expiry_notice VALUES (22, now());
INSERT INTO event_expiry_notice VALUES (23, now());
INSERT INTO event_expiry_notice VALUES (24, now());
INSERT INTO event_expiry_notice VALUES (25, now());
INSERT INTO event_expiry_notice VALUES (26, now());
INSERT INTO event_expiry_notice VALUES (27, now());
INSERT INTO event_expiry_notice VALUES (28, now());
INSERT INTO event_expiry_notice VALUES (29, now());
INSERT INTO event_expiry_notice VALUES (30, now());

INSERT INTO event_expiry_watermark VALUES (1, now());

INSERT INTO statistics VALUES (true, 0, 0, 0, 0, 0, NULL);

SELECT pg_catalog.setval('statistics_gone_id_seq', 1, false);

ALTER TABLE ONLY abuse_act
    ADD CONSTRAINT abuse_act_pkey PRIMARY KEY (id);

ALTER TABLE ONLY abuse_appeal
    ADD CONSTRAINT abuse_appeal_pkey PRIMARY KEY (link_id);

ALTER TABLE ONLY abuse_report
    ADD CONSTRAINT abuse_report_pkey PRIMARY KEY (id);

ALTER TABLE ONLY abuse_report
    ADD CONSTRAINT abuse_report_reporter_unique UNIQUE (link_id, reporter_hash);

ALTER TABLE ONLY account_archive
    ADD CONSTRAINT account_archive_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account_device
    ADD CONSTRAINT account_device_pkey PRIMARY KEY (account_id, device);

ALTER TABLE ONLY account
    ADD CONSTRAINT account_email_key_unique UNIQUE (email_key);

ALTER TABLE ONLY account_identity
    ADD CONSTRAINT account_identity_issuer_subject_unique UNIQUE (issuer, subject);

ALTER TABLE ONLY account_identity
    ADD CONSTRAINT account_identity_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY account_token
    ADD CONSTRAINT account_token_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY acknowledged_alert
    ADD CONSTRAINT acknowledged_alert_pkey PRIMARY KEY (workspace_id, alert_id);

ALTER TABLE ONLY activity
    ADD CONSTRAINT activity_pkey PRIMARY KEY (id);

ALTER TABLE ONLY anomaly_pending
    ADD CONSTRAINT anomaly_pending_pkey PRIMARY KEY (url_id);

ALTER TABLE ONLY anomaly
    ADD CONSTRAINT anomaly_pkey PRIMARY KEY (id);

ALTER TABLE ONLY anomaly_watermark
    ADD CONSTRAINT anomaly_watermark_pkey PRIMARY KEY (singleton);

ALTER TABLE ONLY api_key
    ADD CONSTRAINT api_key_key_hash_unique UNIQUE (key_hash);

ALTER TABLE ONLY api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY authenticator_app
    ADD CONSTRAINT authenticator_app_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY bio_block
    ADD CONSTRAINT bio_block_link_id_unique UNIQUE (link_id);

ALTER TABLE ONLY bio_block
    ADD CONSTRAINT bio_block_pkey PRIMARY KEY (id);

ALTER TABLE ONLY bio_image
    ADD CONSTRAINT bio_image_pkey PRIMARY KEY (page_id, kind);

ALTER TABLE ONLY bio_page
    ADD CONSTRAINT bio_page_link_id_unique UNIQUE (link_id);

ALTER TABLE ONLY bio_page
    ADD CONSTRAINT bio_page_pkey PRIMARY KEY (id);

ALTER TABLE ONLY blocked_destination
    ADD CONSTRAINT blocked_destination_pattern_unique UNIQUE (pattern);

ALTER TABLE ONLY blocked_destination
    ADD CONSTRAINT blocked_destination_pkey PRIMARY KEY (id);

ALTER TABLE ONLY click_batch
    ADD CONSTRAINT click_batch_pkey PRIMARY KEY (segment);

ALTER TABLE ONLY click_counter
    ADD CONSTRAINT click_counter_pkey PRIMARY KEY (url_id);

ALTER TABLE ONLY click_deletion
    ADD CONSTRAINT click_deletion_pkey PRIMARY KEY (url_id);

ALTER TABLE ONLY click_engine
    ADD CONSTRAINT click_engine_pkey PRIMARY KEY (is_clickhouse);

ALTER TABLE ONLY click_feed_interest
    ADD CONSTRAINT click_feed_interest_pkey PRIMARY KEY (subject_id);

ALTER TABLE ONLY click_feed
    ADD CONSTRAINT click_feed_pkey PRIMARY KEY (tx, id);

ALTER TABLE ONLY click_former_workspace
    ADD CONSTRAINT click_former_workspace_pkey PRIMARY KEY (url_id, workspace_id);

ALTER TABLE ONLY click_grant
    ADD CONSTRAINT click_grant_pkey PRIMARY KEY (id);

ALTER TABLE ONLY click_link_tombstone
    ADD CONSTRAINT click_link_tombstone_pkey PRIMARY KEY (url_id);

ALTER TABLE ONLY click
    ADD CONSTRAINT click_pkey PRIMARY KEY (url_id, created_at, id);

ALTER TABLE ONLY click_other
    ADD CONSTRAINT click_other_pkey PRIMARY KEY (url_id, created_at, id);

ALTER TABLE ONLY click_retention_bound
    ADD CONSTRAINT click_retention_bound_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY click_retention_run
    ADD CONSTRAINT click_retention_run_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY click_rollup
    ADD CONSTRAINT click_rollup_pkey PRIMARY KEY (url_id, span, starts_at, dimension, value);

ALTER TABLE ONLY click_rollup_transfer
    ADD CONSTRAINT click_rollup_transfer_pkey PRIMARY KEY (url_id);

ALTER TABLE ONLY click_sum
    ADD CONSTRAINT click_sum_pkey PRIMARY KEY (subject_id, span, starts_at, measure, bucket);

ALTER TABLE ONLY click_visitor
    ADD CONSTRAINT click_visitor_pkey PRIMARY KEY (url_id, day, visitor_hash);

ALTER TABLE ONLY click_workspace_rollup
    ADD CONSTRAINT click_workspace_rollup_pkey PRIMARY KEY (workspace_id, span, dimension, starts_at, value);

ALTER TABLE ONLY code
    ADD CONSTRAINT code_pkey PRIMARY KEY (key);

ALTER TABLE ONLY database_identity
    ADD CONSTRAINT database_identity_pkey PRIMARY KEY (number);

ALTER TABLE ONLY domain
    ADD CONSTRAINT domain_pkey PRIMARY KEY (id);

ALTER TABLE ONLY domain
    ADD CONSTRAINT domain_workspace_host_unique UNIQUE (workspace_id, host);

ALTER TABLE ONLY dynamic_qr
    ADD CONSTRAINT dynamic_qr_link_id_unique UNIQUE (link_id);

ALTER TABLE ONLY dynamic_qr
    ADD CONSTRAINT dynamic_qr_pkey PRIMARY KEY (id);

ALTER TABLE ONLY event_expiry_notice
    ADD CONSTRAINT event_expiry_notice_pkey PRIMARY KEY (days);

ALTER TABLE ONLY event_expiry_watermark
    ADD CONSTRAINT event_expiry_watermark_pkey PRIMARY KEY (id);

ALTER TABLE ONLY event_interest
    ADD CONSTRAINT event_interest_pkey PRIMARY KEY (workspace_id, kind, listener_id, link_id);

ALTER TABLE ONLY event_link_end
    ADD CONSTRAINT event_link_end_pkey PRIMARY KEY (link_id, kind, cause);

ALTER TABLE ONLY event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY file_export
    ADD CONSTRAINT file_export_pkey PRIMARY KEY (id);

ALTER TABLE ONLY folder
    ADD CONSTRAINT folder_name_unique UNIQUE (workspace_id, name_key);

ALTER TABLE ONLY folder
    ADD CONSTRAINT folder_pkey PRIMARY KEY (id);

ALTER TABLE ONLY idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY job_run
    ADD CONSTRAINT job_run_pkey PRIMARY KEY (id);

ALTER TABLE ONLY job_run_sum
    ADD CONSTRAINT job_run_sum_pkey PRIMARY KEY (subject_id, span, starts_at, measure, bucket);

ALTER TABLE ONLY link_block
    ADD CONSTRAINT link_block_pkey PRIMARY KEY (id);

ALTER TABLE ONLY link_click_total
    ADD CONSTRAINT link_click_total_pkey PRIMARY KEY (link_id);

ALTER TABLE ONLY link_health_check
    ADD CONSTRAINT link_health_check_pkey PRIMARY KEY (id);

ALTER TABLE ONLY link_health_host
    ADD CONSTRAINT link_health_host_pkey PRIMARY KEY (host);

ALTER TABLE ONLY link_health
    ADD CONSTRAINT link_health_pkey PRIMARY KEY (link_id);

ALTER TABLE ONLY link_health_setting
    ADD CONSTRAINT link_health_setting_pkey PRIMARY KEY (workspace_id);

ALTER TABLE ONLY link_import_error
    ADD CONSTRAINT link_import_error_pkey PRIMARY KEY (import_id, "row");

ALTER TABLE ONLY link_import
    ADD CONSTRAINT link_import_pkey PRIMARY KEY (id);

ALTER TABLE ONLY link_pixel
    ADD CONSTRAINT link_pixel_pkey PRIMARY KEY (link_id, pixel_id);

ALTER TABLE ONLY link
    ADD CONSTRAINT link_pkey PRIMARY KEY (id);

ALTER TABLE ONLY link_qr_design
    ADD CONSTRAINT link_qr_design_pkey PRIMARY KEY (link_id);

ALTER TABLE ONLY link_tag
    ADD CONSTRAINT link_tag_pkey PRIMARY KEY (link_id, tag_id);

ALTER TABLE ONLY missing_code
    ADD CONSTRAINT missing_code_pkey PRIMARY KEY (domain_id, code);

ALTER TABLE ONLY oauth_app
    ADD CONSTRAINT oauth_app_pkey PRIMARY KEY (id);

ALTER TABLE ONLY oauth_record
    ADD CONSTRAINT oauth_record_grant_key_unique UNIQUE (grant_key);

ALTER TABLE ONLY oauth_record
    ADD CONSTRAINT oauth_record_pkey PRIMARY KEY (model, digest);

ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_credential_id_unique UNIQUE (credential_id);

ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);

ALTER TABLE ONLY pixel
    ADD CONSTRAINT pixel_pkey PRIMARY KEY (id);

ALTER TABLE ONLY provider_session
    ADD CONSTRAINT provider_session_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY qr_logo
    ADD CONSTRAINT qr_logo_pkey PRIMARY KEY (id);

ALTER TABLE ONLY recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY routing_rule
    ADD CONSTRAINT routing_rule_pkey PRIMARY KEY (id);

ALTER TABLE ONLY session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY shared_stats_page
    ADD CONSTRAINT shared_stats_page_pkey PRIMARY KEY (id);

ALTER TABLE ONLY site_icon
    ADD CONSTRAINT site_icon_file_unique UNIQUE (file);

ALTER TABLE ONLY site_icon
    ADD CONSTRAINT site_icon_pkey PRIMARY KEY (workspace_id, origin);

ALTER TABLE ONLY statistics_gone
    ADD CONSTRAINT statistics_gone_pkey PRIMARY KEY (id);

ALTER TABLE ONLY statistics
    ADD CONSTRAINT statistics_pkey PRIMARY KEY (singleton);

ALTER TABLE ONLY stored_file_chunk
    ADD CONSTRAINT stored_file_chunk_pkey PRIMARY KEY (file_id, "position");

ALTER TABLE ONLY stored_file
    ADD CONSTRAINT stored_file_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tag
    ADD CONSTRAINT tag_name_unique UNIQUE (workspace_id, name_key);

ALTER TABLE ONLY tag
    ADD CONSTRAINT tag_pkey PRIMARY KEY (id);

ALTER TABLE ONLY used_passkey_challenge
    ADD CONSTRAINT used_passkey_challenge_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY utm_template
    ADD CONSTRAINT utm_template_name_unique UNIQUE (workspace_id, name_key);

ALTER TABLE ONLY utm_template
    ADD CONSTRAINT utm_template_pkey PRIMARY KEY (id);

ALTER TABLE ONLY visitor_salt
    ADD CONSTRAINT visitor_salt_pkey PRIMARY KEY (day);

ALTER TABLE ONLY webhook_attempt
    ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (delivery_id, number);

ALTER TABLE ONLY webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);

ALTER TABLE ONLY webhook_sum
    ADD CONSTRAINT webhook_sum_pkey PRIMARY KEY (subject_id, span, starts_at, measure, bucket);

ALTER TABLE ONLY webhook
    ADD CONSTRAINT webhook_workspace_url_unique UNIQUE (workspace_id, url);

ALTER TABLE ONLY workspace_invitation
    ADD CONSTRAINT workspace_invitation_pkey PRIMARY KEY (id);

ALTER TABLE ONLY workspace_invitation
    ADD CONSTRAINT workspace_invitation_token_unique UNIQUE (token_digest);

ALTER TABLE ONLY workspace_member
    ADD CONSTRAINT workspace_member_account_unique UNIQUE (workspace_id, account_id);

ALTER TABLE ONLY workspace_member
    ADD CONSTRAINT workspace_member_pkey PRIMARY KEY (id);

ALTER TABLE ONLY workspace
    ADD CONSTRAINT workspace_personal_account_id_unique UNIQUE (personal_account_id);

ALTER TABLE ONLY workspace
    ADD CONSTRAINT workspace_pkey PRIMARY KEY (id);

ALTER TABLE ONLY workspace
    ADD CONSTRAINT workspace_slug_unique UNIQUE (slug);

CREATE INDEX abuse_act_created_index ON abuse_act USING btree (created_at DESC, id DESC);

CREATE INDEX abuse_act_link_index ON abuse_act USING btree (link_id, created_at DESC, id DESC);

CREATE INDEX abuse_appeal_decided_index ON abuse_appeal USING btree (decided_at) WHERE (decided_at IS NOT NULL);

CREATE INDEX abuse_appeal_pending_index ON abuse_appeal USING btree (link_id, created_at) WHERE (state = 'open'::text);

CREATE INDEX abuse_report_pending_index ON abuse_report USING btree (link_id, created_at) WHERE (settled_at IS NULL);

CREATE INDEX abuse_report_settled_index ON abuse_report USING btree (settled_at) WHERE (settled_at IS NOT NULL);

CREATE INDEX account_archive_account_created_index ON account_archive USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX account_archive_file_index ON account_archive USING btree (file_id);

CREATE INDEX account_deletion_requested_index ON account USING btree (deletion_requested_at) WHERE (deletion_requested_at IS NOT NULL);

CREATE INDEX account_device_last_login_at_index ON account_device USING btree (last_login_at);

CREATE INDEX account_identity_account_index ON account_identity USING btree (account_id);

CREATE INDEX account_token_account_id_index ON account_token USING btree (account_id);

CREATE INDEX account_token_expires_at_index ON account_token USING btree (expires_at);

CREATE INDEX activity_actor_created_index ON activity USING btree (workspace_id, actor, created_at DESC);

CREATE INDEX activity_created_index ON activity USING btree (created_at);

CREATE INDEX activity_notable_index ON activity USING btree (workspace_id, created_at DESC, id DESC) WHERE ((severity <> 'info'::text) OR (source <> 'lifecycle'::text));

CREATE INDEX activity_subject_created_index ON activity USING btree (subject_id, created_at DESC, id DESC);

CREATE INDEX activity_tx_index ON activity USING btree (tx);

CREATE INDEX activity_workspace_created_index ON activity USING btree (workspace_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX anomaly_running_unique ON anomaly USING btree (url_id, kind) WHERE (cleared_at IS NULL);

CREATE INDEX anomaly_url_detected_index ON anomaly USING btree (url_id, detected_at DESC, id DESC);

CREATE INDEX anomaly_workspace_detected_index ON anomaly USING btree (workspace_id, detected_at DESC, id DESC);

CREATE INDEX anomaly_workspace_unresolved_index ON anomaly USING btree (workspace_id) WHERE (status <> 'resolved'::text);

CREATE INDEX api_key_account_index ON api_key USING btree (account_id);

CREATE INDEX api_key_expires_index ON api_key USING btree (expires_at) WHERE (revoked_at IS NULL);

CREATE INDEX api_key_grant_digest_index ON api_key USING btree (grant_digest);

CREATE INDEX api_key_workspace_created_index ON api_key USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX bio_block_page_index ON bio_block USING btree (page_id, "position");

CREATE INDEX bio_image_file_index ON bio_image USING btree (file);

CREATE INDEX bio_page_workspace_created_index ON bio_page USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX blocked_destination_created_index ON blocked_destination USING btree (created_at DESC, id DESC) WHERE (removed_at IS NULL);

CREATE INDEX click_former_workspace_index ON click_former_workspace USING btree (workspace_id);

CREATE INDEX click_tx_index ON ONLY click USING brin (tx) WITH (pages_per_range='16');

CREATE INDEX click_other_tx_idx ON click_other USING brin (tx) WITH (pages_per_range='16');

CREATE INDEX click_private_index ON ONLY click USING btree (tx) WHERE ((device IS NULL) AND (tx > 0));

CREATE INDEX click_other_tx_idx1 ON click_other USING btree (tx) WHERE ((device IS NULL) AND (tx > 0));

CREATE INDEX click_rollup_hour_index ON click_rollup USING btree (starts_at, url_id) WHERE (span = 'hour'::text);

CREATE INDEX click_sum_starts_index ON click_sum USING btree (starts_at);

CREATE INDEX code_link_id_index ON code USING btree (link_id);

CREATE INDEX code_workspace_id_index ON code USING btree (workspace_id);

CREATE UNIQUE INDEX domain_verified_host_unique ON domain USING btree (host) WHERE (status = 'verified'::text);

CREATE INDEX domain_workspace_created_index ON domain USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX dynamic_qr_logo_id_index ON dynamic_qr USING btree (logo_id);

CREATE INDEX dynamic_qr_workspace_created_index ON dynamic_qr USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX event_created_index ON event USING btree (created_at);

CREATE INDEX event_interest_kind_index ON event_interest USING btree (kind, workspace_id);

CREATE INDEX event_interest_listener_index ON event_interest USING btree (listener_id);

CREATE INDEX event_workspace_index ON event USING btree (workspace_id);

CREATE INDEX file_export_creator_index ON file_export USING btree (creator_id);

CREATE INDEX file_export_file_index ON file_export USING btree (file_id);

CREATE INDEX file_export_finished_index ON file_export USING btree (finished_at);

CREATE INDEX file_export_workspace_created_index ON file_export USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX folder_workspace_created_index ON folder USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX idempotency_expires_at_index ON idempotency USING btree (expires_at);

CREATE INDEX job_run_error_index ON job_run USING btree (job_name, started_at) WHERE (error IS NOT NULL);

CREATE INDEX job_run_job_started_index ON job_run USING btree (job_name, started_at);

CREATE INDEX job_run_sum_starts_index ON job_run_sum USING btree (starts_at);

CREATE UNIQUE INDEX link_block_cause_unique ON link_block USING btree (link_id, destination_id) NULLS NOT DISTINCT;

CREATE INDEX link_block_destination_index ON link_block USING btree (destination_id, link_id);

CREATE INDEX link_blocked_index ON link USING btree (blocked_at DESC, id DESC) WHERE (blocked_at IS NOT NULL);

CREATE INDEX link_click_total_clicks_index ON link_click_total USING btree (workspace_id, clicks DESC, link_id DESC);

CREATE INDEX link_click_total_last_click_index ON link_click_total USING btree (workspace_id, COALESCE(last_click_at, '-infinity'::timestamp with time zone) DESC, link_id DESC);

CREATE INDEX link_creator_index ON link USING btree (creator_id);

CREATE INDEX link_destination_index ON link USING btree (reversed_host(original_url) COLLATE "C", id COLLATE "C");

CREATE INDEX link_domain_index ON link USING btree (domain_id) WHERE (domain_id IS NOT NULL);

CREATE INDEX link_expired_destination_index ON link USING btree (reversed_host(expired_url) COLLATE "C", id COLLATE "C") WHERE (expired_url IS NOT NULL);

CREATE INDEX link_expires_index ON link USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX link_folder_index ON link USING btree (folder_id, created_at DESC, id DESC) WHERE (folder_id IS NOT NULL);

CREATE INDEX link_health_check_failed_index ON link_health_check USING btree (workspace_id, started_at DESC) WHERE (NOT is_ok);

CREATE INDEX link_health_check_link_index ON link_health_check USING btree (link_id, started_at DESC, id DESC);

CREATE INDEX link_health_check_started_index ON link_health_check USING btree (started_at);

CREATE INDEX link_health_check_workspace_index ON link_health_check USING btree (workspace_id, started_at DESC) INCLUDE (is_ok);

CREATE INDEX link_health_due_index ON link_health USING btree (host, next_check_at) WHERE (next_check_at IS NOT NULL);

CREATE INDEX link_health_host_ready_index ON link_health_host USING btree (ready_at) WHERE (ready_at IS NOT NULL);

CREATE INDEX link_health_running_index ON link_health USING btree (workspace_id) WHERE (check_started_at IS NOT NULL);

CREATE INDEX link_health_setting_unapplied_index ON link_health_setting USING btree (workspace_id) WHERE (unapplied_before IS NOT NULL);

CREATE INDEX link_health_unreachable_index ON link_health USING btree (workspace_id, failing_since) WHERE (failure_count >= 2);

CREATE INDEX link_health_watched_index ON link_health USING btree (workspace_id) WHERE is_watched;

CREATE INDEX link_import_creator_index ON link_import USING btree (creator_id);

CREATE INDEX link_import_file_index ON link_import USING btree (file_id);

CREATE INDEX link_import_index ON link USING btree (import_id) WHERE (import_id IS NOT NULL);

CREATE INDEX link_import_workspace_created_index ON link_import USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX link_not_yet_destination_index ON link USING btree (reversed_host(not_yet_url) COLLATE "C", id COLLATE "C") WHERE (not_yet_url IS NOT NULL);

CREATE INDEX link_pixel_pixel_id_index ON link_pixel USING btree (pixel_id, link_id);

CREATE INDEX link_qr_design_logo_id_index ON link_qr_design USING btree (logo_id);

CREATE INDEX link_tag_tag_id_index ON link_tag USING btree (tag_id, link_id);

CREATE INDEX link_workspace_blocked_index ON link USING btree (workspace_id, blocked_at) WHERE (blocked_at IS NOT NULL);

CREATE INDEX link_workspace_created_index ON link USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX link_workspace_expires_index ON link USING btree (workspace_id, expires_at) WHERE ((expires_at IS NOT NULL) AND (expired_url IS NULL));

CREATE INDEX link_workspace_expiry_index ON link USING btree (workspace_id, COALESCE(expires_at, 'infinity'::timestamp with time zone), id);

CREATE INDEX link_workspace_private_index ON link USING btree (workspace_id) WHERE privacy_mode;

CREATE INDEX link_workspace_title_index ON link USING btree (workspace_id, lower(title), id);

CREATE INDEX link_workspace_updated_index ON link USING btree (workspace_id, updated_at DESC, id DESC);

CREATE INDEX oauth_app_owner_created_index ON oauth_app USING btree (owner_id, created_at DESC, id DESC);

CREATE INDEX oauth_record_account_id_index ON oauth_record USING btree (account_id);

CREATE INDEX oauth_record_client_id_index ON oauth_record USING btree (client_id);

CREATE INDEX oauth_record_expires_at_index ON oauth_record USING btree (expires_at);

CREATE INDEX oauth_record_grant_digest_index ON oauth_record USING btree (grant_digest);

CREATE INDEX oauth_record_user_code_index ON oauth_record USING btree (((payload ->> 'userCode'::text))) WHERE (model = 'DeviceCode'::text);

CREATE INDEX passkey_account_id_index ON passkey USING btree (account_id);

CREATE INDEX pixel_workspace_created_index ON pixel USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX provider_session_identity_index ON provider_session USING btree (identity_id);

CREATE INDEX qr_logo_workspace_id_index ON qr_logo USING btree (workspace_id);

CREATE INDEX recovery_code_account_id_index ON recovery_code USING btree (account_id);

CREATE INDEX routing_rule_destination_index ON routing_rule USING btree (reversed_host(destination) COLLATE "C", link_id COLLATE "C") WHERE (destination IS NOT NULL);

COMMENT ON INDEX routing_rule_destination_index IS 'For the block list: a domain and its subdomains are one range of reversed hosts.';

CREATE INDEX routing_rule_link_index ON routing_rule USING btree (link_id, kind, priority);

CREATE INDEX session_account_created_index ON session USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX session_expires_index ON session USING btree (expires_at);

CREATE INDEX shared_stats_page_folder_index ON shared_stats_page USING btree (folder_id) WHERE (folder_id IS NOT NULL);

CREATE INDEX shared_stats_page_link_index ON shared_stats_page USING btree (link_id) WHERE (link_id IS NOT NULL);

CREATE INDEX shared_stats_page_tag_index ON shared_stats_page USING btree (tag_id) WHERE (tag_id IS NOT NULL);

CREATE INDEX shared_stats_page_workspace_created_index ON shared_stats_page USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX stored_file_account_index ON stored_file USING btree (account_id);

CREATE INDEX stored_file_expires_index ON stored_file USING btree (expires_at);

CREATE INDEX stored_file_workspace_index ON stored_file USING btree (workspace_id);

CREATE INDEX tag_workspace_created_index ON tag USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX used_passkey_challenge_expires_at_index ON used_passkey_challenge USING btree (expires_at);

CREATE INDEX utm_template_workspace_created_index ON utm_template USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX webhook_delivery_claimed_index ON webhook_delivery USING btree (webhook_id) WHERE (state = 'delivering'::text);

CREATE INDEX webhook_delivery_due_index ON webhook_delivery USING btree (webhook_id, next_attempt_at) WHERE (state = ANY (ARRAY['pending'::text, 'failed'::text]));

CREATE INDEX webhook_delivery_event_index ON webhook_delivery USING btree (event_id);

CREATE INDEX webhook_delivery_exhausted_index ON webhook_delivery USING btree (webhook_id, settled_at) WHERE (state = 'exhausted'::text);

CREATE INDEX webhook_delivery_open_index ON webhook_delivery USING btree (webhook_id) WHERE (state = ANY (ARRAY['pending'::text, 'delivering'::text, 'failed'::text]));

CREATE INDEX webhook_delivery_settled_index ON webhook_delivery USING btree (webhook_id, settled_at) WHERE (settled_at IS NOT NULL);

CREATE INDEX webhook_delivery_test_index ON webhook_delivery USING btree (next_attempt_at) WHERE (is_test AND (state = ANY (ARRAY['pending'::text, 'failed'::text])));

CREATE INDEX webhook_delivery_webhook_created_index ON webhook_delivery USING btree (webhook_id, created_at DESC, id DESC);

CREATE INDEX webhook_grant_digest_index ON webhook USING btree (grant_digest);

CREATE INDEX webhook_sum_starts_index ON webhook_sum USING btree (starts_at);

CREATE INDEX workspace_deleted_index ON workspace USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX workspace_expiry_notices_from_index ON workspace USING btree (expiry_notice_days) WHERE (expiry_notices_from IS NOT NULL);

CREATE INDEX workspace_invitation_created_index ON workspace_invitation USING btree (workspace_id, created_at DESC, id DESC);

CREATE INDEX workspace_invitation_inviter_index ON workspace_invitation USING btree (inviter_id);

CREATE UNIQUE INDEX workspace_invitation_pending_unique ON workspace_invitation USING btree (workspace_id, email_key) WHERE (status = 'pending'::text);

CREATE INDEX workspace_member_account_index ON workspace_member USING btree (account_id);

CREATE INDEX workspace_weekly_export_index ON workspace USING btree (weekly_export_at) WHERE weekly_export;

ALTER INDEX click_pkey ATTACH PARTITION click_other_pkey;

ALTER INDEX click_tx_index ATTACH PARTITION click_other_tx_idx;

ALTER INDEX click_private_index ATTACH PARTITION click_other_tx_idx1;

CREATE TRIGGER account_credentials_changed AFTER DELETE OR UPDATE OF token_version, role, deletion_requested_at, suspended_at ON account FOR EACH ROW EXECUTE FUNCTION announce_credentials('id');

CREATE TRIGGER account_identity_credentials_changed AFTER INSERT OR DELETE ON account_identity FOR EACH ROW EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER api_key_credentials_changed AFTER DELETE OR UPDATE OF workspace_id, account_id, expires_at, revoked_at ON api_key FOR EACH ROW EXECUTE FUNCTION announce_credentials('account_id');

COMMENT ON TRIGGER api_key_credentials_changed ON api_key IS 'Not for updates of the last use, which are written once a minute.';

CREATE TRIGGER authenticator_app_credentials_changed AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON authenticator_app FOR EACH ROW EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER click_elsewhere BEFORE INSERT ON click FOR EACH STATEMENT EXECUTE FUNCTION refuse_clicks_elsewhere();

CREATE TRIGGER domain_changed AFTER INSERT OR DELETE OR UPDATE OF status, expired_url, not_found_url, root_url ON domain FOR EACH ROW EXECUTE FUNCTION announce_domain();

CREATE TRIGGER link_click_total_added AFTER INSERT OR UPDATE OF workspace_id ON link FOR EACH ROW WHEN (((new.kind = 'link'::text) AND (new.workspace_id IS NOT NULL))) EXECUTE FUNCTION add_link_click_total();

CREATE TRIGGER link_clickhouse_deleted AFTER DELETE ON link REFERENCING OLD TABLE AS gone_link FOR EACH STATEMENT EXECUTE FUNCTION keep_clickhouse_links();

CREATE TRIGGER link_clickhouse_moved AFTER UPDATE OF workspace_id ON link FOR EACH ROW WHEN ((old.workspace_id IS DISTINCT FROM new.workspace_id)) EXECUTE FUNCTION keep_clickhouse_links();

CREATE TRIGGER link_clicks_deleted AFTER DELETE ON link REFERENCING OLD TABLE AS deleted_link FOR EACH STATEMENT EXECUTE FUNCTION delete_clicks_of_links();

CREATE TRIGGER link_clicks_moved AFTER UPDATE OF workspace_id ON link FOR EACH ROW WHEN (((old.workspace_id IS DISTINCT FROM new.workspace_id) AND (new.kind <> 'bio_page'::text))) EXECUTE FUNCTION transfer_click_rollups();

CREATE TRIGGER link_clicks_summed AFTER DELETE ON link REFERENCING OLD TABLE AS deleted_link FOR EACH STATEMENT EXECUTE FUNCTION sum_clicks_of_deleted_links();

CREATE CONSTRAINT TRIGGER link_created AFTER INSERT ON link DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.kind = 'link'::text) AND (new.workspace_id IS NOT NULL))) EXECUTE FUNCTION count_created_link();

CREATE TRIGGER link_deleted AFTER DELETE ON link REFERENCING OLD TABLE AS deleted_link FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_links();

CREATE TRIGGER link_health_after_cloaking AFTER UPDATE OF original_url, is_cloaked ON link FOR EACH ROW WHEN ((new.is_cloaked AND (new.workspace_id IS NOT NULL) AND (new.kind = 'link'::text) AND ((old.original_url <> new.original_url) OR (NOT old.is_cloaked)))) EXECUTE FUNCTION check_cloaked_link();

COMMENT ON TRIGGER link_health_after_cloaking ON link IS 'By its name it runs before link_health_after_update, which restarts the check for a new destination.';

CREATE TRIGGER link_health_after_insert AFTER INSERT ON link FOR EACH ROW WHEN (((new.workspace_id IS NOT NULL) AND (new.kind = 'link'::text))) EXECUTE FUNCTION watch_new_link();

CREATE TRIGGER link_health_after_update AFTER UPDATE OF original_url, is_active ON link FOR EACH ROW WHEN (((old.original_url <> new.original_url) OR (old.is_active <> new.is_active))) EXECUTE FUNCTION restart_link_health();

CREATE TRIGGER link_import_changed BEFORE UPDATE ON link_import FOR EACH ROW EXECUTE FUNCTION stamp_link_import();

CREATE TRIGGER link_route_changed AFTER DELETE OR UPDATE OF workspace_id, domain_host, code, title, original_url, click_limit, starts_at, not_yet_url, expires_at, expired_url, is_active, blocked_at, block_cause, password_hash, password_version, utm_source, utm_medium, utm_campaign, utm_term, utm_content, is_cloaked, is_frameable, privacy_mode, forward_query, forward_path, redirect_type, route_rules, og_title, og_description, og_image, has_pixels ON link FOR EACH ROW EXECUTE FUNCTION announce_route();

CREATE TRIGGER link_routes_gone AFTER TRUNCATE ON link FOR EACH STATEMENT EXECUTE FUNCTION announce_all_routes();

CREATE TRIGGER oauth_record_credentials_changed AFTER DELETE OR UPDATE OF payload, account_id, client_id, grant_digest, expires_at ON oauth_record FOR EACH ROW WHEN (((old.model = ANY (ARRAY['AccessToken'::text, 'Grant'::text])) AND (old.account_id IS NOT NULL))) EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER passkey_credentials_changed AFTER INSERT OR DELETE ON passkey FOR EACH ROW EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER session_credentials_changed AFTER DELETE OR UPDATE ON session FOR EACH ROW EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER workspace_credentials_changed AFTER UPDATE OF plan, deleted_at, personal_account_id, needs_second_factor ON workspace FOR EACH ROW EXECUTE FUNCTION announce_credentials_of_members();

CREATE TRIGGER workspace_member_credentials_changed AFTER INSERT OR DELETE OR UPDATE ON workspace_member FOR EACH ROW EXECUTE FUNCTION announce_credentials('account_id');

CREATE TRIGGER workspace_routes_changed AFTER UPDATE OF deleted_at, suspended_at ON workspace FOR EACH ROW WHEN (((old.deleted_at IS DISTINCT FROM new.deleted_at) OR (old.suspended_at IS DISTINCT FROM new.suspended_at))) EXECUTE FUNCTION announce_routes_of_workspace();

COMMENT ON TRIGGER workspace_routes_changed ON workspace IS 'One notification for all links of a deleted or restored workspace.';

ALTER TABLE ONLY abuse_appeal
    ADD CONSTRAINT abuse_appeal_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY abuse_report
    ADD CONSTRAINT abuse_report_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY account_archive
    ADD CONSTRAINT account_archive_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account_archive
    ADD CONSTRAINT account_archive_file_id_foreign FOREIGN KEY (file_id) REFERENCES stored_file(id) ON DELETE SET NULL;

ALTER TABLE ONLY account_device
    ADD CONSTRAINT account_device_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account_identity
    ADD CONSTRAINT account_identity_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY account_token
    ADD CONSTRAINT account_token_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY acknowledged_alert
    ADD CONSTRAINT acknowledged_alert_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY activity
    ADD CONSTRAINT activity_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY anomaly_pending
    ADD CONSTRAINT anomaly_pending_url_id_foreign FOREIGN KEY (url_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY anomaly
    ADD CONSTRAINT anomaly_url_id_foreign FOREIGN KEY (url_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY anomaly
    ADD CONSTRAINT anomaly_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY api_key
    ADD CONSTRAINT api_key_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY api_key
    ADD CONSTRAINT api_key_grant_digest_foreign FOREIGN KEY (grant_digest) REFERENCES oauth_record(grant_key) ON DELETE CASCADE;

ALTER TABLE ONLY api_key
    ADD CONSTRAINT api_key_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY authenticator_app
    ADD CONSTRAINT authenticator_app_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY bio_block
    ADD CONSTRAINT bio_block_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY bio_block
    ADD CONSTRAINT bio_block_page_id_foreign FOREIGN KEY (page_id) REFERENCES bio_page(id) ON DELETE CASCADE;

ALTER TABLE ONLY bio_image
    ADD CONSTRAINT bio_image_page_id_foreign FOREIGN KEY (page_id) REFERENCES bio_page(id) ON DELETE CASCADE;

ALTER TABLE ONLY bio_page
    ADD CONSTRAINT bio_page_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY bio_page
    ADD CONSTRAINT bio_page_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY click_sum
    ADD CONSTRAINT click_sum_subject_id_foreign FOREIGN KEY (subject_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY code
    ADD CONSTRAINT code_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY code
    ADD CONSTRAINT code_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE SET NULL;

ALTER TABLE ONLY domain
    ADD CONSTRAINT domain_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY dynamic_qr
    ADD CONSTRAINT dynamic_qr_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY dynamic_qr
    ADD CONSTRAINT dynamic_qr_logo_id_foreign FOREIGN KEY (logo_id) REFERENCES qr_logo(id) ON DELETE SET NULL;

ALTER TABLE ONLY dynamic_qr
    ADD CONSTRAINT dynamic_qr_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY event_interest
    ADD CONSTRAINT event_interest_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY event_link_end
    ADD CONSTRAINT event_link_end_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY event
    ADD CONSTRAINT event_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY file_export
    ADD CONSTRAINT file_export_creator_id_foreign FOREIGN KEY (creator_id) REFERENCES account(id) ON DELETE SET NULL;

ALTER TABLE ONLY file_export
    ADD CONSTRAINT file_export_file_id_foreign FOREIGN KEY (file_id) REFERENCES stored_file(id) ON DELETE SET NULL;

ALTER TABLE ONLY file_export
    ADD CONSTRAINT file_export_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY folder
    ADD CONSTRAINT folder_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY link_block
    ADD CONSTRAINT link_block_destination_id_foreign FOREIGN KEY (destination_id) REFERENCES blocked_destination(id);

ALTER TABLE ONLY link_block
    ADD CONSTRAINT link_block_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY link_click_total
    ADD CONSTRAINT link_click_total_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY link
    ADD CONSTRAINT link_creator_id_foreign FOREIGN KEY (creator_id) REFERENCES account(id) ON DELETE SET NULL;

ALTER TABLE ONLY link
    ADD CONSTRAINT link_domain_id_foreign FOREIGN KEY (domain_id) REFERENCES domain(id) ON DELETE RESTRICT;

ALTER TABLE ONLY link
    ADD CONSTRAINT link_folder_id_foreign FOREIGN KEY (folder_id) REFERENCES folder(id) ON DELETE SET NULL;

ALTER TABLE ONLY link_health_check
    ADD CONSTRAINT link_health_check_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY link_health
    ADD CONSTRAINT link_health_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY link_health_setting
    ADD CONSTRAINT link_health_setting_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY link_import
    ADD CONSTRAINT link_import_creator_id_foreign FOREIGN KEY (creator_id) REFERENCES account(id) ON DELETE SET NULL;

ALTER TABLE ONLY link_import_error
    ADD CONSTRAINT link_import_error_import_id_foreign FOREIGN KEY (import_id) REFERENCES link_import(id) ON DELETE CASCADE;

ALTER TABLE ONLY link_import
    ADD CONSTRAINT link_import_file_id_foreign FOREIGN KEY (file_id) REFERENCES stored_file(id) ON DELETE SET NULL;

ALTER TABLE ONLY link_import
    ADD CONSTRAINT link_import_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY link_pixel
    ADD CONSTRAINT link_pixel_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY link_pixel
    ADD CONSTRAINT link_pixel_pixel_id_foreign FOREIGN KEY (pixel_id) REFERENCES pixel(id) ON DELETE CASCADE;

ALTER TABLE ONLY link_qr_design
    ADD CONSTRAINT link_qr_design_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY link_qr_design
    ADD CONSTRAINT link_qr_design_logo_id_foreign FOREIGN KEY (logo_id) REFERENCES qr_logo(id) ON DELETE SET NULL;

ALTER TABLE ONLY link_tag
    ADD CONSTRAINT link_tag_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY link_tag
    ADD CONSTRAINT link_tag_tag_id_foreign FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE;

ALTER TABLE ONLY link
    ADD CONSTRAINT link_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY missing_code
    ADD CONSTRAINT missing_code_domain_id_foreign FOREIGN KEY (domain_id) REFERENCES domain(id) ON DELETE CASCADE;

ALTER TABLE ONLY oauth_app
    ADD CONSTRAINT oauth_app_owner_id_foreign FOREIGN KEY (owner_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY oauth_record
    ADD CONSTRAINT oauth_record_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY oauth_record
    ADD CONSTRAINT oauth_record_client_id_foreign FOREIGN KEY (client_id) REFERENCES oauth_app(id) ON DELETE CASCADE;

ALTER TABLE ONLY passkey
    ADD CONSTRAINT passkey_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY pixel
    ADD CONSTRAINT pixel_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY provider_session
    ADD CONSTRAINT provider_session_identity_id_foreign FOREIGN KEY (identity_id) REFERENCES account_identity(id) ON DELETE CASCADE;

ALTER TABLE ONLY provider_session
    ADD CONSTRAINT provider_session_session_id_foreign FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE;

ALTER TABLE ONLY qr_logo
    ADD CONSTRAINT qr_logo_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY recovery_code
    ADD CONSTRAINT recovery_code_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY routing_rule
    ADD CONSTRAINT routing_rule_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY session
    ADD CONSTRAINT session_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY shared_stats_page
    ADD CONSTRAINT shared_stats_page_folder_id_foreign FOREIGN KEY (folder_id) REFERENCES folder(id) ON DELETE CASCADE;

ALTER TABLE ONLY shared_stats_page
    ADD CONSTRAINT shared_stats_page_link_id_foreign FOREIGN KEY (link_id) REFERENCES link(id) ON DELETE CASCADE;

ALTER TABLE ONLY shared_stats_page
    ADD CONSTRAINT shared_stats_page_tag_id_foreign FOREIGN KEY (tag_id) REFERENCES tag(id) ON DELETE CASCADE;

ALTER TABLE ONLY shared_stats_page
    ADD CONSTRAINT shared_stats_page_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY site_icon
    ADD CONSTRAINT site_icon_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY stored_file
    ADD CONSTRAINT stored_file_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY stored_file_chunk
    ADD CONSTRAINT stored_file_chunk_file_id_foreign FOREIGN KEY (file_id) REFERENCES stored_file(id) ON DELETE CASCADE;

ALTER TABLE ONLY stored_file
    ADD CONSTRAINT stored_file_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY tag
    ADD CONSTRAINT tag_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY utm_template
    ADD CONSTRAINT utm_template_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_attempt
    ADD CONSTRAINT webhook_attempt_delivery_id_foreign FOREIGN KEY (delivery_id) REFERENCES webhook_delivery(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_delivery
    ADD CONSTRAINT webhook_delivery_event_id_foreign FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_delivery
    ADD CONSTRAINT webhook_delivery_webhook_id_foreign FOREIGN KEY (webhook_id) REFERENCES webhook(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook
    ADD CONSTRAINT webhook_grant_digest_foreign FOREIGN KEY (grant_digest) REFERENCES oauth_record(grant_key) ON DELETE CASCADE;

ALTER TABLE ONLY webhook_sum
    ADD CONSTRAINT webhook_sum_subject_id_foreign FOREIGN KEY (subject_id) REFERENCES webhook(id) ON DELETE CASCADE;

ALTER TABLE ONLY webhook
    ADD CONSTRAINT webhook_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY workspace_invitation
    ADD CONSTRAINT workspace_invitation_inviter_id_foreign FOREIGN KEY (inviter_id) REFERENCES account(id) ON DELETE SET NULL;

ALTER TABLE ONLY workspace_invitation
    ADD CONSTRAINT workspace_invitation_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY workspace_member
    ADD CONSTRAINT workspace_member_account_id_foreign FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE;

ALTER TABLE ONLY workspace_member
    ADD CONSTRAINT workspace_member_workspace_id_foreign FOREIGN KEY (workspace_id) REFERENCES workspace(id) ON DELETE CASCADE;

ALTER TABLE ONLY workspace
    ADD CONSTRAINT workspace_personal_account_id_foreign FOREIGN KEY (personal_account_id) REFERENCES account(id) ON DELETE CASCADE;
