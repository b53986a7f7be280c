import type { TableMigration } from '../../../platform/database/tables.ts'

/** Where a key was last used from, for the list of keys. */
export const lastUsedCountryMigration: TableMigration = {
  name: '20261202_api_key_country',
  statements: ['alter table api_key add column last_used_country text'],
}
