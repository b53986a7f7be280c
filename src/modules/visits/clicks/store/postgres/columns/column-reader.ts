import type { EntityManager } from '../../../../../../platform/database/database.ts'
import type { CountPlan } from '../counting/count-plan.ts'
import type { LinkSelection, SeriesBounds } from '../counting/link-selection.queries.ts'
import { cacheDay, type DecodedDay, findCachedDay } from './column-cache.ts'
import { decodeColumns } from './column-codec.ts'
import { ColumnCounter } from './column-counter.ts'
import type { ColumnCounts } from './column-counts.ts'
import { type ColumnDay, findColumnDays, readColumns, type StoredColumns } from './column-reader.queries.ts'
import { findRowPeriods } from './row-periods.ts'

/** The most clicks whose columns are read in one statement, so that a report needs little memory. */
const clicksPerStatement = 250_000

/**
 * Counts the clicks on days that are stored by columns, in the same transaction as the other statements of a report.
 * Null when there are no such days, or when rows of whole days are not needed.
 */
export async function countColumns(
  em: EntityManager,
  query: CountPlan,
  selection: LinkSelection,
  series: readonly SeriesBounds[],
): Promise<ColumnCounts | null> {
  if (query.days && series.every(({ visitorSource }) => visitorSource !== 'clicks')) return null
  const days = await findColumnDays(em, query, selection)
  if (days.length === 0) return null
  const counter = new ColumnCounter(query, selection, series)
  for (const some of divide(days)) {
    const cached = new Map(some.map((day) => [day, findCachedDay(day)]))
    const rows = await readColumns(
      em,
      some.filter((day) => !cached.get(day)),
    )
    const stored = new Map(rows.map((row) => [toKey(row), row]))
    for (const day of some) await counter.add(day, cached.get(day) ?? decodeDay(day, stored.get(toKey(day))))
  }
  return { ...counter.toCounts(), rowPeriods: findRowPeriods(days) }
}

const toKey = ({ urlId, day }: { readonly urlId: string; readonly day: string }) => `${urlId} ${day}`

function decodeDay(day: ColumnDay, row: StoredColumns | undefined): DecodedDay {
  if (!row) throw new Error('The columns of a day are missing in the snapshot that listed them.')
  const decoded = { columns: decodeColumns(row.columns, day.clicks), dictionaries: JSON.parse(row.dictionaries) }
  cacheDay(day, decoded, row.dictionaries.length)
  return decoded
}

/** Divides days into groups of not too many clicks. */
function* divide(days: readonly ColumnDay[]): Iterable<ColumnDay[]> {
  let group: ColumnDay[] = []
  let clicks = 0
  for (const day of days) {
    if (group.length > 0 && clicks + day.clicks > clicksPerStatement) {
      yield group
      group = []
      clicks = 0
    }
    group.push(day)
    clicks += day.clicks
  }
  if (group.length > 0) yield group
}
