import { casual, type ParsedComponents } from 'chrono-node'
import type { Calendar, CalendarDate, CalendarUnit, Period } from '../calendar.ts'
import {
  addYearBefore,
  compareWithinYears,
  type FoundPeriod,
  takeImpliedComparison,
  takeYearBefore,
} from './compared-periods.ts'
import type { QuestionScanner } from './question-scanner.ts'
import { knownWords } from './vocabulary.ts'

const monthAbbreviations = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Matches the name or the abbreviation of a month. */
const monthPattern =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** Returns the number of a month, from 1. */
function parseMonth(name = ''): number {
  return monthAbbreviations.indexOf(name.slice(0, 3)) + 1
}

/** Returns the latest month of this number that has begun, or that has ended. */
function latestMonth(month: number, calendar: Calendar, mustHaveEnded: boolean): Period {
  const { today } = calendar
  const isInLastYear = mustHaveEnded ? month >= today.month : month > today.month
  return calendar.month(isInLastYear ? today.year - 1 : today.year, month)
}

/** Matches a period and the preceding one of the same length: `last 7 days and the previous 7 days`. */
const repeatedPeriodPattern =
  /\b((?:last|past) (\d{1,3} (?:hour|day|week|month|year)s?) (?:.* )?)(?:(?:previous|prior|preceding) \2|\2 (?:before|earlier|prior|preceding))\b(?: that\b)?/

/** Replaces the second period by `the previous period`. Otherwise both would be parsed as the same period. */
export function rewriteRepeatedPeriod(text: string): string {
  return text.replace(repeatedPeriodPattern, '$1the previous period')
}

/** Words before a period that do not change it. */
const periodPrefix = '(?:\\b(?:in|over|during|for|within|of|on|throughout|as of) )?(?:\\bthe )?'

type PeriodParser = (match: RegExpExecArray, calendar: Calendar) => Period | null
type PeriodGrammar = readonly (readonly [RegExp, PeriodParser])[]

const periodPattern = (pattern: string) => new RegExp(`${periodPrefix}\\b${pattern}\\b`)

/** The calendar unit that a pattern captures: the current one, or an earlier one. */
const capturedUnit =
  (unitsAgo: number): PeriodParser =>
  ([, unit], calendar) =>
    calendar.unit(parseUnit(unit), unitsAgo)

const namedPeriods: PeriodGrammar = [
  [
    periodPattern(`${monthPattern} (?:of |in )?(last|this|the previous) year`),
    ([, month, which], calendar) => calendar.month(calendar.today.year - (which === 'this' ? 0 : 1), parseMonth(month)),
  ],
  [
    periodPattern(`(last|this|previous) year(?: s)? (?:in )?${monthPattern}`),
    ([, which, month], calendar) => calendar.month(calendar.today.year - (which === 'this' ? 0 : 1), parseMonth(month)),
  ],
  [
    periodPattern('(first|second) half of (?:the |this )?(last year|year|20\\d\\d)'),
    ([, half, year = ''], calendar) =>
      calendar.half(
        /^2/.test(year) ? Number(year) : calendar.today.year - (year === 'year' ? 0 : 1),
        half === 'first' ? 1 : 2,
      ),
  ],
  [
    periodPattern('q([1-4]) (?:of |in )?(last|this) year'),
    ([, number, which], calendar) => calendar.quarter(calendar.today.year - (which === 'this' ? 0 : 1), Number(number)),
  ],
  [periodPattern('(20\\d\\d)-(\\d\\d)-(\\d\\d)'), ([, ...date], calendar) => parseDay(date.map(Number), calendar)],
  [periodPattern('day before yesterday'), (_, calendar) => calendar.unit('day', 2)],
  [periodPattern('(week|month|quarter|year) before last'), capturedUnit(2)],
  [
    periodPattern('(?:last|past|previous|recent|trailing) (\\d{1,4}) ?(hours?|days?|weeks?|months?|years?|h|hrs|d)'),
    ([, count, unit], calendar) => createLastUnits(Number(count), unit ?? '', calendar),
  ],
  [
    periodPattern('(?:past|trailing) (hour|day|week|month|year)'),
    ([, unit], calendar) => createRollingPeriod(unit ?? '', calendar),
  ],
  [periodPattern('(?:last|past) fortnight'), (_, calendar) => calendar.lastDays(14)],
  [periodPattern('last hour'), (_, calendar) => calendar.lastHours(1)],
  [periodPattern('last weekend'), (_, calendar) => calendar.weekend(1)],
  [periodPattern('this weekend'), (_, calendar) => calendar.weekend(0)],
  [periodPattern('weekend'), (_, calendar) => calendar.latestWeekend()],
  [periodPattern('(?:last|previous|prior) (week|month|quarter|year)'), capturedUnit(1)],
  [periodPattern('(?:this|current) (week|month|quarter|year)(?: so far| to date)?'), capturedUnit(0)],
  [periodPattern('(week|month|quarter|year)[ -]to[ -]date'), capturedUnit(0)],
  [periodPattern('([mqy])td'), capturedUnit(0)],
  [
    periodPattern('(\\d{1,3}) (day|week|month|year)s? ago'),
    ([, count, unit], calendar) => calendar.unit(parseUnit(unit), Number(count)),
  ],
  [periodPattern('today(?: so far)?'), (_, calendar) => calendar.unit('day', 0)],
  [periodPattern('yesterday(?: so far)?'), (_, calendar) => calendar.unit('day', 1)],
  [
    periodPattern('(first|second|third|fourth|last) quarter(?: of)?(?: (20\\d\\d))?'),
    ([, nth = '', year], calendar) =>
      createQuarter(['first', 'second', 'third', 'fourth'].indexOf(nth) + 1 || 4, year, calendar),
  ],
  [
    periodPattern('q([1-4])(?: of)?(?: (20\\d\\d))?'),
    ([, number, year], calendar) => createQuarter(Number(number), year, calendar),
  ],
  [periodPattern(`last ${monthPattern}`), ([, month], calendar) => latestMonth(parseMonth(month), calendar, true)],
  [
    periodPattern(`(?<!\\d(?:st|nd|rd|th)?(?: of)? )${monthPattern}(?: of)?(?: ,)? (20\\d\\d)`),
    ([, month, year], calendar) => calendar.month(Number(year), parseMonth(month)),
  ],
  [periodPattern('(?:all[ -]time|ever|lifetime|(?<=since )(?:beginning|start))'), (_, calendar) => calendar.allTime],
]

