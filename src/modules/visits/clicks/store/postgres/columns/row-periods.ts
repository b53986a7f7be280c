import { dayMs } from '../../../../../../platform/shared/time.ts'
import type { RowPeriod } from './column-counts.ts'

/** A UTC day of a link, such as `2026-11-25`. */
interface LinkDay {
  readonly urlId: string
  readonly day: string
}

/** The periods of these links before, between and after the days that are counted from columns. */
export function findRowPeriods(days: readonly LinkDay[]): RowPeriod[] {
  return [...Map.groupBy(days, ({ urlId }) => urlId)].flatMap(([urlId, linkDays]) => {
    const starts = linkDays.map(({ day }) => Date.parse(day)).sort((a, b) => a - b)
    const periods: RowPeriod[] = []
    let from = '-infinity'
    for (const [index, start] of starts.entries()) {
      const end = start + dayMs
      if (index === 0 || start > (starts[index - 1] as number) + dayMs)
        periods.push({ url_id: urlId, from_at: from, to_at: new Date(start).toISOString() })
      from = new Date(end).toISOString()
    }
    return [...periods, { url_id: urlId, from_at: from, to_at: 'infinity' }]
  })
}
