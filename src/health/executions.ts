import type { EntityManager } from '../database/open.ts'
import { run } from '../database/quiet.ts'
import type { Executions } from '../events/operations.ts'

/** Durations are told from the newest so many checks: the counts are exact, and none of it takes long. */
const mostMeasured = 10_000

type Row = Omit<Executions, 'lastExecutionAt'> & { lastExecutionAt: string | Date | null }

/** The checks of an account's links that began in a time: `from` belongs to it, `to` does not. */
export async function healthExecutions(
  em: EntityManager,
  ownerId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Executions> {
  const range = [ownerId, from, to]
  const [row] = await run<Row>(em, executionsSql, [...range, ...range, mostMeasured, ...range, ownerId])
  if (!row) throw new Error('An aggregate has one row.')
  const { lastExecutionAt: last } = row
  return { ...row, lastExecutionAt: last === null ? null : new Date(last) }
}

const rangeSql = 'owner_id = ? and started_at >= ?::timestamptz and started_at < ?::timestamptz'

const executionsSql = `
  select counted.executions, counted.succeeded, counted.executions - counted.succeeded as failed, begun.running,
         measured.average as "averageDurationMs", measured.p95 as "p95DurationMs",
         counted.last as "lastExecutionAt", failed.error as "lastError"
    from (select count(*)::int as executions, count(*) filter (where ok)::int as succeeded, max(started_at) as last
            from health_check where ${rangeSql}) as counted
   cross join (
     select round(avg(duration_ms))::int as average,
            percentile_disc(0.95) within group (order by duration_ms)::int as p95
       from (select duration_ms from health_check where ${rangeSql} order by started_at desc limit ?) as newest
   ) as measured
    left join lateral (
      select error from health_check where ${rangeSql} and not ok order by started_at desc limit 1) as failed on true
   cross join (
     select count(*)::int as running from health_link where owner_id = ? and begun_at is not null) as begun`
