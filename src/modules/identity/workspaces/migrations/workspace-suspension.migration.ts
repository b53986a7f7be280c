import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Since when a workspace does nothing for visitors, because nobody who is not suspended owns it. */
export const workspaceSuspensionMigration: TableMigration = {
  name: '20261201_workspace_suspension',
  statements: ['alter table workspace add column suspended_at timestamptz'],
}
