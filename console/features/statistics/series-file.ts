import { fromDate } from '@internationalized/date'
import type { Figures } from './breakdowns.ts'

/** The time line as CSV (RFC 4180), with the times of the zone. */
export function seriesFile({ timeseries }: Pick<Figures, 'timeseries'>, zone: string): string {
  const rows = timeseries.map(({ timestamp, clicks, uniqueVisitors, botClicks, isPartial }) => [
    fromDate(new Date(timestamp), zone).toString().replace(/\[.*/, ''),
    clicks,
    uniqueVisitors ?? '',
    botClicks,
    isPartial,
  ])
  return ['start,clicks,visitors,robots,isPartial', ...rows, ''].join('\r\n')
}
