import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import { isAbsent } from './absent-values.ts'
import { isIgnoredWord, readMonth } from './date-words.ts'

/** Which number of `05/04/2023` is the day. */
export type DateOrder = 'dayFirst' | 'monthFirst'

/** `ambiguous` means `05/04/2023` without a known order. */
export type DateIssue = 'ambiguous' | 'unreadable'

export const dateExample = 'such as 2023-12-31T23:59:59Z'
export const notADate = defineIssue('NOT_A_DATE', `must be a date, ${dateExample}`)
export const ambiguousDate = defineIssue(
  'AMBIGUOUS_DATE',
  `can be read as day/month and as month/day, and the dates of the file do not tell which. Write dates as ISO 8601, ${dateExample}`,
)

export interface DateOptions {
  /** The unit of numbers, in milliseconds. */
  readonly unitMs: number
  /** Null when the file does not tell it. */
  readonly order: DateOrder | null
}

interface DateParts {
  year?: number
  month?: number
  day?: number
  time?: TimeParts
  isAfternoon?: boolean
  /** East of UTC, in seconds. */
  offsetSeconds?: number
}

interface TimeParts {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly millisecond: number
}

/** Longer texts are no dates. JavaScript writes dates of 60 characters. */
const maxLength = 80

const yearsFrom = 1970
const yearsTo = 9999

/**
 * Reads a date of a database, a spreadsheet, a program or a person. A date without an offset is in UTC. Null means that
 * there is no date.
 */
export function readDate(text: string, { unitMs, order }: DateOptions): Date | null | DateIssue {
  if (text.length > maxLength) return 'unreadable'
  const normalized = text.replace(/\s/g, ' ').trim().toLowerCase()
  if (isNoDate(normalized)) return null
  const number = readNumber(normalized, unitMs)
  if (number) return number
  const parts: DateParts = {}
  for (const word of toWords(normalized)) {
    const issue = readWord(word, parts, order)
    if (issue) return issue
  }
  return toDate(parts) ?? 'unreadable'
}

/** The order of day and month that a date reveals for the other dates of its file; null when it reveals none. */
export function findDateOrder(text: string): DateOrder | null {
  if (text.length > maxLength) return null
  const numbers = readNumericDate(toWords(text.replace(/\s/g, ' ').trim().toLowerCase())[0] ?? '')
  if (!numbers || numbers.isYearFirst || numbers.separator === '.') return null
  const { first, second } = numbers
  if (first > 12 && first <= 31 && second >= 1 && second <= 12) return 'dayFirst'
  return second > 12 && second <= 31 && first >= 1 && first <= 12 ? 'monthFirst' : null
}

/** MySQL writes 0000-00-00, PostgreSQL infinity. */
function isNoDate(text: string): boolean {
  return isAbsent(text) || text === '0' || text.startsWith('0000-00-00') || /^-?infinity$/.test(text)
}

/** Seconds or milliseconds since 1970, or days since 1899-12-30 as spreadsheets count them. */
function readNumber(text: string, unitMs: number): Date | null {
  if (/^\d{9,14}(\.\d{1,9})?$/.test(text)) {
    const seconds = unitMs === 1 ? 1000 : unitMs
    const integer = text.split('.', 1)[0] ?? ''
    return toSensibleDate(Math.floor(Number(text) * (integer.length > 11 ? 1 : seconds)))
  }
  if (!/^[3-7]\d{4}(\.\d{1,12})?$/.test(text)) return null
  return toSensibleDate(Math.round((Number(text) - 25_569) * 86_400) * 1000)
}

/** `05-jan-2024` is three words, and `2024-01-05t10:00` is two. */
function toWords(text: string): string[] {
  const [beforeComment = ''] = text.split('(', 1)
  return beforeComment.split(' ').flatMap((part) => {
    const word = part.endsWith(',') ? part.slice(0, -1) : part
    if (word === '') return []
    if (/^\d{1,2}-\p{L}{3,12}\.?-\d{2,4}$/u.test(word)) return word.split('-')
    if (/^\d[\d/.-]{5,9}t\d/.test(word)) return [word.slice(0, word.indexOf('t')), word.slice(word.indexOf('t') + 1)]
    return [word]
  })
}

