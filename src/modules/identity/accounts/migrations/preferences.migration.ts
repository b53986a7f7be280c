import type { TableMigration } from '../../../../platform/database/tables.ts'

/** The time zone of an account, and the mails that its owner does not want. */
export const preferencesMigration: TableMigration = {
  name: '20261130_account_preferences',
  statements: [
    'alter table account add column timezone text',
    `alter table account add column unwanted_mails jsonb not null default '[]'`,
  ],
}
