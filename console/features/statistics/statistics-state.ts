import type { ClickFilter, ClickTrigger, DeviceType } from '../../graph/types.ts'
import {
  type Bounds,
  boundsBefore,
  boundsOf,
  hoursOf,
  isDay,
  isZone,
  type Period,
  presets,
  toPeriodFilter,
  unitOf,
} from './periods.ts'

/** By what the clicks can be filtered, as the address names it. */
export const filterNames = [
  'country',
  'city',
  'device',
  'browser',
  'os',
  'referrer',
  'trigger',
  'campaign',
  'source',
  'medium',
  'variant',
  'folder',
  'tag',
] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Readonly<Partial<Record<FilterName, string>>>

/** What the time line can show. */
const measures = ['clicks', 'visitors', 'robots'] as const
export type Measure = (typeof measures)[number]

/** What the statistics show, as the address says. */
export interface StatisticsState {
  readonly period: Period
  readonly zone: string
  readonly filters: Filters
  readonly measure: Measure
  readonly order: 'most' | 'growth'
  readonly isTable: boolean
}

const devices: readonly DeviceType[] = ['DESKTOP', 'MOBILE', 'TABLET', 'TV', 'OTHER', 'UNKNOWN']
const triggers: readonly ClickTrigger[] = ['LINK', 'QR', 'BIO', 'API']
export const defaultPeriod = '30d'

/** Reads the address. What it does not know is left out, so that an old address still shows something. */
export function readState(params: URLSearchParams, browserZone: string): StatisticsState {
  const zone = params.get('zone')
  const filters = filterNames.flatMap((name) => {
    const value = params.get(name)
    return value && isKnown(name, value) ? [[name, value]] : []
  })
  return {
    period: readPeriod(params),
    zone: isZone(zone) ? zone : browserZone,
    filters: Object.fromEntries(filters),
    measure: measures.find((each) => each === params.get('measure')) ?? 'clicks',
    order: params.get('order') === 'growth' ? 'growth' : 'most',
    isTable: params.get('view') === 'table',
  }
}

function readPeriod(params: URLSearchParams): Period {
  const [from, to] = [params.get('from'), params.get('to')]
  if (isDay(from) && isDay(to)) return from <= to ? { from, to } : { from: to, to: from }
  return presets.find((each) => each === params.get('period')) ?? defaultPeriod
}

function isKnown(name: FilterName, value: string): boolean {
  if (name === 'device') return devices.some((each) => each === value)
  return name !== 'trigger' || triggers.some((each) => each === value)
}

/** Writes a change into the address. What everybody sees by default is left out. */
export function writeState(
  params: URLSearchParams,
  changes: Partial<StatisticsState>,
  browserZone: string,
): URLSearchParams {
  const state = { ...readState(params, browserZone), ...changes }
  const { period, zone, filters, measure, order, isTable } = state
  const isPreset = typeof period === 'string'
  const texts: Readonly<Record<string, string | undefined>> = {
    period: isPreset && period !== defaultPeriod ? period : undefined,
    from: isPreset ? undefined : period.from,
    to: isPreset ? undefined : period.to,
    zone: zone === browserZone ? undefined : zone,
    measure: measure === 'clicks' ? undefined : measure,
    order: order === 'most' ? undefined : order,
    view: isTable ? 'table' : undefined,
    ...Object.fromEntries(filterNames.map((name) => [name, filters[name]])),
  }
  const next = new URLSearchParams(params)
  for (const [name, text] of Object.entries(texts)) {
    if (text === undefined) next.delete(name)
    else next.set(name, text)
  }
  return next
}

/** The variables of the operations that read statistics. */
export interface StatisticsVariables {
  readonly filter: ClickFilter
  readonly before: ClickFilter | null
  readonly hasBefore: boolean
  readonly unit: ReturnType<typeof unitOf>
  readonly folderId: string | null
  readonly tagIds: string[] | null
}

export function toVariables({ period, zone, filters }: StatisticsState, now: Date): StatisticsVariables {
  const values = toClickFilter(filters)
  const before = boundsBefore(period, zone, now)
  return {
    filter: { ...toPeriodFilter(period, zone), ...values },
    before: before && { ...toInstants(before), timezone: zone, ...values },
    hasBefore: before !== null,
    unit: unitOf(period, zone, now),
    ...toPlacement(filters),
  }
}

/** The variables of the series of hours, and whether it has the whole period. */
export function toHourVariables({ period, zone, filters }: StatisticsState, now: Date) {
  const { isWhole, ...bounds } = hoursOf(period, zone, now)
  const filter = { ...toInstants(bounds), timezone: zone, ...toClickFilter(filters) }
  return { isWhole, variables: { filter, ...toPlacement(filters) } }
}

/** Whether clicks of this moment belong to the period. */
export function endsNow({ period, zone }: StatisticsState, now: Date): boolean {
  const bounds = boundsOf(period, zone, now)
  return !bounds || (bounds.from <= now && bounds.to >= now)
}

function toInstants({ from, to }: Bounds) {
  return { from: from.toISOString(), to: to.toISOString() }
}

function toPlacement({ folder, tag }: Filters) {
  return { folderId: folder ?? null, tagIds: tag ? [tag] : null }
}

function toClickFilter(filters: Filters): ClickFilter {
  const { country, city, browser, os, referrer, variant, campaign, source, medium } = filters
  const texts = {
    country,
    city,
    browser,
    os,
    referrer,
    variant,
    utmCampaign: campaign,
    utmSource: source,
    utmMedium: medium,
  }
  const given = Object.entries(texts).flatMap(([name, value]) => (value ? [[name, { in: [value] }]] : []))
  return {
    ...Object.fromEntries(given),
    ...(filters.device && { device: { in: [filters.device as DeviceType] } }),
    ...(filters.trigger && { trigger: { in: [filters.trigger as ClickTrigger] } }),
  }
}
