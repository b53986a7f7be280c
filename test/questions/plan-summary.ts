import { Calendar, type Period } from '../../src/modules/statistics/questions/calendar.ts'
import { findPlanIssue } from '../../src/modules/statistics/questions/plan-validation.ts'
import type { Plan } from '../../src/modules/statistics/questions/question-plan.ts'
import { parseQuestion } from '../../src/modules/statistics/questions/rules/question-parser.ts'
import { formatFilterText } from '../../src/modules/visits/clicks/filters/filter-text.ts'
import { campaigns, corpusTime, links, placements } from './corpus.ts'

/** Parses a question of the corpus with the rules and summarizes the plan in one line; `-` without a plan. */
export async function summarizeParsedQuestion(question: string): Promise<string> {
  const calendar = new Calendar(corpusTime, 'UTC')
  const parsed = await parseQuestion(question, {
    calendar,
    candidates: links,
    shortUrl: 'http://tack.test',
    placements,
    campaigns,
  })
  if (parsed.kind === 'several') return 'several'
  return parsed.kind === 'plan' && findPlanIssue(parsed.plan) === null ? summarizePlan(parsed.plan) : '-'
}

/** Summarizes a plan in one line. A date stands for its first instant, `now` for the current time. */
export function summarizePlan(plan: Plan): string {
  const { operation, dimension, unit, cycle, cycleIndexes, order, limit, measure, comparedTo, inPercent } = plan
  const rows = order === null ? [] : [order, limit]
  const fewest = order === 'fewest' ? ['fewest'] : []
  const details: Partial<Record<Plan['operation'], readonly unknown[]>> = {
    average: [unit],
    breakdown: [dimension, ...rows],
    timeseries: [unit, ...rows],
    cycle: [cycle, ...(cycleIndexes ? [cycleIndexes.join(',')] : []), ...rows],
    topLinks: [...fewest, limit],
    unclickedLinks: [limit],
    createdLinks: [limit],
    deadLinks: [limit],
  }
  const periods =
    operation === 'linkDetails' || operation === 'deadLinks'
      ? []
      : [formatPeriod(plan.period), ...(comparedTo ? ['vs', formatPeriod(comparedTo)] : [])]
  const measures = measure === 'visitors' && /totals|compare|share|average/.test(operation) ? ['visitors'] : []
  const filters = Object.entries(plan.filters).map(
    ([name, { values, isExcluded }]) => `${name}=${formatFilterText(isExcluded ? { notIn: values } : { in: values })}`,
  )
  return [
    operation,
    ...(details[operation] ?? []),
    ...periods,
    ...measures,
    ...(plan.bound ? [plan.bound.comparison, plan.bound.clicks] : []),
    ...summarizeLinks(plan),
    ...(plan.placement ? [`${plan.placement.kind}=${plan.placement.name}`] : []),
    ...filters,
    ...(plan.includeBots ? ['bots'] : []),
    ...(inPercent ? ['percent'] : []),
    ...(plan.linkKind === 'qr' ? ['qr'] : []),
  ].join(' ')
}

function summarizeLinks({ link, otherLink }: Plan): string[] {
  return [link, otherLink].flatMap((name) => {
    if (name === null) return []
    return 'text' in name ? [`link~${name.text}`] : [`link=${links.find(({ id }) => id === name.id)?.code}`]
  })
}

function formatPeriod({ from, to }: Period): string {
  return from === null && to === null ? 'always' : `${formatInstant(from)}..${formatInstant(to)}`
}

function formatInstant(at: Date | null): string {
  if (at === null) return ''
  if (at.getTime() > corpusTime.getTime()) return 'now'
  return at.toISOString().replace('T00:00:00.000Z', '').replace(':00.000Z', '')
}
