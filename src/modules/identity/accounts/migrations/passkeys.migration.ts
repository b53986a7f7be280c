import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Passkeys of accounts. They are second factors, so a change of them changes the credentials. */
export const passkeysMigration: TableMigration = {
  name: '20261129_passkeys',
  statements: [
    `create table passkey (
      id text not null,
      account_id text not null,
      credential_id text not null,
      public_key bytea not null,
      counter double precision not null,
      transports jsonb not null,
      name text not null,
      is_backed_up boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      constraint passkey_pkey primary key (id),
      constraint passkey_account_id_foreign foreign key (account_id) references account(id) on delete cascade,
      constraint passkey_credential_id_unique unique (credential_id)
    )`,
    'create index passkey_account_id_index on passkey (account_id)',
    `create trigger passkey_credentials_changed after insert or delete on passkey for each row execute function announce_credentials('account_id')`,
    `create table used_passkey_challenge (
      digest text not null,
      expires_at timestamptz not null,
      constraint used_passkey_challenge_pkey primary key (digest)
    )`,
    'create index used_passkey_challenge_expires_at_index on used_passkey_challenge (expires_at)',
  ],
}
