import { dayMs, intervalStart } from './local-time.ts'
import { type Dimension, type Filter, valueFilters, valuesOf } from './questions.ts'

// What every answer of the brute-force comparison is counted with: plain loops over the rows of the click table.

/** A row of the click table. */
export interface Click {
  readonly id: string
  readonly urlId: string
  readonly at: number
  readonly isBot: boolean
  readonly visitor: string | null
  readonly values: Readonly<Record<Dimension, string>>
  /** Whether the row was deleted after some months, and only the rollups are left. */
  readonly isGone: boolean
}

export interface LinkFacts {
  readonly id: string
  readonly code: string
  readonly kind: 'link' | 'qr'
  readonly createdAt: number
  /** Whether it is in privacy mode now. */
  readonly isPrivate: boolean
  readonly isLimited: boolean
}

/** All that there is to know about an account. */
export interface Facts {
  readonly now: number
  readonly links: readonly LinkFacts[]
  readonly clicks: readonly Click[]
}

/** From an instant to another, which is excluded. Null means no bound. */
export interface Range {
  readonly from: number | null
  readonly to: number | null
}

export function resolveRange({ interval, from, to, timezone = 'UTC' }: Filter, now: number): Range {
  if (interval) return { from: intervalStart(interval, timezone, now), to: null }
  return { from: from === undefined ? null : Date.parse(from), to: to === undefined ? null : Date.parse(to) }
}

export const isIn = (at: number, { from, to }: Range) => (from === null || at >= from) && (to === null || at < to)

export function overlaps(one: Range, other: Range): boolean {
  return (one.to ?? Infinity) > (other.from ?? -Infinity) && (other.to ?? Infinity) > (one.from ?? -Infinity)
}

/** The whole UTC days of a range, which the service reads from its rollups; null when there is none. */
export function wholeUtcDays({ from, to }: Range): Range | null {
  const days = {
    from: from === null ? null : Math.ceil(from / dayMs) * dayMs,
    to: to === null ? null : Math.floor(to / dayMs) * dayMs,
  }
  return days.from !== null && days.to !== null && days.from >= days.to ? null : days
}

/** Whether a click has what a filter asks for. Case is ignored, and the `www.` of a referrer. */
export function matches(click: Click, filter: Filter): boolean {
  return valueFilters(filter).every(([name, valueFilter]) => {
    const fold = (text: string) => (name === 'referrer' ? siteOf(text.toLowerCase()) : text.toLowerCase())
    const names = (name === 'city' ? namesOfCity(click.values) : [click.values[name]]).map(fold)
    const isListed = valuesOf(valueFilter).some((value) => names.includes(fold(value)))
    return 'in' in valueFilter ? isListed : !isListed
  })
}

/** A host without `www.`, if a name with a dot is left. */
const siteOf = (host: string) => (/^www\..*\./.test(host) ? host.slice('www.'.length) : host)

/** The databases lower a capital I with a dot to a plain i. */
const campaignOf = (value: string) => {
  const lower = value.toLowerCase().replace('i\u0307', 'i')
  return lower === 'unknown' ? 'Unknown' : lower
}

/** A city can be asked for by its name alone, and with its country or its region. */
function namesOfCity({ city, country, region }: Click['values']): string[] {
  if (city === 'Unknown') return [city]
  return [city, ...[country, region].filter((place) => place !== 'Unknown').map((place) => `${place}:${city}`)]
}

/**
 * The value of a breakdown. Cities of one name are told apart by their regions, or else by their countries. A site is one
 * referrer, and a campaign is one in any case.
 */
function shownValue({ city, country, region, ...values }: Click['values'], name: Dimension): string {
  const place = region === 'Unknown' ? country : region
  if (name === 'city') return city === 'Unknown' || place === 'Unknown' ? 'Unknown' : `${place}:${city}`
  const value = { country, region, ...values }[name]
  if (name === 'referrer') return siteOf(value)
  return name.startsWith('utm') ? campaignOf(value) : value
}

/** Those of the links, in the range and with the filter; bots only if it says so. */
export function selectClicks(
  clicks: readonly Click[],
  links: readonly LinkFacts[],
  filter: Filter,
  range: Range,
): Click[] {
  const ids = new Set(links.map(({ id }) => id))
  return clicks.filter(
    (click) =>
      ids.has(click.urlId) && isIn(click.at, range) && matches(click, filter) && (filter.includeBots || !click.isBot),
  )
}

export const withoutBots = (clicks: readonly Click[]) => clicks.filter(({ isBot }) => !isBot)

/** The visitors of people, each once per link and UTC day. Links in privacy mode withhold theirs. */
export function findVisitors(clicks: readonly Click[], links: readonly LinkFacts[]): Set<string> {
  const privateIds = new Set(links.filter(({ isPrivate }) => isPrivate).map(({ id }) => id))
  const visitors = new Set<string>()
  for (const { urlId, at, isBot, visitor } of clicks) {
    if (!isBot && visitor !== null && !privateIds.has(urlId))
      visitors.add(`${urlId} ${Math.floor(at / dayMs)} ${visitor}`)
  }
  return visitors
}

/** Whether there is a number of visitors, and whether there were more than it says. */
export function describeVisitors(clicks: readonly Click[], links: readonly LinkFacts[]) {
  const people = withoutBots(clicks)
  const identified = people.filter((click) => findVisitors([click], links).size > 0)
  const isAllPrivate = links.length > 0 && links.every(({ isPrivate }) => isPrivate)
  const isLess = identified.length < people.length || links.some(({ isPrivate }) => isPrivate)
  return {
    uniqueVisitorsAvailable: !isAllPrivate && (people.length === 0 || identified.length > 0),
    uniqueVisitorsPartial: identified.length > 0 && isLess,
  }
}

export interface ValueCount {
  readonly value: string
  readonly count: number
}

/** Counts equal values, most first, and those of equal counts in the order of their characters. */
export function countValues(values: readonly string[]): ValueCount[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)))
}

/** The values of a breakdown. Places with fewer than 3 clicks are grouped, so that they do not tell who clicked. */
export function countDimension(clicks: readonly Click[], name: Dimension): ValueCount[] {
  const values = clicks.map((click) => shownValue(click.values, name))
  const counts = countValues(values)
  if (name !== 'region' && name !== 'city') return counts
  const small = new Set(counts.filter(({ value, count }) => count < 3 && value !== 'Unknown').map(({ value }) => value))
  return countValues(values.map((value) => (small.has(value) ? 'Other' : value)))
}
