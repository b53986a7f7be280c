import { createRow } from './analytics-query.ts'
import { formatCount } from './calendar.ts'
import type { InsightAnswer, InsightData, InsightRow } from './insight.types.ts'
import type { NamedLink } from './link-lookup.ts'
import type { Dimension, Plan } from './question-plan.ts'

const dimensionLabels: Readonly<Record<Dimension, string>> = {
  country: 'country',
  region: 'region',
  device: 'device',
  browser: 'browser',
  os: 'operating system',
  referrer: 'referrer',
  utmSource: 'UTM source',
  utmMedium: 'UTM medium',
  utmCampaign: 'campaign',
  trigger: 'trigger',
}

type AnswerData = Pick<InsightData, 'rows' | 'total' | 'change' | 'link'>

/** Formats the answer as a sentence. All its numbers are in the data too: in the rows, the total, the change or a period. */
export function formatAnswer(plan: Plan, { rows, total, change, link }: AnswerData): string {
  const subject = link ? quoteName(link.title) : 'Your links'
  const clicks = total ?? 0
  const scope = formatScope(plan)
  const noClicksText = `${link ? `${subject} was not` : 'None of your links was'} clicked ${scope}.`
  const [first, ...rest] = rows
  switch (plan.operation) {
    case 'linkDetails':
      return first ? formatDetails(first, link) : ''
    case 'compare':
      return `${subject} had ${formatComparison(plan, rows)}${change === null ? '' : ` ${formatChange(change)}`}`
    case 'topLinks':
      if (!first) return `None of your links was clicked ${scope}.`
      return `${quoteName(first.name)} has the most clicks ${scope}: ${first.clicks}.${formatOtherLinks(rest)}`
    case 'breakdown':
      if (!first) return noClicksText
      return formatBreakdown(plan, rows, clicks, link)
    case 'timeseries': {
      if (clicks === 0) return noClicksText
      const peak = rows.reduce((highest, row) => (row.clicks > highest.clicks ? row : highest))
      const [extreme, row] = plan.order === 'fewest' ? ['fewest', first ?? peak] : ['most', peak]
      const preposition = { hour: 'at', minute: 'at', day: 'on', week: 'from', month: 'from', auto: 'from' }[plan.unit]
      return `${subject} had ${formatCount(clicks, 'click')} ${scope}, the ${extreme} ${preposition} ${row.name}: ${row.clicks}.`
    }
    default:
      return clicks === 0 ? noClicksText : `${subject} had ${formatTotals(plan, first)}.`
  }
}

function formatBreakdown(plan: Plan, rows: readonly InsightRow[], total: number, link: InsightData['link']): string {
  const { label } = plan.period
  const linkText = link ? ` for ${quoteName(link.title)}` : ''
  const orderText = plan.order === 'fewest' ? ', fewest first' : ''
  const counts = rows.map(({ name, clicks }) => `${name} ${clicks}`).join(', ')
  return `Clicks by ${dimensionLabels[plan.dimension ?? 'country']} ${label}${linkText}${formatFilters(plan)}${orderText}: ${counts} (${formatShare(rows, total)}).`
}

function formatTotals(plan: Plan, row: InsightRow | undefined): string {
  const clicks = formatCount(row?.clicks ?? 0, 'click')
  const visitors = row?.uniqueVisitors ?? null
  const scope = formatScope(plan)
  if (visitors === null) return `${clicks} ${scope}; unique visitors are not available`
  const visitorsText = formatCount(visitors, 'unique visitor')
  if (plan.measure === 'visitors') return `${visitorsText} ${scope}, with ${clicks}`
  return `${clicks} ${scope}, from ${visitorsText}`
}

function formatDetails(
  { name, value, clicks, uniqueVisitors, timestamp }: InsightRow,
  link: InsightData['link'],
): string {
  const state = link?.createdAt
    ? ` is switched ${link.isActive ? 'on' : 'off'}, was created on ${formatDay(link.createdAt)}, and`
    : ''
  const visitors = uniqueVisitors === null ? '' : ` from ${formatCount(uniqueVisitors, 'unique visitor')}`
  const last = timestamp ? `, the last on ${formatDay(timestamp)}` : ''
  return `${quoteName(name)} (${value ?? ''})${state} has had ${formatCount(clicks, 'click')}${visitors}${last}.`
}

