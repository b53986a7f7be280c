import type { Random } from '../../anomalies/random.ts'
import { type Interval, nearbyBounds, type Unit } from './local-time.ts'

/** What a click is filtered by, with the name of its breakdown and of the value in it. */
export const dimensions = {
  country: ['countryStats', 'country'],
  region: ['regionStats', 'region'],
  city: ['cityStats', 'city'],
  continent: ['continentStats', 'continent'],
  device: ['deviceStats', 'device'],
  browser: ['browserStats', 'browser'],
  os: ['osStats', 'os'],
  referrer: ['referrerStats', 'referrer'],
  utmSource: ['source', 'value'],
  utmMedium: ['medium', 'value'],
  utmCampaign: ['campaign', 'value'],
  utmTerm: ['term', 'value'],
  utmContent: ['content', 'value'],
  trigger: ['triggerStats', 'trigger'],
  rule: ['ruleStats', 'ruleId'],
  variant: ['variantStats', 'variant'],
} as const
export type Dimension = keyof typeof dimensions
export const dimensionNames = Object.keys(dimensions) as Dimension[]

export type ValueFilter = { readonly in: readonly string[] } | { readonly notIn: readonly string[] }

export interface Filter extends Partial<Record<Dimension, ValueFilter>> {
  readonly interval?: Interval
  readonly from?: string
  readonly to?: string
  readonly timezone?: string
  readonly includeBots?: boolean
}

/** One question about the clicks of an account. */
export interface Question {
  readonly about: 'link' | 'links' | 'account' | 'leastClicked' | 'map' | 'clicks' | 'scans'
  /** The link in question. The map and the list of clicks are of all links without it. */
  readonly urlId?: string
  readonly kind?: 'link' | 'qr'
  readonly filter: Filter
  readonly unit?: Unit | 'auto'
  readonly limit?: number
  /** How it is asked; this changes nothing of the answer. */
  readonly isRest: boolean
  readonly node: number
}

/** What questions are made of. */
export interface QuestionSource {
  readonly random: Random
  readonly now: number
  readonly zones: readonly string[]
  readonly urlIds: readonly string[]
  readonly instants: readonly number[]
  readonly values: Readonly<Record<Dimension, readonly string[]>>
  readonly nodes: number
}

const intervals: readonly Interval[] = ['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all']
const units = ['auto', 'minute', 'hour', 'day', 'week', 'month'] as const

export function createQuestion(source: QuestionSource): Question {
  const { random, urlIds, nodes } = source
  const about = random.pick([
    ...['link', 'link', 'link', 'links', 'account', 'account', 'account', 'leastClicked', 'map', 'map', 'clicks'],
    'scans',
  ] as const)
  const canBeRest = about !== 'links' && about !== 'leastClicked'
  const hasUrlId = about === 'link' || ((about === 'map' || about === 'clicks') && random.chance(0.3))
  if (about === 'scans') return { about, filter: {}, isRest: true, node: random.whole(0, nodes - 1) }
  const filter = createFilter(source)
  return {
    about,
    ...(hasUrlId && { urlId: random.pick(urlIds) }),
    ...(about === 'leastClicked' && { kind: random.pick(['link', 'link', 'qr'] as const) }),
    filter,
    ...((about === 'link' || about === 'links' || about === 'account') && {
      unit: random.chance(0.8) ? fittingUnit(source, filter) : random.pick(units),
    }),
    ...(about !== 'map' && { limit: random.pick([1, 2, 3, 50, 50, about === 'clicks' ? 100 : 500]) }),
    isRest: canBeRest && isPlain(filter) && random.chance(0.5),
    node: random.whole(0, nodes - 1),
  }
}

/** A unit of which the range has not too many. */
function fittingUnit({ random, now, instants }: QuestionSource, { from, to, interval }: Filter): Unit | 'auto' {
  const start = from === undefined ? Math.min(...instants) : Date.parse(from)
  const minutes = ((to === undefined ? now : Date.parse(to)) - start) / 60_000
  if (minutes < 1000 && interval !== '24h') return random.pick(['minute', 'hour', 'auto'])
  if (minutes < 60_000) return random.pick(['hour', 'day', 'auto'])
  return random.pick(['day', 'week', 'month', 'auto'])
}

function createFilter(source: QuestionSource): Filter {
  const { random, zones, values } = source
  const timezone = random.pick([...zones, ...zones, 'UTC'])
  const names = random.chance(0.5) ? [] : random.chance(0.7) ? [random.pick(dimensionNames)] : dimensionNames
  const filters = names
    .filter(() => names.length === 1 || random.chance(0.2))
    .map((name) => [name, createValueFilter(random, values[name])] as const)
  return {
    ...createRange(source, timezone),
    ...(timezone !== 'UTC' && { timezone }),
    ...(random.chance(0.25) && { includeBots: true }),
    ...Object.fromEntries(filters),
  }
}

