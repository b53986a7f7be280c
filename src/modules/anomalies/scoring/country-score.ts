import { estimateSpread, median } from './robust-statistics.ts'

/** Clicks by country; those that do not tell theirs are left out. */
export type ClicksByCountry = ReadonlyMap<string, number>

/** How the countries of an hour stand against the usual ones. */
export interface CountryScore {
  /** The country whose share is furthest from usual. */
  readonly country: string
  readonly observed: number
  readonly expected: number
  /** Above 0 where more of the clicks than usual came from it. */
  readonly score: number
}

/** Fewer clicks than this tell nothing of shares. */
const minClicks = 20

/** Shares move by so much from hour to hour without meaning anything, and by so much more before a few days are known. */
const [shareNoise, earlyShareNoise] = [0.05, 0.08]
const earlyDays = 3

/** A share that moved by less is no shift, however sure it is. */
const minShareShift = 0.25

/**
 * Judges the countries of an hour by those of the days before it, and by the same hour of those days where that is
 * given: who wakes and who sleeps moves shares every day. Null where there are too few clicks to tell.
 */
export function scoreCountries(
  hour: ClicksByCountry,
  days: readonly ClicksByCountry[],
  sameHour: ClicksByCountry | null,
): CountryScore | null {
  const [totalClicks, baselineDays] = [sumClicks(hour), days.filter((day) => sumClicks(day) >= minClicks)]
  if (totalClicks < minClicks || baselineDays.length === 0) return null
  const countryCodes = new Set([hour, ...baselineDays].flatMap((each) => [...each.keys()]))
  const shifts = [...countryCodes].map((country) => measureShift(country, hour, baselineDays))
  const [largestShift] = shifts.toSorted((a, b) => rankShift(b) - rankShift(a))
  if (!largestShift) return null
  const { country, usual, scatter } = largestShift
  const observed = hour.get(country) ?? 0
  const noise = baselineDays.length < earlyDays ? earlyShareNoise : shareNoise
  const scoreAgainst = (share: number, baselineClicks: number) => {
    const clampedShare = Math.min(0.99, Math.max(0.01, share))
    const shift = observed / totalClicks - share
    const score =
      shift /
      Math.sqrt(clampedShare * (1 - clampedShare) * (1 / totalClicks + 1 / baselineClicks) + scatter ** 2 + noise ** 2)
    return { country, observed, expected: share * totalClicks, score: Math.abs(shift) < minShareShift ? 0 : score }
  }
  const byDays = scoreAgainst(usual, Number.POSITIVE_INFINITY)
  const sameHourClicks = sameHour ? sumClicks(sameHour) : 0
  if (!sameHour || sameHourClicks < minClicks) return byDays
  const byHour = scoreAgainst((sameHour.get(country) ?? 0) / sameHourClicks, sameHourClicks)
  if (byHour.score * byDays.score <= 0) return { ...byHour, score: 0 }
  return Math.abs(byHour.score) < Math.abs(byDays.score) ? byHour : byDays
}

function measureShift(country: string, hour: ClicksByCountry, days: readonly ClicksByCountry[]) {
  const shares = days.map((day) => computeShare(country, day))
  const usual = median(shares)
  const scatter = estimateSpread(shares.map((share) => share - usual))
  return { country, usual, scatter, shift: computeShare(country, hour) - usual }
}

/** What one country wins others lose: of two that moved as far the one is told from which more came. */
function rankShift({ shift }: { readonly shift: number }): number {
  return shift > 0 ? 1.01 * shift : -shift
}

function computeShare(country: string, countries: ClicksByCountry): number {
  return (countries.get(country) ?? 0) / sumClicks(countries)
}

function sumClicks(countries: ClicksByCountry): number {
  let total = 0
  for (const clicks of countries.values()) total += clicks
  return total
}
