import { Migration } from '@mikro-orm/migrations'

/** Dynamic QR codes, each over a link of its own that is shown as nothing else, and the logos they may wear. */
export class Migration20261129DynamicQr extends Migration {
  override up(): void {
    this.addSql(`alter table link add column kind text not null default 'link'`)
    this.addSql(`
      create table qr_logo (
        id text primary key,
        owner_id text not null,
        name text not null,
        png bytea not null,
        width int not null,
        height int not null,
        created_at timestamptz not null,
        constraint qr_logo_owner_id_foreign foreign key (owner_id) references account (id) on delete cascade
      )`)
    this.addSql('create index qr_logo_owner_id_index on qr_logo (owner_id)')
    this.addSql(`
      create table dynamic_qr (
        id text primary key,
        owner_id text not null,
        link_id text not null,
        logo_id text null,
        design jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint dynamic_qr_link_id_unique unique (link_id),
        constraint dynamic_qr_owner_id_foreign foreign key (owner_id) references account (id) on delete cascade,
        constraint dynamic_qr_link_id_foreign foreign key (link_id) references link (id) on delete cascade,
        constraint dynamic_qr_logo_id_foreign foreign key (logo_id) references qr_logo (id) on delete set null
      )`)
    // The list of one owner, newest first, straight from the index.
    this.addSql('create index dynamic_qr_owner_created_index on dynamic_qr (owner_id, created_at desc, id desc)')
    this.addSql('create index dynamic_qr_logo_id_index on dynamic_qr (logo_id)')
  }

  override down(): void {
    for (const table of ['dynamic_qr', 'qr_logo']) this.addSql(`drop table ${table}`)
    // Without their codes these links are nobody's to see or to delete.
    this.addSql(`delete from link where kind <> 'link'`)
    this.addSql('alter table link drop column kind')
  }
}
