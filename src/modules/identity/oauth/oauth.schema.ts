/** The tables of this module, in creation order. */
export const oauthSchema: readonly string[] = [
  `create table oauth_app (
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
  )`,
  `create index oauth_app_owner_created_index on oauth_app (owner_id, created_at desc, id desc)`,
  `create table oauth_record (
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
  )`,
  `alter table api_key add constraint api_key_grant_digest_foreign foreign key (grant_digest) references oauth_record(grant_key) on delete cascade`,
  `create index oauth_record_account_id_index on oauth_record (account_id)`,
  `create index oauth_record_client_id_index on oauth_record (client_id)`,
  `create index oauth_record_expires_at_index on oauth_record (expires_at)`,
  `create index oauth_record_grant_digest_index on oauth_record (grant_digest)`,
  `create trigger oauth_record_credentials_changed after delete or update of payload, account_id, client_id, grant_digest, expires_at on oauth_record for each row when (old.model in ('AccessToken', 'Grant') and old.account_id is not null) execute function announce_credentials('account_id')`,
]
