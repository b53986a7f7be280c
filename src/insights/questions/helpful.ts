import type { InsightAnswer, InsightRow } from './insight.ts'
import type { NamedLink } from './own.links.ts'
import { count, quoted } from './wording.ts'

/** What can be asked, one example of each operation. */
export const examples: readonly string[] = [
  'How many clicks did my links get this month?',
  'Which link did best this week?',
  'Top 5 countries in the last 30 days',
  'Clicks by day in the last 7 days',
  'Compare this week with last week',
  'Unique visitors from Germany on mobile since 1 May',
]

/** An answer that rests on nothing and helps to ask again; it comes from the rules, whoever read the question. */
function helpful(answer: string, suggestions: readonly string[], rows: InsightRow[] = []): InsightAnswer {
  const nothing = { query: null, rows, link: null, total: null, change: null, period: null, comparedTo: null }
  return { answer, data: { ...nothing, source: 'rules', suggestions: [...suggestions] } }
}

export function notUnderstood(): InsightAnswer {
  const answer =
    'I did not understand that. Ask, in English, about the clicks on your links: how many, by country, device, browser, ' +
    'referrer or day, your top links, one link by its title or code, in any period, compared with the one before.'
  return helpful(answer, examples)
}

export function notFound(): InsightAnswer {
  const answer = 'You have no link of that name. Name one by its title, its code or its short address, best in quotes.'
  return helpful(answer, examples)
}

/** The rows are the links that may be meant, each with all its clicks. */
export function several(links: readonly NamedLink[]): InsightAnswer {
  const names = links.map(
    ({ id, title, code, clicks }) => `${quoted(title)} (${code ?? id}, ${count(clicks, 'click')})`,
  )
  const answer = `Ask about one link at a time, by its code. You may mean ${names.join(', ')}.`
  const suggestions = links.map(({ id, code }) => `How many clicks did "${code ?? id}" get?`)
  const rows = links.map(({ id, title, code, clicks }) => ({
    ...{ name: title, value: code, urlId: id, clicks },
    ...{ timestamp: null, uniqueVisitors: null },
  }))
  return helpful(answer, suggestions, rows)
}

export function outOfBounds(): InsightAnswer {
  const answer =
    'That cannot be told: the period lies ahead, ends before it begins, or is too long for so short stretches of time.'
  return helpful(answer, examples)
}