/** Parsed after dates, because a month may be part of a date. `may` without a preposition is more likely the verb. */
const periodsAfterDates: PeriodGrammar = [
  [periodPattern(`(?!may)${monthPattern}`), ([, month], calendar) => latestMonth(parseMonth(month), calendar, false)],
  [
    /(?<=\b(?:in|during|for|of|since|from|until|to|and|with|vs|than|before|after|between|last) )may\b/,
    (_, calendar) => latestMonth(5, calendar, false),
  ],
  [periodPattern('(?:year )?(20[0-4]\\d)'), ([, year], calendar) => calendar.year(Number(year))],
]

/**
 * Takes all periods of the question, in their order. Words such as `since` and `from ... to` combine them, and `the same
 * month last year` is one of them. Returns null if a period does not exist, such as 31 February: without it the question
 * would have another meaning.
 */
export function takePeriods(scan: QuestionScanner, calendar: Calendar): Period[] | null {
  const yearBefore = takeYearBefore(scan)
  const found = [
    ...takeMatches(namedPeriods, scan, calendar),
    ...takeDates(scan, calendar),
    ...takeMatches(periodsAfterDates, scan, calendar),
  ]
  if (!found.every((period) => period !== null)) return null
  const inOrder = found.toSorted((a, b) => a.at - b.at)
  const implied = takeImpliedComparison(scan, inOrder)
  if (yearBefore) return implied ? null : addYearBefore(yearBefore, joinRanges(scan, inOrder, calendar), calendar)
  return compareWithinYears(scan, implied ?? joinRanges(scan, inOrder, calendar))
}

function takeMatches(grammar: PeriodGrammar, scan: QuestionScanner, calendar: Calendar): (FoundPeriod | null)[] {
  return grammar.flatMap(([pattern, parse]) =>
    scan.takeAll(pattern).map((match) => {
      const period = parse(match, calendar)
      return period && { at: match.index, end: match.index + match[0].length, period }
    }),
  )
}

/** Matches a word before a period that makes the period a bound. */
const boundPattern = /\b(since|starting|from|between|after|before|until|till|up to)(?: the)? $/

