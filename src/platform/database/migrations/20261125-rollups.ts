import { Migration } from '@mikro-orm/migrations'

/** The sums of clicks that have been folded, the visitors told apart on the last days, and how far folding has come. */
export class Migration20261125Rollups extends Migration {
  override up(): void {
    // `all` and `day` hold every dimension, `hour` and `quarter` (of an hour) the total only: zones differ by quarters.
    this.addSql(`
      create table click_rollup (
        url_id text not null,
        span text not null,
        starts_at timestamptz not null,
        dimension text not null,
        value text not null,
        clicks int not null,
        robots int not null,
        visitors int not null,
        last_at timestamptz null,
        primary key (url_id, span, starts_at, dimension, value),
        constraint click_rollup_url_id_foreign foreign key (url_id) references link (id) on delete cascade
      ) with (fillfactor = 80)`)
    this.addSql(`
      create table click_visitor (
        url_id text not null,
        day date not null,
        visitor_hash bytea not null,
        primary key (url_id, day, visitor_hash),
        constraint click_visitor_url_id_foreign foreign key (url_id) references link (id) on delete cascade
      )`)
    // One row: clicks of transactions below it are in the sums, the others are not.
    this.addSql('create table click_watermark (tx bigint not null)')
    this.addSql('insert into click_watermark (tx) values (0)')
  }

  override down(): void {
    for (const table of ['click_watermark', 'click_visitor', 'click_rollup']) this.addSql(`drop table ${table}`)
  }
}
