import type { ParsedComponents } from 'chrono-node'
import { Chrono, casual } from 'chrono-node/en'
import type { Calendar, Period } from '../calendar.ts'
import { type FoundPhrase, hasStatement } from './phrase-matching.ts'
import { enterQuestionTurn, type QuestionScanner } from './question-scanner.ts'
import { knownWords } from './vocabulary.ts'

/** A period and its position in the question; null for a period that does not exist. */
interface Found<Value extends Period | null> {
  readonly at: number
  readonly end: number
  readonly period: Value
  /** Whether the phrase has its own beginning and end, as in `3 to 9 November`. */
  readonly isRange?: boolean
}
type FoundPeriod = Found<Period>
type MaybePeriod = Found<Period | null>

interface PeriodContext {
  readonly phrases: readonly FoundPhrase[]
  /** The question after spelling correction. */
  readonly text: string
  readonly calendar: Calendar
}

/** The periods of a question, in their order. */
export interface PeriodMention {
  readonly periods: readonly Period[]
  /** Whether the second period is the period before the first: `last 7 days and the previous 7 days`. */
  readonly hasPrecedingPeriod: boolean
}

const monthName =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

const yearPattern = new RegExp(
  `\\b(?:(${monthName}|q[1-4]|half of) (?:of |in )?(?:the )?(last|this|previous) year|(last|this|previous) year(?: s)? (?:in )?(${monthName}))\\b`,
  'g',
)

/** Replaces `last year` beside a month, a quarter or a half by the number of the year. */
export function nameYears(text: string, { today }: Calendar): string {
  return text.replace(yearPattern, (...[, name, after, before, nameAfter]: string[]) => {
    const year = (after ?? before) === 'this' ? today.year : today.year - 1
    return `${name ?? nameAfter} ${year}`
  })
}

/**
 * Takes the dates, months and years, and joins them with the periods of the phrases. Words such as `since` and `from
 * ... to` combine them, and `the same month last year` is one of them. Returns null if a period does not exist, such as
 * 31 February, because without the period the question would have another meaning.
 */
export async function takePeriods(scan: QuestionScanner, context: PeriodContext): Promise<PeriodMention | null> {
  await compileDatePatterns()
  await enterQuestionTurn()
  const { phrases, text, calendar } = context
  // `the weekend and working days` are no period.
  const hasWeekParts = hasStatement(phrases, 'working days')
  const named = phrases.flatMap(({ at, end, period, says }): MaybePeriod[] =>
    period && !(hasWeekParts && says?.includes('weekend')) ? [{ at, end, period: period(calendar) }] : [],
  )
  const found = [
    ...named,
    ...takeIsoDates(scan, calendar),
    ...takeDates(scan, context),
    ...takeMayAndYears(scan, calendar),
  ]
  if (!found.every((each): each is FoundPeriod => each.period !== null)) return null
  const inOrder = found.toSorted((a, b) => a.at - b.at)
  const [first, second] = inOrder
  if (first && second && inOrder.length === 2 && isSamePeriod(first.period, second.period)) {
    if (phrases.some(({ yearBefore }) => yearBefore !== undefined)) return null
    const hasPrecedingPeriod = /^(?:previous|prior|preceding) /.test(text.slice(second.at))
    return { periods: hasPrecedingPeriod ? [first.period] : [first.period, second.period], hasPrecedingPeriod }
  }
  const joined = findCurrentPeriod(scan, inOrder, phrases) ?? joinRanges(scan, inOrder, context)
  const periods = addYearBefore(joined, context)
  return periods && { periods, hasPrecedingPeriod: false }
}

/** V8 would compile all expressions of chrono-node in one turn, which takes 70 ms. See `compilePatterns` of the phrases. */
async function compileDatePatterns(): Promise<void> {
  for (const parser of casual.parsers) {
    await enterQuestionTurn()
    const chrono = new Chrono({ parsers: [parser], refiners: [] })
    for (let uses = 0; uses < 2; uses++) chrono.parse('')
  }
}

export function isSamePeriod(a: Period, b: Period): boolean {
  return a.from?.getTime() === b.from?.getTime() && a.to?.getTime() === b.to?.getTime()
}

/**
 * Adds the current period if the question names only the period for comparison: `clicks compared to last week`.
 * Otherwise null.
 */
