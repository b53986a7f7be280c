import type { GraphClient } from '../../support/graph.ts'
import type { RestClient } from '../../support/rest.ts'
import { type Filter, type Question, valueFilters, valuesOf } from './questions.ts'

/** How one process of the service is asked. */
export interface Face {
  readonly rest: RestClient
  readonly graph: GraphClient
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of either interface.
type Json = any

const paths = {
  link: '/v1/clicks/analytics/',
  account: '/v1/clicks/analytics',
  map: '/v1/clicks/geojson',
  clicks: '/v1/clicks',
} as const

const summaryFields = `totalClicks uniqueVisitors uniqueVisitorsAvailable uniqueVisitorsPartial countsFrom botClicks lastClickAt
  countryStats { country count } regionStats { region count }
  cityStats { city region country count } continentStats { continent count } deviceStats { device count }
  browserStats { browser count } osStats { os count } referrerStats { referrer count } triggerStats { trigger count }
  ruleStats { ruleId count } variantStats { variant count }
  utmStats { source { value count } medium { value count } campaign { value count } term { value count } content { value count } }
  timeseries { timestamp clicks uniqueVisitors botClicks isPartial } bucketVisitorsMissing`

const summaryVariables = '$filter: ClickFilter, $unit: SeriesUnit!, $limit: Int!'
const summaryArguments = 'filter: $filter, unit: $unit, limit: $limit'

const documents = {
  link: `query ($urlId: ID!, ${summaryVariables}) { answer: clickAnalytics(urlId: $urlId, ${summaryArguments}) { ${summaryFields} } }`,
  links: `query (${summaryVariables}) { answer: urls(first: 10) { nodes { id analytics(${summaryArguments}) { ${summaryFields} } } } }`,
  account: `query (${summaryVariables}) { answer: accountAnalytics(${summaryArguments}) { ${summaryFields} topLinks { urlId kind count } } }`,
  leastClicked: `query ($filter: ClickFilter, $kind: LinkKind!, $limit: Int!) { answer: accountAnalytics(filter: $filter) {
    leastClickedLinks(kind: $kind, limit: $limit) { links { urlId kind count } totalCount unclickedCount } } }`,
  map: `query ($urlId: ID, $filter: ClickFilter) { answer: clickMap(urlId: $urlId, filter: $filter) {
    features { properties { country count uniqueVisitors } } unlocated uniqueVisitorsAvailable uniqueVisitorsPartial countsFrom } }`,
  clicks: `query ($urlId: ID, $filter: ClickFilter, $limit: Int!) { answer: clicks(urlId: $urlId, filter: $filter, first: $limit) {
    totalCount nodes { id } } }`,
} as const

/** Asks the question and returns the answer in the form of REST. An error is the status of its answer. */
export async function ask(face: Face, token: string, question: Question): Promise<Json> {
  if (question.about === 'scans') return askScans(face, token)
  return question.isRest ? askRest(face, token, question) : askGraph(face, token, question)
}

async function askScans({ rest }: Face, token: string): Promise<Json> {
  const { json } = await rest.get('/v1/dynamic-qr', { token })
  const scans: [string, number][] = json.map((code: Json) => [code.shortCode, code.scans])
  return scans.toSorted(([a], [b]) => (a < b ? -1 : 1))
}

async function askRest({ rest }: Face, token: string, question: Question): Promise<Json> {
  const { about, urlId, filter, unit, limit } = question
  const path = paths[about as keyof typeof paths]
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filter, unit, limit })) {
    if (typeof value !== 'object' && value !== undefined) parameters.set(name, String(value))
  }
  for (const [name, valueFilter] of valueFilters(filter)) {
    const sign = 'in' in valueFilter ? '' : '-'
    parameters.set(
      name,
      valuesOf(valueFilter)
        .map((value) => `${sign}${value}`)
        .join(','),
    )
  }
  if (about === 'clicks') parameters.set('count', 'true')
  if (urlId !== undefined && about !== 'link') parameters.set('urlId', urlId)
  const { status, headers, json } = await rest.get(`${path}${about === 'link' ? urlId : ''}?${parameters}`, { token })
  if (status !== 200) return status
  if (about === 'map') return toMap(json)
  if (about === 'account') return { ...json, topLinks: json.topLinks.map(({ qrId: _, ...stat }: Json) => stat) }
  if (about !== 'clicks') return json
  return { total: Number(headers['x-total-count']), ids: json.map(({ id }: Json) => id) }
}

