import { createHash } from 'node:crypto'
import type { ClickRow } from '../modules/visits/clicks/index.ts'
import { newId } from '../platform/shared/ids.ts'
import { dayMs, hourMs, minuteMs, startOfHour } from '../platform/shared/time.ts'

export const demoDays = 90

const clickCount = 20_000

/** The newsletter of the first link goes out so long ago. */
const campaignDaysAgo = 24
/** A post that many people share: clicks on the second link within the last full hour, far more than usual. */
const spikeClicks = 600

export interface ClickedLink {
  readonly id: string
  /** How often it is opened, compared with others. */
  readonly weight: number
  /** Which part of the visitors scans a QR code, from 0 to 1. */
  readonly scanShare: number
}

type Weighted<T> = readonly (readonly [T, number])[]

const places: Weighted<readonly [country: string, city: string | null]> = [
  [['DE', 'Berlin'], 30],
  [['DE', 'Hamburg'], 9],
  [['DE', 'Munich'], 8],
  [['AT', 'Vienna'], 11],
  [['CH', 'Zurich'], 7],
  [['FR', 'Paris'], 8],
  [['NL', 'Amsterdam'], 5],
  [['GB', 'London'], 7],
  [['US', 'New York'], 6],
  [['PL', 'Warsaw'], 4],
  [['ES', 'Madrid'], 3],
  [['JP', null], 2],
]
const agents: Weighted<readonly [device: string, browser: string, os: string]> = [
  [['Mobile', 'Safari', 'iOS'], 32],
  [['Mobile', 'Chrome', 'Android'], 24],
  [['Desktop', 'Chrome', 'Windows'], 18],
  [['Desktop', 'Safari', 'macOS'], 9],
  [['Desktop', 'Firefox', 'Linux'], 6],
  [['Desktop', 'Edge', 'Windows'], 6],
  [['Tablet', 'Safari', 'iOS'], 5],
]
const referrers: Weighted<string | null> = [
  [null, 46],
  ['instagram.com', 18],
  ['google.com', 12],
  ['facebook.com', 8],
  ['bsky.app', 6],
  ['visit.example', 6],
  ['news.example', 4],
]
const bots: Weighted<string> = [
  ['Googlebot', 5],
  ['GPTBot', 3],
  ['bingbot', 2],
]
/** Visitors by the hour of their day. */
const hourWeights = [2, 1, 1, 1, 1, 2, 4, 8, 11, 12, 11, 11, 13, 12, 10, 10, 11, 13, 15, 17, 18, 15, 9, 5]
/** From Sunday. A museum is busy at weekends. */
const weekdayWeights = [15, 7, 9, 10, 11, 13, 16]

/** Clicks on these links until `now`. The same links and the same time have the same clicks, but for their ids. */
export function createDemoClicks(links: readonly ClickedLink[], now: Date): ClickRow[] {
  const random = createRandom(20_260_328)
  const pick = <T>(choices: Weighted<T>): T => {
    let rest = random() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of choices) {
      rest -= weight
      if (rest < 0) return value
    }
    return (choices.at(-1) as readonly [T, number])[0]
  }
  const linkChoices: Weighted<ClickedLink> = links.map((link) => [link, link.weight])
  const [campaignLink, sharedLink] = links as [ClickedLink, ClickedLink]
  const days = Array.from({ length: demoDays }, (_, index) => new Date(now.getTime() - (demoDays - 1 - index) * dayMs))
  // Slow growth, and the rhythm of the week.
  const dayChoices = days.map((day, index): [Date, number] => [
    day,
    (weekdayWeights[day.getUTCDay()] ?? 0) * (1 + index / demoDays),
  ])
  const hourChoices = hourWeights.map((weight, hour): [number, number] => [hour, weight])

  function createClick(link: ClickedLink, at: Date, changes: Partial<ClickRow> = {}): ClickRow {
    const isBot = random() < 0.06
    const [country, city] = pick(places)
    const [device, browser, os] = pick(agents)
    const isScan = random() < link.scanShare
    return {
      id: newId('clk', at),
      url_id: link.id,
      at: at.toISOString(),
      trigger: isScan ? 'qr' : 'link',
      country,
      region: null,
      city,
      device: isBot ? 'Other' : isScan ? 'Mobile' : device,
      browser: isBot ? 'Other' : browser,
      os: isBot ? 'Other' : os,
      referrer: isBot || isScan ? null : pick(referrers),
      utm_source: null,
      utm_medium: null,
      utm_campaign: null,
      utm_term: null,
      utm_content: null,
      rule_id: null,
      variant: null,
      bot: isBot,
      bot_name: isBot ? pick(bots) : null,
      // Some people come again on the same day.
      visitor: isBot ? null : hashVisitor(`${at.toISOString().slice(0, 10)} ${Math.floor(random() * 400)}`),
      ...changes,
    }
  }

  const clicks: ClickRow[] = []
  while (clicks.length < clickCount - spikeClicks) {
    const day = pick(dayChoices)
    const at = new Date(
      Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), pick(hourChoices)) + random() * hourMs,
    )
    if (at >= now) continue
    const link = pick(linkChoices)
    clicks.push(createClick(link, at))
    // A newsletter is read on its first days.
    const campaignAge = (at.getTime() - now.getTime()) / dayMs + campaignDaysAgo
    if (campaignAge >= 0 && random() < Math.exp(-campaignAge / 2)) {
      const campaign = { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'spring-exhibition' }
      clicks.push(createClick(campaignLink, at, { ...campaign, trigger: 'link', referrer: null }))
    }
  }
  const spikeStart = spikeHour(now).getTime()
  while (clicks.length < clickCount)
    clicks.push(
      createClick(sharedLink, new Date(spikeStart + random() * hourMs), { trigger: 'link', referrer: 'bsky.app' }),
    )
  return clicks
}

/** The hour with unusual clicks: the last one that the service has looked at by now, some minutes after its end. */
export function spikeHour(now: Date): Date {
  return startOfHour(new Date(now.getTime() - 5 * minuteMs - hourMs))
}

function hashVisitor(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
