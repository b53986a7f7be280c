import type { TableMigration } from '../../../../platform/database/tables.ts'

/** How far workspaces were told of links that expire. Those that expire within the notice days of this moment are left out. */
export const expiryNoticesMigration: TableMigration = {
  name: '20261205_expiry_notices',
  statements: [
    `create table event_expiry_notice (
      days int not null,
      checked_until timestamptz not null,
      constraint event_expiry_notice_pkey primary key (days)
    )`,
    `insert into event_expiry_notice (days, checked_until) select day, now() from generate_series(1, 30) as day`,
  ],
}
