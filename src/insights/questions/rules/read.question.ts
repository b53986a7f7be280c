import type { Calendar, Period } from '../calendar.ts'
import type { NamedLink } from '../own.links.ts'
import { type LinkName, mostRows, type Operation, type Plan, type Unit } from '../plan.ts'
import { takeBots, takeCampaigns, takeFilters } from './filters.ts'
import { type Mention, takeMention } from './mentions.ts'
import { takePeriods } from './periods.ts'
import { normalized, Scan } from './scan.ts'
import { spelled } from './spelling.ts'
import { type Subjects, takeSubjects } from './subjects.ts'
import { beyond, fillers, numbers, shortMistakes } from './words.ts'
import { previousSaid } from './yardsticks.ts'

/** What the rules make of a question. They answer what they understand to the last word, and nothing else. */
export type Reading =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'several'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown' }

export interface Known {
  readonly calendar: Calendar
  /** Links of the caller whose title, code or id stands in the question. */
  readonly own: readonly NamedLink[]
  /** Base of short addresses. */
  readonly shortUrl: string
}

const unknown: Reading = { kind: 'unknown' }

const defaultRows = 10

/** How many links there are is none of the operations, and must not be taken for their clicks. */
const linkCount =
  /\b(?:how many|number of|count of) (?:of )?(?:my |short |active )*(?:links|urls)\b(?! (?:were|was|got|did) clicked)/

