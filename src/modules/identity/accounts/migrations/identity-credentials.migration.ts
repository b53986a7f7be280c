import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Whether an account has an identity provider is part of its credentials. */
export const identityCredentialsMigration: TableMigration = {
  name: '20261129_identity_credentials',
  statements: [
    `create trigger account_identity_credentials_changed after insert or delete on account_identity for each row execute function announce_credentials('account_id')`,
  ],
}
