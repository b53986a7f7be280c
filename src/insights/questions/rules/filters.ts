import type { Dimension, Filters } from '../plan.ts'
import { countries } from './countries.ts'
import type { Scan } from './scan.ts'

/** What a word of the question stands for, as the filters of the schema take it. */
interface Value {
  readonly dimension: Dimension
  readonly value: string
}

/** A value that clicks must have, or must not. */
export interface Sought extends Value {
  readonly excluded: boolean
}

const hosts: Readonly<Record<string, string>> = {
  twitter: 'twitter.com,t.co,x.com',
  facebook: 'facebook.com,www.facebook.com,l.facebook.com,m.facebook.com,lm.facebook.com',
  google: 'google.com,www.google.com',
  reddit: 'reddit.com,www.reddit.com,old.reddit.com',
  linkedin: 'linkedin.com,www.linkedin.com,lnkd.in',
  instagram: 'instagram.com,www.instagram.com,l.instagram.com',
  youtube: 'youtube.com,www.youtube.com,m.youtube.com',
  tiktok: 'tiktok.com,www.tiktok.com',
  pinterest: 'pinterest.com,www.pinterest.com',
  github: 'github.com',
  bing: 'bing.com,www.bing.com',
  duckduckgo: 'duckduckgo.com',
  'hacker news': 'news.ycombinator.com',
}

const words: Readonly<Partial<Record<Dimension, Readonly<Record<string, string>>>>> = {
  device: {
    mobile: 'Mobile',
    mobiles: 'Mobile',
    'mobile phones': 'Mobile',
    phones: 'Mobile',
    smartphones: 'Mobile',
    desktop: 'Desktop',
    desktops: 'Desktop',
    computers: 'Desktop',
    tablet: 'Tablet',
    tablets: 'Tablet',
    tvs: 'TV',
  },
  browser: {
    chrome: 'Chrome',
    firefox: 'Firefox',
    safari: 'Safari',
    edge: 'Edge',
    opera: 'Opera',
    'samsung internet': 'Samsung Internet',
  },
  os: {
    android: 'Android',
    ios: 'iOS',
    iphone: 'iOS',
    iphones: 'iOS',
    windows: 'Windows',
    macos: 'macOS',
    macs: 'macOS',
    linux: 'Linux',
    'chrome os': 'Chrome OS',
  },
  referrer: { ...hosts, 'direct traffic': 'Direct', direct: 'Direct', directly: 'Direct' },
  trigger: { 'qr codes': 'qr', 'qr code': 'qr', qr: 'qr', scans: 'qr', scan: 'qr', scanned: 'qr' },
}

const values: ReadonlyMap<string, Value> = new Map([
  ...[...countries].map(([word, value]): [string, Value] => [word, { dimension: 'country', value }]),
  ...Object.entries(words).flatMap(([dimension, named]) =>
    Object.entries(named).map(([word, value]): [string, Value] => [word, { dimension: dimension as Dimension, value }]),
  ),
])

/** Every value with its kind in front that has a word of its own. */
export const fixedValues: ReadonlySet<string> = new Set([
  ...[...values.values()].flatMap(({ dimension, value }) => value.split(',').map((each) => `${dimension} ${each}`)),
  ...['link', 'bio', 'api'].map((door) => `trigger ${door}`),
])

/** The words that name a value, for who mends spelling. */
export const valueWords: readonly string[] = [...values.keys()]

const not = '(not|non|excluding|exclude|except|without|outside|other than|apart from|but)(?: for| of)?'
const leading = '(?:(?:from|in|on|with|via|using|through|by|for|inside|within|at|of) )?(?:the |a |an )?'
const anyValue = valueWords
  .toSorted((a, b) => b.length - a.length)
  .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  .join('|')
const valued = new RegExp(`(?:\\b${not} )?${leading}\\b(${anyValue})(?= |$|¦)`)
/** `us` alone is rather the people who ask. */
const unitedStates = new RegExp(`(?:\\b${not} )?\\b(?:from|in|outside|the)(?: the)? (us|u\\.s\\.?)(?= |$|¦)`)
const host = new RegExp(`(?:\\b${not} )?\\b(?:from|via|by|on|through|at) ((?:[a-z0-9-]+\\.)+[a-z]{2,})(?= |$|¦)`)

const assigned = '(?: (?:is |of )?"([^"]{1,100})"| ?= ?"?([\\w.-]+)"?| is ([\\w.-]+))'
const campaigns: readonly (readonly [Dimension, RegExp])[] = [
  ['utmSource', new RegExp(`\\b(?:with |from )?utm[ _]source${assigned}`)],
  ['utmMedium', new RegExp(`\\b(?:with |from )?utm[ _]medium${assigned}`)],
  ['utmCampaign', new RegExp(`\\b(?:with |from )?utm[ _]campaign${assigned}`)],
  ['utmCampaign', /\b(?:(?:from|in|for|of|with|by) )?(?:the |my )?campaign (?:called |named )?"([^"]{1,100})"/],
  ['utmCampaign', /\b(?:(?:from|in|for|of|with|by) )?(?:the |my )?"([^"]{1,100})" campaign\b/],
]

/** Takes the campaigns that are named as such, before what is quoted is taken for a link. */
export function takeCampaigns(scan: Scan): Sought[] {
  return campaigns.flatMap(([dimension, pattern]) =>
    scan
      .takeAll(pattern)
      .map(([, quoted, word, said]) => ({ dimension, value: quoted ?? word ?? said ?? '', excluded: false })),
  )
}

/**
 * Takes the values that the question names. Values of one kind stand side by side, each with what was said of it; null
 * when some of a kind are meant and others are excluded, which nobody can mean.
 */
export function takeFilters(scan: Scan, campaigns: readonly Sought[]): Filters | null {
  const found: Sought[] = [...campaigns]
  for (const [, excluded, name = ''] of scan.takeAll(valued)) {
    const { dimension, value } = values.get(name) as Value
    found.push({ dimension, value, excluded: excluded !== undefined })
  }
  for (const [text, excluded] of scan.takeAll(unitedStates)) {
    found.push({ dimension: 'country', value: 'US', excluded: excluded !== undefined || text.startsWith('outside') })
  }
  for (const [, excluded, name = ''] of scan.takeAll(host)) {
    const value = name.startsWith('www.') ? name : `${name},www.${name}`
    found.push({ dimension: 'referrer', value, excluded: excluded !== undefined })
  }
  const filters: Partial<Record<Dimension, string>> = {}
  for (const [dimension, same] of Map.groupBy(found, (each) => each.dimension)) {
    const excluded = same.some((each) => each.excluded)
    // `not from A or B` excludes both.
    if (excluded && !same[0]?.excluded && !same.every((each) => each.excluded)) return null
    const all = [...new Set(same.flatMap(({ value }) => value.split(',')))]
    filters[dimension] = all.map((value) => (excluded ? `-${value}` : value)).join(',')
  }
  return filters
}

/** Whether robots are to count as well. */
export function takeBots(scan: Scan): boolean {
  scan.take(/\b(?:excluding|without|no|not counting|ignoring|except) (?:the )?(?:bots|robots|crawlers)\b|\bhumans?\b/)
  return (
    scan.take(/\b(?:(?:including|with|counting|and) (?:the )?)(?:bots|robots|crawlers)\b|\bbots included\b/) !== null
  )
}