function readWord(word: string, parts: DateParts, order: DateOrder | null): DateIssue | null {
  if (isIgnoredWord(word)) return null
  const numbers = readNumericDate(word)
  if (numbers) return addNumericDate(numbers, parts, order)
  if (addTime(word, parts) || addZone(word, parts)) return null
  const month = readMonth(word)
  if (month > 0 && parts.month === undefined) parts.month = month
  else if (/^\d{1,2}(st|nd|rd|th|er|º|\.)?$/.test(word) && parts.day === undefined)
    parts.day = Number.parseInt(word, 10)
  else if (/^\d{4}$/.test(word) && parts.year === undefined) parts.year = Number(word)
  // The year of 05-Jan-24.
  else if (/^\d{2}$/.test(word) && parts.year === undefined) parts.year = 2000 + Number(word)
  else return 'unreadable'
  return null
}

interface NumericDate {
  readonly first: number
  readonly second: number
  readonly third: number
  readonly separator: string
  readonly isYearFirst: boolean
}

function readNumericDate(word: string): NumericDate | null {
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(word)
  const match = compact ?? /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(word)
  if (!match) return null
  const [, first = '', ...others] = match
  const [separator = '', second = '', third = ''] = compact ? ['', ...others] : others
  const isYearFirst = first.length === 4
  const hasYearLast = third.length === 4 || (third.length === 2 && separator !== '-')
  if (isYearFirst ? third.length > 2 : first.length > 2 || !hasYearLast) return null
  const last = Number(third) + (!isYearFirst && third.length === 2 ? 2000 : 0)
  return { first: Number(first), second: Number(second), third: last, separator, isYearFirst }
}

function addNumericDate(date: NumericDate, parts: DateParts, order: DateOrder | null): DateIssue | null {
  if (parts.year !== undefined || parts.month !== undefined || parts.day !== undefined) return 'unreadable'
  const { first, second, third, separator, isYearFirst } = date
  if (isYearFirst) {
    Object.assign(parts, { year: first, month: second, day: third })
    return null
  }
  // Only Americans write the month first, and never with dots.
  const isDayFirst = separator === '.' || first > 12 || (second <= 12 && order === 'dayFirst')
  if (separator !== '.' && order === null && first <= 12 && second <= 12 && first !== second) return 'ambiguous'
  Object.assign(parts, { year: third, month: isDayFirst ? second : first, day: isDayFirst ? first : second })
  return null
}

const timeWord =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(am|pm|a\.m\.|p\.m\.)?(z|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?)?$/

function addTime(word: string, parts: DateParts): boolean {
  if (/^[ap]\.?m\.?$/.test(word)) {
    parts.isAfternoon = word.startsWith('p')
    return true
  }
  const match = timeWord.exec(word)
  if (!match || parts.time) return false
  const [, hour, minute, second = '0', fraction = '0', half, zone] = match
  parts.time = {
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Math.floor(Number(`0.${fraction}`) * 1000),
  }
  if (half) parts.isAfternoon = half.startsWith('p')
  return zone === undefined || addZone(zone, parts)
}

/**
 * The time zones of RFC 5322 and of Central Europe, in hours. Names of other zones mean different zones in several
 * countries.
 */
const zoneHours: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ cet: 1, cest: 2 },
}

function addZone(word: string, parts: DateParts): boolean {
  const hours = zoneHours[word]
  const match = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/.exec(word)
  if (hours === undefined && !match) return false
  if (hours !== undefined) parts.offsetSeconds ??= hours * 3600
  else if (match) {
    const [, sign, hour, minute = '0', second = '0'] = match
    parts.offsetSeconds = (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * (sign === '-' ? -1 : 1)
  }
  return true
}

function toDate({ year, month, day, time, isAfternoon, offsetSeconds = 0 }: DateParts): Date | null {
  if (year === undefined || month === undefined || day === undefined || (isAfternoon !== undefined && !time))
    return null
  const { hour, minute, second, millisecond } = time ?? { hour: 0, minute: 0, second: 0, millisecond: 0 }
  const isHourRight = isAfternoon === undefined ? hour <= 23 : hour >= 1 && hour <= 12
  const isDayRight = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (!isHourRight || !isDayRight || minute > 59 || second > 59 || Math.abs(offsetSeconds) > 16 * 3600) return null
  const hour24 = isAfternoon === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0)
  const ms = Date.UTC(year, month - 1, day, hour24, minute, second, millisecond)
  return toSensibleDate(ms - offsetSeconds * 1000)
}

function toSensibleDate(ms: number): Date | null {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  return year >= yearsFrom && year <= yearsTo ? date : null
}
