create table event (
    id text not null,
    kind text not null,
    owner_id text not null,
    link_id text,
    payload text not null,
    created_at timestamptz not null,
    constraint event_pkey primary key (id)
  )
;;
create index event_created_index on event (created_at)
;;
create index event_owner_index on event (owner_id)
;;
create table event_interest (
    owner_id text not null,
    kind text not null,
    listener_id text not null,
    link_id text not null default '',
    since timestamptz not null,
    since_tx bigint not null default (pg_current_xact_id()::text::bigint),
    constraint event_interest_pkey primary key (owner_id, kind, listener_id, link_id)
  )
;;
create index event_interest_kind_index on event_interest (kind, owner_id)
;;
create index event_interest_listener_index on event_interest (listener_id)
;;
create table activity (
    id text not null,
    owner_id text not null,
    type text not null,
    actor text not null,
    subject_type text not null,
    subject_id text not null,
    summary text not null,
    severity text not null,
    source text not null,
    tx bigint not null default (pg_current_xact_id()::text::bigint),
    created_at timestamptz not null,
    constraint activity_pkey primary key (id)
  )
;;
create index activity_created_index on activity (created_at)
;;
create index activity_notable_index on activity (owner_id, created_at desc, id desc) where ((severity <> 'info') or (source <> 'lifecycle'))
;;
create index activity_owner_created_index on activity (owner_id, created_at desc, id desc)
;;
create index activity_tx_index on activity (tx)
;;
create table job_run (
    id text not null,
    job_name text not null,
    started_at timestamptz not null,
    duration_ms int not null,
    items int not null,
    error text,
    constraint job_run_pkey primary key (id)
  )
;;
create index job_run_error_index on job_run (job_name, started_at) where (error is not null)
;;
create index job_run_job_started_index on job_run (job_name, started_at)
;;
create table job_run_sum (
    subject_id text not null,
    span text not null,
    starts_at timestamptz not null,
    measure text not null,
    bucket int not null,
    count int not null,
    total_ms bigint not null,
    constraint job_run_sum_pkey primary key (subject_id, span, starts_at, measure, bucket)
  ) with (fillfactor=80)
;;
create index job_run_sum_starts_index on job_run_sum (starts_at)
;;
create table idempotency (
    digest bytea not null,
    fingerprint bytea not null,
    claim text not null,
    answer bytea,
    expires_at timestamptz not null,
    constraint idempotency_pkey primary key (digest)
  )
;;
create index idempotency_expires_at_index on idempotency (expires_at)
;;
create table account (
    id text not null,
    name text not null,
    email text not null,
    email_key text not null,
    password_hash text not null,
    role text not null default 'user',
    created_at timestamptz not null,
    token_version int not null default 0,
    constraint account_email_key_unique unique (email_key),
    constraint account_pkey primary key (id)
  )
;;
alter table event add constraint event_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
;;
alter table event_interest add constraint event_interest_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
;;
alter table activity add constraint activity_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
;;
create table api_key (
    id text not null,
    account_id text not null,
    name text not null,
    key_preview text not null,
    key_hash text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_used_at timestamptz,
    grant_digest text,
    constraint api_key_key_hash_unique unique (key_hash),
    constraint api_key_pkey primary key (id),
    constraint api_key_account_id_foreign foreign key (account_id) references account(id) on delete cascade
  )
;;
create index api_key_grant_digest_index on api_key (grant_digest)
;;
create index api_key_account_created_index on api_key (account_id, created_at desc, id desc)
;;
create function reversed_host(address text)
 returns text
 language sql
 immutable parallel safe strict
as $$
        select reverse(substring(address from '^https{0,1}://([a-z0-9_.-]+|\[[0-9a-f:.]+\])'))
      $$
;;
create table link (
    id text not null,
    owner_id text,
    code text not null,
    is_custom boolean not null,
    title text not null,
    original_url text not null,
    current_clicks int not null default 0,
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
    is_cloaked boolean not null default false,
    privacy_mode boolean not null default false,
    forward_query boolean not null default true,
    redirect_type int not null default 302,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    kind text not null default 'link',
    blocked_reason text,
    last_resolved_at timestamptz,
    constraint link_pkey primary key (id),
    constraint link_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
  )
