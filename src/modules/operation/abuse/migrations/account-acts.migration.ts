import type { TableMigration } from '../../../../platform/database/tables.ts'

/** The log of abuse also names accounts that were suspended and restored. */
export const accountActsMigration: TableMigration = {
  name: '20261201_account_acts',
  statements: ['alter table abuse_act add column account_id text'],
}
