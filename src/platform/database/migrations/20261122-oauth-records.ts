import { Migration } from '@mikro-orm/migrations'

/** What the OAuth provider remembers: interactions, grants, codes and tokens, under the digests of their ids. */
export class Migration20261122OauthRecords extends Migration {
  override up(): void {
    // `json` and not `jsonb`: it keeps the text of a payload as it is, whatever characters were escaped in it.
    this.addSql(`
      create table oauth_record (
        model text not null,
        digest text not null,
        payload json not null,
        account_id text null,
        client_id text null,
        grant_id text null,
        consumed_at timestamptz null,
        expires_at timestamptz not null,
        created_at timestamptz not null,
        constraint oauth_record_pkey primary key (model, digest),
        constraint oauth_record_account_id_foreign foreign key (account_id) references account (id) on delete cascade,
        constraint oauth_record_client_id_foreign foreign key (client_id) references oauth_app (id) on delete cascade
      )`)
    this.addSql('create index oauth_record_grant_id_index on oauth_record (grant_id)')
    this.addSql('create index oauth_record_account_id_index on oauth_record (account_id)')
    this.addSql('create index oauth_record_client_id_index on oauth_record (client_id)')
    this.addSql('create index oauth_record_expires_at_index on oauth_record (expires_at)')
  }
  override down(): void {
    this.addSql('drop table oauth_record')
  }
}
