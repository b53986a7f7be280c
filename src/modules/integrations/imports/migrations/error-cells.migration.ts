import type { TableMigration } from '../../../../platform/database/tables.ts'

/** What a row with an error had, so that it can be corrected. */
export const errorCellsMigration: TableMigration = {
  name: '20261130_import_error_cells',
  statements: [`alter table link_import_error add column cells jsonb not null default '[]'`],
}
