import { Migration } from '@mikro-orm/migrations'

/** The first answers to requests with an Idempotency-Key. */
export class Migration20261122Idempotency extends Migration {
  override up(): void {
    this.addSql(`
      create table idempotency (
        digest bytea primary key,
        fingerprint bytea not null,
        claim text not null,
        answer bytea null,
        expires_at timestamptz not null
      )`)
    this.addSql('create index idempotency_expires_at_index on idempotency (expires_at)')
  }

  override down(): void {
    this.addSql('drop table idempotency')
  }
}
