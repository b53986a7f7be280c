import type { AnomalyKind } from '../../src/modules/anomalies/scoring/hour-findings.ts'
import type { Chance } from './chance.ts'

/** One hour of a generated link. */
export interface GeneratedHour {
  readonly countries: ReadonlyMap<string, number>
  readonly clicks: number
  readonly robots: number
}

/** Something odd that was put into a history, from an hour until before another. */
export interface Planted {
  readonly kind: AnomalyKind
  readonly from: number
  readonly until: number
  /** What clicks are multiplied by, robots come in addition, or part of the clicks comes from elsewhere. */
  readonly strength: number
}

export interface History {
  readonly hours: readonly GeneratedHour[]
  readonly planted: readonly Planted[]
}

/** `even`: counts by chance alone. `uneven`: more than that. `moving`: growing or fading. `young`: less than two weeks. */
export const temperaments = ['even', 'uneven', 'moving', 'young'] as const
export type Temperament = (typeof temperaments)[number]

/** How many hours may lie between two that are planted. */
const apart = [40, 120] as const

/** A link of that temperament, of any traffic from a few clicks an hour to some thousand. */
export function historyOf(chance: Chance, temperament: Temperament): History {
  const length = temperament === 'young' ? chance.whole(60, 340) : 24 * chance.whole(18, 42)
  const rate = rateOf(chance, temperament)
  const rates = Array.from({ length }, (_, hour) => rate(hour))
  const mix = mixOf(chance)
  const robots = { mean: chance.scaled(0.2, 12), deviation: chance.between(0.2, 0.6), crawlsAt: chance.whole(0, 30) }
  const unevenness = temperament === 'uneven' ? chance.between(0.05, 0.3) : chance.between(0, 0.1)
  const planted = plant(chance, rates)
  const hours = rates.map((usual, hour): GeneratedHour => {
    const now = planted.find(({ from, until }) => hour >= from && hour < until)
    const strength = (kind: AnomalyKind) => (now?.kind === kind ? now.strength : null)
    const people = usual * chance.gamma(unevenness) * (strength('spike') ?? strength('drop') ?? 1)
    const moved = strength('country_shift') ?? 0
    const countries = new Map<string, number>()
    for (const [country, share] of mix(hour)) countries.set(country, chance.poisson(people * share * (1 - moved)))
    if (moved > 0) countries.set('ZZ', chance.poisson(people * moved))
    const crawl = hour % 24 === robots.crawlsAt ? 15 : 0
    const bots = robots.mean * chance.gamma(robots.deviation) + crawl + (strength('bot_surge') ?? 0)
    const clicks = [...countries.values()].reduce((sum, each) => sum + each, 0)
    return { countries, clicks, robots: chance.poisson(bots) }
  })
  return { hours, planted }
}

/** Clicks expected in each hour: by day and by week, with days that are better than others, and a course over all. */
function rateOf(chance: Chance, temperament: Temperament): (hour: number) => number {
  const [mean, depth, sharpness] = [chance.scaled(3, 2000), chance.between(0.2, 0.95), chance.between(1, 2.5)]
  const [phase, weekend] = [chance.whole(0, 167), chance.between(0.4, 1.3)]
  const growth = temperament === 'moving' ? chance.between(-0.05, 0.05) : chance.between(-0.005, 0.005)
  const launch = temperament === 'young' ? chance.between(0, 4) : 0
  const luck = Array.from({ length: 60 }, () => chance.gamma(temperament === 'uneven' ? 0.1 : 0.05))
  return (hour) => {
    const [ofDay, ofWeek] = [(hour + phase) % 24, Math.floor((hour + phase) / 24) % 7]
    const wave = ((1 + Math.cos(((ofDay - 14) / 24) * 2 * Math.PI)) / 2) ** sharpness
    const course = Math.exp((growth * hour) / 24) * (1 + launch * Math.exp(-hour / 30))
    return (
      mean * (1 - depth + 2 * depth * wave) * (ofWeek >= 5 ? weekend : 1) * course * (luck[Math.floor(hour / 24)] ?? 1)
    )
  }
}

/** Countries with their shares, which move with the sun: each has its own evening. */
function mixOf(chance: Chance): (hour: number) => [string, number][] {
  const countries = Array.from({ length: chance.whole(1, 6) }, (_, n) => ({
    name: `C${n}`,
    weight: chance.scaled(0.05, 1),
    noon: chance.whole(0, 23),
    wakes: chance.between(0, 0.6),
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

/** What is planted is what an owner would call odd; how weak it may be is said in docs/decisions/anomalies.md. */
function plant(chance: Chance, rates: readonly number[]): Planted[] {
  const planted: Planted[] = []
  for (let from = 24 + chance.whole(0, 60); from < rates.length; from += chance.whole(...apart)) {
    const one = oneOf(chance, from)
    const during = rates.slice(from, one.until)
    const isSeen = { spike: Math.max, drop: Math.min, bot_surge: () => 100, country_shift: Math.min }[one.kind]
    if (one.until > rates.length || isSeen(...during) < 40) continue
    planted.push(one)
    from = one.until
  }
  return planted
}

function oneOf(chance: Chance, from: number): Planted {
  const until = (least: number, most: number) => from + chance.whole(least, most)
  switch (chance.whole(0, 3)) {
    case 0:
      return { kind: 'spike', from, until: until(1, 6), strength: chance.scaled(3, 12) }
    case 1:
      return { kind: 'drop', from, until: until(2, 8), strength: chance.between(0, 0.15) }
    case 2:
      return { kind: 'bot_surge', from, until: until(1, 6), strength: chance.scaled(80, 1000) }
    default:
      return { kind: 'country_shift', from, until: until(2, 12), strength: chance.between(0.5, 1) }
  }
}
