/** The tables of this module, in creation order. */
export const accountArchiveSchema: readonly string[] = [
  `create table account_archive (
    id text not null,
    account_id text not null,
    state text not null,
    file_id text,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    constraint account_archive_pkey primary key (id),
    constraint account_archive_account_id_foreign foreign key (account_id) references account(id) on delete cascade,
    constraint account_archive_file_id_foreign foreign key (file_id) references stored_file(id) on delete set null
  )`,
  `create index account_archive_account_created_index on account_archive (account_id, created_at desc, id desc)`,
  `create index account_archive_file_index on account_archive (file_id)`,
]
