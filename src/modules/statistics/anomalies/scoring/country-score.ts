import { estimateSpread, median } from './robust-statistics.ts'

/** Clicks by country code. Clicks of unknown origin are left out. */
export type ClicksByCountry = ReadonlyMap<string, number>

/** How much the countries of an hour differ from the usual ones. */
export interface CountryScore {
  /** The country whose share differs most. */
  readonly country: string
  readonly observed: number
  readonly expected: number
  /** Positive if the share of this country is higher than usual. */
  readonly score: number
}

/** Shares of fewer clicks than this are not compared. */
const minClicks = 20

/** The first days of a link do not show which countries are usual. */
const minDays = 3

/** Normal variation of a share from hour to hour. */
const shareNoise = 0.05

/** A smaller change of a share is never a shift, however significant it is. */
const minShareShift = 0.25

/**
 * Compares the countries of an hour with the countries of the days before and, if given, with the same hour of these
 * days, because shares also change with the time of day. Returns null if there are too few clicks or days.
 */
export function scoreCountries(
  hour: ClicksByCountry,
  days: readonly ClicksByCountry[],
  sameHour: ClicksByCountry | null,
): CountryScore | null {
  const totalClicks = sumClicks(hour)
  const baselineDays = days.filter((day) => sumClicks(day) >= minClicks)
  if (totalClicks < minClicks || baselineDays.length < minDays) return null
  const countryCodes = new Set([hour, ...baselineDays].flatMap((counts) => [...counts.keys()]))
  const shifts = [...countryCodes].map((country) => measureShift(country, hour, baselineDays))
  const [largestShift] = shifts.toSorted((a, b) => rankShift(b) - rankShift(a))
  if (!largestShift) return null
  const { country, usual, scatter } = largestShift
  const observed = hour.get(country) ?? 0
  const scoreAgainst = (share: number, baselineClicks: number) => {
    const clampedShare = Math.min(0.99, Math.max(0.01, share))
    const shift = observed / totalClicks - share
    const score =
      shift /
      Math.sqrt(
        clampedShare * (1 - clampedShare) * (1 / totalClicks + 1 / baselineClicks) + scatter ** 2 + shareNoise ** 2,
      )
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

/** When one country gains a share, other countries lose it. Of two equal changes the gain ranks first. */
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
