import { dayMs } from '../../../platform/shared/time.ts'
import { placementKinds } from '../../publishing/links/index.ts'
import { maxHourCycleDays } from './analytics-query.ts'
import type { Operation, Plan } from './question-plan.ts'

/** The operations that can count visitors. */
const visitorOperations: readonly Operation[] = ['totals', 'share', 'average', 'timeseries', 'compare', 'compareLinks']

/** The operations that list links, so a question for them may not name a link. */
const linkListOperations: readonly Operation[] = ['topLinks', 'unclickedLinks', 'createdLinks', 'deadLinks']

/** The operations that have rows to express in percent. */
const percentOperations: readonly Operation[] = ['share', 'breakdown', 'topLinks']

/**
 * The reason why a plan cannot be answered, as a sentence; null for a valid plan. A plan with a part that its operation
 * would ignore is not valid, because the answer would be for another question.
 */
export function findPlanIssue(plan: Plan): string | null {
  return (
    findLinkIssue(plan) ??
    findPeriodIssue(plan) ??
    findPartIssue(plan) ??
    (plan.measure === 'visitors' && !visitorOperations.includes(plan.operation)
      ? 'I count unique visitors in all, per day, by date and in comparisons, but not in this form.'
      : null)
  )
}

function findLinkIssue({ operation, link, otherLink, filters, placement, dimension, bound }: Plan): string | null {
  if ((operation === 'compareLinks') !== (otherLink !== null)) return 'I compare two links at a time.'
  if (operation === 'compareLinks' && link === null) return 'I compare two links at a time.'
  if (link !== null && linkListOperations.includes(operation)) return 'I can list links, or look at one of them.'
  if (operation === 'linkDetails' && link === null) return 'Name the link that I should look at.'
  if (link !== null && (placement !== null || isPlacementKind(dimension)))
    return 'I can look at a link, or at the links of a folder or tag.'
  if (placement !== null && isPlacementKind(dimension)) return 'I can group clicks by one thing at a time.'
  if (placement !== null && operation === 'deadLinks') return 'I can list unreachable destinations of all links only.'
  if (bound !== null && operation !== 'topLinks') return 'I can compare links by their clicks, but nothing else.'
  const hasFilters = Object.keys(filters).length > 0
  if (hasFilters && (operation === 'linkDetails' || operation === 'createdLinks' || operation === 'deadLinks'))
    return 'I can filter clicks, but not what is known of a link.'
  return null
}

function findPeriodIssue({ operation, period, comparedTo, cycle }: Plan): string | null {
  if ((operation === 'compare') !== (comparedTo !== null)) return 'I can only use one period for this question.'
  if (period.from && period.to && period.from >= period.to)
    return 'The period is in the future, or ends before it begins.'
  if ((operation === 'linkDetails' || operation === 'deadLinks') && (period.from || period.to))
    return 'I know the state of links as it is now, and not in a period.'
  if ((operation === 'cycle' || operation === 'average') && !period.from)
    return 'Name the period, such as the last 30 days.'
  if (cycle === 'hour' && period.from && period.to && !isWithinDays(period.from, period.to, maxHourCycleDays))
    return `I can look at the hours of the day for at most ${maxHourCycleDays} days.`
  return null
}

function findPartIssue({
  operation,
  dimension,
  filters,
  link,
  unit,
  cycle,
  cycleIndexes,
  ...plan
}: Plan): string | null {
  if ((operation === 'breakdown') !== (dimension !== null)) return 'I can group clicks by one thing at a time.'
  if ((operation === 'cycle') !== (cycle !== null) || (cycleIndexes !== null && cycle === null))
    return 'I can only look at weekdays and hours by themselves.'
  if (operation === 'average' && (unit === 'auto' || unit === 'minute'))
    return 'I can average clicks per hour, day, week or month.'
  if (operation === 'share' && Object.keys(filters).length !== (link && Object.keys(filters).length === 0 ? 0 : 1))
    return 'I can take the share of one thing at a time, such as a country or a link.'
  if (plan.inPercent && !percentOperations.includes(operation)) return 'I have no percentages for this question.'
  if (plan.includeBots && ['bots', 'createdLinks', 'deadLinks'].includes(operation))
    return 'I can count bots, or count their visits as clicks.'
  return null
}

function isPlacementKind(dimension: Plan['dimension']): boolean {
  return placementKinds.some((kind) => kind === dimension)
}

function isWithinDays(from: Date, to: Date, days: number): boolean {
  // A clock change may make the period an hour longer.
  return to.getTime() - from.getTime() <= (days + 0.5) * dayMs
}
