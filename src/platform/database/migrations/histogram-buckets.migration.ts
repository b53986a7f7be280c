import { Migration } from '@mikro-orm/migrations'

/**
 * Converts buckets that were 10 % wide to buckets of 2 %. The values of an old bucket are known by their number and their
 * sum, so all of them go to the bucket of their average: counts and sums stay exact, and percentiles of this time keep an
 * error of up to 10 % until its sums are deleted.
 */
export class HistogramBucketsMigration extends Migration {
  override up(): void {
    for (const table of ['webhook_sum', 'job_run_sum', 'click_sum']) this.addSql(rebucketSql(table))
  }
}

/** Rows are deleted and inserted in one statement: an update in place would meet numbers that are still in use. */
const rebucketSql = (table: string) => `
  with old as (delete from ${table} returning *)
  insert into ${table} (subject_id, span, starts_at, measure, bucket, count, total_ms)
  select subject_id, span, starts_at, measure, ceil(ln(greatest(total_ms::float8 / count, 1)) / ln(1.02::float8))::int,
         sum(count), sum(total_ms)
    from old
   group by 1, 2, 3, 4, 5`
