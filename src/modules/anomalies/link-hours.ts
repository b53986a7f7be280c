import type { EntityManager } from '../../platform/database/database.ts'
import {
  countClicksByCountry,
  countClicksByCountryAndDay,
  countClicksByHour,
  findFirstClickHours,
  findLinksWithClicks,
  type LinkHourClicks,
} from '../clicks/index.ts'
import { type ClicksByCountry, scoreCountries } from './scoring/country-score.ts'
import { type LinkHour, minSignificantClicks } from './scoring/hour-findings.ts'
import { type CountAt, hasClockChange, listLookbackRanges } from './scoring/hour-score.ts'

export const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** A link with so many clicks at the same time a day or a week before might be expected to have enough to judge. */
const minPriorClicks = minSignificantClicks / 2

/** Days whose countries are the usual ones. */
const countryBaselineDays = 7

/** The links that may have to be judged for an hour: with clicks in it, or where some were to be expected. */
export async function findLinksToEvaluate(em: EntityManager, hour: Date): Promise<string[]> {
  const current = await findLinksWithClicks(em, [hour], minSignificantClicks)
  const priorHours = [dayMs, 7 * dayMs].map((ms) => new Date(hour.getTime() - ms))
  return [...new Set([...current, ...(await findLinksWithClicks(em, priorHours, minPriorClicks))])]
}

/** What is known of an hour of each of some links; those that were never clicked are left out. */
export async function readLinkHours(
  em: EntityManager,
  hour: Date,
  urlIds: readonly string[],
): Promise<Map<string, LinkHour>> {
  const firsts = await findFirstClickHours(em, urlIds)
  const ages = new Map([...firsts].map(([urlId, first]) => [urlId, (hour.getTime() - first.getTime()) / hourMs]))
  const lookups = [...ages].map(([urlId, age]) => ({ urlId, spans: listLookbackRanges(age) }))
  const hours = await countClicksByHour(em, hour, lookups)
  const clicked = [...hours].filter(([, each]) =>
    each.some((one) => one.hoursAgo === 0 && one.clicks >= minSignificantClicks),
  )
  const countries = await readCountries(
    em,
    hour,
    clicked.map(([urlId]) => urlId),
  )
  const common = { clocksMoved: hasClockChange(hour) }
  return new Map(
    [...ages].map(([urlId, age]) => {
      const countsByOffset = new Map((hours.get(urlId) ?? []).map((one) => [one.hoursAgo, one]))
      const createCountAt =
        (selectCount: (one: LinkHourClicks) => number): CountAt =>
        (hoursBack) => {
          const one = countsByOffset.get(hoursBack)
          return one ? selectCount(one) : 0
        }
      const [clicks, robots] = [createCountAt((one) => one.clicks), createCountAt((one) => one.robots)]
      return [urlId, { ...common, age, clicks, robots, countries: countries.get(urlId) ?? null }]
    }),
  )
}

/** The same hour of the days before is counted from the rows, and so only where the days themselves say that it matters. */
async function readCountries(em: EntityManager, hour: Date, urlIds: readonly string[]) {
  const midnight = hour.getTime() - (hour.getTime() % dayMs)
  const week = { from: new Date(midnight - countryBaselineDays * dayMs), to: new Date(midnight) }
  const [now, days] = [
    await countClicksByCountry(em, urlIds, [hour]),
    await countClicksByCountryAndDay(em, urlIds, week),
  ]
  const comparable = urlIds.flatMap((urlId) => {
    const [ofHour, ofDays] = [now.get(urlId), days.get(urlId)]
    return ofHour && ofDays ? [{ urlId, hour: ofHour, days: ofDays }] : []
  })
  const shifted = comparable.filter((each) => (scoreCountries(each.hour, each.days, null)?.score ?? 0) !== 0)
  const sameHours = await countClicksByCountry(
    em,
    shifted.map(({ urlId }) => urlId),
    Array.from({ length: countryBaselineDays }, (_, n) => new Date(hour.getTime() - (n + 1) * dayMs)),
  )
  const noClicks: ClicksByCountry = new Map()
  return new Map(comparable.map(({ urlId, ...each }) => [urlId, { ...each, same: sameHours.get(urlId) ?? noClicks }]))
}
