import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Whether a workspace admits only logins of accounts with a second factor. It is part of the credentials of its members. */
export const workspaceSecondFactorMigration: TableMigration = {
  name: '20261128_workspace_second_factor',
  statements: [
    'alter table workspace add column needs_second_factor boolean not null default false',
    'drop trigger workspace_credentials_changed on workspace',
    'create trigger workspace_credentials_changed after update of plan, deleted_at, personal_account_id, needs_second_factor on workspace for each row execute function announce_credentials_of_members()',
  ],
}
