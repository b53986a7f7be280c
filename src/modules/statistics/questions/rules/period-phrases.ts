import type { Calendar, CalendarUnit, Period } from '../calendar.ts'
import type { Phrase } from './phrase.ts'

const unitName = '(week|month|quarter|year)'
const nth = ['first', 'second', 'third', 'fourth']

/** A phrase for the current unit of the calendar, or an earlier one. */
const unitPhrase = (pattern: string, unitsAgo: number): Phrase => [
  pattern,
  (name) => ({ period: (calendar) => calendar.unit(name as CalendarUnit, unitsAgo) }),
]

const periodPhrase = (pattern: string, period: (calendar: Calendar) => Period): Phrase => [pattern, { period }]

/** Periods by their names. Dates and months are left to chrono-node. */
export const periodPhrases: readonly Phrase[] = [
  periodPhrase('today(?: so far)?', (calendar) => calendar.unit('day', 0)),
  periodPhrase('yesterday(?: so far)?', (calendar) => calendar.unit('day', 1)),
  periodPhrase('(?:the )?day before yesterday', (calendar) => calendar.unit('day', 2)),
  unitPhrase(`(?:this|current) ${unitName}(?: so far| to date)?`, 0),
  unitPhrase(`${unitName}[ -]to[ -]date`, 0),
  periodPhrase('mtd', (calendar) => calendar.unit('month', 0)),
  periodPhrase('qtd', (calendar) => calendar.unit('quarter', 0)),
  periodPhrase('ytd', (calendar) => calendar.unit('year', 0)),
  unitPhrase(`(?:last|previous|prior) ${unitName}`, 1),
  unitPhrase(`(?:the )?${unitName} before last`, 2),
  [
    '(\\d{1,3}) (day|week|month|year)s? ago',
    (count, name) => ({ period: (calendar) => calendar.unit(name as CalendarUnit, Number(count)) }),
  ],
  [
    '(?:last|past|previous|recent|trailing) (\\d{1,4}) ?(hour|day|week|month|year|hr|h|d)s?',
    (count, name) => ({ period: (calendar) => createLastUnits(Number(count), name, calendar) }),
  ],
  [
    '(?:the )?(?:previous |prior |preceding )?(\\d{1,3}) (?:hour|day|week|month|year)s?(?: (?:before|earlier|prior|preceding)(?: that)?)',
    { says: ['comparison', 'preceding period'] },
  ],
  ['(?:past|trailing) (hour|week|year)', (name) => ({ period: (calendar) => createLastUnits(1, name, calendar) })],
  periodPhrase('(?:past|trailing) day', (calendar) => calendar.lastHours(24)),
  periodPhrase('(?:past|trailing) month', (calendar) => calendar.lastDays(30)),
  periodPhrase('(?:last|past) fortnight', (calendar) => calendar.lastDays(14)),
  periodPhrase('last hour', (calendar) => calendar.lastHours(1)),
  periodPhrase('last weekend', (calendar) => calendar.weekend(1)),
  periodPhrase('this weekend', (calendar) => calendar.weekend(0)),
  periodPhrase('all[ -]time|ever|lifetime|(?<=since )(?:beginning|start)', (calendar) => calendar.allTime),
  [
    '(first|second) half of (?:the |this )?(year|20\\d\\d)',
    (half, year) => ({
      period: (calendar) => calendar.half(Number(year) || calendar.today.year, half === 'first' ? 1 : 2),
    }),
  ],
  [
    `(?:q([1-4])|(${nth.join('|')}|last) quarter)(?: of)?(?: (20\\d\\d))?`,
    (number, name = '', year) => ({
      period: (calendar) => createQuarter(Number(number) || nth.indexOf(name) + 1 || 4, year, calendar),
    }),
  ],
  [
    '(?:the )?same (day|week|month|quarter|period|time)(?: (?:of|in|from))? (?:last year|the (?:previous|prior) year|(?:a|one|1) year (?:ago|earlier|before|prior)|the year before)',
    (name) => ({ yearBefore: name === 'period' || name === 'time' ? null : (name as CalendarUnit) }),
  ],
  ['(?:a|one|1|the) year (?:ago|earlier|before|prior)', { yearBefore: null }],
]

function createLastUnits(count: number, unit: string | undefined, calendar: Calendar): Period | null {
  if (count === 0 || unit === undefined) return null
  if (unit.startsWith('h')) return calendar.lastHours(count)
  if (unit === 'month') return calendar.lastMonths(count)
  if (unit === 'year') return calendar.lastMonths(12 * count)
  return calendar.lastDays(unit === 'week' ? 7 * count : count)
}

function createQuarter(number: number, year: string | undefined, calendar: Calendar): Period {
  const { today } = calendar
  const isAhead = number * 3 - 2 > today.month
  return calendar.quarter(year ? Number(year) : today.year - (isAhead ? 1 : 0), number)
}
