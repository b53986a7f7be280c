import type { PlacementKind } from '../../publishing/links/index.ts'
import { maxReadRows } from './analytics-query.ts'
import { formatCount } from './calendar.ts'
import { formatCycle } from './cycle-text.ts'
import type { AnswerData, InsightData, InsightRow } from './insight.types.ts'
import { formatList, formatPercent, formatShareInBrackets, quoteName } from './number-text.ts'
import type { Dimension, Plan } from './question-plan.ts'

const dimensionLabels: Readonly<Record<Dimension | PlacementKind, string>> = {
  folder: 'folder',
  tag: 'tag',
  country: 'country',
  region: 'region',
  city: 'city',
  continent: 'continent',
  device: 'device',
  browser: 'browser',
  os: 'operating system',
  referrer: 'referrer',
  utmSource: 'UTM source',
  utmMedium: 'UTM medium',
  utmCampaign: 'campaign',
  utmTerm: 'UTM term',
  utmContent: 'UTM content',
  trigger: 'trigger',
}

/** Formats the answer as a sentence. All its numbers are in the data too: in the rows, the total, the change or a period. */
export function formatAnswer(plan: Plan, data: AnswerData): string {
  const { rows, total, change, link, linkCount } = data
  const subject = link ? quoteName(link.title) : 'Your links'
  const scope = formatScope(plan)
  const noClicksText = `${link ? `${subject} was not` : 'None of your links was'} clicked ${scope}.`
  const [first, second] = rows
  switch (plan.operation) {
    case 'linkDetails':
      return first ? formatDetails(first, link) : ''
    case 'compare':
      return `${subject} had ${formatComparison(plan, rows)}${change === null ? '' : ` ${formatChange(change)}`}`
    case 'compareLinks':
      return first && second ? formatLinkComparison(plan, first, second) : ''
    case 'unclickedLinks':
      return formatUnclicked(plan, data)
    case 'createdLinks':
      return formatCreated(plan, rows, linkCount ?? 0)
    case 'deadLinks':
      return formatDeadLinks(rows, linkCount ?? 0)
    case 'topLinks':
      if (plan.bound) return formatBounded(plan, data)
      return first ? formatRanking(plan, data) : `None of your links was clicked ${scope}.`
    case 'breakdown':
      return first ? formatBreakdown(plan, data) : noClicksText
    case 'timeseries':
      return total === 0 ? noClicksText : formatSeries(plan, data, subject)
    case 'cycle':
      // Without clicks on the requested weekdays, there may be clicks on other weekdays.
      return total === 0 && plan.cycleIndexes === null ? noClicksText : formatCycle(plan, data, subject, scope)
    case 'bots':
      return formatBots(rows, scope, link)
    case 'share':
      return second?.clicks === 0 || !first || !second ? noClicksText : formatShare(plan, first, second, link)
    default:
      return total === 0 ? noClicksText : `${subject} had ${formatTotals(plan, first)}.`
  }
}

function formatBreakdown(plan: Plan, { rows, total, link, tiedCount }: AnswerData): string {
  const { label } = plan.period
  const linkText = link ? ` for ${quoteName(link.title)}` : ''
  const orderText = plan.order === 'fewest' ? ', fewest first' : ''
  const counts = rows.map((row) => `${row.name} ${row.clicks}${formatShareInBrackets(plan, row)}`).join(', ')
  const sum = rows.reduce((all, { clicks }) => all + clicks, 0)
  // A link can have several tags, or be in no folder.
  const isDivided = plan.dimension !== 'folder' && plan.dimension !== 'tag'
  // Distinguishes rows with all clicks from the top rows of more clicks.
  const sumText =
    isDivided && sum === total ? `${formatCount(sum, 'click')} together` : `of ${formatCount(total ?? 0, 'click')}`
  return `Clicks by ${dimensionLabels[plan.dimension ?? 'country']} ${label}${linkText}${formatFilters(plan)}${orderText}: ${counts} (${sumText}${formatTies(plan, rows, tiedCount)}).`
}

/** Says that some of several equal rows are not listed. */
function formatTies({ measure }: Plan, rows: readonly InsightRow[], tiedCount: number | null): string {
  const last = rows.at(-1)
  if (tiedCount === null || !last) return ''
  const count = measure === 'visitors' ? (last.uniqueVisitors ?? 0) : last.clicks
  return `; not all of the ${formatTiedCount(tiedCount)} with ${count} are listed`
}

function formatTiedCount(tiedCount: number): string {
  return tiedCount >= maxReadRows ? `at least ${tiedCount}` : String(tiedCount)
}

function formatTotals(plan: Plan, row: InsightRow | undefined): string {
  const clicks = formatCount(row?.clicks ?? 0, 'click')
  const visitors = row?.uniqueVisitors ?? null
  const scope = formatScope(plan)
  if (plan.operation === 'average') return formatAverage(plan, row)
  if (visitors === null) return `${clicks} ${scope}; unique visitors are not available`
  const visitorsText = formatCount(visitors, 'unique visitor')
  if (plan.measure === 'visitors') return `${visitorsText} ${scope}, with ${clicks}`
  return `${clicks} ${scope}, from ${visitorsText}`
}

