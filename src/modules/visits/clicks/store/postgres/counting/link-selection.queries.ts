import type { EntityManager } from '../../../../../../platform/database/database.ts'
import type { TimeRange } from '../../../time-range.ts'
import type { LinkScope, VisitorSource } from '../../click-query.ts'
import { buildLinkClause, type WhereClause } from '../../link-scope.queries.ts'
import type { CountPlan } from './count-plan.ts'

// Raw SQL, because these are parts of the statement that counts clicks (metric.queries.ts).

/** Links, each counted separately or all combined under the key `''`. */
export interface LinkSelection extends LinkScope {
  readonly isCombined: boolean
  /** If given, what is read instead of the rollups of all links. */
  readonly source?: MetricSource
}

/** What summaries of links read. The parts of statements bind their values in the order of their text. */
export interface MetricSource {
  /** Like `countRowsInRange`. */
  countRows(em: EntityManager, query: CountPlan): Promise<Map<string, number>>
  /** The table `selected_link`: the links that may have clicks in periods that are counted one by one. */
  selectedLinksSql(periods: readonly TimeRange[], bind: Bind): string
  /**
   * Tables, and rows for `dimension_count`, with the counts of whole days. The counts of links also include clicks
   * outside of these days.
   */
  foldedSql(query: CountPlan, days: TimeRange, bind: Bind): { readonly tables: string; readonly counts: string }
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

export function selectedLinkSql({ isCombined, ...scope }: LinkSelection, bind: Bind): string {
  return `selected_link as materialized (
      select id, ${isCombined ? `''` : 'id'} as key, privacy_mode as is_private
        from link
       where ${bindAll(buildLinkClause(scope), bind)})`
}
