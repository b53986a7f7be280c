import { Migration } from '@mikro-orm/migrations'

/** How long a workspace keeps single clicks. A new database has the column already. */
export class ClickRetentionMigration extends Migration {
  override up(): void {
    this.addSql('alter table workspace add column if not exists click_retention_days int')
  }
}
