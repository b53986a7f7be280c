import type { Calendar, Period } from '../calendar.ts'
import {
  type ClickBound,
  type LinkName,
  maxRows,
  type Operation,
  type Placement,
  type Plan,
  type Unit,
} from '../question-plan.ts'
import type { CycleMention } from './cycles.ts'
import type { LinkListMention } from './link-lists.ts'
import type { Measures } from './measures.ts'
import type { Subjects } from './subjects.ts'

/** All that the rules have read in a question. */
export interface QuestionParts {
  readonly measures: Measures
  readonly cycle: CycleMention | null
  readonly linkList: LinkListMention
  readonly periods: readonly Period[]
  readonly filters: Plan['filters']
  readonly subjects: Subjects
  readonly links: readonly LinkName[]
  readonly hasScans: boolean
  readonly placement: Placement | null
  readonly bound: ClickBound | null
}

const defaultRows = 10
const notUnderstood = 'I did not understand that.'

/** The plan of a question, or a sentence that says why there is none. No part of the question is left out. */
export function choosePlan(parts: QuestionParts, calendar: Calendar): Plan | string {
  const { measures, linkList, filters, subjects } = parts
  const [link = null, otherLink = null] = parts.links
  const issue = findConflict(parts)
  if (issue) return issue
  const operation = chooseOperation(parts)
  if (operation === null || !usesAllParts(operation, parts)) return notUnderstood
  const cycle = operation === 'cycle' ? (parts.cycle?.cycle ?? 'hour') : null
  const order = chooseOrder(operation, parts)
  const unit = operation === 'timeseries' || operation === 'average' ? (subjects.unit ?? 'auto') : 'auto'
  const [period, comparedTo] = choosePeriods({ operation, unit, order, cycle }, parts, calendar)
  if (operation === 'compare' && comparedTo === null) return 'I did not understand with what to compare.'
  return {
    operation,
    link,
    otherLink,
    placement: parts.placement,
    period,
    comparedTo,
    timezone: calendar.zone,
    filters,
    includeBots: measures.includeBots,
    dimension: operation === 'breakdown' ? (subjects.dimension ?? findComparedDimension(filters)) : null,
    unit,
    cycle,
    cycleIndexes: operation === 'cycle' ? (parts.cycle?.indexes ?? null) : null,
    order,
    limit: chooseLimit(operation, parts),
    measure:
      subjects.hasUniqueVisitors || (subjects.hasVisitors && !subjects.hasClicks)
        ? chooseMeasure(operation, subjects)
        : 'clicks',
    inPercent: measures.isShare && (operation === 'breakdown' || operation === 'topLinks'),
    linkKind: linkList.linkKind,
    bound: parts.bound,
  }
}

/** Only the word `unique` asks for visitors where clicks are meant by `people` too, as in `which browsers people use`. */
function chooseMeasure(operation: Operation, { hasUniqueVisitors }: Subjects): Plan['measure'] {
  const countsVisitors = ['totals', 'compare', 'compareLinks', 'share', 'average', 'timeseries'].includes(operation)
  return hasUniqueVisitors || countsVisitors ? 'visitors' : 'clicks'
}

/** A sentence about parts of the question that do not go together. */
function findConflict({ measures, cycle, linkList, periods, subjects, links, bound }: QuestionParts): string | null {
  const { isShare, isAverage, isAboutBots } = measures
  if (subjects.isManyDimensions) return 'I can group clicks by one thing at a time.'
  if (subjects.isValueCount && subjects.dimension) return `I can list what you ask for, but not count it.`
  if (subjects.limit !== null && (subjects.limit < 1 || subjects.limit > maxRows)) return `I list 1 to ${maxRows} rows.`
  if (measures.areBotsNamed) return 'I can count bots, but not name them.'
  if (periods.length > 2) return 'I can compare two periods at a time.'
  if (periods.length === 2 && !subjects.isComparison && !subjects.isConnected)
    return 'I can only use one period for this question.'
  // Each of these decides the form of the answer, so there can be only one.
  const forms = [
    isShare && !subjects.dimension && linkList.list === null && !isAboutBots,
    isAverage,
    isAboutBots,
    cycle !== null,
    linkList.list !== null,
    subjects.dimension !== null,
    subjects.hasDetails,
    links.length > 1,
    bound !== null,
    subjects.isEachLink && links.length === 0 && subjects.dimension !== null,
  ].filter(Boolean)
  if (forms.length > 1) return 'I can answer one of these questions at a time.'
  const isAlone = isShare || isAverage || isAboutBots || linkList.list !== null
  if (isAlone && periods.length > 1) return 'I can answer this for one period at a time.'
  if ((isAverage || isAboutBots || linkList.list) && subjects.order !== null) return notUnderstood
  return null
}

