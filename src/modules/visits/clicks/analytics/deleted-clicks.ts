import type { DeletedPeriod } from '../store/click-query.ts'
import { findEdges, overlaps, type TimeRange } from '../time-range.ts'

/** A range that was counted, and the days of it whose totals stay when single clicks are deleted. */
export interface CountedRange {
  readonly range: TimeRange
  readonly totalDays: TimeRange | null
}

/** The parts of the range that are counted from single clicks. */
export function findClickPeriods({ range, totalDays }: CountedRange): readonly TimeRange[] {
  return totalDays ? findEdges(range, totalDays) : [range]
}

/** From when on an answer counts all clicks of the range; null when it counts all clicks. */
export function findCountsFrom(counted: CountedRange, deleted: DeletedPeriod | null): Date | null {
  const { totalDays } = counted
  const period = findClickPeriods(counted).find(({ to }) => !totalDays || to === totalDays.from)
  if (!deleted || !period || !overlaps(period, deleted)) return null
  // The rollups have the clicks after an edge.
  return totalDays?.from && totalDays.from < deleted.to ? totalDays.from : deleted.to
}

/** The parts of periods whose clicks are deleted. */
export function findDeletedParts(periods: readonly TimeRange[], deleted: DeletedPeriod | null): readonly TimeRange[] {
  if (!deleted) return []
  return periods
    .filter((period) => overlaps(period, deleted))
    .map(({ from, to }) => ({
      from: from && from > deleted.from ? from : deleted.from,
      to: to && to < deleted.to ? to : deleted.to,
    }))
}
