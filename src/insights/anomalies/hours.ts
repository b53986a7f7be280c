import {
  clicksByHour,
  countriesByDay,
  countriesInHours,
  firstHours,
  type HourOfLink,
  linksClickedIn,
} from '../../clicks/index.ts'
import type { EntityManager } from '../../database/open.ts'
import { clocksMoved } from './method/clocks.ts'
import { type Countries, judgeCountries } from './method/countries.ts'
import { fewestClicks, type LinkHour } from './method/findings.ts'
import { hoursLookedAt, type Past } from './method/judge.ts'

export const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** A link with so many clicks at the same time a day or a week before might be expected to have enough to judge. */
const fewestBefore = fewestClicks / 2

/** Days whose countries are the usual ones. */
const countryDays = 7

/** The links that may have to be judged for an hour: with clicks in it, or where some were to be expected. */
export async function linksToJudge(em: EntityManager, hour: Date): Promise<string[]> {
  const now = await linksClickedIn(em, [hour], fewestClicks)
  const before = [dayMs, 7 * dayMs].map((ms) => new Date(hour.getTime() - ms))
  return [...new Set([...now, ...(await linksClickedIn(em, before, fewestBefore))])]
}

/** What is known of an hour of each of some links; those that were never clicked are left out. */
export async function readHours(
  em: EntityManager,
  hour: Date,
  urlIds: readonly string[],
): Promise<Map<string, LinkHour>> {
  const firsts = await firstHours(em, urlIds)
  const ages = new Map([...firsts].map(([urlId, first]) => [urlId, (hour.getTime() - first.getTime()) / hourMs]))
  const asked = [...ages].map(([urlId, age]) => ({ urlId, spans: hoursLookedAt(age) }))
  const hours = await clicksByHour(em, hour, asked)
  const clicked = [...hours].filter(([, each]) => each.some((one) => one.back === 0 && one.clicks >= fewestClicks))
  const countries = await readCountries(
    em,
    hour,
    clicked.map(([urlId]) => urlId),
  )
  const common = { clocksMoved: clocksMoved(hour) }
  return new Map(
    [...ages].map(([urlId, age]) => {
      const known = new Map((hours.get(urlId) ?? []).map((one) => [one.back, one]))
      const past =
        (what: (one: HourOfLink) => number): Past =>
        (back) => {
          const one = known.get(back)
          return one ? what(one) : 0
        }
      const [clicks, robots] = [past((one) => one.clicks), past((one) => one.robots)]
      return [urlId, { ...common, age, clicks, robots, countries: countries.get(urlId) ?? null }]
    }),
  )
}

/** The same hour of the days before is counted from the rows, and so only where the days themselves say that it matters. */
async function readCountries(em: EntityManager, hour: Date, urlIds: readonly string[]) {
  const midnight = hour.getTime() - (hour.getTime() % dayMs)
  const week = { from: new Date(midnight - countryDays * dayMs), to: new Date(midnight) }
  const [now, days] = [await countriesInHours(em, urlIds, [hour]), await countriesByDay(em, urlIds, week)]
  const known = urlIds.flatMap((urlId) => {
    const [ofHour, ofDays] = [now.get(urlId), days.get(urlId)]
    return ofHour && ofDays ? [{ urlId, hour: ofHour, days: ofDays }] : []
  })
  const moved = known.filter((each) => (judgeCountries(each.hour, each.days, null)?.score ?? 0) !== 0)
  const same = await countriesInHours(
    em,
    moved.map(({ urlId }) => urlId),
    Array.from({ length: countryDays }, (_, n) => new Date(hour.getTime() - (n + 1) * dayMs)),
  )
  const nobody: Countries = new Map()
  return new Map(known.map(({ urlId, ...each }) => [urlId, { ...each, same: same.get(urlId) ?? nobody }]))
}
