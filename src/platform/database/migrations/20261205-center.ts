import { Migration } from '@mikro-orm/migrations'

/** Sums of what background processes did, by hour and day, and what else the command center reads. */
export class Migration20261205Center extends Migration {
  override up(): void {
    for (const [table, subject] of sums) {
      // `bucket` n holds durations from 1.1^n milliseconds on, up to 1.1^(n + 1).
      this.addSql(`
        create table ${table} (
          subject_id text not null,
          span text not null,
          starts_at timestamptz not null,
          measure text not null,
          bucket int not null,
          count int not null,
          total_ms bigint not null,
          primary key (subject_id, span, starts_at, measure, bucket)
          ${subject && `, constraint ${table}_subject_id_foreign foreign key (subject_id) references ${subject} (id) on delete cascade`}
        ) with (fillfactor = 80)`)
      this.addSql(`create index ${table}_starts_index on ${table} (starts_at)`)
    }

    this.addSql('alter table webhook add column last_error text null, add column last_failure_at timestamptz null')
    // When no attempt was left or needed. Null also of a test, which says nothing of its webhook.
    this.addSql('alter table webhook_delivery add column settled_at timestamptz null')
    this.addSql(`
      update webhook_delivery as d
         set settled_at = coalesce(
               (select max(started_at + make_interval(secs => duration_ms / 1000.0)) from webhook_attempt
                 where delivery_id = d.id), d.created_at)
       where state in ('succeeded', 'exhausted')
         and not exists (select 1 from event where id = d.event_id and kind = 'webhook.test')`)
    this.addSql(`
      update webhook as w set last_error = failed.error, last_failure_at = failed.started_at
        from (select distinct on (d.webhook_id) d.webhook_id, a.error, a.started_at
                from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id
               where a.error is not null order by d.webhook_id, a.started_at desc) as failed
       where w.id = failed.webhook_id`)
    this.addSql(
      `create index webhook_delivery_open_index on webhook_delivery (webhook_id)
        where state in ('pending', 'delivering', 'failed')`,
    )
    this.addSql(
      `create index webhook_delivery_settled_index on webhook_delivery (webhook_id, settled_at)
        where settled_at is not null`,
    )
    this.addSql(
      `create index webhook_delivery_given_up_index on webhook_delivery (webhook_id, settled_at)
        where state = 'exhausted'`,
    )
    this.#fill(
      'webhook_sum',
      `select webhook_id as subject_id, measure, settled_at as at, ms
         from webhook_delivery
        cross join lateral (
          values (state, coalesce(duration_ms, 0)::float8),
                 ('latency', case when state = 'succeeded'
                                  then extract(epoch from settled_at - created_at)::float8 * 1000 end)
        ) as measured (measure, ms)
        where settled_at is not null and ms is not null`,
    )
    this.#fill(
      'sweep_sum',
      `select workflow as subject_id, case when error is null then 'succeeded' else 'failed' end as measure,
              started_at as at, duration_ms::float8 as ms
         from sweep`,
    )
    this.addSql('create index sweep_error_index on sweep (workflow, started_at) where error is not null')
    this.addSql('create index link_owner_blocked_index on link (owner_id, blocked_at) where blocked_at is not null')
    this.addSql(
      `create index link_owner_expires_index on link (owner_id, expires_at)
        where expires_at is not null and expired_url is null`,
    )
  }

  override down(): void {
    for (const index of ['link_owner_expires_index', 'link_owner_blocked_index', 'sweep_error_index'])
      this.addSql(`drop index ${index}`)
    this.addSql('alter table webhook_delivery drop column settled_at')
    this.addSql('drop index webhook_delivery_open_index')
    this.addSql('alter table webhook drop column last_error, drop column last_failure_at')
    for (const [table] of sums) this.addSql(`drop table ${table}`)
  }

  /** Sums up what there is already. `given` are rows of subject_id, measure, at and ms. */
  #fill(table: string, given: string): void {
    this.addSql(`
      insert into ${table} (subject_id, span, starts_at, measure, bucket, count, total_ms)
      select subject_id, span, starts_at, measure, floor(ln(greatest(ms, 1)::float8) / ln(1.1::float8))::int as bucket,
             count(*), sum(round(ms))
        from (${given}) as given
       cross join lateral (
         values ('hour', date_bin('1 hour', at, timestamptz 'epoch')), ('day', date_bin('1 day', at, timestamptz 'epoch'))
       ) as wider (span, starts_at)
       group by subject_id, span, starts_at, measure, bucket`)
  }
}

/** The tables, and what their subjects refer to. */
const sums = [
  ['webhook_sum', 'webhook'],
  ['click_sum', 'account'],
  ['sweep_sum', ''],
] as const
