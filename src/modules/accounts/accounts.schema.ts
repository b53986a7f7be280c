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
    constraint account_email_key_unique unique (email_key),
    constraint account_pkey primary key (id)
  )`,
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
