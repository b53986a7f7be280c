import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Second factors of accounts, and how each session was proven. A change of the factors changes the credentials. */
export const secondFactorsMigration: TableMigration = {
  name: '20261128_second_factors',
  statements: [
    `alter table session add column sign_in_methods jsonb not null default '["password"]'`,
    'alter table session add column proven_at timestamptz',
    `create table authenticator_app (
      account_id text not null,
      secret bytea not null,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      last_step int,
      constraint authenticator_app_pkey primary key (account_id),
      constraint authenticator_app_account_id_foreign foreign key (account_id) references account(id) on delete cascade
    )`,
    `create trigger authenticator_app_credentials_changed after insert or delete or update of confirmed_at on authenticator_app for each row execute function announce_credentials('account_id')`,
    `create table recovery_code (
      digest text not null,
      account_id text not null,
      constraint recovery_code_pkey primary key (digest),
      constraint recovery_code_account_id_foreign foreign key (account_id) references account(id) on delete cascade
    )`,
    `create table account_device (
      account_id text not null,
      device text not null,
      last_login_at timestamptz not null,
      constraint account_device_pkey primary key (account_id, device),
      constraint account_device_account_id_foreign foreign key (account_id) references account(id) on delete cascade
    )`,
    'create index account_device_last_login_at_index on account_device (last_login_at)',
    'create index recovery_code_account_id_index on recovery_code (account_id)',
  ],
}
