import { median, spread } from './robust.ts'

/** Clicks by country; those that do not tell theirs are left out. */
export type Countries = ReadonlyMap<string, number>

/** How the countries of an hour stand against the usual ones. */
export interface CountryVerdict {
  /** The country whose share is furthest from usual. */
  readonly country: string
  readonly observed: number
  readonly expected: number
  /** Above 0 where more of the clicks than usual came from it. */
  readonly score: number
}

/** Fewer clicks than this tell nothing of shares. */
const fewest = 20

/** Shares move by so much from hour to hour without meaning anything, and by so much more before a few days are known. */
const [restless, restlessEarly] = [0.05, 0.08]
const fewDays = 3

/** A share that moved by less is no shift, however sure it is. */
const leastShift = 0.25

/**
 * Judges the countries of an hour by those of the days before it, and by the same hour of those days where that is
 * given: who wakes and who sleeps moves shares every day. Null where there are too few clicks to tell.
 */
export function judgeCountries(
  hour: Countries,
  days: readonly Countries[],
  sameHour: Countries | null,
): CountryVerdict | null {
  const [told, known] = [totalOf(hour), days.filter((day) => totalOf(day) >= fewest)]
  if (told < fewest || known.length === 0) return null
  const names = new Set([hour, ...known].flatMap((each) => [...each.keys()]))
  const moves = [...names].map((country) => moveOf(country, hour, known))
  const [widest] = moves.toSorted((a, b) => widthOf(b) - widthOf(a))
  if (!widest) return null
  const { country, usual, scatter } = widest
  const observed = hour.get(country) ?? 0
  const unrest = known.length < fewDays ? restlessEarly : restless
  const against = (share: number, of: number) => {
    const likely = Math.min(0.99, Math.max(0.01, share))
    const shift = observed / told - share
    const score = shift / Math.sqrt(likely * (1 - likely) * (1 / told + 1 / of) + scatter ** 2 + unrest ** 2)
    return { country, observed, expected: share * told, score: Math.abs(shift) < leastShift ? 0 : score }
  }
  const byDays = against(usual, Number.POSITIVE_INFINITY)
  const then = sameHour ? totalOf(sameHour) : 0
  if (!sameHour || then < fewest) return byDays
  const byHour = against((sameHour.get(country) ?? 0) / then, then)
  if (byHour.score * byDays.score <= 0) return { ...byHour, score: 0 }
  return Math.abs(byHour.score) < Math.abs(byDays.score) ? byHour : byDays
}

function moveOf(country: string, hour: Countries, days: readonly Countries[]) {
  const shares = days.map((day) => shareOf(country, day))
  const usual = median(shares)
  const scatter = spread(shares.map((share) => share - usual))
  return { country, usual, scatter, shift: shareOf(country, hour) - usual }
}

/** What one country wins others lose: of two that moved as far the one is told from which more came. */
function widthOf({ shift }: { readonly shift: number }): number {
  return shift > 0 ? 1.01 * shift : -shift
}

function shareOf(country: string, countries: Countries): number {
  return (countries.get(country) ?? 0) / totalOf(countries)
}

function totalOf(countries: Countries): number {
  let total = 0
  for (const clicks of countries.values()) total += clicks
  return total
}
