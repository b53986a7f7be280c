import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Which import created a link. The import may have been deleted since. */
export const linkImportMigration: TableMigration = {
  name: '20261130_link_import',
  statements: ['alter table link add column import_id text'],
}

export const linkImportIndexMigration: TableMigration = {
  name: '20261130_link_import_index',
  isOnline: true,
  statements: ['create index concurrently link_import_index on link (import_id) where (import_id is not null)'],
}
