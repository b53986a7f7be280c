import type { Calendar, CalendarUnit, Period } from '../calendar.ts'
import type { QuestionScanner } from './question-scanner.ts'

/** A period and its position in the question. */
export interface FoundPeriod {
  readonly at: number
  readonly end: number
  readonly period: Period
}

/** Matches words before a period that is compared with the current one. */
const comparisonPrefix =
  /\b(?:compar(?:e[ds]?|ing|ison) (?:to|with|against)|than|vs|versus|against|(?:up|down|grown|changed|increased|decreased|dropped) (from|since))(?: the)? $/

/** Adds the current period if the question names only the other one: `clicks compared to last week`. Else null. */
export function takeImpliedComparison(scan: QuestionScanner, found: readonly FoundPeriod[]): Period[] | null {
  const [first, second] = found
  const match = first && !second ? comparisonPrefix.exec(scan.text.slice(0, first.at)) : null
  const current = first?.period.current?.()
  if (!first || !match || !current || current.from?.getTime() === first.period.from?.getTime()) return null
  if (match[1]) scan.blank(scan.text.lastIndexOf(match[1], first.at), match[1].length)
  return [current, first.period]
}

/** A period of the year before, as a question names it. */
interface YearBefore {
  /** The unit of `the same month last year`, and the year for `year over year`; null for `a year ago`. */
  readonly unit: CalendarUnit | null
  readonly isOverYear: boolean
}

const connector = '(?:\\b(?:in|for|of|during|on|from) )?'
const samePattern = new RegExp(
  `${connector}(?:\\bthe )?\\bsame (day|week|month|quarter|period|time)(?: (?:of|in|from))? (?:last year|the (?:previous|prior) year|(?:a|one|1) year (?:ago|earlier|before|prior)|the year before)\\b`,
)
const agoPattern = new RegExp(`${connector}(?:\\b(?:a|one|1|the) year (?:ago|earlier|before|prior)\\b)`)
const overYearPattern = /\byear[ -]o(?:n|ver)[ -]year\b|\byoy\b/

/** Takes the words for the same period of the year before; null if there are none. */
export function takeYearBefore(scan: QuestionScanner): YearBefore | null {
  const same = scan.take(samePattern)
  if (same) {
    const unit = same[1] === 'period' || same[1] === 'time' ? null : (same[1] as CalendarUnit)
    return { unit, isOverYear: false }
  }
  if (scan.takeAny(agoPattern)) return { unit: null, isOverYear: false }
  // The words are also those of a comparison, so they are not taken here.
  return scan.has(overYearPattern) ? { unit: null, isOverYear: true } : null
}

/**
 * The period of the question and the same of the year before. Without a period, `the same month last year` is about this
 * month. Null if it is not said what the year before belongs to, or if the units differ.
 */
export function addYearBefore(
  { unit, isOverYear }: YearBefore,
  periods: readonly Period[],
  calendar: Calendar,
): Period[] | null {
  const [period, another] = periods
  if (another || (period && unit && period.unit !== unit)) return null
  if (!period && !unit && !isOverYear) return null
  const base = period ?? calendar.unit(unit ?? 'year', 0)
  const before = base.yearBefore?.()
  if (!before) return null
  // `clicks in the same month last year` is about that month alone.
  return period || isOverYear ? [base, before] : [before]
}

/** A month compared with `last year` is compared with the same month of that year, and not with the whole year. */
export function compareWithinYears(scan: QuestionScanner, periods: readonly Period[]): Period[] {
  const [first, second] = periods
  const isComparison = scan.has(/\bcompar|\bvs\b|\bversus\b|\bthan\b|\bagainst\b/)
  if (!first?.yearBefore || second?.label !== 'last year' || periods.length !== 2 || !isComparison) return [...periods]
  return first.unit === 'year' ? [...periods] : [first, first.yearBefore()]
}
