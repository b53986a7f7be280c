/** The tables of this module, in creation order. */
export const exportsSchema: readonly string[] = [
  `create table file_export (
    id text not null,
    workspace_id text not null,
    creator_id text,
    content text not null,
    format text not null,
    bom boolean not null,
    filter jsonb not null,
    is_weekly boolean not null default false,
    state text not null,
    attempts int not null default 0,
    row_count int not null default 0,
    file_id text,
    failure_message text,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    constraint file_export_pkey primary key (id),
    constraint file_export_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade,
    constraint file_export_creator_id_foreign foreign key (creator_id) references account(id) on delete set null,
    constraint file_export_file_id_foreign foreign key (file_id) references stored_file(id) on delete set null
  )`,
  `create index file_export_workspace_created_index on file_export (workspace_id, created_at desc, id desc)`,
  `create index file_export_creator_index on file_export (creator_id)`,
  `create index file_export_file_index on file_export (file_id)`,
  `create index file_export_finished_index on file_export (finished_at)`,
]
