import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Since when an account is suspended. It is part of all its credentials. */
export const accountSuspensionMigration: TableMigration = {
  name: '20261201_account_suspension',
  statements: [
    'alter table account add column suspended_at timestamptz',
    'drop trigger account_credentials_changed on account',
    `create trigger account_credentials_changed after delete or update of token_version, role, deletion_requested_at, suspended_at on account for each row execute function announce_credentials('id')`,
  ],
}
