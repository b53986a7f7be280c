import type { Dimension, Plan } from './plan.ts'

/** A document and the variables it takes, as a client would send them. */
export interface Query {
  readonly document: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** Where the summary tells each dimension. */
const breakdowns: Readonly<Record<Dimension, string>> = {
  country: 'countryStats { country count }',
  region: 'regionStats { region count }',
  device: 'deviceStats { device count }',
  browser: 'browserStats { browser count }',
  os: 'osStats { os count }',
  referrer: 'referrerStats { referrer count }',
  utmSource: 'utmStats { source { value count } }',
  utmMedium: 'utmStats { medium { value count } }',
  utmCampaign: 'utmStats { campaign { value count } }',
  trigger: 'triggerStats { trigger count }',
}

const totals = 'totalClicks uniqueVisitors uniqueVisitorsAvailable'

/** The most rows of a breakdown that the schema tells: the fewest of them stand at its end. */
const wholeBreakdown = 500

/**
 * The plan as a document of our own schema, put together from fixed parts; whatever a person or a model wrote is a
 * variable. `urlId` is the link that the plan names.
 */
export function queryOf(plan: Plan, urlId: string | null): Query {
  const { operation, filters, period, comparedTo, timezone, includeBots } = plan
  const given = new Map<string, readonly [type: string, value: unknown]>()
  if (urlId !== null) given.set('urlId', ['ID!', urlId])
  const bounds = (prefix: 'from' | 'previousFrom', end: 'to' | 'previousTo', { from, to }: Plan['period']) => {
    if (from) given.set(prefix, ['DateTime', from.toISOString()])
    if (to) given.set(end, ['DateTime', to.toISOString()])
    return [from && `from: $${prefix}`, to && `to: $${end}`].filter(Boolean)
  }
  given.set('timezone', ['String', timezone])
  const wishes = ['timezone: $timezone']
  for (const [name, value] of Object.entries(filters)) {
    given.set(name, ['String', value])
    wishes.push(`${name}: $${name}`)
  }
  if (includeBots) {
    given.set('includeBots', ['Boolean', true])
    wishes.push('includeBots: $includeBots')
  }
  const summary = (alias: string, time: readonly unknown[], more: readonly string[], selection: string) => {
    const of = urlId === null ? [] : ['urlId: $urlId']
    const root = urlId === null ? 'accountAnalytics' : 'clickAnalytics'
    return `  ${alias}: ${root}(${[...of, ...time, ...wishes, ...more].join(', ')}) { ${selection} }`
  }
  const lines: string[] = []
  const now = bounds('from', 'to', period)
  if (operation === 'linkDetails') {
    lines.push('  url(id: $urlId) { id title shortUrl isActive createdAt }')
    lines.push(summary('summary', now, [], `${totals} lastClickAt`))
  } else if (operation === 'compare' && comparedTo) {
    lines.push(summary('summary', now, [], totals))
    lines.push(summary('previous', bounds('previousFrom', 'previousTo', comparedTo), [], totals))
  } else {
    const { selection, more } = detailsOf(plan, given)
    lines.push(summary('summary', now, more, `${totals} ${selection}`.trim()))
  }
  const declared = [...given].map(([name, [type]]) => `$${name}: ${type}`).join(', ')
  return {
    document: `query Answer(${declared}) {\n${lines.join('\n')}\n}`,
    variables: Object.fromEntries([...given].map(([name, [, value]]) => [name, value])),
  }
}

/** What one summary is asked for beside its totals. */
function detailsOf(
  { operation, dimension, unit, order, limit }: Plan,
  given: Map<string, readonly [type: string, value: unknown]>,
): { selection: string; more: string[] } {
  if (operation === 'timeseries') {
    given.set('unit', ['String', unit])
    return { selection: 'timeseries { timestamp clicks uniqueVisitors }', more: ['unit: $unit'] }
  }
  if (operation !== 'topLinks' && !(operation === 'breakdown' && dimension)) return { selection: '', more: [] }
  given.set('limit', ['Int', order === 'fewest' ? wholeBreakdown : limit])
  const selection = operation === 'topLinks' || !dimension ? 'topLinks { urlId count }' : breakdowns[dimension]
  return { selection, more: ['limit: $limit'] }
}
