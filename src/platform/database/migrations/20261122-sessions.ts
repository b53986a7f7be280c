import { Migration } from '@mikro-orm/migrations'

/** Every session carries the version it was issued at; moving the number on ends all that came before. */
export class Migration20261122Sessions extends Migration {
  override up(): void {
    this.addSql('alter table account add column token_version int not null default 0')
  }

  override down(): void {
    this.addSql('alter table account drop column token_version')
  }
}
