import { Migration } from '@mikro-orm/migrations'
import { toRepeatable } from './repeatable-statement.ts'

export const addAccountColumnsSql = [
  'alter table account add column if not exists pending_email text',
  'alter table account add column if not exists deletion_requested_at timestamptz',
]

/** Sessions as rows, new addresses of accounts, and their deletion. Who was logged in before logs in again. */
export function createAccountLifeMigration(schema: readonly string[]) {
  return class AccountLifeMigration extends Migration {
    override up(): void {
      for (const statement of addAccountColumnsSql) this.addSql(statement)
      for (const statement of schema.filter((each) =>
        /\b(session\b(?!.*announce_)|account_deletion_requested_index)/s.test(each),
      ))
        this.addSql(toRepeatable(statement) ?? statement)
    }
  }
}