/** What no operation tells, though without these words one would: rates, days that recur, lengths nobody knows. */
const untold =
  /\b(?:per|each|every) (?:unique )?(?:visitor|person|user)s?\b|\b(?:weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b|\bsame (?:day|weekday|week|month|quarter|time|period)\b|\b(?:few|couple(?: of)?|several) (?:hour|day|week|month|year)s\b|"\s*"/

/** Reads a question in English. */
export function readQuestion(question: string, { calendar, own, shortUrl }: Known): Reading {
  const scan = new Scan(normalized(question))
  const campaigns = takeCampaigns(scan)
  const mention = takeMention(scan, own, shortUrl)
  if (mention.kind === 'several') return mention
  const corrected = respell(scan.text)
  const words = new Scan(previousSaid(corrected.text))
  if (words.has(linkCount) || scan.has(untold)) return unknown
  const includeBots = takeBots(words)
  const periods = takePeriods(words, calendar)
  const filters = takeFilters(words, campaigns)
  const subjects = takeSubjects(words)
  const rest = unread(words, corrected.typed)
  if (periods === null || filters === null || rest === null || subjects.isManyDimensions) return unknown
  if (rest.length > 0 && mention.kind === 'one') return unknown
  const link = linkOf(mention, rest)
  const operation = operationOf(subjects, periods, { link, filters })
  if (operation === null || periods.length > 2) return unknown
  const unit = operation === 'timeseries' ? (subjects.unit ?? 'auto') : 'auto'
  const order = orderOf(operation, subjects)
  const [period, comparedTo] = periodsOf(operation, { periods, unit, order }, calendar)
  if (operation === 'compare' && comparedTo === null) return unknown
  const { timezone, measure } = { timezone: calendar.zone, measure: measureOf(subjects) }
  const dimension = operation === 'breakdown' ? (subjects.dimension ?? comparedDimension(filters)) : null
  const limit = limitOf(operation, subjects)
  const plan = {
    operation,
    link,
    period,
    comparedTo,
    timezone,
    filters,
    includeBots,
    dimension,
    unit,
    order,
    limit,
    measure,
  }
  return { kind: 'plan', plan }
}

/** Mends the spelling of single words, and remembers what was typed: a name may look like a mistake. */
function respell(text: string): { text: string; typed: Map<string, string> } {
  const typed = new Map<string, string>()
  const mended = text.replace(/[^\s,¦"]+/g, (word) => {
    const meant = shortMistakes[word] ?? numbers[word] ?? spelled(word)
    if (meant !== word) typed.set(meant, word)
    return meant
  })
  return { text: mended, typed }
}

/** Words before a name that nobody has understood yet. */
const naming =
  /\b(?:did|does|do|has|have|for|of|to|link|called|named|titled|about|is|was|on)(?: (?:the|my|our|a))*[\s¦]*$/

/** The words that nothing else has taken: none, or one name of a link; null where they are more than a name. */
function unread(scan: Scan, typed: ReadonlyMap<string, string>): string | null {
  const names = scan.rest().flatMap(({ at, words }) => {
    const told = words.map((word) => !fillers.has(word) && !/^\W*$/.test(word) && word !== 's')
    const [first, last] = [told.indexOf(true), told.lastIndexOf(true)]
    if (first < 0) return []
    const before =
      scan.text.slice(0, at) +
      words
        .slice(0, first)
        .map((word) => `${word} `)
        .join('')
    const name = words.slice(first, last + 1).map((word) => typed.get(word) ?? word)
    return [naming.test(before) && !name.some((word) => beyond.has(word)) ? name.join(' ') : null]
  })
  if (names.length === 0) return ''
  return names.length === 1 ? (names[0] ?? null) : null
}

function linkOf(mention: Mention, rest: string): LinkName | null {
  if (mention.kind === 'one') return mention.link
  return rest === '' ? null : { text: rest }
}

type Given = Pick<Plan, 'link' | 'filters'>

function operationOf(said: Subjects, periods: readonly Period[], { link, filters }: Given): Operation | null {
  const hasFilters = Object.keys(filters).length > 0
  const isAboutClicks = said.clicks || said.visitors || said.performance
  if (said.links && link === null && said.dimension === null && isRanked(said)) {
    return said.order === 'fewest' || said.unit !== null ? null : 'topLinks'
  }
  if (said.details) return link && !said.dimension ? 'linkDetails' : null
  if (said.dimension)
    return said.comparison && (periods.length > 1 || !(isAboutClicks || said.isPlural)) ? null : 'breakdown'
  if (said.comparison && periods.length < 2 && comparedDimension(filters)) return 'breakdown'
  if (said.comparison || periods.length === 2) return isAboutClicks || periods.length > 0 ? 'compare' : null
  if (said.unit) return isAboutClicks || said.order || !said.isUnitSought ? 'timeseries' : null
  // Who asks for the most of something wants no total.
  if (said.order !== null) return null
  if (isAboutClicks) return 'totals'
  if (link && !('text' in link)) return periods.length > 0 || hasFilters ? 'totals' : 'linkDetails'
  return hasFilters && periods.length > 0 ? 'totals' : null
}

function isRanked({ order, isEachLink, comparison }: Subjects): boolean {
  return !comparison && (order !== null || isEachLink)
}

/** Of several values side by side, what they are values of. */
function comparedDimension(filters: Plan['filters']): Plan['dimension'] {
  const several = Object.entries(filters).filter(([, value]) => value.includes(',') && !value.startsWith('-'))
  return several.length === 1 ? (several[0]?.[0] as Plan['dimension']) : null
}

function orderOf(operation: Operation, { order, isUnitSought }: Subjects): Plan['order'] {
  if (operation === 'timeseries') return isUnitSought || order ? (order ?? 'most') : null
  return order ?? 'most'
}

function limitOf(operation: Operation, { limit, order, isPlural, isUnitSought }: Subjects): number {
  if (limit !== null) return Math.min(Math.max(limit, 1), mostRows)
  if (operation === 'timeseries') return order || isUnitSought ? 1 : mostRows
  return order !== null && !isPlural ? 1 : defaultRows
}

function measureOf({ visitors, clicks }: Subjects): Plan['measure'] {
  return visitors && !clicks ? 'visitors' : 'clicks'
}

interface Times {
  readonly periods: readonly Period[]
  readonly unit: Unit
  readonly order: Plan['order']
}

function periodsOf(operation: Operation, { periods, unit, order }: Times, calendar: Calendar): [Period, Period | null] {
  const [one, other] = periods
  if (operation === 'compare') {
    if (one && other && isSame(one, other)) return [one, null]
    if (one && other) return (one.from ?? 0) >= (other.from ?? 0) ? [one, other] : [other, one]
    const period = one ?? calendar.lastDays(7)
    return [period, period.before?.() ?? null]
  }
  if (one) return [one, null]
  return [operation === 'timeseries' && order === null ? usualOf(unit, calendar) : calendar.always, null]
}

function isSame(one: Period, other: Period): boolean {
  return one.from?.getTime() === other.from?.getTime() && one.to?.getTime() === other.to?.getTime()
}

/** The stretch a series tells when nobody says which. */
function usualOf(unit: Unit, calendar: Calendar): Period {
  if (unit === 'minute') return calendar.hours(1)
  if (unit === 'hour') return calendar.hours(24)
  if (unit === 'week') return calendar.lastDays(84)
  return unit === 'month' ? calendar.lastMonths(12) : calendar.lastDays(30)
}
