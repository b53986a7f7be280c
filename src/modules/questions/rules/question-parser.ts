import type { Calendar, Period } from '../calendar.ts'
import type { NamedLink } from '../link-lookup.ts'
import { type LinkName, maxRows, type Operation, type Plan, type Unit } from '../question-plan.ts'
import { takeBotInclusion, takeCampaigns, takeFilters } from './filter-values.ts'
import { type LinkMention, takeLinkMention } from './link-mentions.ts'
import { rewriteRepeatedPeriod, takePeriods } from './periods.ts'
import { normalizeQuestion, QuestionScanner } from './question-scanner.ts'
import { type Subjects, takeSubjects } from './subjects.ts'
import { correctSpelling, fillerWords, numberWords, shortWordCorrections, unsupportedWords } from './vocabulary.ts'

/** What the rules make of a question. They answer what they understand to the last word, and nothing else. */
export type ParsedQuestion =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'several'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown' }

export interface ParseContext {
  readonly calendar: Calendar
  /** Links of the caller whose title, code or id stands in the question. */
  readonly candidates: readonly NamedLink[]
  /** Base of short addresses. */
  readonly shortUrl: string
}

const unknownQuestion: ParsedQuestion = { kind: 'unknown' }

const defaultRows = 10

/** How many links there are is none of the operations, and must not be taken for their clicks. */
const linkCountPattern =
  /\b(?:how many|number of|count of) (?:of )?(?:my |short |active )*(?:links|urls)\b(?! (?:were|was|got|did) clicked)/

