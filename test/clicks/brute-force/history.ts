import { randomUUID } from 'node:crypto'
import type { Random } from '../../anomalies/random.ts'
import type { TestApp } from '../../support/app.ts'
import type { Click } from './counting.ts'
import { nearbyBounds } from './local-time.ts'
import type { Dimension } from './questions.ts'

/** A time and the zones in which something happens to the clocks at about that time. */
export interface Era {
  readonly at: string
  readonly zones: readonly string[]
}

export const eras: readonly Era[] = [
  { at: '2026-03-29T01:00:00Z', zones: ['Europe/Berlin', 'Asia/Kathmandu', 'Europe/Dublin', 'Africa/Casablanca'] },
  { at: '2026-10-25T01:00:00Z', zones: ['Europe/Berlin', 'Atlantic/Azores', 'Asia/Kolkata', 'Antarctica/Troll'] },
  {
    at: '2026-11-01T06:00:00Z',
    zones: ['America/New_York', 'America/Havana', 'America/St_Johns', 'Pacific/Marquesas'],
  },
  {
    at: '2026-04-04T15:00:00Z',
    zones: ['Australia/Lord_Howe', 'Pacific/Chatham', 'Australia/Eucla', 'Asia/Kathmandu'],
  },
  { at: '2026-10-03T15:30:00Z', zones: ['Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Chatham'] },
  // Midnight is skipped.
  { at: '2026-04-23T22:00:00Z', zones: ['Africa/Cairo', 'Asia/Tehran', 'UTC'] },
  { at: '2017-10-15T03:00:00Z', zones: ['America/Sao_Paulo', 'America/Asuncion', 'UTC'] },
  // Midnight occurs twice.
  { at: '2018-02-18T02:00:00Z', zones: ['America/Sao_Paulo', 'UTC'] },
  // A whole day is skipped, or its offset changed by a part of an hour.
  { at: '2011-12-30T10:00:00Z', zones: ['Pacific/Apia', 'Pacific/Fakaofo', 'Pacific/Kiritimati'] },
  { at: '1993-08-21T12:00:00Z', zones: ['Pacific/Kwajalein', 'Asia/Kathmandu'] },
  { at: '2007-12-09T07:00:00Z', zones: ['America/Caracas', 'Asia/Kolkata'] },
  { at: '2018-05-04T15:00:00Z', zones: ['Asia/Pyongyang', 'Asia/Kathmandu'] },
  // Clocks change a minute after midnight.
  { at: '2011-03-13T03:31:00Z', zones: ['America/St_Johns', 'America/Halifax'] },
  { at: '2010-11-07T02:31:00Z', zones: ['America/St_Johns', 'Asia/Gaza'] },
  { at: '2028-02-29T12:00:00Z', zones: ['Pacific/Kiritimati', 'Pacific/Niue', 'America/Los_Angeles'] },
  { at: '2027-01-01T00:00:00Z', zones: ['UTC', 'Asia/Kathmandu', 'Pacific/Marquesas', 'Europe/London'] },
]