type Part = 'order' | 'limit' | 'unit' | 'comparison' | 'details'

/** The parts of a question that each operation uses. */
const usedParts: Readonly<Record<Operation, readonly Part[]>> = {
  totals: [],
  share: [],
  average: ['unit'],
  bots: ['comparison'],
  breakdown: ['order', 'limit', 'comparison'],
  timeseries: ['order', 'limit', 'unit'],
  cycle: ['order', 'limit', 'unit', 'comparison'],
  compare: ['comparison'],
  topLinks: ['order', 'limit'],
  unclickedLinks: ['limit'],
  createdLinks: ['limit'],
  deadLinks: ['limit'],
  compareLinks: ['order', 'comparison'],
  linkDetails: ['details'],
}

/** Whether the operation answers with every part of the question. */
function usesAllParts(operation: Operation, { subjects, cycle }: QuestionParts): boolean {
  const { order, limit, unit, isComparison, hasDetails } = subjects
  const parts: Readonly<Record<Part, boolean>> = {
    order: order !== null,
    limit: limit !== null,
    unit: unit !== null,
    comparison: isComparison,
    details: hasDetails,
  }
  // One weekday cannot be ranked or compared.
  const used = cycle?.indexes?.length === 1 ? [] : usedParts[operation]
  return Object.entries(parts).every(([part, isPresent]) => !isPresent || used.includes(part as Part))
}

function chooseOperation(parts: QuestionParts): Operation | null {
  const { measures, cycle, linkList, periods, filters, subjects, links, hasScans } = parts
  const hasFilters = Object.keys(filters).length > 0
  const isAboutClicks = subjects.hasClicks || subjects.hasVisitors || subjects.hasPerformance || hasScans
  const { isComparison, order, unit, dimension } = subjects
  if (parts.bound) return periods.length < 2 && unit === null && order === null && !isComparison ? 'topLinks' : null
  if (linkList.list) {
    const isPlain = !isComparison && unit === null && !measures.isShare
    if (linkList.list === 'unclicked') return isPlain ? 'unclickedLinks' : null
    if (linkList.list === 'dead') return isPlain ? 'deadLinks' : null
    return isPlain && !subjects.hasClicks && !subjects.hasVisitors ? 'createdLinks' : null
  }
  if (measures.isAboutBots) {
    const isPlain = unit === null && (!isComparison || measures.hasPeople || subjects.hasVisitors)
    return isPlain ? 'bots' : null
  }
  if (measures.isAverage) return (isAboutClicks || unit !== null) && !isComparison ? 'average' : null
  if (cycle) {
    const isPlain = periods.length < 2 && unit === null && !measures.isShare && !isRankingOfLinks(parts)
    return isPlain && (isAboutClicks || order !== null || cycle.isBest || cycle.indexes || cycle.cycle === 'weekend')
      ? 'cycle'
      : null
  }
  if (links.length > 1) return isAboutTwoLinks(parts) ? 'compareLinks' : null
  if (isRankingOfLinks(parts)) {
    const isPlain = unit === null && periods.length < 2 && !isComparison && !subjects.hasDetails
    return isPlain ? 'topLinks' : null
  }
  if (subjects.hasDetails) return links.length > 0 && periods.length === 0 && !hasFilters ? 'linkDetails' : null
  if (dimension) return canBreakDown(parts, isAboutClicks) ? 'breakdown' : null
  if (isComparison && periods.length < 2 && findComparedDimension(filters)) return 'breakdown'
  if (measures.isShare) return !isComparison && unit === null && order === null ? 'share' : null
  if (isComparison || periods.length === 2) {
    if (order !== null || unit !== null) return null
    if (periods.length < 2 && subjects.hasOtherSide && !subjects.hasPrecedingPeriod) return null
    return isAboutClicks || periods.length > 0 || subjects.comparisonUnit !== null ? 'compare' : null
  }
  if (unit) return chooseSeries(parts, isAboutClicks)
  // A question for the most or the fewest is not answered with a total.
  if (order !== null) return null
  if (isAboutClicks) return 'totals'
  const [link] = links
  if (link && !('text' in link)) return periods.length > 0 || hasFilters ? 'totals' : 'linkDetails'
  return hasFilters && periods.length > 0 ? 'totals' : null
}

function isRankingOfLinks({ subjects, links, linkList }: QuestionParts): boolean {
  const { hasLinks, dimension, isComparison, order, isEachLink } = subjects
  const isAboutLinks = (hasLinks && dimension === null) || linkList.linkKind === 'qr'
  return (
    isAboutLinks &&
    links.length === 0 &&
    !(isComparison && order === null) &&
    (order !== null || isEachLink || linkList.isEach)
  )
}