async function askGraph({ graph }: Face, token: string, question: Question): Promise<Json> {
  const { about, urlId, kind, filter, unit, limit } = question
  const document = documents[about as keyof typeof documents]
  const all = { urlId, kind: kind?.toUpperCase(), filter: toFilterInput(filter), unit: unit?.toUpperCase(), limit }
  const variables = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => value !== undefined && document.includes(`$${name}`)),
  )
  const { data, errors } = await graph(document, { token, variables })
  const answer = data?.answer
  if (answer == null) return statusOf(errors)
  if (about === 'links')
    return answer.nodes.map(({ id, analytics }: Json) => [id, toRestForm(analytics, errors)]).sort()
  if (errors) return statusOf(errors)
  if (about === 'map') return toMap(answer)
  if (about === 'clicks') return { total: answer.totalCount, ids: answer.nodes.map(({ id }: Json) => id) }
  return about === 'leastClicked' ? toLowerKinds(answer.leastClickedLinks) : toRestForm(answer, errors)
}

const statusOf = (errors: Json) => errors?.[0]?.extensions?.http?.status

/** GraphQL names the values of enums in capitals. */
function toRestForm(summary: Json, errors: Json): Json {
  if (!summary) return statusOf(errors)
  const toValue = (name: string) => (name === 'TV' ? name : name.charAt(0) + name.slice(1).toLowerCase())
  return {
    ...toLowerKinds(summary),
    bucketVisitorsMissing: summary.bucketVisitorsMissing?.toLowerCase() ?? null,
    deviceStats: summary.deviceStats.map((stat: Json) => ({ ...stat, device: toValue(stat.device) })),
    continentStats: summary.continentStats.map((stat: Json) => ({
      ...stat,
      continent: stat.continent === 'UNKNOWN' ? 'Unknown' : stat.continent,
    })),
    triggerStats: summary.triggerStats.map((stat: Json) => ({ ...stat, trigger: stat.trigger.toLowerCase() })),
  }
}

/** The kinds of links, in the lists of an answer that have them. */
function toLowerKinds(answer: Json): Json {
  const toLower = ({ kind, ...stat }: Json) => ({ ...stat, kind: kind.toLowerCase() })
  return {
    ...answer,
    ...(answer.topLinks && { topLinks: answer.topLinks.map(toLower) }),
    ...(answer.links && { links: answer.links.map(toLower) }),
  }
}

/** Without what a map shows of any country. */
function toMap({ features, type: _, ...others }: Json): Json {
  const places = features.map(({ properties: { countryName: __, ...place } }: Json) => place)
  return { features: places, ...others }
}

function toFilterInput({ interval, device, continent, trigger, ...others }: Filter): Json {
  const upper = (valueFilter: Filter['device']) =>
    valueFilter &&
    ('in' in valueFilter
      ? { in: valueFilter.in.map((value) => value.toUpperCase()) }
      : { notIn: valueFilter.notIn.map((value) => value.toUpperCase()) })
  return {
    ...others,
    ...(interval && { interval: /^\d/.test(interval) ? `LAST_${interval.toUpperCase()}` : interval.toUpperCase() }),
    ...(device && { device: upper(device) }),
    ...(continent && { continent: upper(continent) }),
    ...(trigger && { trigger: upper(trigger) }),
  }
}