/** What clicks have. Values that mean something else, ties in the order of code points, and odd characters. */
export const clickValues = {
  country: ['DE', 'DE', 'JP', 'US', 'ZZ', 'Unknown'],
  region: ['DE-BE', 'DE-BE', 'DE-HH', 'US-CA', 'US-NY', 'JP-13', 'Unknown', 'Unknown'],
  city: ['Berlin', 'Berlin', 'Berlin', 'Springfield', 'a:b', 'Other', 'Unknown', 'Unknown'],
  continent: ['Unknown'],
  device: ['Desktop', 'Desktop', 'Mobile', 'Tablet', 'TV', 'Other'],
  browser: ['Chrome', 'Firefox', 'Samsung Internet', 'Other'],
  os: ['Windows', 'iOS', 'Chrome OS', 'Other'],
  referrer: [
    ...['Direct', 'Direct', 'a.example', 'www.a.example', 'www.c.example', 'www.example', 'xn--bcher-kva.example'],
    ...['[2001:db8::1]', 'unknown', 'direct'],
  ],
  utmSource: ['Unknown', 'Unknown', 'paper', 'Paper', 'unknown', 'Direct', 'Other', '-minus', 'a,b', ' spaced '],
  utmMedium: ['Unknown', '｡', '😀', 'é', 'É', '"', "'; --", '\\', '%', '_', '{a}', 'null'],
  utmCampaign: ['Unknown', 'x'.repeat(255), '0', 'true', '__proto__', 'constructor', 'a\tb', '\u202e', 'Ａ'],
  utmTerm: ['Unknown', 'red shoes', 'Red Shoes', 'ß', 'ẞ', 'İ', '[x]', '0x00', '$1', '?'],
  utmContent: ['Unknown', 'Unknown', 'paper', 'top', 'TOP', '😀', '<b>', "''", 'a\u2028b', 'undefined'],
  trigger: ['link', 'link', 'qr', 'api', 'bio'],
  rule: ['Unknown', 'Unknown', 'rul_a', 'rul_b', 'rul_c'],
  variant: ['Unknown', 'A', 'a', 'B', 'ß', '😀'],
} as const satisfies Record<Dimension, readonly string[]>

/** What is asked for: the same values, those of no click, and not the country that is none. */
export const filterValues: Readonly<Record<Dimension, readonly string[]>> = {
  ...clickValues,
  country: ['DE', 'JP', 'US', 'FR', 'Unknown'],
  region: [...clickValues.region, 'DE-BY'],
  city: ['Berlin', 'DE:Berlin', 'DE-BE:Berlin', 'US-CA:Berlin', 'Springfield', 'a:b', 'DE:a:b', 'Other', 'Unknown'],
  continent: ['EU', 'AS', 'NA', 'OC', 'Unknown'],
  device: [...clickValues.device, 'Unknown'],
  browser: [...clickValues.browser, 'Safari', 'Unknown'],
  os: [...clickValues.os, 'Linux', 'Unknown'],
  referrer: [...clickValues.referrer, 'b.example', 'www.b.example', 'c.example', 'example', 'Unknown'],
}

const continents: Readonly<Record<string, string>> = { DE: 'EU', JP: 'AS', US: 'NA' }

/** The continent of one of the countries; that of a code of no country is not known. */
export const continentOf = (country: string): string => continents[country] ?? 'Unknown'

const visitors = ['ada', 'eve', 'grace', 'alan', 'edsger']

export interface HistoryLink {
  readonly id: string
  readonly kind: 'link' | 'qr'
  readonly isPrivate: boolean
}

/** Times in the two days before `now`: many at bounds of buckets and at the same instants as others. */
export function createInstants(random: Random, now: number, zones: readonly string[]): number[] {
  const bounds = zones.flatMap((zone) => [now, now - 20 * 3_600_000].flatMap((at) => nearbyBounds(zone, at)))
  const utcDay = Math.floor(now / 86_400_000) * 86_400_000
  const exact = [...bounds, now, utcDay, utcDay - 900_000].flatMap((at) => [at, at - 1, at + 1])
  const others = Array.from({ length: 12 }, () => now - random.whole(0, 40 * 3_600_000))
  return [...exact, ...others].filter((at) => at <= now && at > now - 40 * 3_600_000)
}

/** Random clicks on the links. Those of private links mostly have only their hour, as those of visitors who want it. */
export function createClicks(
  random: Random,
  count: number,
  links: readonly HistoryLink[],
  instants: readonly number[],
): Click[] {
  return Array.from({ length: count }, () => {
    const { id: urlId, kind, isPrivate } = random.pick(links)
    const isBot = random.chance(0.12)
    const isAnonymous = random.chance(isPrivate ? 0.8 : 0.1)
    // The clock of another node may be ahead.
    const at = random.pick(instants) + (random.chance(0.01) ? 90_000 : 0)
    const trigger = kind === 'qr' && random.chance(0.7) ? 'qr' : random.pick(clickValues.trigger)
    const pick = (name: Dimension) => (isAnonymous ? 'Unknown' : random.pick(clickValues[name]))
    const country = pick('country')
    return {
      id: `clk_${randomUUID().replaceAll('-', '')}`,
      urlId,
      at: isAnonymous ? at - (at % 3_600_000) : at,
      isBot,
      isGone: false,
      visitor: isBot || isAnonymous ? null : Buffer.from(random.pick(visitors).padEnd(16)).toString('hex'),
      values: {
        country,
        region: pick('region'),
        city: pick('city'),
        continent: continentOf(country),
        device: pick('device'),
        browser: pick('browser'),
        os: pick('os'),
        referrer: pick('referrer'),
        utmSource: pick('utmSource'),
        utmMedium: pick('utmMedium'),
        utmCampaign: pick('utmCampaign'),
        utmTerm: pick('utmTerm'),
        utmContent: pick('utmContent'),
        trigger,
        rule: pick('rule'),
        variant: pick('variant'),
      },
    }
  })
}

