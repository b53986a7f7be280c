import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Which session has asked for a new address, because its end ends the change. */
export const emailChangeSessionMigration: TableMigration = {
  name: '20261129_email_change_session',
  statements: ['alter table account add column pending_email_session_id text'],
}
