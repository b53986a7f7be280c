import { formatCount } from './calendar.ts'
import type { InsightAnswer, InsightRow } from './insight.types.ts'
import { createRow } from './insight-row.ts'
import type { NamedLink } from './link-lookup.ts'
import { formatList, quoteName } from './number-text.ts'

/** An answer without data, with suggestions. Its source is always `rules`. */
function createHelpAnswer(answer: string, suggestions: readonly string[], rows: InsightRow[] = []): InsightAnswer {
  const emptyData = {
    query: null,
    rows,
    link: null,
    total: null,
    placement: null,
    linkCount: null,
    tiedCount: null,
    clickBound: null,
    change: null,
    period: null,
    comparedTo: null,
  }
  return { answer, data: { ...emptyData, source: 'rules', suggestions: [...suggestions] } }
}

/** Says why the question is not answered, and suggests the nearest questions that can be answered. */
export function createNotUnderstoodAnswer(problem: string, suggestions: readonly string[]): InsightAnswer {
  return createHelpAnswer(`${problem} You can ask ${formatList(suggestions.map(quoteName))}.`, suggestions)
}

/** The rows are the matching links, each with its clicks of all time. */
export function createAmbiguousLinkAnswer(links: readonly NamedLink[]): InsightAnswer {
  const names = links.map(
    ({ id, title, code, clicks }) => `${quoteName(title)} (${code ?? id}, ${formatCount(clicks, 'click')})`,
  )
  return createHelpAnswer(
    `Ask about one link at a time, or compare two, by their codes. You may mean ${names.join(', ')}.`,
    links.map(({ id, code }) => `How many clicks did "${code ?? id}" get?`),
    links.map(({ id, title: name, code: value, clicks }) => createRow({ name, value, urlId: id, clicks })),
  )
}
