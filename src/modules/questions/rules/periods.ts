import { casual, type ParsedComponents } from 'chrono-node'
import type { Calendar, CalendarDate, CalendarUnit, Period } from '../calendar.ts'
import type { QuestionScanner } from './question-scanner.ts'

const monthAbbreviations = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** A month by its name or its abbreviation. */
export const monthPattern =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** Its number, from 1. */
export function parseMonth(name = ''): number {
  return monthAbbreviations.indexOf(name.slice(0, 3)) + 1
}

/** The newest month of that name that has begun, and with `ended` 1 that is over. */
export function latestMonth(month: number, calendar: Calendar, ended: 0 | 1): Period {
  const { today } = calendar
  return calendar.month(month + ended > today.month ? today.year - 1 : today.year, month)
}

/** The same stretch named once more, as the one before: `last 7 days and the previous 7 days`, `... the 7 days before`. */
const repeatedPeriodPattern =
  /\b((?:last|past) (\d{1,3} (?:hour|day|week|month|year)s?) (?:.* )?)(?:(?:previous|prior|preceding) \2|\2 (?:before|earlier|prior|preceding))\b(?: that\b)?/

/** Says of such a stretch that it is the previous one, for by its own words it would be the same. */
export function rewriteRepeatedPeriod(text: string): string {
  return text.replace(repeatedPeriodPattern, '$1the previous period')
}

/** Words after which a stretch of time is what another one is measured against. */
const comparisonPrefix =
  /\b(?:compar(?:e[ds]?|ing|ison) (?:to|with|against)|than|vs|versus|against|(?:up|down|grown|changed|increased|decreased|dropped) (from|since))(?: the)? $/

/**
 * Takes the stretch that is now and the one it is measured against, where a question names only the latter: `clicks compared to
 * last week`. Null where it names both, or says nothing of the kind.
 */
export function takeImpliedComparison(
  scan: QuestionScanner,
  found: readonly { readonly at: number; readonly period: Period }[],
): Period[] | null {
  const [one, other] = found
  const match = one && !other ? comparisonPrefix.exec(scan.text.slice(0, one.at)) : null
  const current = one?.period.current?.()
  if (!one || !match || !current || current.from?.getTime() === one.period.from?.getTime()) return null
  if (match[1]) scan.blank(scan.text.lastIndexOf(match[1], one.at), match[1].length)
  return [current, one.period]
}

/** One expression of time, and where in the question it stands. */
export interface FoundPeriod {
  readonly at: number
  readonly end: number
  readonly period: Period
}

/** Words before a stretch of time that add nothing to it. */
const periodPrefix = '(?:\\b(?:in|over|during|for|within|of|on|throughout|as of) )?(?:\\bthe )?'

type PeriodParser = (match: RegExpExecArray, calendar: Calendar) => Period | null
type PeriodGrammar = readonly (readonly [RegExp, PeriodParser])[]

const periodPattern = (pattern: string) => new RegExp(`${periodPrefix}\\b${pattern}\\b`)

