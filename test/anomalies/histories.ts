import type { AnomalyKind } from '../../src/modules/statistics/anomalies/scoring/hour-findings.ts'
import type { Random } from './random.ts'

/** One hour of a generated link. */
export interface GeneratedHour {
  readonly countries: ReadonlyMap<string, number>
  readonly clicks: number
  readonly robots: number
}

/** An anomaly that was added to a history. `from` is inclusive, `until` exclusive. */
export interface InjectedAnomaly {
  readonly kind: AnomalyKind
  readonly from: number
  readonly until: number
  /** Factor of the clicks, number of additional bots, or part of the clicks from another country. */
  readonly strength: number
}

export interface History {
  readonly hours: readonly GeneratedHour[]
  readonly injected: readonly InjectedAnomaly[]
  /** The first hour that is evaluated. */
  readonly evaluateFrom: number
  /** Hours of the day, in UTC, before the first one. */
  readonly startsAt: number
  /** The hour of a change to or from daylight saving time. */
  readonly clockChange: number
}

/** `even`: Poisson counts. `uneven`: more variation. `moving`: growing or declining. */
export const profiles = ['even', 'uneven', 'moving'] as const
export type Profile = (typeof profiles)[number]

/** The last hours are evaluated. The hours before are history, which has injected anomalies too. */
const evaluatedHours = 240

/** Range of the hours between two injected anomalies. */
const gapHours = [40, 120] as const

/** Generates a link of this profile that is some weeks old, with a few to some thousand clicks per hour. */
export function generateHistory(random: Random, profile: Profile): History {
  const length = 24 * random.whole(18, 42)
  const rate = createRate(random, profile)
  const rates = Array.from({ length }, (_, hour) => rate(hour))
  const unevenness = profile === 'uneven' ? ([0.05, 0.3] as const) : ([0, 0.1] as const)
  const history = generateClicks(random, rates, { unevenness, crawlersAtLaunch: 0, firstInjection: 24 })
  return { ...history, evaluateFrom: length - evaluatedHours, startsAt: 0, clockChange: Number.POSITIVE_INFINITY }
}

interface ClickOptions {
  /** Range of the standard deviation of an hour, beside that of chance. */
  readonly unevenness: readonly [least: number, most: number]
  /** Bots in each of the first hours. */
  readonly crawlersAtLaunch: number
  /** No anomaly begins before this hour. */
  readonly firstInjection: number
}

/** Generates the clicks of a link with these expected clicks per hour, and injects anomalies. */
export function generateClicks(
  random: Random,
  rates: readonly number[],
  { unevenness: range, crawlersAtLaunch, firstInjection }: ClickOptions,
): Pick<History, 'hours' | 'injected'> {
  const mix = createCountryMix(random)
  const robots = { mean: random.scaled(0.2, 12), deviation: random.between(0.2, 0.6), crawlsAt: random.whole(0, 30) }
  const unevenness = random.between(...range)
  const injected = injectAnomalies(random, rates, firstInjection)
  const hours = rates.map((usual, hour): GeneratedHour => {
    const now = injected.find(({ from, until }) => hour >= from && hour < until)
    const strength = (kind: AnomalyKind) => (now?.kind === kind ? now.strength : null)
    const people = usual * random.gamma(unevenness) * (strength('spike') ?? strength('drop') ?? 1)
    const moved = strength('country_shift') ?? 0
    const countries = new Map<string, number>()
    for (const [country, share] of mix(hour)) countries.set(country, random.poisson(people * share * (1 - moved)))
    if (moved > 0) countries.set('ZZ', random.poisson(people * moved))
    const crawl = (hour % 24 === robots.crawlsAt ? 15 : 0) + (hour < 6 ? crawlersAtLaunch : 0)
    const bots = robots.mean * random.gamma(robots.deviation) + crawl + (strength('bot_surge') ?? 0)
    const clicks = [...countries.values()].reduce((sum, each) => sum + each, 0)
    return { countries, clicks, robots: random.poisson(bots) }
  })
  return { hours, injected }
}

/** Returns the expected clicks per hour, with a daily and weekly pattern, random days and a trend. */
function createRate(random: Random, profile: Profile): (hour: number) => number {
  const [mean, depth, sharpness] = [random.scaled(3, 2000), random.between(0.2, 0.95), random.between(1, 2.5)]
  const [phase, weekend] = [random.whole(0, 167), random.between(0.4, 1.3)]
  const growth = profile === 'moving' ? random.between(-0.05, 0.05) : random.between(-0.005, 0.005)
  const luck = Array.from({ length: 60 }, () => random.gamma(profile === 'uneven' ? 0.1 : 0.05))
  return (hour) => {
    const ofWeek = Math.floor((hour + phase) / 24) % 7
    const wave = dayWave(hour + phase, sharpness)
    const course = Math.exp((growth * hour) / 24)
    return (
      mean * (1 - depth + 2 * depth * wave) * (ofWeek >= 5 ? weekend : 1) * course * (luck[Math.floor(hour / 24)] ?? 1)
    )
  }
}

/** The part of people who are awake: 1 at two in the afternoon, 0 at two in the night. */
export function dayWave(hour: number, sharpness: number): number {
  return ((1 + Math.cos((((hour % 24) - 14) / 24) * 2 * Math.PI)) / 2) ** sharpness
}

/** Returns the shares of the countries per hour, which follow the time of day in each country. */
function createCountryMix(random: Random): (hour: number) => [string, number][] {
  const countries = Array.from({ length: random.whole(1, 6) }, (_, n) => ({
    name: `C${n}`,
    weight: random.scaled(0.05, 1),
    noon: random.whole(0, 23),
    wakes: random.between(0, 0.6),
  }))
  return (hour) => {
    const weights = countries.map(({ name, weight, noon, wakes }): [string, number] => [
      name,
      weight * (1 + wakes * Math.cos(((hour - noon) / 24) * 2 * Math.PI)),
    ])
    const all = weights.reduce((sum, [, weight]) => sum + weight, 0)
    return weights.map(([name, weight]) => [name, weight / all])
  }
}

/** The minimum strength of the anomalies is in docs/decisions/anomalies.md. */
function injectAnomalies(random: Random, rates: readonly number[], first: number): InjectedAnomaly[] {
  const injected: InjectedAnomaly[] = []
  for (let from = first + random.whole(0, 60); from < rates.length; from += random.whole(...gapHours)) {
    const anomaly = createAnomaly(random, from)
    const during = rates.slice(from, anomaly.until)
    const selectRate = { spike: Math.max, drop: Math.min, bot_surge: () => 100, country_shift: Math.min }[anomaly.kind]
    if (anomaly.until > rates.length || selectRate(...during) < 40) continue
    injected.push(anomaly)
    from = anomaly.until
  }
  return injected
}

function createAnomaly(random: Random, from: number): InjectedAnomaly {
  const until = (least: number, most: number) => from + random.whole(least, most)
  switch (random.whole(0, 3)) {
    case 0:
      return { kind: 'spike', from, until: until(1, 6), strength: random.scaled(3, 12) }
    case 1:
      return { kind: 'drop', from, until: until(2, 8), strength: random.between(0, 0.15) }
    case 2:
      return { kind: 'bot_surge', from, until: until(1, 6), strength: random.scaled(80, 1000) }
    default:
      return { kind: 'country_shift', from, until: until(2, 12), strength: random.between(0.5, 1) }
  }
}
