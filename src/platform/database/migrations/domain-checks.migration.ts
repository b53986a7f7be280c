import { Migration } from '@mikro-orm/migrations'

/** Adds the daily check of verified domains. A new database has its columns already. */
export class DomainChecksMigration extends Migration {
  override up(): void {
    this.addSql(
      `alter table domain add column if not exists checked_at timestamptz,
         add column if not exists unproven_since timestamptz,
         add column if not exists warned_at timestamptz`,
    )
  }
}
