import type { Calendar, CalendarUnit, Period } from '../calendar.ts'
import { takeDates } from './dates.ts'
import { latestMonth, monthOf, monthWord } from './months.ts'
import type { Scan } from './scan.ts'
import { measuredAgainst } from './yardsticks.ts'

/** One expression of time, and where in the question it stands. */
export interface Found {
  readonly at: number
  readonly end: number
  readonly period: Period
}

/** Words before a stretch of time that add nothing to it. */
const lead = '(?:\\b(?:in|over|during|for|within|of|on|throughout|as of) )?(?:\\bthe )?'

type Read = (match: RegExpExecArray, calendar: Calendar) => Period | null
type Grammar = readonly (readonly [RegExp, Read])[]

const rule = (pattern: string) => new RegExp(`${lead}\\b${pattern}\\b`)

const named: Grammar = [
  [rule('(20\\d\\d)-(\\d\\d)-(\\d\\d)'), ([, ...date], calendar) => dayOf(date.map(Number), calendar)],
  [rule('day before yesterday'), (_, calendar) => calendar.unit('day', 2)],
  [rule('(week|month|quarter|year) before last'), ([, unit], calendar) => calendar.unit(unitOf(unit), 2)],
  [
    rule('(?:last|past|previous|recent|trailing) (\\d{1,3}) ?(hours?|days?|weeks?|months?|years?|h|hrs|d)'),
    ([, count, unit], calendar) => lastMany(Number(count), unit ?? '', calendar),
  ],
  [rule('(?:past|trailing) (hour|day|week|month|year)'), ([, unit], calendar) => rolling(unit ?? '', calendar)],
  [rule('last hour'), (_, calendar) => calendar.hours(1)],
  [rule('last weekend'), (_, calendar) => calendar.weekend(1)],
  [rule('this weekend'), (_, calendar) => calendar.weekend(0)],
  [rule('weekend'), (_, calendar) => calendar.latestWeekend()],
  [rule('(?:last|previous|prior) (week|month|quarter|year)'), ([, unit], calendar) => calendar.unit(unitOf(unit), 1)],
  [
    rule('(?:this|current) (week|month|quarter|year)(?: so far| to date)?'),
    ([, unit], calendar) => calendar.unit(unitOf(unit), 0),
  ],
  [rule('(week|month|quarter|year)[ -]to[ -]date'), ([, unit], calendar) => calendar.unit(unitOf(unit), 0)],
  [rule('([mqy])td'), ([, letter], calendar) => calendar.unit(unitOf(letter), 0)],
  [
    rule('(\\d{1,3}) (day|week|month|year)s? ago'),
    ([, count, unit], calendar) => calendar.unit(unitOf(unit), Number(count)),
  ],
  [rule('(today|yesterday)(?: so far)?'), ([, day], calendar) => calendar.unit('day', day === 'today' ? 0 : 1)],
  [
    rule('(first|second|third|fourth|last) quarter(?: of)?(?: (20\\d\\d))?'),
    ([, nth = '', year], calendar) =>
      quarter(['first', 'second', 'third', 'fourth'].indexOf(nth) + 1 || 4, year, calendar),
  ],
  [rule('q([1-4])(?: of)?(?: (20\\d\\d))?'), ([, number, year], calendar) => quarter(Number(number), year, calendar)],
  [rule(`last ${monthWord}`), ([, month], calendar) => latestMonth(monthOf(month), calendar, 1)],
  [
    rule(`(?<!\\d(?:st|nd|rd|th)?(?: of)? )${monthWord}(?: of)?(?: ,)? (20\\d\\d)`),
    ([, month, year], calendar) => calendar.month(Number(year), monthOf(month)),
  ],
  [rule('(?:all[ -]time|ever|lifetime|(?<=since )(?:beginning|start))'), (_, calendar) => calendar.always],
]

/** What is looked for once dates have been read, for a day may stand beside a month. `May` alone is rather a verb. */
const afterDates: Grammar = [
  [rule(`(?!may)${monthWord}`), ([, month], calendar) => latestMonth(monthOf(month), calendar, 0)],
  [
    /(?<=\b(?:in|during|for|of|since|from|until|to|and|with|vs|than|before|after|between|last) )may\b/,
    (_, calendar) => latestMonth(5, calendar, 0),
  ],
  [rule('(?:year )?(20[0-4]\\d)'), ([, year], calendar) => calendar.year(Number(year))],
]