;;
create index link_blocked_index on link (blocked_at desc, id desc) where (blocked_at is not null)
;;
create index link_destination_index on link (reversed_host(original_url) collate "C", id collate "C")
;;
create index link_expired_destination_index on link (reversed_host(expired_url) collate "C", id collate "C") where (expired_url is not null)
;;
create index link_expires_index on link (expires_at) where (expires_at is not null)
;;
create index link_owner_blocked_index on link (owner_id, blocked_at) where (blocked_at is not null)
;;
create index link_owner_created_index on link (owner_id, created_at desc, id desc)
;;
create index link_owner_expires_index on link (owner_id, expires_at) where ((expires_at is not null) and (expired_url is null))
;;
create table code (
    key text not null,
    link_id text,
    owner_id text,
    released_at timestamptz,
    constraint code_pkey primary key (key),
    constraint code_link_id_foreign foreign key (link_id) references link(id) on delete set null deferrable initially deferred,
    constraint code_owner_id_foreign foreign key (owner_id) references account(id) on delete set null
  )
;;
create index code_link_id_index on code (link_id)
;;
create index code_owner_id_index on code (owner_id)
;;
create table event_link_end (
    link_id text not null,
    kind text not null,
    cause text not null,
    constraint event_link_end_pkey primary key (link_id, kind, cause),
    constraint event_link_end_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  )
;;
create table event_expiry_watermark (
    id int not null,
    checked_until timestamptz not null,
    constraint event_expiry_watermark_pkey primary key (id)
  )
;;
insert into event_expiry_watermark (id, checked_until) values (1, now())
;;
create function announce_route()
 returns trigger
 language plpgsql
as $$
  begin
    perform pg_notify('tack_route', lower(old.code collate "C"));
    if tg_op = 'UPDATE' and new.code <> old.code then
      perform pg_notify('tack_route', lower(new.code collate "C"));
    end if;
    return null;
  end $$
;;
create function announce_all_routes()
 returns trigger
 language plpgsql
as $$
      begin
        perform pg_notify('tack_route', '');
        return null;
      end $$
;;
create trigger link_route_changed after delete or update of owner_id, code, title, original_url, click_limit, expires_at, expired_url, is_active, blocked_at, password_hash, password_version, utm_source, utm_medium, utm_campaign, is_cloaked, privacy_mode, forward_query, redirect_type on link for each row execute function announce_route()
;;
create trigger link_routes_gone after truncate on link for each statement execute function announce_all_routes()
;;
create table oauth_app (
    id text not null,
    owner_id text not null,
    name text not null,
    redirect_uris jsonb not null,
    scopes jsonb not null,
    is_public boolean not null,
    secret_digest text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint oauth_app_pkey primary key (id),
    constraint oauth_app_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
  )
;;
create index oauth_app_owner_created_index on oauth_app (owner_id, created_at desc, id desc)
;;
create table oauth_record (
    model text not null,
    digest text not null,
    payload json not null,
    account_id text,
    client_id text,
    grant_digest text,
    consumed_at timestamptz,
    expires_at timestamptz not null,
    created_at timestamptz not null,
    grant_key text generated always as (case when model = 'Grant' then digest end) stored,
    constraint oauth_record_grant_key_unique unique (grant_key),
    constraint oauth_record_pkey primary key (model, digest),
    constraint oauth_record_account_id_foreign foreign key (account_id) references account(id) on delete cascade,
    constraint oauth_record_client_id_foreign foreign key (client_id) references oauth_app(id) on delete cascade
  )
;;
alter table api_key add constraint api_key_grant_digest_foreign foreign key (grant_digest) references oauth_record(grant_key) on delete cascade
;;
create index oauth_record_account_id_index on oauth_record (account_id)
;;
create index oauth_record_client_id_index on oauth_record (client_id)
;;
create index oauth_record_expires_at_index on oauth_record (expires_at)
;;
create index oauth_record_grant_digest_index on oauth_record (grant_digest)
;;
create table click (
    id text not null,
    url_id text not null,
    created_at timestamptz not null,
    trigger text not null,
    country text,
    device text,
    browser text,
    os text,
    referrer_host text,
    is_bot boolean not null,
    bot_name text,
    visitor_hash bytea,
    region text,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    tx bigint not null default (pg_current_xact_id()::text::bigint),
    constraint click_pkey primary key (url_id, created_at, id)
  ) partition by range (created_at)
