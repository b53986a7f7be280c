import { Migration } from '@mikro-orm/migrations'

/** What was odd about the clicks of a link, and how far looking for it has come. */
export class Migration20261204Anomalies extends Migration {
  override up(): void {
    // `level` is what was usual when it began; `cleared_at` is when its cause was gone, whatever its owner said of it.
    this.addSql(`
      create table anomaly (
        id text primary key,
        owner_id text not null,
        url_id text not null,
        kind text not null,
        severity text not null,
        country text null,
        observed int not null,
        expected double precision not null,
        score double precision not null,
        level double precision not null,
        window_start timestamptz not null,
        window_end timestamptz not null,
        status text not null,
        detected_at timestamptz not null,
        acknowledged_at timestamptz null,
        resolved_at timestamptz null,
        cleared_at timestamptz null,
        constraint anomaly_owner_id_foreign foreign key (owner_id) references account (id) on delete cascade,
        constraint anomaly_url_id_foreign foreign key (url_id) references link (id) on delete cascade
      )`)
    this.addSql('create index anomaly_owner_detected_index on anomaly (owner_id, detected_at desc, id desc)')
    this.addSql(`create index anomaly_owner_unresolved_index on anomaly (owner_id) where status <> 'resolved'`)
    this.addSql('create index anomaly_url_detected_index on anomaly (url_id, detected_at desc, id desc)')
    this.addSql('create unique index anomaly_running_unique on anomaly (url_id, kind) where cleared_at is null')
    // The links that are still to be judged for the hour of the watermark: taken from here in the transaction that judges.
    this.addSql(`
      create table anomaly_pending (
        url_id text primary key,
        hour timestamptz not null,
        constraint anomaly_pending_url_id_foreign foreign key (url_id) references link (id) on delete cascade
      )`)
    this.addSql('create table anomaly_watermark (hour timestamptz null)')
    this.addSql('insert into anomaly_watermark (hour) values (null)')
    // Which links were clicked in an hour. Its columns never change, so that sums are updated as cheaply as before.
    this.addSql(`create index click_rollup_hour_index on click_rollup (starts_at, url_id) where span = 'hour'`)
  }

  override down(): void {
    this.addSql('drop index click_rollup_hour_index')
    for (const table of ['anomaly_watermark', 'anomaly_pending', 'anomaly']) this.addSql(`drop table ${table}`)
  }
}