function formatAverage(plan: Plan, row: InsightRow | undefined): string {
  const { unit, measure } = plan
  const count = measure === 'visitors' ? row?.uniqueVisitors : row?.clicks
  if (row?.average == null || count == null) return 'unique visitors that are not available'
  const noun = measure === 'visitors' ? 'unique visitor' : 'click'
  const averageText = formatCount(row.average, noun)
  return `${averageText} ${unit === 'hour' ? 'an' : 'a'} ${unit} on average ${formatScope(plan)}: ${count} in all`
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

function formatMeasure(plan: Plan, row: InsightRow | undefined): string {
  return plan.measure === 'visitors' && row?.uniqueVisitors != null
    ? `${formatCount(row.uniqueVisitors, 'unique visitor')} (${formatCount(row.clicks, 'click')})`
    : formatCount(row?.clicks ?? 0, 'click')
}

function formatComparison(plan: Plan, [current, previous]: readonly InsightRow[]): string {
  return `${formatMeasure(plan, current)} ${formatScope(plan)}, and ${formatMeasure(plan, previous)} ${plan.comparedTo?.label}.`
}

function formatChange(change: number): string {
  if (change === 0) return 'That is no change.'
  const clicks = formatCount(Math.abs(change), 'click')
  return `That is ${clicks.replace(' ', change > 0 ? ' more ' : ' fewer ')}.`
}

function formatLinkComparison(plan: Plan, first: InsightRow, second: InsightRow): string {
  const [more, fewer] = first.clicks >= second.clicks ? [first, second] : [second, first]
  const clicks = formatCount(more.clicks - fewer.clicks, 'click').replace(' ', ' more ')
  const result = more.clicks === fewer.clicks ? 'That is as many.' : `That is ${clicks} for ${quoteName(more.name)}.`
  return `${quoteName(first.name)} had ${formatMeasure(plan, first)} ${formatScope(plan)}, and ${quoteName(second.name)} ${formatMeasure(plan, second)}. ${result}`
}

/** The links with the most or the fewest clicks. Several links that are first together are named together. */
function formatRanking(plan: Plan, { rows, tiedCount }: AnswerData): string {
  const adjective = plan.order === 'fewest' ? 'fewest' : 'most'
  const [first, ...rest] = rows
  if (!first) return ''
  const describe = (row: InsightRow) => `${row.clicks}${formatShareInBrackets(plan, row)}`
  if (plan.limit === 1 && tiedCount !== null)
    return `${formatTiedCount(tiedCount)} links have the ${adjective} clicks ${formatScope(plan)}, ${describe(first)} each, among them ${formatList(rows.map(({ name }) => quoteName(name)))}.`
  if (plan.limit === 1 && rest.length > 0)
    return `${formatList(rows.map(({ name }) => quoteName(name)))} have the ${adjective} clicks ${formatScope(plan)}: ${describe(first)} each.`
  const others = rest.map((row) => `${quoteName(row.name)} with ${describe(row)}`)
  const othersText = others.length === 0 ? '' : ` Then ${others.join(', ')}${formatTies(plan, rows, tiedCount)}.`
  return `${quoteName(first.name)} has the ${adjective} clicks ${formatScope(plan)}: ${describe(first)}.${othersText}`
}

/** The links whose clicks are within the bound. */
function formatBounded(plan: Plan, { rows, linkCount }: AnswerData): string {
  const { bound, limit } = plan
  const count = linkCount ?? 0
  const condition = `${bound?.comparison} ${formatCount(bound?.clicks ?? 0, 'click')} ${formatScope(plan)}`
  if (count === 0) return `None of your links had ${condition}.`
  const names = formatList(rows.map((row) => `${quoteName(row.name)} with ${row.clicks}`))
  const total = count >= maxReadRows ? `At least ${count}` : count
  return `${total} of your links had ${condition}${count > limit ? ', among them' : ':'} ${names}.`
}

function formatDeadLinks(rows: readonly InsightRow[], linkCount: number): string {
  const noun = linkCount === 1 ? 'link has a destination' : 'links have destinations'
  if (linkCount === 0) return 'None of the watched links has a destination that cannot be reached.'
  const names = formatList(rows.map(({ name }) => quoteName(name)))
  const namesText = rows.length === 0 ? '' : `${linkCount > rows.length ? ', among them' : ':'} ${names}`
  return `${linkCount} watched ${noun} that cannot be reached${namesText}.`
}

function formatUnclicked(plan: Plan, { rows, linkCount }: AnswerData): string {
  const noun = plan.linkKind === 'qr' ? 'QR code' : 'link'
  const scope = formatScope(plan)
  if (linkCount === null) return `You have no ${noun}s.`
  if (linkCount === 0) return `Each of your ${noun}s was clicked ${scope}.`
  const names = formatList(rows.map(({ name }) => quoteName(name)))
  const namesText = rows.length === 0 ? '' : `${linkCount > rows.length ? ', among them' : ':'} ${names}`
  return `${linkCount} of your ${noun}s ${linkCount === 1 ? 'was' : 'were'} not clicked ${scope}${namesText}.`
}

function formatCreated(plan: Plan, rows: readonly InsightRow[], linkCount: number): string {
  const { period, limit } = plan
  const isAllTime = period.from === null && period.to === null
  const count = isAllTime
    ? `You have ${formatCount(linkCount, 'link')}${formatFilters(plan)}`
    : `${linkCount} of your links ${linkCount === 1 ? 'was' : 'were'} created ${formatScope(plan)}`
  if (limit === 0 || linkCount === 0) return `${count}.`
  const names = formatList(rows.map(({ name }) => quoteName(name)))
  return `${count}${linkCount > rows.length ? ', the latest' : ':'} ${names}.`
}

function formatBots([bots, people]: readonly InsightRow[], scope: string, link: InsightData['link']): string {
  const subject = link ? quoteName(link.title) : 'your links'
  if (!bots || !people || bots.share === null) return `Nobody visited ${subject} ${scope}, and no bot.`
  const visits = `${bots.clicks === 1 ? '1 visit' : `${bots.clicks} visits`} by bots`
  return `There were ${visits} and ${people.clicks} by people on ${subject} ${scope}: ${formatPercent(bots.share)} by bots.`
}

function formatShare(plan: Plan, part: InsightRow, whole: InsightRow, link: InsightData['link']): string {
  const isVisitors = plan.measure === 'visitors'
  const count = (row: InsightRow) => (isVisitors ? row.uniqueVisitors : row.clicks)
  const noun = isVisitors ? 'unique visitors' : 'clicks'
  if (part.share === null) return `Unique visitors are not available ${plan.period.label}.`
  const counts = `${count(part)} of ${count(whole)}`
  const botsText = plan.includeBots ? ', bots included' : ''
  const values = formatFilterValues(plan)
  if (values.length === 0)
    return `${quoteName(link?.title ?? '')} had ${formatPercent(part.share)} of all ${noun} ${plan.period.label}: ${counts}${botsText}.`
  const of = link ? quoteName(link.title) : `your links${formatPlacement(plan)}`
  return `${formatPercent(part.share)} of the ${noun} of ${of} ${plan.period.label} have the ${values.join('; ')}: ${counts}${botsText}.`
}

function formatSeries(plan: Plan, { rows, total, tiedCount }: AnswerData, subject: string): string {
  const isVisitors = plan.measure === 'visitors'
  const count = (row: InsightRow) => (isVisitors ? (row.uniqueVisitors ?? 0) : row.clicks)
  const isFewest = plan.order === 'fewest'
  const extreme = rows.map(count).reduce((a, b) => (isFewest ? Math.min(a, b) : Math.max(a, b)))
  const names = rows.filter((row) => count(row) === extreme).map(({ name }) => name)
  const preposition = { hour: 'at', minute: 'at', day: 'on', week: 'in', month: 'in', auto: 'from' }[plan.unit]
  const of = isVisitors ? ' unique visitors' : ''
  const at =
    tiedCount !== null
      ? `the ${isFewest ? 'fewest' : 'most'}${of} ${formatTiedUnits(plan, tiedCount)} with ${formatCount(extreme, isVisitors ? 'visitor' : 'click')} each`
      : `the ${isFewest ? 'fewest' : 'most'}${of} ${preposition} ${formatList(names)}: ${extreme}${names.length > 1 ? ' each' : ''}`
  return `${subject} had ${formatCount(total ?? 0, 'click')} ${formatScope(plan)}, ${at}.`
}

/** Such as `on 14 days`. */
function formatTiedUnits({ unit }: Plan, count: number): string {
  return unit === 'auto' ? `at ${count} times` : `${unit === 'day' ? 'on' : 'in'} ${count} ${unit}s`
}

/** The period and the filters. */
function formatScope(plan: Plan): string {
  return `${plan.period.label}${formatFilters(plan)}`
}

function formatFilters(plan: Plan): string {
  const { placement } = plan
  const place = placement ? [`${placement.kind} ${quoteName(placement.name)}`] : []
  const descriptions = [...place, ...formatFilterValues(plan)]
  if (plan.includeBots) descriptions.push('bots included')
  return descriptions.length === 0 ? '' : ` (${descriptions.join('; ')})`
}

function formatPlacement({ placement }: Plan): string {
  return placement ? ` (${placement.kind} ${quoteName(placement.name)})` : ''
}

function formatFilterValues({ filters }: Plan): string[] {
  return Object.entries(filters).map(
    ([name, { values, isExcluded }]) =>
      `${dimensionLabels[name as Dimension]} ${isExcluded ? 'not ' : ''}${values.join(', ')}`,
  )
}

function formatDay(instant: Date): string {
  return instant.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}