function joinRanges(scan: QuestionScanner, found: readonly FoundPeriod[], calendar: Calendar): Period[] {
  const periods: Period[] = []
  const isCompared = scan.has(/\bcompar|\bvs\b|\bversus\b|\bdifference/)
  for (let n = 0; n < found.length; n++) {
    const [current, next] = [found[n] as FoundPeriod, found[n + 1]]
    const boundMatch = boundPattern.exec(scan.text.slice(0, current.at))
    const onwardMatch = /^ on(?:wards?)?(?= |$)/.exec(scan.text.slice(current.end))
    const word = onwardMatch ? 'since' : boundMatch?.[1]
    if (onwardMatch) scan.blank(current.end, onwardMatch[0].length)
    if (boundMatch) scan.blank(boundMatch.index, boundMatch[0].length)
    const connector = next && scan.text.slice(current.end, next.at).trim()
    const isRange =
      (/^and(?: the)?$/.test(connector ?? '') && word === 'between' && !scan.has(/\bdifference/)) ||
      (/^(?:to|until|till|through|-)(?: the)?$/.test(connector ?? '') && (word === 'from' || !isCompared))
    if (next && isRange) {
      scan.blank(current.end, next.at - current.end)
      periods.push(calendar.between(current.period.from, next.period.to))
      n++
    } else {
      periods.push(word ? applyBound(word, current.period, calendar) : current.period)
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

/** `the past week` means the last 7 days; `last week` means the week until last Sunday. */
function createRollingPeriod(unit: string, calendar: Calendar): Period | null {
  if (unit === 'day') return calendar.lastHours(24)
  return unit === 'month' ? calendar.lastDays(30) : createLastUnits(1, unit, calendar)
}

function createQuarter(number: number, year: string | undefined, calendar: Calendar): Period {
  const { today } = calendar
  const isAhead = number * 3 - 2 > today.month
  return calendar.quarter(year ? Number(year) : today.year - (isAhead ? 1 : 0), number)
}

/** Matches dates that differ by country, parts of a day, and distances, which chrono-node reads as single days. */
const unreadDatePattern =
  /\d[/.]\d|:|\b(?:early|late|morning|afternoon|evening|night|noon|midnight|end|start|beginning|middle|\d+ ?[ap]m|minutes?|hours?|days?|weeks?|months?|quarters?|years?|ago|now)\b/

/** Takes dates. Those without a year are in the past. Ambiguous ones such as 10/11 are not taken. */
function takeDates(scan: QuestionScanner, calendar: Calendar): FoundPeriod[] {
  const { year, month, day } = calendar.today
  // Noon of today in UTC gives the same calendar dates in every time zone.
  const instant = new Date(Date.UTC(year, month - 1, day, 12))
  return casual.parse(scan.text, { instant, timezone: 0 }).flatMap(({ index, text, start, end }) => {
    if (!isDay(start) || (end && !isDay(end)) || unreadDatePattern.test(text)) return []
    if (![start, end ?? start].every(hasFourDigitYear)) return []
    if (/^[a-z]+day$/.test(text) && isPartOfName(scan.text.slice(0, index))) return []
    scan.blank(index, text.length)
    const toPast = createPastShift(start, instant)
    const first = calendar.day(toPast(start))
    const last = end && calendar.day(toPast(end))
    return [{ at: index, end: index + text.length, period: last ? calendar.between(first.from, last.to) : first }]
  })
}

/** `friday` after a word that is not known is more likely a part of a name, as in `black friday`. */
function isPartOfName(textBefore: string): boolean {
  const [word] = /[^\s,¦]+(?= $)/.exec(textBefore) ?? []
  return word !== undefined && !knownWords.has(word)
}

/** ISO 8601 instants require a year of four digits. */
function hasFourDigitYear(date: ParsedComponents): boolean {
  const year = date.get('year') ?? 0
  return year >= 1000 && year <= 9999
}

function isDay(date: ParsedComponents): boolean {
  return date.isCertain('day') || date.isCertain('weekday')
}

/** Moves a date in the future to the past: by a year, or by a week for a weekday. */
function createPastShift(date: ParsedComponents, today: Date): (date: ParsedComponents) => CalendarDate {
  const isAhead = date.date().getTime() > today.getTime() && !date.isCertain('year')
  const isWeekday = date.isCertain('weekday') && !date.isCertain('day')
  return (other) => ({
    year: (other.get('year') ?? 0) - (isAhead && !isWeekday ? 1 : 0),
    month: other.get('month') ?? 1,
    day: (other.get('day') ?? 1) - (isAhead && isWeekday ? 7 : 0),
  })
}