;;
create index click_resolution_index on ONLY click (url_id, created_at, visitor_hash) where (trigger = 'api')
;;
create index click_tx_index on ONLY click using brin (tx) WITH (pages_per_range='16')
;;
create index click_private_index on ONLY click (tx) where ((device is null) and (tx > 0))
;;
create table click_other partition of click default
;;
create table click_rollup (
    url_id text not null,
    span text not null,
    starts_at timestamptz not null,
    dimension text not null,
    value text not null,
    clicks int not null,
    bot_clicks int not null,
    visitors int not null,
    last_at timestamptz,
    constraint click_rollup_pkey primary key (url_id, span, starts_at, dimension, value),
    constraint click_rollup_url_id_foreign foreign key (url_id) references link(id) on delete cascade
  ) with (fillfactor=80)
;;
create index click_rollup_hour_index on click_rollup (starts_at, url_id) where (span = 'hour')
;;
create table click_sum (
    subject_id text not null,
    span text not null,
    starts_at timestamptz not null,
    measure text not null,
    bucket int not null,
    count int not null,
    total_ms bigint not null,
    constraint click_sum_pkey primary key (subject_id, span, starts_at, measure, bucket),
    constraint click_sum_subject_id_foreign foreign key (subject_id) references account(id) on delete cascade
  ) with (fillfactor=80)
;;
create index click_sum_starts_index on click_sum (starts_at)
;;
create table click_visitor (
    url_id text not null,
    day date not null,
    visitor_hash bytea not null,
    constraint click_visitor_pkey primary key (url_id, day, visitor_hash),
    constraint click_visitor_url_id_foreign foreign key (url_id) references link(id) on delete cascade
  )
;;
create table click_watermark (
    tx bigint not null
  )
;;
insert into click_watermark (tx) values (0)
;;
create table event_click_watermark (
    tx bigint not null
  )
;;
insert into event_click_watermark (tx) values (0)
;;
create table visitor_salt (
    day date not null,
    salt bytea not null,
    constraint visitor_salt_pkey primary key (day)
  )
;;
create function delete_clicks_of_links()
 returns trigger
 language plpgsql
as $$
      begin
        delete from click where url_id in (select id from deleted_link);
        return null;
      end $$
;;
create trigger link_clicks_deleted after delete on link referencing old table as deleted_link for each statement execute function delete_clicks_of_links()
;;
create table qr_logo (
    id text not null,
    owner_id text not null,
    name text not null,
    png bytea not null,
    width int not null,
    height int not null,
    created_at timestamptz not null,
    constraint qr_logo_pkey primary key (id),
    constraint qr_logo_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
  )
;;
create index qr_logo_owner_id_index on qr_logo (owner_id)
;;
create table dynamic_qr (
    id text not null,
    owner_id text not null,
    link_id text not null,
    logo_id text,
    design jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint dynamic_qr_link_id_unique unique (link_id),
    constraint dynamic_qr_pkey primary key (id),
    constraint dynamic_qr_link_id_foreign foreign key (link_id) references link(id) on delete cascade,
    constraint dynamic_qr_logo_id_foreign foreign key (logo_id) references qr_logo(id) on delete set null,
    constraint dynamic_qr_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
  )
;;
create index dynamic_qr_logo_id_index on dynamic_qr (logo_id)
;;
create index dynamic_qr_owner_created_index on dynamic_qr (owner_id, created_at desc, id desc)
;;
create function find_dynamic_qr(link_id_of_qr text)
 returns text
 language sql
 stable parallel safe
as $$
        select id from dynamic_qr where link_id = link_id_of_qr
      $$
;;
create table blocked_destination (
    id text not null,
    pattern text not null,
    reason text not null,
    note text,
    actor_id text not null,
    created_at timestamptz not null,
    removed_at timestamptz,
    swept_at timestamptz,
    sweep_position text,
    constraint blocked_destination_pattern_unique unique (pattern),
    constraint blocked_destination_pkey primary key (id)
  )