function findCurrentPeriod(
  scan: QuestionScanner,
  [first, second]: readonly FoundPeriod[],
  phrases: readonly FoundPhrase[],
): Period[] | null {
  const current = first?.period.current?.()
  if (!first || second || !current || current.from?.getTime() === first.period.from?.getTime()) return null
  const isCompared = phrases.some((phrase) => {
    const between = scan.text.slice(phrase.end, first.at)
    const isOtherSide = phrase.says?.includes('other side') && /^(?: the)? $/.test(between)
    const isChange = phrase.says?.includes('comparison') && /(?:up|down|grown|ed)$/.test(phrase.text)
    return isOtherSide || (isChange && /^ (?:from|since)(?: the)? $/.test(between))
  })
  if (!isCompared) return null
  scan.take(/\bsince(?=(?: the)? ¦)/)
  return [current, first.period]
}

/**
 * Adds the period of the year before, if the question names it. Without a period, `the same month last year` is about
 * this month. A month compared with `last year` is compared with the same month of that year. Null if the question does
 * not say to which period the year before belongs, or if the units differ.
 */
function addYearBefore(periods: readonly Period[], { phrases, calendar }: PeriodContext): readonly Period[] | null {
  const [period, another] = periods
  const unit = phrases.find(({ yearBefore }) => yearBefore !== undefined)?.yearBefore
  const isOverYear = hasStatement(phrases, 'year over year')
  if (unit === undefined && !isOverYear) {
    const isWithinYear =
      periods.length === 2 && isComparing(phrases) && another?.label === 'last year' && period?.unit !== 'year'
    return isWithinYear && period?.yearBefore ? [period, period.yearBefore()] : periods
  }
  if (another || (period && unit && period.unit !== unit)) return null
  if (!period && !unit && !isOverYear) return null
  const before = (period ?? calendar.unit(unit ?? 'year', 0)).yearBefore?.()
  if (!before) return null
  // `clicks in the same month last year` is about that month alone.
  return period || isOverYear ? [period ?? calendar.unit('year', 0), before] : [before]
}

function isComparing(phrases: readonly FoundPhrase[]): boolean {
  return hasStatement(phrases, 'compare', 'other side')
}

/** Matches a word before a period that makes the period a bound. */
const boundPattern = /\b(since|starting|from|between|after|before|until|till|up to)(?: the)? $/

function joinRanges(
  scan: QuestionScanner,
  found: readonly FoundPeriod[],
  { phrases, text, calendar }: PeriodContext,
): Period[] {
  const periods: Period[] = []
  const isCompared = isComparing(phrases)
  for (let n = 0; n < found.length; n++) {
    const [current, next] = [found[n] as FoundPeriod, found[n + 1]]
    const boundMatch = boundPattern.exec(scan.text.slice(0, current.at))
    const onwardMatch = boundMatch && /^ (?:onwards?(?= |$)|on$)/.exec(text.slice(current.end))
    const word = onwardMatch ? 'since' : boundMatch?.[1]
    if (onwardMatch) scan.blank(current.end, onwardMatch[0].length)
    if (boundMatch) scan.blank(boundMatch.index, boundMatch[0].length)
    const connector = next && text.slice(current.end, next.at).trim()
    const isRange =
      (/^and(?: the)?$/.test(connector ?? '') && word === 'between' && !/\bdifference/.test(text)) ||
      (/^(?:to|until|till|through|-)(?: the)?$/.test(connector ?? '') && (word === 'from' || !isCompared))
    if (next && isRange) {
      scan.blank(current.end, next.at - current.end)
      periods.push(calendar.between(current.period.from, next.period.to))
      n++
    } else {
      periods.push(word && !current.isRange ? applyBound(word, current.period, calendar) : current.period)
    }
  }
  return periods
}

function applyBound(word: string, period: Period, calendar: Calendar): Period {
  const { from, to } = period
  if (word === 'after') return calendar.between(to, null)
  if (word === 'before') return calendar.between(null, from)
  if (/^(until|till|up to)$/.test(word)) return calendar.between(null, to)
  return from === null || !/^(?:since|starting)$/.test(word) ? period : calendar.between(from, null)
}

/** Matches dates that differ by country, parts of a day, and distances, which chrono-node reads as single days. */
const unreadDatePattern =
  /\d[/.]\d|:|\b(?:early|late|morning|afternoon|evening|night|noon|midnight|end|start|beginning|middle|\d+ ?[ap]m|minutes?|hours?|days?|weeks?|months?|quarters?|years?|ago|now)\b/

/**
 * Takes dates and months. A date without a year is in the past, and `last october` has ended. Ambiguous dates such as
 * 10/11 are not taken.
 */
