import { Calendar, type Period } from '../../src/modules/questions/calendar.ts'
import type { Plan } from '../../src/modules/questions/question-plan.ts'
import { parseQuestion } from '../../src/modules/questions/rules/question-parser.ts'
import { askedAt, links } from './corpus.ts'

/** What the rules make of a question of the corpus, in one line. */
export function read(question: string): string {
  const calendar = new Calendar(askedAt, 'UTC')
  const reading = parseQuestion(question, { calendar, candidates: links, shortUrl: 'http://tack.test' })
  return reading.kind === 'plan' ? told(reading.plan) : reading.kind === 'several' ? 'several' : '-'
}

/** A plan in one line. Days stand for their first instant, `now` for what has come by now. */
export function told(plan: Plan): string {
  const { operation, dimension, unit, order, limit, measure, comparedTo } = plan
  const rows = order === null ? [] : [order, limit]
  const how = {
    totals: [],
    breakdown: [dimension, ...rows],
    timeseries: [unit, ...rows],
    topLinks: [limit],
    compare: [],
    linkDetails: [],
  }[operation]
  const when = operation === 'linkDetails' ? [] : [span(plan.period), ...(comparedTo ? ['vs', span(comparedTo)] : [])]
  const who = measure === 'visitors' && /totals|compare/.test(operation) ? ['visitors'] : []
  const filters = Object.entries(plan.filters).map(([name, value]) => `${name}=${value}`)
  return [operation, ...how, ...when, ...who, ...linkIn(plan), ...filters, ...(plan.includeBots ? ['bots'] : [])].join(
    ' ',
  )
}

function linkIn({ link }: Plan): string[] {
  if (link === null) return []
  return 'text' in link ? [`link~${link.text}`] : [`link=${links.find(({ id }) => id === link.id)?.code}`]
}

function span({ from, to }: Period): string {
  return from === null && to === null ? 'always' : `${instant(from)}..${instant(to)}`
}

function instant(at: Date | null): string {
  if (at === null) return ''
  if (at.getTime() > askedAt.getTime()) return 'now'
  return at.toISOString().replace('T00:00:00.000Z', '').replace(':00.000Z', '')
}
