/** The tables of this module, in the order in which they are created. */
export const apiKeysSchema: readonly string[] = [
  `create table api_key (
    id text not null,
    workspace_id text not null,
    account_id text not null,
    name text not null,
    key_preview text not null,
    key_hash text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_used_at timestamptz,
    grant_digest text,
    reminded_at timestamptz,
    constraint api_key_key_hash_unique unique (key_hash),
    constraint api_key_pkey primary key (id),
    constraint api_key_workspace_id_foreign foreign key (workspace_id) references workspace(id) on delete cascade,
    constraint api_key_account_id_foreign foreign key (account_id) references account(id) on delete cascade
  )`,
  `create index api_key_grant_digest_index on api_key (grant_digest)`,
  `create index api_key_expires_index on api_key (expires_at) where revoked_at is null`,
  `create index api_key_account_index on api_key (account_id)`,
  `create index api_key_workspace_created_index on api_key (workspace_id, created_at desc, id desc)`,
  // Updates of the last use do not run the trigger. They are written once a minute, together with the hash.
  `create trigger api_key_credentials_changed after delete or update of workspace_id, account_id, expires_at, revoked_at on api_key for each row execute function announce_credentials('account_id')`,
]
