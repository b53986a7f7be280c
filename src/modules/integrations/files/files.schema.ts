/** The tables of this module, in creation order. */
export const filesSchema: readonly string[] = [
  `create table stored_file (
    id text not null,
    account_id text not null,
    workspace_id text,
    name text not null,
    content_type text not null,
    byte_count bigint not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    completed_at timestamptz,
    constraint stored_file_pkey primary key (id),
    constraint stored_file_account_id_foreign foreign key (account_id) references account(id) on delete cascade,
    constraint stored_file_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade
  )`,
  `create index stored_file_account_index on stored_file (account_id)`,
  `create index stored_file_workspace_index on stored_file (workspace_id)`,
  `create index stored_file_expires_index on stored_file (expires_at)`,
  `create table stored_file_chunk (
    file_id text not null,
    position int not null,
    bytes bytea not null,
    constraint stored_file_chunk_pkey primary key (file_id, position),
    constraint stored_file_chunk_file_id_foreign foreign key (file_id) references stored_file(id) on delete cascade
  )`,
]
