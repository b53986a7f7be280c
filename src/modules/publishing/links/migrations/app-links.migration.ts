import type { TableMigration } from '../../../../platform/database/tables.ts'

/** The apps that open links of a domain. */
export const appLinksMigration: TableMigration = {
  name: '20261205_app_links',
  statements: [
    `alter table domain add column apple_apps jsonb not null default '[]', add column android_apps jsonb not null default '[]'`,
  ],
}
