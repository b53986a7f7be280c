import { overlaps, type TimeRange } from '../time-range.ts'
import { type AnalyticsQuery, findEdges } from './analytics.inputs.ts'

/** A period whose single clicks the retention has deleted. Only the rollups are left. */
export interface DeletedPeriod {
  readonly from: Date
  readonly to: Date
}

/** The deleted clicks of a link, or null for both. */
export interface DeletedRow {
  readonly deletedFrom: string | Date | null
  readonly deletedTo: string | Date | null
}

/** The period that contains the deleted clicks of all links; null when no click is deleted. */
export function findDeletedPeriod(links: readonly DeletedRow[]): DeletedPeriod | null {
  const periods = links.flatMap(({ deletedFrom, deletedTo }) =>
    deletedFrom === null || deletedTo === null ? [] : [{ from: new Date(deletedFrom), to: new Date(deletedTo) }],
  )
  if (periods.length === 0) return null
  return periods.reduce((one, other) => ({
    from: one.from < other.from ? one.from : other.from,
    to: one.to > other.to ? one.to : other.to,
  }))
}

/** The parts of the range that are counted from single clicks. */
export function findClickPeriods({ range, days }: AnalyticsQuery): readonly TimeRange[] {
  return days ? findEdges(range, days) : [range]
}

/** From when on an answer counts all clicks of the range; null when it counts all clicks. */
export function findCountsFrom(query: AnalyticsQuery, deleted: DeletedPeriod | null): Date | null {
  const { days } = query
  const period = findClickPeriods(query).find(({ to }) => !days || to === days.from)
  if (!deleted || !period || !overlaps(period, deleted)) return null
  // The rollups have the clicks after an edge.
  return days?.from && days.from < deleted.to ? days.from : deleted.to
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