/** Tells rows with all clicks from the top rows of more clicks. */
function formatShare(rows: readonly InsightRow[], total: number): string {
  const rowClicks = rows.reduce((sum, { clicks }) => sum + clicks, 0)
  return rowClicks === total ? `${formatCount(total, 'click')} together` : `of ${formatCount(total, 'click')}`
}

function formatComparison(plan: Plan, [current, previous]: readonly InsightRow[]): string {
  const formatMeasure = (row: InsightRow | undefined) =>
    plan.measure === 'visitors' && row?.uniqueVisitors != null
      ? `${formatCount(row.uniqueVisitors, 'unique visitor')} (${formatCount(row.clicks, 'click')})`
      : formatCount(row?.clicks ?? 0, 'click')
  return `${formatMeasure(current)} ${formatScope(plan)}, and ${formatMeasure(previous)} ${plan.comparedTo?.label}.`
}

function formatChange(change: number): string {
  if (change === 0) return 'That is no change.'
  const clicks = formatCount(Math.abs(change), 'click')
  return `That is ${clicks.replace(' ', change > 0 ? ' more ' : ' fewer ')}.`
}

function formatOtherLinks(rows: readonly InsightRow[]): string {
  const links = rows.map(({ name, clicks }) => `${quoteName(name)} with ${clicks}`)
  return links.length === 0 ? '' : ` Then ${links.join(', ')}.`
}

/** The period and the filters. */
function formatScope(plan: Plan): string {
  return `${plan.period.label}${formatFilters(plan)}`
}

/** Formats the filters as they were sent to the schema. */
function formatFilters({ filters, includeBots }: Plan): string {
  const descriptions = Object.entries(filters).map(([name, value]) => {
    const values = value.replaceAll(/(^|,)-/g, '$1').replaceAll(',', ', ')
    return `${dimensionLabels[name as Dimension]} ${value.startsWith('-') ? 'not ' : ''}${values}`
  })
  if (includeBots) descriptions.push('bots included')
  return descriptions.length === 0 ? '' : ` (${descriptions.join('; ')})`
}

/** Quotes a name. Typographic quotation marks inside it are replaced, so that they do not end the quotation. */
function quoteName(name: string): string {
  return `“${name.replaceAll(/[“”]/g, '"')}”`
}

function formatDay(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/** One example question of each operation. */
const exampleQuestions: readonly string[] = [
  'How many clicks did my links get this month?',
  'Which link did best this week?',
  'Top 5 countries in the last 30 days',
  'Clicks by day in the last 7 days',
  'Compare this week with last week',
  'Unique visitors from Germany on mobile since 1 May',
]

/** An answer without data, with suggestions. Its source is always `rules`. */
function createHelpAnswer(
  answer: string,
  suggestions: readonly string[] = exampleQuestions,
  rows: InsightRow[] = [],
): InsightAnswer {
  const emptyData = { query: null, rows, link: null, total: null, change: null, period: null, comparedTo: null }
  return { answer, data: { ...emptyData, source: 'rules', suggestions: [...suggestions] } }
}

export function createNotUnderstoodAnswer(): InsightAnswer {
  return createHelpAnswer(
    'I did not understand that. Ask, in English, about the clicks on your links: how many, by country, device, browser, ' +
      'referrer or day, your top links, one link by its title or code, in any period, compared with the one before.',
  )
}

export function createLinkNotFoundAnswer(): InsightAnswer {
  return createHelpAnswer(
    'You have no link of that name. Name one by its title, its code or its short address, best in quotes.',
  )
}

export function createInvalidPeriodAnswer(): InsightAnswer {
  return createHelpAnswer(
    'I cannot answer that: the period is in the future, ends before it begins, or is too long for such short intervals.',
  )
}

/** The rows are the matching links, each with its clicks of all time. */
export function createAmbiguousLinkAnswer(links: readonly NamedLink[]): InsightAnswer {
  const names = links.map(
    ({ id, title, code, clicks }) => `${quoteName(title)} (${code ?? id}, ${formatCount(clicks, 'click')})`,
  )
  return createHelpAnswer(
    `Ask about one link at a time, by its code. You may mean ${names.join(', ')}.`,
    links.map(({ id, code }) => `How many clicks did "${code ?? id}" get?`),
    links.map(({ id, title: name, code: value, clicks }) => createRow({ name, value, urlId: id, clicks })),
  )
}
