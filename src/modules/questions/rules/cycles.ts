import { type Cycle, cycleParts } from '../question-plan.ts'
import type { QuestionScanner } from './question-scanner.ts'

/** Hours of the day or weekdays that a question asks for. */
export interface CycleMention {
  readonly cycle: Cycle
  /** The weekdays that are named, as positions; null for all. */
  readonly indexes: readonly number[] | null
  /** Whether the question asks for the best time, as in `best time to post`. */
  readonly isBest: boolean
}

const publish =
  '(?:post|send|publish|share|tweet|e-?mail|mail|promote|schedule)(?: (?:it|them|links|things|stuff|posts?|(?:my|our|the) (?:links?|newsletters?|posts?)))?'
const by = '(?:\\b(?:by|per|each|every|for each|on|at|during|in|over) )?(?:\\b(?:the|a|each|every|what|which) )?'

const weekendPattern = new RegExp(`${by}\\bweekends?\\b`)
const workdaysPattern = new RegExp(
  `${by}\\b(?:week ?days|working days?|work ?days?|business days?|mondays (?:to|through|until|till|-) fridays)\\b`,
)
const duringWeekPattern = /\b(?:during|in|within) the week\b/
const namedDayPattern =
  /(?:\bon )?\b(?:(mon|tues|wednes|thurs|fri|satur|sun)days|(?:every|each) (mon|tues|wednes|thurs|fri|satur|sun)day)\b/
const weekdayPattern = new RegExp(`${by}\\b(?:days? of (?:the |a |each |every |this )?week|week ?days?)\\b`)
const hourPattern = new RegExp(
  `${by}\\b(?:(?:times?|hours?) of (?:the |each |a )?day|(?<=\\b(?:what|which) )(?:times?|hours))\\b`,
)
const bestDayPattern = new RegExp(
  `(?:\\bwhen (?:is|was) )?(?:\\b(?:the|a) )?\\b(?:best|good|ideal|right|optimal|perfect) days? to ${publish}`,
)
const bestTimePattern = new RegExp(
  `(?:\\bwhen (?:is|was) )?(?:\\b(?:the|a) )?\\b(?:best|good|ideal|right|optimal|perfect) (?:times?|hours?)(?: of (?:the )?day)? to ${publish}`,
)

/** Matches words with which a question asks for weekdays in general and not for Monday to Friday. */
const rankedWeekdaysPattern =
  /\b(?:which|what|best|worst|busiest|quietest|top|strongest|weakest|by|per|each) (?:\d+ )?week ?days\b/

/** Takes the times of day or the days of the week. Returns null for none, and undefined for several kinds. */
export function takeCycle(scan: QuestionScanner): CycleMention | null | undefined {
  const mentions = [takeWeekend(scan), takeBest(scan), takeNamedDays(scan), takeWeekdays(scan), takeHours(scan)]
  const found = mentions.filter((mention) => mention !== null)
  return found.length > 1 ? undefined : (found[0] ?? null)
}

function takeWeekend(scan: QuestionScanner): CycleMention | null {
  const hasWorkdays = scan.has(workdaysPattern) || scan.has(duringWeekPattern)
  if (scan.has(/\bweekends?\b/) && hasWorkdays) {
    scan.takeAll(weekendPattern)
    scan.takeAll(workdaysPattern)
    scan.takeAll(duringWeekPattern)
    return { cycle: 'weekend', indexes: null, isBest: false }
  }
  if (scan.has(/\bweekends\b|\b(?:every|each) weekend\b/)) {
    scan.takeAll(weekendPattern)
    return { cycle: 'weekend', indexes: [1], isBest: false }
  }
  if (scan.has(/\bweek ?days?\b/) && (scan.has(rankedWeekdaysPattern) || !scan.has(/\bweek ?days\b/))) return null
  return scan.takeAny(workdaysPattern) ? { cycle: 'weekend', indexes: [0], isBest: false } : null
}

function takeBest(scan: QuestionScanner): CycleMention | null {
  if (scan.takeAny(bestTimePattern)) return { cycle: 'hour', indexes: null, isBest: true }
  return scan.takeAny(bestDayPattern) ? { cycle: 'weekday', indexes: null, isBest: true } : null
}

function takeNamedDays(scan: QuestionScanner): CycleMention | null {
  const names = scan.takeAll(namedDayPattern).map(([, plural, each]) => plural ?? each ?? '')
  const indexes = cycleParts.weekday.flatMap((day, index) =>
    names.some((name) => `${name}day` === day.toLowerCase()) ? [index] : [],
  )
  return indexes.length > 0 ? { cycle: 'weekday', indexes, isBest: false } : null
}

function takeWeekdays(scan: QuestionScanner): CycleMention | null {
  return scan.takeAny(weekdayPattern) ? { cycle: 'weekday', indexes: null, isBest: false } : null
}

function takeHours(scan: QuestionScanner): CycleMention | null {
  return scan.takeAny(hourPattern) ? { cycle: 'hour', indexes: null, isBest: false } : null
}
