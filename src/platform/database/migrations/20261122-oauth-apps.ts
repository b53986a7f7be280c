import { Migration } from '@mikro-orm/migrations'

/** The applications that may ask people for access to their accounts. */
export class Migration20261122OauthApps extends Migration {
  override up(): void {
    this.addSql(`
      create table oauth_app (
        id text primary key,
        owner_id text not null,
        name text not null,
        redirect_uris jsonb not null,
        scopes jsonb not null,
        is_public boolean not null,
        secret_digest text null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint oauth_app_owner_id_foreign foreign key (owner_id) references account (id) on delete cascade
      )`)
    this.addSql('create index oauth_app_owner_created_index on oauth_app (owner_id, created_at desc, id desc)')
  }

  override down(): void {
    this.addSql('drop table oauth_app')
  }
}
