import { Calendar, type Period } from '../../src/modules/questions/calendar.ts'
import type { Plan } from '../../src/modules/questions/question-plan.ts'
import { parseQuestion } from '../../src/modules/questions/rules/question-parser.ts'
import { corpusTime, links } from './corpus.ts'

/** Parses a question of the corpus with the rules and summarizes the plan in one line; `-` without a plan. */
export function summarizeParsedQuestion(question: string): string {
  const calendar = new Calendar(corpusTime, 'UTC')
  const parsed = parseQuestion(question, { calendar, candidates: links, shortUrl: 'http://tack.test' })
  return parsed.kind === 'plan' ? summarizePlan(parsed.plan) : parsed.kind === 'several' ? 'several' : '-'
}

/** Summarizes a plan in one line. A date stands for its first instant, `now` for the current time. */
export function summarizePlan(plan: Plan): string {
  const { operation, dimension, unit, order, limit, measure, comparedTo } = plan
  const rows = order === null ? [] : [order, limit]
  const details = {
    totals: [],
    breakdown: [dimension, ...rows],
    timeseries: [unit, ...rows],
    topLinks: [limit],
    compare: [],
    linkDetails: [],
  }[operation]
  const periods =
    operation === 'linkDetails'
      ? []
      : [formatPeriod(plan.period), ...(comparedTo ? ['vs', formatPeriod(comparedTo)] : [])]
  const measures = measure === 'visitors' && /totals|compare/.test(operation) ? ['visitors'] : []
  const filters = Object.entries(plan.filters).map(([name, value]) => `${name}=${value}`)
  return [
    operation,
    ...details,
    ...periods,
    ...measures,
    ...summarizeLink(plan),
    ...filters,
    ...(plan.includeBots ? ['bots'] : []),
  ].join(' ')
}

function summarizeLink({ link }: Plan): string[] {
  if (link === null) return []
  return 'text' in link ? [`link~${link.text}`] : [`link=${links.find(({ id }) => id === link.id)?.code}`]
}

function formatPeriod({ from, to }: Period): string {
  return from === null && to === null ? 'always' : `${formatInstant(from)}..${formatInstant(to)}`
}

function formatInstant(at: Date | null): string {
  if (at === null) return ''
  if (at.getTime() > corpusTime.getTime()) return 'now'
  return at.toISOString().replace('T00:00:00.000Z', '').replace(':00.000Z', '')
}
