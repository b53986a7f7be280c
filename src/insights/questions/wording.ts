import type { InsightData, InsightRow } from './insight.ts'
import type { Dimension, Plan } from './plan.ts'

const dimensionWords: Readonly<Record<Dimension, string>> = {
  country: 'country',
  region: 'region',
  device: 'device',
  browser: 'browser',
  os: 'operating system',
  referrer: 'referrer',
  utmSource: 'UTM source',
  utmMedium: 'UTM medium',
  utmCampaign: 'campaign',
  trigger: 'way in',
}

type Told = Pick<InsightData, 'rows' | 'total' | 'change' | 'link'>

/** Says what was found. Every number in the sentence is one of `data`: a row, the total, the change or a period. */
export function wordingOf(plan: Plan, { rows, total, change, link }: Told): string {
  const subject = link ? quoted(link.title) : 'Your links'
  const clicks = total ?? 0
  const nobody = `${link ? `${subject} was not` : 'None of your links was'} clicked ${plan.period.label}${filtersOf(plan)}.`
  const when = plan.period.label
  const [first, ...rest] = rows
  switch (plan.operation) {
    case 'linkDetails':
      return first ? detailsOf(first, link) : ''
    case 'compare':
      return `${subject} had ${comparison(plan, rows)}${change === null ? '' : ` ${changed(change)}`}`
    case 'topLinks':
      if (!first) return `None of your links was clicked ${when}${filtersOf(plan)}.`
      return `${quoted(first.name)} has the most clicks ${when}${filtersOf(plan)}: ${first.clicks}.${others(rest, quoted)}`
    case 'breakdown':
      if (!first) return nobody
      return `Clicks by ${dimensionWords[plan.dimension ?? 'country']} ${when}${link ? ` for ${subject}` : ''}${filtersOf(plan)}${
        plan.order === 'fewest' ? ', fewest first' : ''
      }: ${rows.map(({ name, clicks: count }) => `${name} ${count}`).join(', ')} (${shareOf(rows, clicks)}).`
    case 'timeseries': {
      if (clicks === 0) return nobody
      const peak = rows.reduce((most, each) => (each.clicks > most.clicks ? each : most))
      const told = plan.order === 'fewest' ? (first ?? peak) : peak
      const extreme = plan.order === 'fewest' ? 'fewest' : 'most'
      return `${subject} had ${count(clicks, 'click')} ${when}${filtersOf(plan)}, the ${extreme} ${
        plan.unit === 'hour' || plan.unit === 'minute' ? 'at' : plan.unit === 'day' ? 'on' : 'from'
      } ${told.name}: ${told.clicks}.`
    }
    default:
      return clicks === 0 ? nobody : `${subject} had ${totalsOf(plan, first)}.`
  }
}

function totalsOf(plan: Plan, row: InsightRow | undefined): string {
  const clicks = count(row?.clicks ?? 0, 'click')
  const visitors = row?.uniqueVisitors ?? null
  const rest = `${plan.period.label}${filtersOf(plan)}`
  if (visitors === null) return `${clicks} ${rest}; visitors are not told apart`
  const told = count(visitors, 'unique visitor')
  if (plan.measure === 'visitors') return `${told} ${rest}, with ${clicks}`
  return `${clicks} ${rest}, from ${told}`
}

function detailsOf({ name, value, clicks, uniqueVisitors, timestamp }: InsightRow, link: InsightData['link']): string {
  const state = link?.createdAt
    ? ` is switched ${link.isActive ? 'on' : 'off'}, was made on ${dayOf(link.createdAt)}, and`
    : ''
  const visitors = uniqueVisitors === null ? '' : ` from ${count(uniqueVisitors, 'unique visitor')}`
  const last = timestamp ? `, the last on ${dayOf(timestamp)}` : ''
  return `${quoted(name)} (${value ?? ''})${state} has had ${count(clicks, 'click')}${visitors}${last}.`
}

/** Whether the rows are all there is. */
function shareOf(rows: readonly InsightRow[], total: number): string {
  const told = rows.reduce((sum, { clicks }) => sum + clicks, 0)
  return told === total ? `${count(total, 'click')} together` : `of ${count(total, 'click')}`
}

function comparison(plan: Plan, [now, then]: readonly InsightRow[]): string {
  const told = (row: InsightRow | undefined) =>
    plan.measure === 'visitors' && row?.uniqueVisitors != null
      ? `${count(row.uniqueVisitors, 'unique visitor')} (${count(row.clicks, 'click')})`
      : count(row?.clicks ?? 0, 'click')
  const [label, other] = [plan.period.label, plan.comparedTo?.label ?? '']
  return `${told(now)} ${label}${filtersOf(plan)}, and ${told(then)} ${other}.`
}

function changed(change: number): string {
  if (change === 0) return 'That is no change.'
  const clicks = count(Math.abs(change), 'click')
  return `That is ${clicks.replace(' ', change > 0 ? ' more ' : ' fewer ')}.`
}

function others(rows: readonly InsightRow[], say: (name: string) => string): string {
  return rows.length === 0 ? '' : ` Then ${rows.map(({ name, clicks }) => `${say(name)} with ${clicks}`).join(', ')}.`
}

/** What was filtered by, as it was asked of the schema. */
function filtersOf({ filters, includeBots }: Plan): string {
  const told = Object.entries(filters).map(([name, value]) => {
    const values = value.replaceAll(/(^|,)-/g, '$1').replaceAll(',', ', ')
    return `${dimensionWords[name as Dimension]} ${value.startsWith('-') ? 'not ' : ''}${values}`
  })
  if (includeBots) told.push('robots included')
  return told.length === 0 ? '' : ` (${told.join('; ')})`
}

/** Quotation marks in a title must not end the quotation. */
export function quoted(name: string): string {
  return `“${name.replaceAll(/[“”]/g, '"')}”`
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