const namedPeriods: PeriodGrammar = [
  [periodPattern('(20\\d\\d)-(\\d\\d)-(\\d\\d)'), ([, ...date], calendar) => parseDay(date.map(Number), calendar)],
  [periodPattern('day before yesterday'), (_, calendar) => calendar.unit('day', 2)],
  [periodPattern('(week|month|quarter|year) before last'), ([, unit], calendar) => calendar.unit(parseUnit(unit), 2)],
  [
    periodPattern('(?:last|past|previous|recent|trailing) (\\d{1,3}) ?(hours?|days?|weeks?|months?|years?|h|hrs|d)'),
    ([, count, unit], calendar) => createLastUnits(Number(count), unit ?? '', calendar),
  ],
  [
    periodPattern('(?:past|trailing) (hour|day|week|month|year)'),
    ([, unit], calendar) => createRollingPeriod(unit ?? '', calendar),
  ],
  [periodPattern('last hour'), (_, calendar) => calendar.lastHours(1)],
  [periodPattern('last weekend'), (_, calendar) => calendar.weekend(1)],
  [periodPattern('this weekend'), (_, calendar) => calendar.weekend(0)],
  [periodPattern('weekend'), (_, calendar) => calendar.latestWeekend()],
  [
    periodPattern('(?:last|previous|prior) (week|month|quarter|year)'),
    ([, unit], calendar) => calendar.unit(parseUnit(unit), 1),
  ],
  [
    periodPattern('(?:this|current) (week|month|quarter|year)(?: so far| to date)?'),
    ([, unit], calendar) => calendar.unit(parseUnit(unit), 0),
  ],
  [periodPattern('(week|month|quarter|year)[ -]to[ -]date'), ([, unit], calendar) => calendar.unit(parseUnit(unit), 0)],
  [periodPattern('([mqy])td'), ([, letter], calendar) => calendar.unit(parseUnit(letter), 0)],
  [
    periodPattern('(\\d{1,3}) (day|week|month|year)s? ago'),
    ([, count, unit], calendar) => calendar.unit(parseUnit(unit), Number(count)),
  ],
  [
    periodPattern('(today|yesterday)(?: so far)?'),
    ([, day], calendar) => calendar.unit('day', day === 'today' ? 0 : 1),
  ],
  [
    periodPattern('(first|second|third|fourth|last) quarter(?: of)?(?: (20\\d\\d))?'),
    ([, nth = '', year], calendar) =>
      createQuarter(['first', 'second', 'third', 'fourth'].indexOf(nth) + 1 || 4, year, calendar),
  ],
  [
    periodPattern('q([1-4])(?: of)?(?: (20\\d\\d))?'),
    ([, number, year], calendar) => createQuarter(Number(number), year, calendar),
  ],
  [periodPattern(`last ${monthPattern}`), ([, month], calendar) => latestMonth(parseMonth(month), calendar, 1)],
  [
    periodPattern(`(?<!\\d(?:st|nd|rd|th)?(?: of)? )${monthPattern}(?: of)?(?: ,)? (20\\d\\d)`),
    ([, month, year], calendar) => calendar.month(Number(year), parseMonth(month)),
  ],
  [periodPattern('(?:all[ -]time|ever|lifetime|(?<=since )(?:beginning|start))'), (_, calendar) => calendar.allTime],
]

/** What is looked for once dates have been read, for a day may stand beside a month. `May` alone is rather a verb. */
const periodsAfterDates: PeriodGrammar = [
  [periodPattern(`(?!may)${monthPattern}`), ([, month], calendar) => latestMonth(parseMonth(month), calendar, 0)],
  [
    /(?<=\b(?:in|during|for|of|since|from|until|to|and|with|vs|than|before|after|between|last) )may\b/,
    (_, calendar) => latestMonth(5, calendar, 0),
  ],
  [periodPattern('(?:year )?(20[0-4]\\d)'), ([, year], calendar) => calendar.year(Number(year))],
]

/**
 * Takes every stretch of time the question names, in its order. `since`, `from ... to` and the like make one of two.
 * Null when one is named that there is not, such as 31 February: without it the question would be another.
 */
export function takePeriods(scan: QuestionScanner, calendar: Calendar): Period[] | null {
  const found = [
    ...takeMatches(namedPeriods, scan, calendar),
    ...takeDates(scan, calendar),
    ...takeMatches(periodsAfterDates, scan, calendar),
  ]
  if (!found.every((each) => each !== null)) return null
  const inOrder = found.toSorted((a, b) => a.at - b.at)
  return takeImpliedComparison(scan, inOrder) ?? joinRanges(scan, inOrder, calendar)
}

function takeMatches(grammar: PeriodGrammar, scan: QuestionScanner, calendar: Calendar): (FoundPeriod | null)[] {
  return grammar.flatMap(([pattern, parse]) =>
    scan.takeAll(pattern).map((match) => {
      const period = parse(match, calendar)
      return period && { at: match.index, end: match.index + match[0].length, period }
    }),
  )
}

/** A word before a stretch of time that makes it a bound. */
const boundPattern = /\b(since|starting|from|between|after|before|until|till|up to)(?: the)? $/

