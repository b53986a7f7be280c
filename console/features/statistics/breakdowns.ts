import type { LinkFiguresFragment, WorkspaceFiguresFragment } from '../../graph/types.ts'
import type { FilterName, Filters } from './statistics-state.ts'

/** The figures of a link, or of a workspace, which has its links, folders and tags too. */
export type Figures = LinkFiguresFragment & Partial<WorkspaceFiguresFragment>

export type Dimension = FilterName | 'link'

/** One value of a dimension with its clicks. */
export interface Count {
  /** What identifies it: a value of a filter, or the id of a link. */
  readonly key: string
  readonly clicks: number
  /** The clicks of the period before; null without one. */
  readonly before: number | null
}

type KeyedCount = readonly [key: string, clicks: number]

const readers: Readonly<Record<Dimension, (figures: Figures) => readonly KeyedCount[]>> = {
  country: ({ countryStats }) => countryStats.map(({ country, count }) => [country, count]),
  city: ({ cityStats }) => cityStats.map((each) => [cityKey(each), each.count]),
  device: ({ deviceStats }) => deviceStats.map(({ device, count }) => [device, count]),
  browser: ({ browserStats }) => browserStats.map(({ browser, count }) => [browser, count]),
  os: ({ osStats }) => osStats.map(({ os, count }) => [os, count]),
  referrer: ({ referrerStats }) => referrerStats.map(({ referrer, count }) => [referrer, count]),
  trigger: ({ triggerStats }) => triggerStats.map(({ trigger, count }) => [trigger, count]),
  campaign: ({ utmStats }) => utmStats.campaign.map(({ value, count }) => [value, count]),
  source: ({ utmStats }) => utmStats.source.map(({ value, count }) => [value, count]),
  medium: ({ utmStats }) => utmStats.medium.map(({ value, count }) => [value, count]),
  variant: ({ variantStats }) => variantStats.map(({ variant, count }) => [variant ?? unknown, count]),
  folder: ({ folderStats }) => (folderStats ?? []).map(({ id, count }) => [id, count]),
  tag: ({ tagStats }) => (tagStats ?? []).map(({ id, count }) => [id, count]),
  link: ({ topLinks = [] }) => topLinks.map(({ urlId, count }) => [urlId, count]),
}

export const unknown = 'Unknown'

/** Counts below 3 are added up as `Other`, which is no value of a filter. */
export const other = 'Other'

interface City {
  readonly city: string
  readonly region: string | null
  readonly country: string | null
}

/** A city as the filter of cities names it: `DE-BE:Berlin`. */
export function cityKey({ city, region, country }: City): string {
  const place = region ?? country
  return place && place !== unknown ? `${place}:${city}` : city
}

/**
 * The values of a dimension, those with the most clicks first, or those that grew most, by their difference to the
 * period before.
 */
export function countsOf(
  dimension: Dimension,
  { now, before, order }: { readonly now: Figures; readonly before: Figures | null; readonly order: 'most' | 'growth' },
): Count[] {
  const read = readers[dimension]
  const earlier = before && new Map(read(before))
  const counts = read(now).map(([key, clicks]) => ({ key, clicks, before: earlier && (earlier.get(key) ?? 0) }))
  if (order === 'most') return counts
  return counts.toSorted((a, b) => growthOf(b) - growthOf(a))
}

function growthOf({ clicks, before }: Count): number {
  return clicks - (before ?? 0)
}

/** Whether a value says something: clicks that are all unknown need no list. */
export function isTelling(counts: readonly Count[]): boolean {
  return counts.some(({ key }) => key !== unknown && key !== other)
}

interface Click {
  readonly country: string
  readonly region: string
  readonly city: string
  readonly device: string
  readonly browser: string
  readonly os: string
  readonly referrerHost: string | null
  readonly trigger: string
  readonly variant: string | null
  readonly utmCampaign: string | null
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly url: {
    readonly folder: { readonly id: string } | null
    readonly tags: readonly { readonly id: string }[]
  } | null
}

/** The referrer under which the service counts a click: a site is one, with and without `www.`. */
export function referrerOf({ referrerHost }: Pick<Click, 'referrerHost'>): string {
  return referrerHost?.replace(/^www\.(?=.*\.)/, '') ?? 'Direct'
}

/** The value under which the service counts a campaign, source or medium, whatever its case. */
export function campaignKey(value: string | null): string {
  return value?.toLowerCase() ?? unknown
}

/** Whether a click that has just come has what the filters ask for. Case is ignored, as by the service. */
export function matchesFilters(click: Click, filters: Filters): boolean {
  const values: Readonly<Record<FilterName, readonly string[]>> = {
    country: [click.country],
    city: [cityKey(click), `${click.country}:${click.city}`, click.city],
    device: [click.device],
    browser: [click.browser],
    os: [click.os],
    referrer: [referrerOf(click)],
    trigger: [click.trigger],
    campaign: [click.utmCampaign ?? unknown],
    source: [click.utmSource ?? unknown],
    medium: [click.utmMedium ?? unknown],
    variant: [click.variant ?? unknown],
    folder: click.url?.folder ? [click.url.folder.id] : [],
    tag: (click.url?.tags ?? []).map(({ id }) => id),
  }
  return Object.entries(filters).every(([name, value]) =>
    values[name as FilterName].some((each) => each.toLowerCase() === value.toLowerCase()),
  )
}
