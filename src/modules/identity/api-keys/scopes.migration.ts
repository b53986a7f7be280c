import type { TableMigration } from '../../../platform/database/tables.ts'

/** What a key may do. Keys of before may do all that keys could. */
export const apiKeyScopesMigration: TableMigration = {
  name: '20261130_api_key_scopes',
  statements: [
    `alter table api_key add column scopes jsonb not null default '["read:links", "write:links", "read:analytics", "write:qr"]'`,
  ],
}
