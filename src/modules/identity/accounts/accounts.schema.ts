/** The tables of this module, in the order in which they are created. */
export const accountsSchema: readonly string[] = [
  `create table account (
    id text not null,
    name text not null,
    email text not null,
    email_key text not null,
    password_hash text not null,
    role text not null default 'user',
    created_at timestamptz not null,
    token_version int not null default 0,
    email_verified_at timestamptz,
    language text,
    pending_email text,
    deletion_requested_at timestamptz,
    constraint account_email_key_unique unique (email_key),
    constraint account_pkey primary key (id)
  )`,
  `create index account_deletion_requested_index on account (deletion_requested_at) where deletion_requested_at is not null`,
  `create table session (
    id text not null,
    account_id text not null,
    device text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint session_pkey primary key (id),
    constraint session_account_id_foreign foreign key (account_id) references account(id) on delete cascade
  )`,
  `create index session_account_created_index on session (account_id, created_at desc, id desc)`,
  `create index session_expires_index on session (expires_at)`,
  `create trigger account_credentials_changed after delete or update of token_version, role, deletion_requested_at on account for each row execute function announce_credentials('id')`,
  `create trigger session_credentials_changed after delete or update on session for each row execute function announce_credentials('account_id')`,
  `create table account_token (
    digest text not null,
    account_id text not null,
    purpose text not null,
    expires_at timestamptz not null,
    constraint account_token_pkey primary key (digest),
    constraint account_token_account_id_foreign foreign key (account_id) references account(id) on delete cascade
  )`,
  `create index account_token_account_id_index on account_token (account_id)`,
  `create index account_token_expires_at_index on account_token (expires_at)`,
]
