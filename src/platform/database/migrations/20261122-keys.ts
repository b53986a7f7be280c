import { Migration } from '@mikro-orm/migrations'

/** API keys, of which only a digest and a preview are kept. */
export class Migration20261122Keys extends Migration {
  override up(): void {
    this.addSql(`
      create table api_key (
        id text primary key,
        account_id text not null,
        name text not null,
        key_preview text not null,
        key_hash text not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        revoked_at timestamptz null,
        last_used_at timestamptz null,
        constraint api_key_key_hash_unique unique (key_hash),
        constraint api_key_account_id_foreign foreign key (account_id) references account (id) on delete cascade
      )`)
    // The list of one account, newest first, straight from the index.
    this.addSql('create index api_key_account_created_index on api_key (account_id, created_at desc, id desc)')
  }

  override down(): void {
    this.addSql('drop table api_key')
  }
}
