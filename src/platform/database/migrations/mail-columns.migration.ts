import { Migration } from '@mikro-orm/migrations'

/** What mails need: the language of an account, and whether the end of an API key was announced. */
export class MailColumnsMigration extends Migration {
  override up(): void {
    this.addSql('alter table account add column if not exists language text')
    this.addSql('alter table api_key add column if not exists reminded_at timestamptz')
    this.addSql('create index if not exists api_key_expires_index on api_key (expires_at) where revoked_at is null')
  }
}
