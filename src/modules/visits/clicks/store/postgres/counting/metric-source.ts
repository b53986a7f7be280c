import type { TimeRange } from '../../../time-range.ts'
import type { VisitorSource } from '../../click-query.ts'
import type { WhereClause } from '../../link-scope.queries.ts'
import type { CountPlan } from './count-plan.ts'

/** From which rollups clicks are counted. The parts of statements bind their values in the order of their text. */
export interface MetricSource {
  /** The table `selected_link`: at least the links that have clicks in these periods, or clicks that are not folded. */
  selectedLinksSql(periods: readonly TimeRange[], bind: Bind): string
  /** The rollups of these links, with their `key`. */
  rollupsSql(bind: Bind): string
  /** Tables, and rows for `dimension_count`, with the counts of whole days. */
  foldedSql(
    plan: CountPlan,
    days: TimeRange,
    series: readonly SeriesBounds[],
    bind: Bind,
  ): { readonly tables: readonly string[]; readonly counts: string }
}

/** The buckets of a key, and how they are counted. */
export interface SeriesBounds {
  readonly key: string
  readonly bounds: readonly Date[]
  /** The span of the rollups of the series. */
  readonly span: string | null
  /** `days` when every bucket is made of whole UTC days, `clicks` when visitors are counted from single clicks. */
  readonly visitorSource: VisitorSource
}

export type Bind = (value: unknown) => string

/** Collects the values of a statement in the order of their placeholders. */
export function createBinder(): { readonly values: unknown[]; readonly bind: Bind } {
  const values: unknown[] = []
  const bind = (value: unknown) => {
    values.push(value)
    return '?'
  }
  return { values, bind }
}

/** A condition whose values take the next placeholders of the statement. */
export function bindAll({ sql, values }: WhereClause, bind: Bind): string {
  for (const value of values) bind(value)
  return sql
}
