import type { Calendar, Period, Unit } from '../calendar.ts'
import { maxRows, type Operation, type Plan } from '../question-plan.ts'
import { isSamePeriod } from './periods.ts'
import { chooseOperation, findComparedDimension } from './question-forms.ts'
import type { QuestionParts } from './question-parts.ts'

const defaultRows = 10

/** The plan of a question, or a sentence that says why there is none. No part of the question is left out. */
export function choosePlan(parts: QuestionParts, calendar: Calendar): Plan | string {
  const { says, filters } = parts
  const [link = null, otherLink = null] = parts.links
  const operation = chooseOperation(parts)
  if (typeof operation === 'object') return operation.issue
  const cycle = operation === 'cycle' ? (parts.cycle?.cycle ?? 'hour') : null
  const order = chooseOrder(operation, parts)
  const unit = operation === 'timeseries' || operation === 'average' ? (parts.unit ?? 'auto') : 'auto'
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
    includeBots: says('including bots'),
    dimension: operation === 'breakdown' ? (parts.dimension ?? findComparedDimension(filters)) : null,
    unit,
    cycle,
    cycleIndexes: operation === 'cycle' ? (parts.cycle?.indexes ?? null) : null,
    order,
    limit: chooseLimit(operation, parts),
    measure: chooseMeasure(operation, parts),
    inPercent: says('share') && (operation === 'breakdown' || operation === 'topLinks'),
    linkKind: parts.isAboutQrCodes ? 'qr' : 'link',
    bound: parts.bound,
  }
}

/** Where `people` can also mean clicks, as in `which browsers people use`, only the word `unique` asks for visitors. */
function chooseMeasure(operation: Operation, { says }: QuestionParts): Plan['measure'] {
  const countsVisitors = ['totals', 'compare', 'compareLinks', 'share', 'average', 'timeseries'].includes(operation)
  return says('unique') || (says('visitors') && !says('clicks') && countsVisitors) ? 'visitors' : 'clicks'
}

function chooseOrder(
  operation: Operation,
  { says, order, isUnitRequested, isWhich, cycle, bound }: QuestionParts,
): Plan['order'] {
  if (operation === 'timeseries') return isUnitRequested || order ? (order ?? 'most') : null
  if (operation === 'cycle') {
    if (cycle?.indexes || cycle?.cycle === 'weekend') return null
    return order ?? (says('best time') || isUnitRequested || isWhich ? 'most' : null)
  }
  if (bound) return bound.comparison === 'more than' || bound.comparison === 'at least' ? 'most' : 'fewest'
  return order ?? 'most'
}

function chooseLimit(operation: Operation, parts: QuestionParts): number {
  const { says, limit, order, isUnitRequested, list, bound } = parts
  if (says('link count') && list !== 'unclicked') return 0
  if (bound) return limit ?? defaultRows
  if (limit !== null) return limit
  if (operation === 'timeseries') return order || isUnitRequested ? 1 : maxRows
  if (operation === 'cycle') return order || isUnitRequested || says('best time') || parts.isWhich ? 1 : 24
  return order !== null && !parts.isPlural ? 1 : defaultRows
}

function choosePeriods(
  { operation, unit, order, cycle }: Pick<Plan, 'operation' | 'unit' | 'order' | 'cycle'>,
  { periods, comparisonUnit }: QuestionParts,
  calendar: Calendar,
): [Period, Period | null] {
  const [first, second] = periods
  if (operation === 'compare') {
    if (first && second && isSamePeriod(first, second)) return [first, null]
    if (first && second) return (first.from ?? 0) >= (second.from ?? 0) ? [first, second] : [second, first]
    if (first && comparisonUnit && first.unit !== comparisonUnit) return [first, null]
    const period = first ?? (comparisonUnit ? calendar.unit(comparisonUnit, 0) : calendar.lastDays(7))
    return [period, period.before?.() ?? null]
  }
  if (first) return [first, null]
  if (cycle) return [cycle === 'hour' ? calendar.lastDays(30) : calendar.lastDays(84), null]
  const hasDefault = operation === 'average' || (operation === 'timeseries' && order === null)
  return [hasDefault ? chooseDefaultPeriod(unit, operation, calendar) : calendar.allTime, null]
}

/** The period of a time series or an average if the question names none. */
function chooseDefaultPeriod(unit: Unit, operation: Operation, calendar: Calendar): Period {
  if (unit === 'minute') return calendar.lastHours(1)
  if (unit === 'hour') return operation === 'average' ? calendar.lastDays(7) : calendar.lastHours(24)
  if (unit === 'week') return calendar.lastDays(84)
  return unit === 'month' ? calendar.lastMonths(12) : calendar.lastDays(30)
}
