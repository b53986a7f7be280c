/** The tables of this module, in the order in which they are created. */
export const anomaliesSchema: readonly string[] = [
  `create table anomaly (
    id text not null,
    workspace_id text not null,
    url_id text not null,
    kind text not null,
    severity text not null,
    is_early boolean not null default false,
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
    constraint anomaly_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade,
    constraint anomaly_url_id_foreign foreign key (url_id) references link(id) on delete cascade
  )`,
  `create index anomaly_workspace_detected_index on anomaly (workspace_id, detected_at desc, id desc)`,
  `create index anomaly_workspace_unresolved_index on anomaly (workspace_id) where (status <> 'resolved')`,
  `create unique index anomaly_running_unique on anomaly (url_id, kind) where (cleared_at is null)`,
  `create index anomaly_url_detected_index on anomaly (url_id, detected_at desc, id desc)`,
  `create table anomaly_pending (
    url_id text not null,
    hour timestamptz not null,
    constraint anomaly_pending_pkey primary key (url_id),
    constraint anomaly_pending_url_id_foreign foreign key (url_id) references link(id) on delete cascade
  )`,
  `create table anomaly_watermark (
    singleton boolean not null default true,
    hour timestamptz,
    constraint anomaly_watermark_pkey primary key (singleton),
    constraint anomaly_watermark_singleton_check check (singleton)
  )`,
  `insert into anomaly_watermark (hour) values (null)`,
]
