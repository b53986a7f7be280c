import type { Calendar, Period } from '../calendar.ts'
import type { NamedLink } from '../link-lookup.ts'
import { type LinkName, maxRows, type Operation, type Plan, type Unit } from '../question-plan.ts'
import { takeBotInclusion, takeCampaigns, takeFilters } from './filter-values.ts'
import { type LinkMention, takeLinkMention } from './link-mentions.ts'
import { rewriteRepeatedPeriod, takePeriods } from './periods.ts'
import { normalizeQuestion, QuestionScanner } from './question-scanner.ts'
import { type Subjects, takeSubjects } from './subjects.ts'
import { correctSpelling, fillerWords, numberWords, shortWordCorrections, unsupportedWords } from './vocabulary.ts'

/** The result of the rules. A question is only answered if they understand all of its words. */
type ParsedQuestion =
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'several'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown' }

interface ParseContext {
  readonly calendar: Calendar
  /** Links of the caller whose title, code or id occurs in the question. */
  readonly candidates: readonly NamedLink[]
  /** Base of short URLs. */
  readonly shortUrl: string
}

const unknownQuestion: ParsedQuestion = { kind: 'unknown' }

const defaultRows = 10

/** The number of links is not an operation, and must not be answered with the number of clicks. */
const linkCountPattern =
  /\b(?:how many|number of|count of) (?:of )?(?:my |short |active )*(?:links|urls)\b(?! (?:were|was|got|did) clicked)/

/** Matches words that no operation supports: rates, recurring days and vague lengths. */
const unsupportedPattern =
  /\b(?:per|each|every) (?:unique )?(?:visitor|person|user)s?\b|\b(?:weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b|\bsame (?:day|weekday|week|month|quarter|time|period)\b|\b(?:few|couple(?: of)?|several) (?:hour|day|week|month|year)s\b|"\s*"/

/** Parses a question in English. */
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
  const remainingName = findRemainingName(correctedScan, corrected.typed)
  if (periods === null || filters === null || remainingName === null || subjects.isManyDimensions)
    return unknownQuestion
  if (remainingName.length > 0 && mention.kind === 'one') return unknownQuestion
  const link = resolveLinkName(mention, remainingName)
  const operation = chooseOperation(subjects, periods, { link, filters })
  if (operation === null || periods.length > 2) return unknownQuestion
  const unit = operation === 'timeseries' ? (subjects.unit ?? 'auto') : 'auto'
  const order = chooseOrder(operation, subjects)
  const [period, comparedTo] = choosePeriods({ operation, unit, order }, periods, calendar)
  if (operation === 'compare' && comparedTo === null) return unknownQuestion
  const plan: Plan = {
    operation,
    link,
    period,
    comparedTo,
    timezone: calendar.zone,
    filters,
    includeBots,
    dimension: operation === 'breakdown' ? (subjects.dimension ?? findComparedDimension(filters)) : null,
    unit,
    order,
    limit: chooseLimit(operation, subjects),
    measure: subjects.hasVisitors && !subjects.hasClicks ? 'visitors' : 'clicks',
  }
  return { kind: 'plan', plan }
}

/** Corrects the spelling of single words. `typed` keeps the original words, because a name may look like a mistake. */
function correctWords(text: string): { text: string; typed: Map<string, string> } {
  const typed = new Map<string, string>()
  const correctedText = text.replace(/[^\s,¦"]+/g, (word) => {
    const correction = shortWordCorrections[word] ?? numberWords[word] ?? correctSpelling(word)
    if (correction !== word) typed.set(correction, word)
    return correction
  })
  return { text: correctedText, typed }
}

/** Matches words that introduce a name. */
const namePrefixPattern =
  /\b(?:did|does|do|has|have|for|of|to|link|called|named|titled|about|is|was|on)(?: (?:the|my|our|a))*[\s¦]*$/

/** Returns the remaining words as the name of a link; an empty text if there are none, null if they are not one name. */
function findRemainingName(scan: QuestionScanner, typed: ReadonlyMap<string, string>): string | null {
  const names = scan.remainingWords().flatMap(({ at, words }) => {
    const isMeaningful = words.map((word) => !fillerWords.has(word) && !/^\W*$/.test(word) && word !== 's')
    const [first, last] = [isMeaningful.indexOf(true), isMeaningful.lastIndexOf(true)]
    if (first < 0) return []
    const before = scan.text.slice(0, at) + words.slice(0, first).join(' ')
    const name = words.slice(first, last + 1).map((word) => typed.get(word) ?? word)
    return [namePrefixPattern.test(before) && !name.some((word) => unsupportedWords.has(word)) ? name.join(' ') : null]
  })
  if (names.length === 0) return ''
  return names.length === 1 ? (names[0] ?? null) : null
}

function resolveLinkName(mention: LinkMention, remainingName: string): LinkName | null {
  if (mention.kind === 'one') return mention.link
  return remainingName === '' ? null : { text: remainingName }
}

function chooseOperation(
  subjects: Subjects,
  periods: readonly Period[],
  { link, filters }: Pick<Plan, 'link' | 'filters'>,
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
  // A question for the most or the fewest is not answered with a total.
  if (subjects.order !== null) return null
  if (isAboutClicks) return 'totals'
  if (link && !('text' in link)) return periods.length > 0 || hasFilters ? 'totals' : 'linkDetails'
  return hasFilters && periods.length > 0 ? 'totals' : null
}

function isRanked({ order, isEachLink, isComparison }: Subjects): boolean {
  return !isComparison && (order !== null || isEachLink)
}

/** Returns the dimension of which several values are compared. */
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

function choosePeriods(
  { operation, unit, order }: Pick<Plan, 'operation' | 'unit' | 'order'>,
  periods: readonly Period[],
  calendar: Calendar,
): [Period, Period | null] {
  const [first, second] = periods
  if (operation === 'compare') {
    if (first && second && isSamePeriod(first, second)) return [first, null]
    if (first && second) return (first.from ?? 0) >= (second.from ?? 0) ? [first, second] : [second, first]
    const period = first ?? calendar.lastDays(7)
    return [period, period.before?.() ?? null]
  }
  if (first) return [first, null]
  return [operation === 'timeseries' && order === null ? chooseDefaultPeriod(unit, calendar) : calendar.allTime, null]
}

function isSamePeriod(a: Period, b: Period): boolean {
  return a.from?.getTime() === b.from?.getTime() && a.to?.getTime() === b.to?.getTime()
}

/** The period of a time series if the question names none. */
function chooseDefaultPeriod(unit: Unit, calendar: Calendar): Period {
  if (unit === 'minute') return calendar.lastHours(1)
  if (unit === 'hour') return calendar.lastHours(24)
  if (unit === 'week') return calendar.lastDays(84)
  return unit === 'month' ? calendar.lastMonths(12) : calendar.lastDays(30)
}
