import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Where a login came from, for the list of sessions. */
export const sessionCountryMigration: TableMigration = {
  name: '20261130_session_country',
  statements: ['alter table session add column country text'],
}
