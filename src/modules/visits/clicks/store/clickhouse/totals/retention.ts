import type { EntityManager } from '../../../../../../platform/database/database.ts'
import type { Logger } from '../../../../../../platform/shared/logger.ts'
import { dimensionNames } from '../../click-query.ts'
import { rowsOf } from '../click-removal.ts'
import type { ClickHouseLayout } from '../clickhouse.schema.ts'
import { type ClickHouse, ClickHouseUnavailable } from '../clickhouse.ts'
import { valueSql } from '../count-clicks.ts'
import { Params } from '../selection-sql.ts'
import { claimRun, endRun, markSummed, type RetentionRun, releaseRun } from './retention.queries.ts'
import { findRunScope, runClicksSql } from './retention-view.ts'

export interface RetentionDependencies {
  readonly clickHouse: ClickHouse
  readonly layout: ClickHouseLayout
  readonly log: Pick<Logger, 'warn'>
  fork(): EntityManager
}

/**
 * Deletes the single clicks of a workspace before the start of a UTC day, or of all workspaces; their totals are stored before.
 * A run that was interrupted is ended first, whoever has begun it. Does nothing while another node is at work, or ClickHouse is not available.
 */
export async function* deleteClicksBefore(
  dependencies: RetentionDependencies,
  workspaceId: string | null,
  day: Date,
): AsyncGenerator<void> {
  for (;;) {
    const run = await claimRun(dependencies.fork(), workspaceId ?? '', day)
    if (!run) return
    try {
      await proceed(dependencies, run)
    } catch (error) {
      await releaseRun(dependencies.fork(), run)
      if (!(error instanceof ClickHouseUnavailable)) throw error
      dependencies.log.warn({ err: error }, 'old clicks are not deleted yet, because ClickHouse is not available')
      return
    }
    yield
    if (run.workspaceId === (workspaceId ?? '') && run.before.getTime() === day.getTime()) return
  }
}

async function proceed({ clickHouse, layout, fork }: RetentionDependencies, run: RetentionRun): Promise<void> {
  const scope = await findRunScope(fork(), run)
  const isOfRun = (params: Params) => runClicksSql(run, scope, params)
  if (!run.isSummed) {
    const params = new Params()
    const found = await clickHouse.query(`select 1 from click where ${isOfRun(params)} limit 1`, params.values)
    if (found.length === 0) return endRun(fork(), run)
    // What an interrupted run has left.
    await clickHouse.command(`delete from ${rowsOf('click_total', layout)} where run = {run:String}`, { run: run.id })
    for (const build of [clickTotalsSql, valueTotalsSql]) {
      const values = new Params()
      await clickHouse.command(build(values.bind(run.id, 'String'), isOfRun(values)), values.values)
    }
    await markSummed(fork(), run)
  }
  const params = new Params()
  await clickHouse.command(`delete from ${rowsOf('click', layout)} where ${isOfRun(params)}`, params.values)
  await endRun(fork(), run)
}

const columns =
  'workspace_id, url_id, is_view, run, span, starts_at, dimension, value, clicks, bot_clicks, visitors, last_at'

const lastSql = 'maxIf(toNullable(created_at), not is_bot)'

const visitorsOfDaySql = 'uniqExactIf(visitor, not is_bot and visitor != 0)'

/** Of each link and UTC day, all clicks and those by people without a visitor; of each quarter of an hour, all clicks. */
const clickTotalsSql = (run: string, condition: string) => `
  insert into click_total (${columns})
  select workspace_id, url_id, is_view, ${run}, span, starts_at, dimension, '', counted, bots, people, last
    from (
      select workspace_id, url_id, is_view, 'day' as span, toStartOfDay(created_at) as starts_at, 'total' as dimension,
             countIf(not is_bot) as counted, countIf(is_bot) as bots, ${visitorsOfDaySql} as people, ${lastSql} as last
        from click where ${condition} group by workspace_id, url_id, is_view, starts_at
      union all
      select workspace_id, url_id, is_view, 'quarter', toStartOfFifteenMinutes(created_at) as starts_at, 'total',
             countIf(not is_bot), countIf(is_bot), 0, ${lastSql}
        from click where ${condition} group by workspace_id, url_id, is_view, starts_at
      union all
      select workspace_id, url_id, is_view, 'day', toStartOfDay(created_at) as starts_at, 'unidentified',
             countIf(not is_bot and visitor = 0), 0, 0, null
        from click where ${condition} group by workspace_id, url_id, is_view, starts_at)`

const valuesSql = dimensionNames.map((name) => `('${name}', ${valueSql(name)})`).join(', ')

/** Of each link and UTC day, the clicks with each value of each dimension. */
const valueTotalsSql = (run: string, condition: string) => `
  insert into click_total (${columns})
  select workspace_id, url_id, is_view, ${run}, 'day', day, pair.1, pair.2, countIf(not is_bot), countIf(is_bot), 0, null
    from (
      select workspace_id, url_id, is_view, is_bot, toStartOfDay(created_at) as day, arrayJoin([${valuesSql}]) as pair
        from click where ${condition})
   group by workspace_id, url_id, is_view, day, pair.1, pair.2`
