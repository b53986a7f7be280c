import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Codes of devices are found by what a person types. Only those rows are in the index. */
export const userCodeMigration: TableMigration = {
  name: '20261204_oauth_user_code',
  isOnline: true,
  statements: [
    `create index concurrently oauth_record_user_code_index on oauth_record ((payload ->> 'userCode')) where model = 'DeviceCode'`,
  ],
}
