/** The tables of this module, in the order in which they are created. */
export const abuseSchema: readonly string[] = [
  `create table blocked_destination (
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
  )`,
  `create index blocked_destination_created_index on blocked_destination (created_at desc, id desc) where (removed_at is null)`,
  `create table link_block (
    id text not null,
    link_id text not null,
    destination_id text,
    reason text not null,
    blocked_at timestamptz not null,
    lifted_at timestamptz,
    constraint link_block_pkey primary key (id),
    constraint link_block_destination_id_foreign foreign key (destination_id) references blocked_destination(id),
    constraint link_block_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  )`,
  `create unique index link_block_cause_unique on link_block (link_id, destination_id) nulls not distinct`,
  `create index link_block_destination_index on link_block (destination_id, link_id)`,
  `create table abuse_report (
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
  )`,
  `create index abuse_report_pending_index on abuse_report (link_id, created_at) where (settled_at is null)`,
  `create index abuse_report_settled_index on abuse_report (settled_at) where (settled_at is not null)`,
  `create table abuse_appeal (
    link_id text not null,
    message text not null,
    created_at timestamptz not null,
    state text not null default 'open',
    decided_at timestamptz,
    constraint abuse_appeal_pkey primary key (link_id),
    constraint abuse_appeal_link_id_foreign foreign key (link_id) references link(id) on delete cascade
  )`,
  `create index abuse_appeal_pending_index on abuse_appeal (link_id, created_at) where (state = 'open'::text)`,
  `create index abuse_appeal_decided_index on abuse_appeal (decided_at) where (decided_at is not null)`,
  `create table abuse_act (
    id text not null,
    kind text not null,
    actor_id text not null,
    link_id text,
    pattern text,
    reason text,
    note text,
    created_at timestamptz not null,
    constraint abuse_act_pkey primary key (id)
  )`,
  `create index abuse_act_created_index on abuse_act (created_at desc, id desc)`,
  `create index abuse_act_link_index on abuse_act (link_id, created_at desc, id desc)`,
  `create function read_block_list(candidates jsonb)
 returns SETOF text
 language plpgsql
as $$
      begin
        perform pg_advisory_xact_lock_shared(7261226);
        return query
          select blocked_destination.pattern from jsonb_array_elements_text(candidates) as candidate
            join blocked_destination on blocked_destination.pattern = candidate and removed_at is null;
      end $$`,
  `create function lock_block_list()
 returns void
 language sql
as $$ select pg_advisory_xact_lock(7261226) $$`,
]
