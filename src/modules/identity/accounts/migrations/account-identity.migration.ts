import type { TableMigration } from '../../../../platform/database/tables.ts'

/** People at identity providers, and their sessions. An account that a provider has created has no password. */
export const accountIdentityMigration: TableMigration = {
  name: '20261128_account_identity',
  statements: [
    'alter table account alter column password_hash drop not null',
    `create table account_identity (
      id text not null,
      account_id text not null,
      issuer text not null,
      subject text not null,
      provider_name text not null,
      email text,
      created_at timestamptz not null,
      last_login_at timestamptz not null,
      constraint account_identity_pkey primary key (id),
      constraint account_identity_account_id_foreign foreign key (account_id) references account(id) on delete cascade,
      constraint account_identity_issuer_subject_unique unique (issuer, subject)
    )`,
    'create index account_identity_account_index on account_identity (account_id)',
    `create table provider_session (
      session_id text not null,
      identity_id text not null,
      provider_session_id text,
      constraint provider_session_pkey primary key (session_id),
      constraint provider_session_session_id_foreign foreign key (session_id) references session(id) on delete cascade,
      constraint provider_session_identity_id_foreign foreign key (identity_id) references account_identity(id) on delete cascade
    )`,
    'create index provider_session_identity_index on provider_session (identity_id)',
  ],
}
