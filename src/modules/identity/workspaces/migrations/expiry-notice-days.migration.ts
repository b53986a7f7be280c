import type { TableMigration } from '../../../../platform/database/tables.ts'

/** How many days before its date a workspace is told of a link that expires. */
export const expiryNoticeDaysMigration: TableMigration = {
  name: '20261205_expiry_notice_days',
  statements: [
    'alter table workspace add column expiry_notice_days int not null default 7, add column expiry_notices_from timestamptz',
  ],
}

export const expiryNoticeDaysIndexMigration: TableMigration = {
  name: '20261205_expiry_notice_days_index',
  statements: [
    'create index concurrently workspace_expiry_notices_from_index on workspace (expiry_notice_days) where expiry_notices_from is not null',
  ],
  isOnline: true,
}