/** Transaction numbers that no database reaches: clicks with them count as not folded, however often it is folded. */
const firstHeldTransaction = 2 ** 52

/** The number of a transaction whose clicks are not folded before `releaseClicks`. */
export const toHeldTransaction = (batch: number) => firstHeldTransaction + batch

/** Inserts the clicks, as if this transaction had written them; by default it is the one that does. */
export async function insertClicks(
  execute: TestApp['sql'],
  clicks: readonly Click[],
  transaction: number | null = null,
): Promise<void> {
  const orNull = (value: string) => (value === 'Unknown' ? null : value)
  // A campaign can be called `Unknown`, which counts as one that is not known.
  const orLiteral = (value: string, index: number) => (index % 3 === 0 ? value : orNull(value))
  const rows = clicks.map(({ values, ...click }, index) => ({
    id: click.id,
    url_id: click.urlId,
    created_at: new Date(click.at).toISOString(),
    is_bot: click.isBot,
    visitor: click.visitor,
    country: orNull(values.country),
    region: orNull(values.region),
    city: orNull(values.city),
    device: orNull(values.device),
    browser: orNull(values.browser),
    os: orNull(values.os),
    referrer_host: values.referrer === 'Direct' ? null : orNull(values.referrer),
    utm_source: values.device === 'Unknown' ? null : orLiteral(values.utmSource, index),
    utm_medium: values.device === 'Unknown' ? null : orLiteral(values.utmMedium, index),
    utm_campaign: values.device === 'Unknown' ? null : orLiteral(values.utmCampaign, index),
    utm_term: values.device === 'Unknown' ? null : orLiteral(values.utmTerm, index),
    utm_content: values.device === 'Unknown' ? null : orLiteral(values.utmContent, index),
    trigger: values.trigger,
    rule_id: values.device === 'Unknown' ? null : orNull(values.rule),
    variant: values.device === 'Unknown' ? null : orNull(values.variant),
  }))
  await execute(
    `insert into click (id, url_id, created_at, is_bot, visitor_hash, country, region, city, device, browser, os,
                        referrer_host, utm_source, utm_medium, utm_campaign, utm_term, utm_content, trigger,
                        rule_id, variant, tx)
     select id, url_id, created_at, is_bot, decode(visitor, 'hex'), country, region, city, device, browser, os,
            referrer_host, utm_source, utm_medium, utm_campaign, utm_term, utm_content, trigger, rule_id, variant,
            coalesce(?::bigint, pg_current_xact_id()::text::bigint)
       from jsonb_to_recordset(?::jsonb) as row (id text, url_id text, created_at timestamptz, is_bot boolean,
            visitor text, country text, region text, city text, device text, browser text, os text, referrer_host text,
            utm_source text, utm_medium text, utm_campaign text, utm_term text, utm_content text, trigger text,
            rule_id text, variant text)`,
    [transaction, JSON.stringify(rows)],
  )
}

/** Lets the clicks of a batch be folded, as if their transaction had just ended. */
export async function releaseClicks(test: TestApp, batch: number): Promise<void> {
  await test.sql('update click set tx = pg_current_xact_id()::text::bigint where tx = ?::bigint', [
    toHeldTransaction(batch),
  ])
}
