import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Applications without an owner: those that publish a metadata document, and those that register themselves. */
export const oauthClientsMigration: TableMigration = {
  name: '20261203_oauth_clients',
  statements: [
    'alter table oauth_app alter column owner_id drop not null',
    'alter table oauth_app add column client_url text',
  ],
}