function takeDates(scan: QuestionScanner, { phrases, text, calendar }: PeriodContext): MaybePeriod[] {
  const { year, month, day } = calendar.today
  // Noon of today in UTC gives the same calendar dates in every time zone.
  const instant = new Date(Date.UTC(year, month - 1, day, 12))
  // `compare March to April` is about two months.
  const isCompared = isComparing(phrases) && !/\bfrom\b/.test(text)
  const readText = isCompared ? scan.text.replace(/ to /g, ' ¦¦ ') : scan.text
  return casual
    .parse(readText, { instant, timezone: 0 })
    .flatMap(({ index, text: name, start, end }): MaybePeriod[] => {
      const dates = end ? [start, end] : [start]
      if (unreadDatePattern.test(name) || name === 'may' || !dates.every(isDayOrMonth)) return []
      if (/^[a-z]+day$/.test(name) && isPartOfName(text.slice(0, index))) return []
      const at = /\blast $/.exec(text.slice(0, index))?.index ?? index
      const place = { at, end: index + name.length }
      scan.blank(at, place.end - at)
      // ISO 8601 instants require a year of four digits.
      if (!dates.every((date) => /^[1-9]\d{3}$/.test(`${date.get('year')}`))) return [{ ...place, period: null }]
      const shift = findShift(start, calendar, at < index)
      const [first, last] = dates.map((date) => toPeriod(date, shift, calendar))
      if (!first) return []
      return [
        last ? { ...place, period: calendar.between(first.from, last.to), isRange: true } : { ...place, period: first },
      ]
    })
}

/** Takes a date of ISO 8601. Call it before chrono-node, which reads ranges of such dates wrongly. */
function takeIsoDates(scan: QuestionScanner, calendar: Calendar): MaybePeriod[] {
  return takeMatches(scan, /\b(20\d\d)-(\d\d)-(\d\d)\b/, ([, ...date]) => parseDay(date.map(Number), calendar))
}

/** Takes `may` and years, which chrono-node does not read. Without a preposition, `may` is more likely the verb. */
function takeMayAndYears(scan: QuestionScanner, calendar: Calendar): MaybePeriod[] {
  const { year, month } = calendar.today
  const mayPattern =
    /\b(?:last may|(?:(?<=\b(?:in|during|for|of|since|from|until|to|and|with|before|after|between) )|(?<=¦ ))may)\b/
  return [
    ...takeMatches(scan, mayPattern, ([name]) => {
      const hasBegun = name === 'may' ? month >= 5 : month > 5
      return calendar.month(hasBegun ? year : year - 1, 5)
    }),
    ...takeMatches(scan, /\b(?:year )?(20[0-4]\d)\b/, ([, name]) => calendar.year(Number(name))),
  ]
}

function takeMatches(
  scan: QuestionScanner,
  pattern: RegExp,
  toPeriod: (match: RegExpExecArray) => Period | null,
): MaybePeriod[] {
  return scan
    .takeAll(pattern)
    .map((match) => ({ at: match.index, end: match.index + match[0].length, period: toPeriod(match) }))
}

function parseDay([year = 0, month = 0, day = 0]: readonly number[], calendar: Calendar): Period | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? calendar.day({ year, month, day }) : null
}

/** After an unknown word, `friday` is more likely part of a name, as in `black friday`. */
function isPartOfName(textBefore: string): boolean {
  const [word] = /[^\s,¦]+(?= $)/.exec(textBefore) ?? []
  return word !== undefined && !knownWords.has(word)
}

function isDayOrMonth(date: ParsedComponents): boolean {
  return date.isCertain('day') || date.isCertain('weekday') || date.isCertain('month')
}

/** How far a date is moved to the past. */
interface Shift {
  readonly years: number
  readonly days: number
}

/** Moves a date in the future to the past: by a year, or by a week for a weekday. */
function findShift(date: ParsedComponents, calendar: Calendar, mustHaveEnded: boolean): Shift {
  const none = { years: 0, days: 0 }
  const { from, to } = toPeriod(date, none, calendar)
  const isAhead = mustHaveEnded ? to && to >= calendar.end : from && from > calendar.now
  if (!isAhead || date.isCertain('year')) return none
  const isWeekday = !date.isCertain('day') && !date.isCertain('month')
  return isWeekday ? { years: 0, days: 7 } : { years: 1, days: 0 }
}

function toPeriod(date: ParsedComponents, shift: Shift, calendar: Calendar): Period {
  const [year, month, day] = [date.get('year') ?? 0, date.get('month') ?? 1, date.get('day') ?? 1]
  const isMonth = date.isCertain('month') && !date.isCertain('day')
  if (isMonth) return calendar.month(year - shift.years, month)
  return calendar.day({ year: year - shift.years, month, day: day - shift.days })
}
