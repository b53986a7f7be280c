import { type ClickFilters, type ClickSelection, filterNames } from '../store/click-query.ts'
import { resolveRange } from '../time-range.ts'
import type { ClickFilter } from './click-filter.inputs.ts'
import { readFilterValues } from './filter-text.ts'

/** The period and the filters of a selection of clicks. Throws `InvalidParams` as `resolveRange` does. */
export function readClickFilter(filter: ClickFilter, now: Date): Omit<ClickSelection, 'scope'> {
  return { range: resolveRange(filter, now), filters: readFilters(filter), includeBots: filter.includeBots }
}

function readFilters(filter: ClickFilter): ClickFilters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const values = readFilterValues(filter[name] ?? {})
      return values === null ? [] : [[name, values]]
    }),
  )
}
