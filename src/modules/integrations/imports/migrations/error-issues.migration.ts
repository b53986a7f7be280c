import type { TableMigration } from '../../../../platform/database/tables.ts'

/** What is wrong with a row, for clients with sentences of their own. Rows of before have their message only. */
export const errorIssuesMigration: TableMigration = {
  name: '20261202_import_error_issues',
  statements: [`alter table link_import_error add column issues jsonb not null default '[]'`],
}
