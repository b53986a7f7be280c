import { Migration } from '@mikro-orm/migrations'

/** Adds the time from which the failures of a webhook count for its status. A new database has the column already. */
export class WebhookRecoveryMigration extends Migration {
  override up(): void {
    this.addSql('alter table webhook add column if not exists recovered_at timestamptz')
  }
}