function joinRanges(scan: QuestionScanner, found: readonly FoundPeriod[], calendar: Calendar): Period[] {
  const periods: Period[] = []
  const isCompared = scan.has(/\bcompar|\bvs\b|\bversus\b|\bdifference/)
  for (let n = 0; n < found.length; n++) {
    const [one, other] = [found[n] as FoundPeriod, found[n + 1]]
    const before = boundPattern.exec(scan.text.slice(0, one.at))
    const onward = /^ on(?:wards?)?(?= |$)/.exec(scan.text.slice(one.end))
    const word = onward ? 'since' : before?.[1]
    if (onward) scan.blank(one.end, onward[0].length)
    if (before) scan.blank(before.index, before[0].length)
    const connector = other && scan.text.slice(one.end, other.at).trim()
    const isRange =
      (/^and(?: the)?$/.test(connector ?? '') && word === 'between' && !scan.has(/\bdifference/)) ||
      (/^(?:to|until|till|through|-)(?: the)?$/.test(connector ?? '') && (word === 'from' || !isCompared))
    if (other && isRange) {
      scan.blank(one.end, other.at - one.end)
      periods.push(calendar.between(one.period.from, other.period.to))
      n++
    } else {
      periods.push(word ? applyBound(word, one.period, calendar) : one.period)
    }
  }
  return periods
}

function applyBound(word: string, { from, to, ...period }: Period, calendar: Calendar): Period {
  if (word === 'after') return calendar.between(to, null)
  if (word === 'before') return calendar.between(null, from)
  if (/^(until|till|up to)$/.test(word)) return calendar.between(null, to)
  return from === null || !/^(?:since|starting)$/.test(word) ? { from, to, ...period } : calendar.between(from, null)
}

function parseDay([year = 0, month = 0, day = 0]: readonly number[], calendar: Calendar): Period | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? calendar.day({ year, month, day }) : null
}

function parseUnit(text = ''): CalendarUnit {
  return ({ m: 'month', q: 'quarter', y: 'year' } as const)[text] ?? (text as CalendarUnit)
}

function createLastUnits(count: number, unit: string, calendar: Calendar): Period | null {
  if (count === 0) return null
  if (unit.startsWith('h')) return calendar.lastHours(count)
  if (unit.startsWith('m')) return calendar.lastMonths(count)
  if (unit.startsWith('y')) return calendar.lastMonths(12 * count)
  return calendar.lastDays(unit.startsWith('w') ? 7 * count : count)
}

/** The past week is the last 7 days, where last week is the one that ended with Sunday. */
function createRollingPeriod(unit: string, calendar: Calendar): Period | null {
  if (unit === 'day') return calendar.lastHours(24)
  return unit === 'month' ? calendar.lastDays(30) : createLastUnits(1, unit, calendar)
}

function createQuarter(number: number, year: string | undefined, calendar: Calendar): Period {
  const { today } = calendar
  const isAhead = number * 3 - 2 > today.month
  return calendar.quarter(year ? Number(year) : today.year - (isAhead ? 1 : 0), number)
}

/**
 * Takes the days the question names: `1 May`, `2026-11-01`, `last Friday`, `1 to 5 May`. Days without a year lie in the
 * past. A date such as 10/11 could be read in two ways and is left alone.
 */
export function takeDates(scan: QuestionScanner, calendar: Calendar): FoundPeriod[] {
  const { year, month, day } = calendar.today
  // As if it were noon of today in UTC: dates of the calendar come out, whatever the zone.
  const instant = new Date(Date.UTC(year, month - 1, day, 12))
  return casual.parse(scan.text, { instant, timezone: 0 }).flatMap(({ index, text, start, end }) => {
    if (!isDay(start) || (end && !isDay(end)) || /\d[/.]\d|:/.test(text)) return []
    if (![start, end ?? start].every(hasFourDigitYear)) return []
    scan.blank(index, text.length)
    const toPast = createPastShift(start, instant)
    const first = calendar.day(toPast(start))
    const last = end && calendar.day(toPast(end))
    return [{ at: index, end: index + text.length, period: last ? calendar.between(first.from, last.to) : first }]
  })
}

/** Years of four digits, which instants can be written with. */
function hasFourDigitYear(date: ParsedComponents): boolean {
  const year = date.get('year') ?? 0
  return year >= 1000 && year <= 9999
}

function isDay(date: ParsedComponents): boolean {
  return date.isCertain('day') || date.isCertain('weekday')
}

/** What is read as a day to come was meant as the one before it. */
function createPastShift(date: ParsedComponents, today: Date): (date: ParsedComponents) => CalendarDate {
  const isAhead = date.date().getTime() > today.getTime() && !date.isCertain('year')
  const isWeekday = date.isCertain('weekday') && !date.isCertain('day')
  return (each) => ({
    year: (each.get('year') ?? 0) - (isAhead && !isWeekday ? 1 : 0),
    month: each.get('month') ?? 1,
    day: (each.get('day') ?? 1) - (isAhead && isWeekday ? 7 : 0),
  })
}