;;
create index blocked_destination_created_index on blocked_destination (created_at desc, id desc) where (removed_at is null)
;;
create table link_block (
    id text not null,
    link_id text not null,
    destination_id text,
    reason text not null,
    blocked_at timestamptz not null,
    lifted_at timestamptz,
    constraint link_block_pkey primary key (id),
    constraint link_block_destination_id_foreign foreign key (destination_id) references blocked_destination(id),
    constraint link_block_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  )
;;
create unique index link_block_cause_unique on link_block (link_id, destination_id) nulls not distinct
;;
create index link_block_destination_index on link_block (destination_id, link_id)
;;
create table abuse_report (
    id text not null,
    link_id text not null,
    reporter_hash bytea not null,
    reason text not null,
    details text,
    email text,
    created_at timestamptz not null,
    outcome text,
    settled_at timestamptz,
    constraint abuse_report_reporter_unique unique (link_id, reporter_hash),
    constraint abuse_report_pkey primary key (id),
    constraint abuse_report_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  )
;;
create index abuse_report_pending_index on abuse_report (link_id, created_at) where (settled_at is null)
;;
create index abuse_report_settled_index on abuse_report (settled_at) where (settled_at is not null)
;;
create table abuse_appeal (
    link_id text not null,
    message text not null,
    created_at timestamptz not null,
    constraint abuse_appeal_pkey primary key (link_id),
    constraint abuse_appeal_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  )
;;
create table abuse_act (
    id text not null,
    kind text not null,
    actor_id text not null,
    link_id text,
    pattern text,
    reason text,
    note text,
    created_at timestamptz not null,
    constraint abuse_act_pkey primary key (id)
  )
;;
create index abuse_act_created_index on abuse_act (created_at desc, id desc)
;;
create index abuse_act_link_index on abuse_act (link_id, created_at desc, id desc)
;;
create function read_block_list(candidates jsonb)
 returns SETOF text
 language plpgsql
as $$
      begin
        perform pg_advisory_xact_lock_shared(7261226);
        return query
          select blocked_destination.pattern from jsonb_array_elements_text(candidates) as candidate
            join blocked_destination on blocked_destination.pattern = candidate and removed_at is null;
      end $$
;;
create function lock_block_list()
 returns void
 language sql
as $$ select pg_advisory_xact_lock(7261226) $$
;;
create table statistics (
    singleton boolean not null default true,
    deleted_link_clicks bigint not null default 0,
    total_links bigint not null default 0,
    total_clicks bigint not null default 0,
    total_users bigint not null default 0,
    active_workspaces bigint not null default 0,
    computed_at timestamptz,
    constraint statistics_pkey primary key (singleton),
    constraint statistics_singleton_check check (singleton)
  )
;;
create table statistics_gone (
    id bigint generated always as identity,
    clicks bigint not null,
    constraint statistics_gone_pkey primary key (id)
  )
;;
insert into statistics (singleton) values (true)
;;
create function sum_clicks_of_deleted_links()
 returns trigger
 language plpgsql
as $$
      begin
        insert into statistics_gone (clicks)
        select sum(current_clicks) from deleted_link having sum(current_clicks) > 0;
        return null;
      end $$
;;
create trigger link_clicks_summed after delete on link referencing old table as deleted_link for each statement execute function sum_clicks_of_deleted_links()
;;
create table anomaly (
    id text not null,
    owner_id text not null,
    url_id text not null,
    kind text not null,
    severity text not null,
    country text,
    observed int not null,
    expected float8 not null,
    score float8 not null,
    level float8 not null,
    window_start timestamptz not null,
    window_end timestamptz not null,
    status text not null default 'open',
    detected_at timestamptz not null,
    acknowledged_at timestamptz,
    resolved_at timestamptz,
    cleared_at timestamptz,
    constraint anomaly_pkey primary key (id),
    constraint anomaly_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade,
    constraint anomaly_url_id_foreign foreign key (url_id) references link(id) on delete cascade
  )