/** What no operation tells, though without these words one would: rates, days that recur, lengths nobody knows. */
const unsupportedPattern =
  /\b(?:per|each|every) (?:unique )?(?:visitor|person|user)s?\b|\b(?:weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b|\bsame (?:day|weekday|week|month|quarter|time|period)\b|\b(?:few|couple(?: of)?|several) (?:hour|day|week|month|year)s\b|"\s*"/

/** Reads a question in English. */
export function parseQuestion(question: string, { calendar, candidates, shortUrl }: ParseContext): ParsedQuestion {
  const scan = new QuestionScanner(normalizeQuestion(question))
  const campaigns = takeCampaigns(scan)
  const mention = takeLinkMention(scan, candidates, shortUrl)
  if (mention.kind === 'several') return mention
  const corrected = correctWords(scan.text)
  const correctedScan = new QuestionScanner(rewriteRepeatedPeriod(corrected.text))
  if (correctedScan.has(linkCountPattern) || scan.has(unsupportedPattern)) return unknownQuestion
  const includeBots = takeBotInclusion(correctedScan)
  const periods = takePeriods(correctedScan, calendar)
  const filters = takeFilters(correctedScan, campaigns)
  const subjects = takeSubjects(correctedScan)
  const unreadName = findUnreadName(correctedScan, corrected.typed)
  if (periods === null || filters === null || unreadName === null || subjects.isManyDimensions) return unknownQuestion
  if (unreadName.length > 0 && mention.kind === 'one') return unknownQuestion
  const link = resolveLinkName(mention, unreadName)
  const operation = chooseOperation(subjects, periods, { link, filters })
  if (operation === null || periods.length > 2) return unknownQuestion
  const unit = operation === 'timeseries' ? (subjects.unit ?? 'auto') : 'auto'
  const order = chooseOrder(operation, subjects)
  const [period, comparedTo] = choosePeriods(operation, { periods, unit, order }, calendar)
  if (operation === 'compare' && comparedTo === null) return unknownQuestion
  const { timezone, measure } = { timezone: calendar.zone, measure: chooseMeasure(subjects) }
  const dimension = operation === 'breakdown' ? (subjects.dimension ?? findComparedDimension(filters)) : null
  const limit = chooseLimit(operation, subjects)
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
function correctWords(text: string): { text: string; typed: Map<string, string> } {
  const typed = new Map<string, string>()
  const correctedText = text.replace(/[^\s,¦"]+/g, (word) => {
    const correction = shortWordCorrections[word] ?? numberWords[word] ?? correctSpelling(word)
    if (correction !== word) typed.set(correction, word)
    return correction
  })
  return { text: correctedText, typed }
}

/** Words before a name that nobody has understood yet. */
const namePrefixPattern =
  /\b(?:did|does|do|has|have|for|of|to|link|called|named|titled|about|is|was|on)(?: (?:the|my|our|a))*[\s¦]*$/

/** The words that nothing else has taken: none, or one name of a link; null where they are more than a name. */
function findUnreadName(scan: QuestionScanner, typed: ReadonlyMap<string, string>): string | null {
  const names = scan.remainingWords().flatMap(({ at, words }) => {
    const isMeaningful = words.map((word) => !fillerWords.has(word) && !/^\W*$/.test(word) && word !== 's')
    const [first, last] = [isMeaningful.indexOf(true), isMeaningful.lastIndexOf(true)]
    if (first < 0) return []
    const before =
      scan.text.slice(0, at) +
      words
        .slice(0, first)
        .map((word) => `${word} `)
        .join('')
    const name = words.slice(first, last + 1).map((word) => typed.get(word) ?? word)
    return [namePrefixPattern.test(before) && !name.some((word) => unsupportedWords.has(word)) ? name.join(' ') : null]
  })
  if (names.length === 0) return ''
  return names.length === 1 ? (names[0] ?? null) : null
}

function resolveLinkName(mention: LinkMention, unreadName: string): LinkName | null {
  if (mention.kind === 'one') return mention.link
  return unreadName === '' ? null : { text: unreadName }
}

type LinkAndFilters = Pick<Plan, 'link' | 'filters'>

function chooseOperation(
  subjects: Subjects,
  periods: readonly Period[],
  { link, filters }: LinkAndFilters,
): Operation | null {
  const hasFilters = Object.keys(filters).length > 0
  const isAboutClicks = subjects.hasClicks || subjects.hasVisitors || subjects.hasPerformance
  if (subjects.hasLinks && link === null && subjects.dimension === null && isRanked(subjects)) {
    return subjects.order === 'fewest' || subjects.unit !== null ? null : 'topLinks'
  }
  if (subjects.hasDetails) return link && !subjects.dimension ? 'linkDetails' : null
  if (subjects.dimension)
    return subjects.isComparison && (periods.length > 1 || !(isAboutClicks || subjects.isPlural)) ? null : 'breakdown'
  if (subjects.isComparison && periods.length < 2 && findComparedDimension(filters)) return 'breakdown'
  if (subjects.isComparison || periods.length === 2) return isAboutClicks || periods.length > 0 ? 'compare' : null
  if (subjects.unit) return isAboutClicks || subjects.order || !subjects.isUnitRequested ? 'timeseries' : null
  // Who asks for the most of something wants no total.
  if (subjects.order !== null) return null
  if (isAboutClicks) return 'totals'
  if (link && !('text' in link)) return periods.length > 0 || hasFilters ? 'totals' : 'linkDetails'
  return hasFilters && periods.length > 0 ? 'totals' : null
}

function isRanked({ order, isEachLink, isComparison }: Subjects): boolean {
  return !isComparison && (order !== null || isEachLink)
}

/** Of several values side by side, what they are values of. */
function findComparedDimension(filters: Plan['filters']): Plan['dimension'] {
  const multiValued = Object.entries(filters).filter(([, value]) => value.includes(',') && !value.startsWith('-'))
  return multiValued.length === 1 ? (multiValued[0]?.[0] as Plan['dimension']) : null
}

function chooseOrder(operation: Operation, { order, isUnitRequested }: Subjects): Plan['order'] {
  if (operation === 'timeseries') return isUnitRequested || order ? (order ?? 'most') : null
  return order ?? 'most'
}

function chooseLimit(operation: Operation, { limit, order, isPlural, isUnitRequested }: Subjects): number {
  if (limit !== null) return Math.min(Math.max(limit, 1), maxRows)
  if (operation === 'timeseries') return order || isUnitRequested ? 1 : maxRows
  return order !== null && !isPlural ? 1 : defaultRows
}

function chooseMeasure({ hasVisitors, hasClicks }: Subjects): Plan['measure'] {
  return hasVisitors && !hasClicks ? 'visitors' : 'clicks'
}

interface PeriodOptions {
  readonly periods: readonly Period[]
  readonly unit: Unit
  readonly order: Plan['order']
}

function choosePeriods(
  operation: Operation,
  { periods, unit, order }: PeriodOptions,
  calendar: Calendar,
): [Period, Period | null] {
  const [one, other] = periods
  if (operation === 'compare') {
    if (one && other && isSamePeriod(one, other)) return [one, null]
    if (one && other) return (one.from ?? 0) >= (other.from ?? 0) ? [one, other] : [other, one]
    const period = one ?? calendar.lastDays(7)
    return [period, period.before?.() ?? null]
  }
  if (one) return [one, null]
  return [operation === 'timeseries' && order === null ? chooseDefaultPeriod(unit, calendar) : calendar.allTime, null]
}

function isSamePeriod(one: Period, other: Period): boolean {
  return one.from?.getTime() === other.from?.getTime() && one.to?.getTime() === other.to?.getTime()
}

/** The stretch a series tells when nobody says which. */
function chooseDefaultPeriod(unit: Unit, calendar: Calendar): Period {
  if (unit === 'minute') return calendar.lastHours(1)
  if (unit === 'hour') return calendar.lastHours(24)
  if (unit === 'week') return calendar.lastDays(84)
  return unit === 'month' ? calendar.lastMonths(12) : calendar.lastDays(30)
}