function canBreakDown({ subjects, periods, measures }: QuestionParts, isAboutClicks: boolean): boolean {
  const { isComparison, isPlural, unit } = subjects
  if (periods.length > 1 || unit !== null) return false
  return !isComparison || isAboutClicks || isPlural || measures.isShare
}

/** Two links are compared, or both are asked for. */
function isAboutTwoLinks({ subjects, periods, filters }: QuestionParts): boolean {
  const { dimension, unit, limit, isConnected, isComparison, order } = subjects
  const isPlain = periods.length < 2 && dimension === null && unit === null && limit === null
  return (
    isPlain && !findComparedDimension(filters) && order !== 'fewest' && (isComparison || isConnected || order !== null)
  )
}

/** The hour with the most clicks of several days is an hour of the day. */
function chooseSeries({ subjects, periods }: QuestionParts, isAboutClicks: boolean): Operation | null {
  const { unit, isUnitRequested, order } = subjects
  if (isUnitRequested && order === null && !isAboutClicks) return null
  if (unit === 'hour' && (isUnitRequested || order !== null) && !isOneDay(periods[0])) return 'cycle'
  return 'timeseries'
}

function isOneDay(period: Period | undefined): boolean {
  return period?.unit === 'day'
}

/** Returns the dimension of which several values are compared. */
function findComparedDimension(filters: Plan['filters']): Plan['dimension'] {
  const multiValued = Object.entries(filters).filter(([, { values, isExcluded }]) => values.length > 1 && !isExcluded)
  return multiValued.length === 1 ? (multiValued[0]?.[0] as Plan['dimension']) : null
}

function chooseOrder(operation: Operation, { subjects, cycle, bound }: QuestionParts): Plan['order'] {
  const { order, isUnitRequested, isWhich } = subjects
  if (operation === 'timeseries') return isUnitRequested || order ? (order ?? 'most') : null
  if (operation === 'cycle') {
    if (cycle?.indexes || cycle?.cycle === 'weekend') return null
    return order ?? (cycle?.isBest || isUnitRequested || isWhich ? 'most' : null)
  }
  if (bound) return bound.comparison === 'more than' || bound.comparison === 'at least' ? 'most' : 'fewest'
  return order ?? 'most'
}

function chooseLimit(operation: Operation, { subjects, cycle, linkList, bound }: QuestionParts): number {
  const { limit, order, isUnitRequested, isWhich } = subjects
  const isPlural = subjects.isPlural || linkList.isPlural
  if (linkList.isCount && linkList.list !== 'unclicked') return 0
  if (bound) return limit ?? defaultRows
  if (limit !== null) return limit
  if (operation === 'timeseries') return order || isUnitRequested ? 1 : maxRows
  if (operation === 'cycle') return order || isUnitRequested || cycle?.isBest || isWhich ? 1 : 24
  return order !== null && !isPlural ? 1 : defaultRows
}

function choosePeriods(
  { operation, unit, order, cycle }: Pick<Plan, 'operation' | 'unit' | 'order' | 'cycle'>,
  { periods, subjects }: QuestionParts,
  calendar: Calendar,
): [Period, Period | null] {
  const [first, second] = periods
  if (operation === 'compare') {
    if (first && second && isSamePeriod(first, second)) return [first, null]
    if (first && second) return (first.from ?? 0) >= (second.from ?? 0) ? [first, second] : [second, first]
    const unitOfBoth = subjects.comparisonUnit as Parameters<Calendar['unit']>[0] | null
    if (first && unitOfBoth && first.unit !== unitOfBoth) return [first, null]
    const period = first ?? (unitOfBoth ? calendar.unit(unitOfBoth, 0) : calendar.lastDays(7))
    return [period, period.before?.() ?? null]
  }
  if (first) return [first, null]
  if (cycle) return [cycle === 'hour' ? calendar.lastDays(30) : calendar.lastDays(84), null]
  const hasDefault = operation === 'average' || (operation === 'timeseries' && order === null)
  return [hasDefault ? chooseDefaultPeriod(unit, operation, calendar) : calendar.allTime, null]
}

function isSamePeriod(a: Period, b: Period): boolean {
  return a.from?.getTime() === b.from?.getTime() && a.to?.getTime() === b.to?.getTime()
}

/** The period of a time series or an average if the question names none. */
function chooseDefaultPeriod(unit: Unit, operation: Operation, calendar: Calendar): Period {
  if (unit === 'minute') return calendar.lastHours(1)
  if (unit === 'hour') return operation === 'average' ? calendar.lastDays(7) : calendar.lastHours(24)
  if (unit === 'week') return calendar.lastDays(84)
  return unit === 'month' ? calendar.lastMonths(12) : calendar.lastDays(30)
}
