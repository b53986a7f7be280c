import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Which memberships the groups of an identity provider give. */
export const memberProviderMigration: TableMigration = {
  name: '20261129_workspace_member_provider',
  statements: ['alter table workspace_member add column from_provider text'],
}