;;
create index anomaly_owner_detected_index on anomaly (owner_id, detected_at desc, id desc)
;;
create index anomaly_owner_unresolved_index on anomaly (owner_id) where (status <> 'resolved')
;;
create unique index anomaly_running_unique on anomaly (url_id, kind) where (cleared_at is null)
;;
create index anomaly_url_detected_index on anomaly (url_id, detected_at desc, id desc)
;;
create table anomaly_pending (
    url_id text not null,
    hour timestamptz not null,
    constraint anomaly_pending_pkey primary key (url_id),
    constraint anomaly_pending_url_id_foreign foreign key (url_id) references link(id) on delete cascade
  )
;;
create table anomaly_watermark (
    singleton boolean not null default true,
    hour timestamptz,
    constraint anomaly_watermark_pkey primary key (singleton),
    constraint anomaly_watermark_singleton_check check (singleton)
  )
;;
insert into anomaly_watermark (hour) values (null)
;;
create table webhook (
    id text not null,
    owner_id text not null,
    name text not null,
    url text not null,
    events jsonb not null,
    link_ids jsonb not null,
    is_active boolean not null default true,
    secret_preview text not null,
    sealed_secret bytea not null,
    sealed_previous_secret bytea,
    previous_secret_until timestamptz,
    failure_count int not null default 0,
    failing_since timestamptz,
    last_delivery_at timestamptz,
    last_status int,
    disabled_at timestamptz,
    disabled_reason text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    last_error text,
    last_failure_at timestamptz,
    grant_digest text,
    constraint webhook_owner_url_unique unique (owner_id, url),
    constraint webhook_pkey primary key (id),
    constraint webhook_grant_digest_foreign foreign key (grant_digest) references oauth_record(grant_key) on delete cascade,
    constraint webhook_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
  )
;;
create index webhook_grant_digest_index on webhook (grant_digest)
;;
create table webhook_delivery (
    id text not null,
    webhook_id text not null,
    event_id text not null,
    state text not null,
    attempt int not null default 0,
    http_status int,
    duration_ms int,
    response_body text,
    error text,
    next_attempt_at timestamptz,
    claimed_until timestamptz,
    is_test boolean not null default false,
    created_at timestamptz not null,
    settled_at timestamptz,
    constraint webhook_delivery_pkey primary key (id),
    constraint webhook_delivery_event_id_foreign foreign key (event_id) references event(id) on delete cascade,
    constraint webhook_delivery_webhook_id_foreign foreign key (webhook_id) references webhook(id) on delete cascade
  )
;;
create index webhook_delivery_claimed_index on webhook_delivery (webhook_id) where (state = 'delivering')
;;
create index webhook_delivery_due_index on webhook_delivery (webhook_id, next_attempt_at) where (state = any (array['pending', 'failed']))
;;
create index webhook_delivery_event_index on webhook_delivery (event_id)
;;
create index webhook_delivery_exhausted_index on webhook_delivery (webhook_id, settled_at) where (state = 'exhausted')
;;
create index webhook_delivery_open_index on webhook_delivery (webhook_id) where (state = any (array['pending', 'delivering', 'failed']))
;;
create index webhook_delivery_settled_index on webhook_delivery (webhook_id, settled_at) where (settled_at is not null)
;;
create index webhook_delivery_test_index on webhook_delivery (next_attempt_at) where (is_test and (state = any (array['pending', 'failed'])))
;;
create index webhook_delivery_webhook_created_index on webhook_delivery (webhook_id, created_at desc, id desc)
;;
create table webhook_attempt (
    delivery_id text not null,
    number int not null,
    started_at timestamptz not null,
    http_status int,
    duration_ms int not null,
    response_body text,
    error text,
    constraint webhook_attempt_pkey primary key (delivery_id, number),
    constraint webhook_attempt_delivery_id_foreign foreign key (delivery_id) references webhook_delivery(id) on delete cascade
  )
;;
create table webhook_sum (
    subject_id text not null,
    span text not null,
    starts_at timestamptz not null,
    measure text not null,
    bucket int not null,
    count int not null,
    total_ms bigint not null,
    constraint webhook_sum_pkey primary key (subject_id, span, starts_at, measure, bucket),
    constraint webhook_sum_subject_id_foreign foreign key (subject_id) references webhook(id) on delete cascade
  ) with (fillfactor=80)
;;
create index webhook_sum_starts_index on webhook_sum (starts_at)
;;
create table link_health_setting (
    owner_id text not null,
    is_on boolean not null default false,
    unapplied_before timestamptz,
    updated_at timestamptz not null,
    constraint link_health_setting_pkey primary key (owner_id),
    constraint link_health_setting_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
  )
