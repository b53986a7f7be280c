import type { EntityManager } from '../../../platform/database/database.ts'
import { dayMs, hourMs } from '../../../platform/shared/time.ts'
import {
  countClicksByCountry,
  countClicksByCountryAndDay,
  countClicksByHour,
  findFirstClickHours,
  findLinksWithClicks,
} from '../../visits/clicks/index.ts'
import { type ClicksByCountry, scoreCountries } from './scoring/country-score.ts'
import { type LinkHour, minSignificantClicks } from './scoring/hour-findings.ts'
import { hasClockChange, listLookbackRanges } from './scoring/hour-score.ts'

/** A link with this many clicks at the same time a day or a week before may be expected to have significant clicks. */
const minPriorClicks = minSignificantClicks / 2

/** The shares of countries are compared with this many days. */
const countryBaselineDays = 7

/** Returns the links with significant clicks in the hour, or links for which such clicks were expected. */
export async function findLinksToEvaluate(em: EntityManager, hour: Date): Promise<string[]> {
  const current = await findLinksWithClicks(em, [hour], minSignificantClicks)
  const priorHours = [dayMs, 7 * dayMs].map((ms) => new Date(hour.getTime() - ms))
  const prior = await findLinksWithClicks(em, priorHours, minPriorClicks)
  return [...new Set([...current, ...prior])]
}

/** Reads an hour and its history for several links. Links without any clicks are left out. */
export async function readLinkHours(
  em: EntityManager,
  hour: Date,
  linkIds: readonly string[],
): Promise<Map<string, LinkHour>> {
  const firstHours = await findFirstClickHours(em, linkIds)
  const ages = new Map([...firstHours].map(([id, first]) => [id, (hour.getTime() - first.getTime()) / hourMs]))
  const lookups = [...ages].map(([urlId, age]) => ({ urlId, spans: listLookbackRanges(age) }))
  const hoursByLinkId = await countClicksByHour(em, hour, lookups)
  const linkIdsWithClicks = [...hoursByLinkId]
    .filter(([, counts]) => counts.some(({ hoursAgo, clicks }) => hoursAgo === 0 && clicks >= minSignificantClicks))
    .map(([linkId]) => linkId)
  const countries = await readCountries(em, hour, linkIdsWithClicks)
  const clocksChanged = hasClockChange(hour)
  return new Map(
    [...ages].map(([linkId, ageHours]) => {
      const counts = new Map((hoursByLinkId.get(linkId) ?? []).map((count) => [count.hoursAgo, count]))
      const linkHour: LinkHour = {
        ageHours,
        clocksChanged,
        clicks: (hoursAgo) => counts.get(hoursAgo)?.clicks ?? 0,
        robots: (hoursAgo) => counts.get(hoursAgo)?.botClicks ?? 0,
        countries: countries.get(linkId) ?? null,
      }
      return [linkId, linkHour]
    }),
  )
}

/**
 * Reads the countries of the hour and of the days before. The same hour of these days must be counted from single
 * clicks, so it is read only for links whose countries differ from the days.
 */
async function readCountries(em: EntityManager, hour: Date, linkIds: readonly string[]) {
  const midnightMs = hour.getTime() - (hour.getTime() % dayMs)
  const baseline = { from: new Date(midnightMs - countryBaselineDays * dayMs), to: new Date(midnightMs) }
  const byLinkId = await countClicksByCountry(em, linkIds, [hour])
  const daysByLinkId = await countClicksByCountryAndDay(em, linkIds, baseline)
  const comparable = linkIds.flatMap((linkId) => {
    const [clicksOfHour, days] = [byLinkId.get(linkId), daysByLinkId.get(linkId)]
    return clicksOfHour && days ? [{ linkId, hour: clicksOfHour, days }] : []
  })
  const shifted = comparable.filter((link) => (scoreCountries(link.hour, link.days, null)?.score ?? 0) !== 0)
  const sameHourByLinkId = await countClicksByCountry(
    em,
    shifted.map(({ linkId }) => linkId),
    Array.from({ length: countryBaselineDays }, (_, n) => new Date(hour.getTime() - (n + 1) * dayMs)),
  )
  const noClicks: ClicksByCountry = new Map()
  return new Map(
    comparable.map(({ linkId, ...counts }) => [
      linkId,
      { ...counts, sameHour: sameHourByLinkId.get(linkId) ?? noClicks },
    ]),
  )
}