/**
 * Takes every stretch of time the question names, in its order. `since`, `from ... to` and the like make one of two.
 * Null when one is named that there is not, such as 31 February: without it the question would be another.
 */
export function takePeriods(scan: Scan, calendar: Calendar): Period[] | null {
  const found = [...read(named, scan, calendar), ...takeDates(scan, calendar), ...read(afterDates, scan, calendar)]
  if (!found.every((each) => each !== null)) return null
  const inOrder = found.toSorted((a, b) => a.at - b.at)
  return measuredAgainst(scan, inOrder) ?? joined(scan, inOrder, calendar)
}

function read(grammar: Grammar, scan: Scan, calendar: Calendar): (Found | null)[] {
  return grammar.flatMap(([pattern, periodOf]) =>
    scan.takeAll(pattern).map((match) => {
      const period = periodOf(match, calendar)
      return period && { at: match.index, end: match.index + match[0].length, period }
    }),
  )
}

/** A word before a stretch of time that makes it a bound. */
const bound = /\b(since|starting|from|between|after|before|until|till|up to)(?: the)? $/

function joined(scan: Scan, found: readonly Found[], calendar: Calendar): Period[] {
  const periods: Period[] = []
  const isCompared = scan.has(/\bcompar|\bvs\b|\bversus\b|\bdifference/)
  for (let n = 0; n < found.length; n++) {
    const [one, other] = [found[n] as Found, found[n + 1]]
    const before = bound.exec(scan.text.slice(0, one.at))
    const onward = /^ on(?:wards?)?(?= |$)/.exec(scan.text.slice(one.end))
    const word = onward ? 'since' : before?.[1]
    if (onward) scan.blank(one.end, onward[0].length)
    if (before) scan.blank(before.index, before[0].length)
    const link = other && scan.text.slice(one.end, other.at).trim()
    const isRange =
      (/^and(?: the)?$/.test(link ?? '') && word === 'between' && !scan.has(/\bdifference/)) ||
      (/^(?:to|until|till|through|-)(?: the)?$/.test(link ?? '') && (word === 'from' || !isCompared))
    if (other && isRange) {
      scan.blank(one.end, other.at - one.end)
      periods.push(calendar.between(one.period.from, other.period.to))
      n++
    } else {
      periods.push(word ? bounded(word, one.period, calendar) : one.period)
    }
  }
  return periods
}

function bounded(word: string, { from, to, ...period }: Period, calendar: Calendar): Period {
  if (word === 'after') return calendar.between(to, null)
  if (word === 'before') return calendar.between(null, from)
  if (/^(until|till|up to)$/.test(word)) return calendar.between(null, to)
  return from === null || !/^(?:since|starting)$/.test(word) ? { from, to, ...period } : calendar.between(from, null)
}

function dayOf([year = 0, month = 0, day = 0]: readonly number[], calendar: Calendar): Period | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? calendar.day({ year, month, day }) : null
}

function unitOf(text = ''): CalendarUnit {
  return ({ m: 'month', q: 'quarter', y: 'year' } as const)[text] ?? (text as CalendarUnit)
}

function lastMany(count: number, unit: string, calendar: Calendar): Period | null {
  if (count === 0) return null
  if (unit.startsWith('h')) return calendar.hours(count)
  if (unit.startsWith('m')) return calendar.lastMonths(count)
  if (unit.startsWith('y')) return calendar.lastMonths(12 * count)
  return calendar.lastDays(unit.startsWith('w') ? 7 * count : count)
}

/** The past week is the last 7 days, where last week is the one that ended with Sunday. */
function rolling(unit: string, calendar: Calendar): Period | null {
  if (unit === 'day') return calendar.hours(24)
  return unit === 'month' ? calendar.lastDays(30) : lastMany(1, unit, calendar)
}

function quarter(number: number, year: string | undefined, calendar: Calendar): Period {
  const { today } = calendar
  const isAhead = number * 3 - 2 > today.month
  return calendar.quarter(year ? Number(year) : today.year - (isAhead ? 1 : 0), number)
}