;;
create index link_health_setting_unapplied_index on link_health_setting (owner_id) where (unapplied_before is not null)
;;
create table link_health (
    link_id text not null,
    owner_id text not null,
    is_watched boolean,
    host text not null,
    version int not null default 0,
    next_check_at timestamptz,
    check_started_at timestamptz,
    check_duration_ms int not null default 0,
    request_url text,
    request_method text,
    redirect_status int,
    redirect_count int not null default 0,
    is_ok boolean,
    last_status int,
    last_error text,
    is_frameable boolean,
    last_checked_at timestamptz,
    failure_count int not null default 0,
    failing_since timestamptz,
    constraint link_health_pkey primary key (link_id),
    constraint link_health_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  )
;;
create index link_health_running_index on link_health (owner_id) where (check_started_at is not null)
;;
create index link_health_due_index on link_health (host, next_check_at) where (next_check_at is not null)
;;
create index link_health_watched_index on link_health (owner_id) where is_watched
;;
create index link_health_unreachable_index on link_health (owner_id, failing_since) where (failure_count >= 2)
;;
create table link_health_host (
    host text not null,
    paused_until timestamptz not null default '-infinity'::timestamp with time zone,
    due_at timestamptz,
    ready_at timestamptz generated always as (
      case when due_at is not null then greatest(paused_until, due_at) end) stored,
    constraint link_health_host_pkey primary key (host)
  )
;;
create index link_health_host_ready_index on link_health_host (ready_at) where (ready_at is not null)
;;
create table link_health_check (
    id text not null,
    owner_id text not null,
    link_id text not null,
    started_at timestamptz not null,
    duration_ms int not null,
    status int,
    is_ok boolean not null,
    error text,
    constraint link_health_check_pkey primary key (id),
    constraint link_health_check_owner_id_foreign foreign key (owner_id) references account(id) on delete cascade
  )
;;
create index link_health_check_failed_index on link_health_check (owner_id, started_at desc) where (not is_ok)
;;
create index link_health_check_link_index on link_health_check (link_id, started_at desc, id desc)
;;
create index link_health_check_owner_index on link_health_check (owner_id, started_at desc) include (is_ok)
;;
create index link_health_check_started_index on link_health_check (started_at)
;;
create function schedule_link_health_host(url text, at timestamp with time zone)
 returns text
 language sql
as $$
        insert into link_health_host (host, due_at) values (coalesce(reversed_host(url), ''), at)
        on conflict (host) do update set due_at = excluded.due_at
         where link_health_host.due_at is null or link_health_host.due_at > excluded.due_at;
        select coalesce(reversed_host(url), '')
      $$
;;
create function watch_new_link()
 returns trigger
 language plpgsql
as $$
      begin
        if exists (select from link_health_setting where owner_id = new.owner_id and is_on) then
          insert into link_health (link_id, owner_id, host, next_check_at)
          values (
            new.id, new.owner_id, schedule_link_health_host(new.original_url, new.created_at), new.created_at)
          on conflict do nothing;
        end if;
        return null;
      end $$
;;
create function restart_link_health()
 returns trigger
 language plpgsql
as $$
      declare new_host text;
      begin
        if exists (select from link_health where link_id = new.id and next_check_at is not null) then
          new_host := schedule_link_health_host(new.original_url, new.updated_at);
          update link_health
             set host = new_host, version = version + 1, next_check_at = new.updated_at, check_started_at = null,
                 check_duration_ms = 0, request_url = null, request_method = null, redirect_status = null,
                 redirect_count = 0, is_ok = null, last_status = null, last_error = null, is_frameable = null,
                 last_checked_at = null, failure_count = 0, failing_since = null
           where link_id = new.id and next_check_at is not null;
        end if;
        return null;
      end $$
;;
create trigger link_health_after_insert after insert on link for each row when (((new.owner_id is not null) and (new.kind = 'link'))) execute function watch_new_link()
;;
create trigger link_health_after_update after update of original_url, is_active on link for each row when (((old.original_url <> new.original_url) or (old.is_active <> new.is_active))) execute function restart_link_health()