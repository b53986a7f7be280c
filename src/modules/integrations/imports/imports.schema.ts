/** The tables of this module, in creation order. */
export const importsSchema: readonly string[] = [
  `create table link_import (
    id text not null,
    workspace_id text not null,
    creator_id text,
    actor_id text not null,
    source text not null,
    on_conflict text not null,
    is_dry_run boolean not null,
    link_id text,
    content text not null default 'links',
    state text not null,
    file_id text,
    mapping jsonb not null default '[]',
    warnings jsonb not null default '[]',
    total int,
    processed int not null default 0,
    created int not null default 0,
    renamed int not null default 0,
    skipped int not null default 0,
    failed int not null default 0,
    failure_message text,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    tx bigint not null default (pg_current_xact_id()::text::bigint),
    constraint link_import_pkey primary key (id),
    constraint link_import_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade,
    constraint link_import_creator_id_foreign foreign key (creator_id) references account(id) on delete set null,
    constraint link_import_file_id_foreign foreign key (file_id) references stored_file(id) on delete set null
  )`,
  `create index link_import_workspace_created_index on link_import (workspace_id, created_at desc, id desc)`,
  `create index link_import_creator_index on link_import (creator_id)`,
  `create index link_import_file_index on link_import (file_id)`,
  `create table link_import_error (
    import_id text not null,
    row int not null,
    code text not null,
    message text not null,
    constraint link_import_error_pkey primary key (import_id, row),
    constraint link_import_error_import_id_foreign foreign key (import_id) references link_import(id) on delete cascade
  )`,
  // Subscriptions find imports with progress by the transaction of the last change.
  `create function stamp_link_import()
 returns trigger
 language plpgsql
as $$
  begin
    new.tx = pg_current_xact_id()::text::bigint;
    return new;
  end $$`,
  `create trigger link_import_changed before update on link_import for each row execute function stamp_link_import()`,
]
