import { findWholePeriods, type TimeRange } from '../../../time-range.ts'
import type { CountQuery } from '../../click-query.ts'
import { buildFilterClauses, type FilterClause } from '../selection.queries.ts'

/** A query, and from what it is counted. */
export interface CountPlan extends Pick<CountQuery, 'range' | 'includeBots' | 'groupings' | 'limit'> {
  /** The whole UTC days of the range. Null when it contains none. */
  readonly wholeDays: TimeRange | null
  /**
   * The whole days if they are counted from the rollups. Null when clicks are counted one by one: when there are filters,
   * when the range contains no whole day, and for buckets that no rollup fits.
   */
  readonly days: TimeRange | null
  /** The filters by values. */
  readonly clauses: readonly FilterClause[]
}

/** Without `isAligned`, no rollup fits the buckets. */
export function planCount(
  { range, filters, includeBots, groupings, limit }: CountQuery,
  isAligned: boolean,
): CountPlan {
  const clauses = buildFilterClauses(filters)
  const wholeDays = findWholePeriods('day', range)
  const days = clauses.length > 0 || !isAligned ? null : wholeDays
  return { range, includeBots, groupings, limit, wholeDays, days, clauses }
}