function createValueFilter(random: Random, values: readonly string[]): ValueFilter {
  const some = Array.from({ length: random.pick([1, 1, 2, 3, 8]) }, () => random.pick(values))
  // Case is ignored, and values can be repeated.
  const cased = some.map((value) => random.pick([value, value, changeCase(value)]))
  return random.chance(0.35) ? { notIn: cased } : { in: cased }
}

const changeCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))

/** Bounds are where mistakes are likely: at clicks, at starts of local hours, days and months, now, and far away. */
function createRange(
  { random, now, instants }: QuestionSource,
  zone: string,
): Pick<Filter, 'interval' | 'from' | 'to'> {
  const shape = random.next()
  if (shape < 0.25) return {}
  if (shape < 0.6) return { interval: random.pick(intervals) }
  const place = () => {
    const at = random.pick([random.pick(instants), random.pick(instants), now])
    const exact = random.chance(0.4) ? random.pick(nearbyBounds(zone, at)) : at
    return exact + random.pick([0, 0, 0, 1, -1, 60_000, -3_600_000, random.whole(-90_000_000, 90_000_000)])
  }
  const toText = (at: number) => new Date(at).toISOString()
  const [one, other] = [place(), place()]
  if (shape < 0.7) return { from: toText(one) }
  if (shape < 0.75) return { to: toText(one) }
  // Soon after the first click, where the series begins.
  if (shape < 0.78) return { to: toText(Math.min(...instants) + random.whole(-60_000, 40_000_000)) }
  if (shape < 0.82) return { from: toText(one), to: toText(one + 1) }
  if (shape < 0.84)
    return { from: random.pick(['0001-01-01T00:00:00.000Z', '1800-06-01T00:00:00.000Z']), to: toText(one) }
  if (shape < 0.86)
    return { from: toText(one), to: random.pick(['9999-12-31T23:59:59.999Z', '2500-01-01T00:00:00.000Z']) }
  if (shape < 0.88) return { from: toText(one + 90 * 86_400_000), to: toText(one + 95 * 86_400_000) }
  if (one === other) return { from: toText(one) }
  const length = random.pick([Number.POSITIVE_INFINITY, 40_000_000, 3_000_000])
  const [from, to] = [Math.min(one, other), Math.max(one, other)]
  return { from: toText(from), to: toText(Math.min(to, from + length)) }
}

/** Whether REST can express the values. */
function isPlain(filter: Filter): boolean {
  return valueFilters(filter).every(([, valueFilter]) =>
    valuesOf(valueFilter).every(
      (value) => value === value.trim() && !value.includes(',') && ('notIn' in valueFilter || !value.startsWith('-')),
    ),
  )
}

export const valuesOf = (filter: ValueFilter): readonly string[] => ('in' in filter ? filter.in : filter.notIn)

export function valueFilters(filter: Filter): (readonly [Dimension, ValueFilter])[] {
  return dimensionNames.flatMap((name) => {
    const valueFilter = filter[name]
    return valueFilter ? [[name, valueFilter] as const] : []
  })
}

/** The question without one of its parts, in each possible way: to find the smallest one that fails. */
export function simplifications(question: Question): Question[] {
  const { filter, ...rest } = question
  const without = (key: keyof Filter): Question => {
    const { [key]: _, ...others } = filter
    return { ...rest, filter: others }
  }
  const keys = Object.keys(filter) as (keyof Filter)[]
  const shorter = valueFilters(filter).flatMap(([name, valueFilter]) =>
    valuesOf(valueFilter).length < 2
      ? []
      : valuesOf(valueFilter).map((value) => ({
          ...rest,
          filter: { ...filter, [name]: 'in' in valueFilter ? { in: [value] } : { notIn: [value] } },
        })),
  )
  return [
    ...keys.map(without),
    ...shorter,
    ...(question.unit && question.unit !== 'auto' ? [{ ...question, unit: 'auto' as const }] : []),
    ...(question.limit && question.limit !== 50 ? [{ ...question, limit: 50 }] : []),
    ...(question.node > 0 ? [{ ...question, node: 0 }] : []),
    ...(!question.isRest && question.about !== 'links' && question.about !== 'leastClicked' && isPlain(filter)
      ? [{ ...question, isRest: true }]
      : []),
  ]
}
