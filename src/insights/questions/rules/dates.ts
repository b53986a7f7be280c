import { casual, type ParsedComponents } from 'chrono-node'
import type { Calendar, Reading } from '../calendar.ts'
import type { Found } from './periods.ts'
import type { Scan } from './scan.ts'

/**
 * Takes the days the question names: `1 May`, `2026-11-01`, `last Friday`, `1 to 5 May`. Days without a year lie in the
 * past. A date such as 10/11 could be read in two ways and is left alone.
 */
export function takeDates(scan: Scan, calendar: Calendar): Found[] {
  const { year, month, day } = calendar.today
  // As if it were noon of today in UTC: dates of the calendar come out, whatever the zone.
  const instant = new Date(Date.UTC(year, month - 1, day, 12))
  return casual.parse(scan.text, { instant, timezone: 0 }).flatMap(({ index, text, start, end }) => {
    if (!isDay(start) || (end && !isDay(end)) || /\d[/.]\d|:/.test(text)) return []
    if (![start, end ?? start].every(isOurTime)) return []
    scan.blank(index, text.length)
    const back = stepBack(start, instant)
    const first = calendar.day(back(start))
    const last = end && calendar.day(back(end))
    return [{ at: index, end: index + text.length, period: last ? calendar.between(first.from, last.to) : first }]
  })
}

/** Years of four digits, which instants can be written with. */
function isOurTime(date: ParsedComponents): boolean {
  const year = date.get('year') ?? 0
  return year >= 1000 && year <= 9999
}

function isDay(date: ParsedComponents): boolean {
  return date.isCertain('day') || date.isCertain('weekday')
}

/** What is read as a day to come was meant as the one before it. */
function stepBack(date: ParsedComponents, today: Date): (date: ParsedComponents) => Reading {
  const isAhead = date.date().getTime() > today.getTime() && !date.isCertain('year')
  const isWeekday = date.isCertain('weekday') && !date.isCertain('day')
  return (each) => ({
    year: (each.get('year') ?? 0) - (isAhead && !isWeekday ? 1 : 0),
    month: each.get('month') ?? 1,
    day: (each.get('day') ?? 1) - (isAhead && isWeekday ? 7 : 0),
  })
}
