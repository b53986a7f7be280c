import type { EntityManager } from '../../../platform/database/database.ts'
import { dayMs, hourMs } from '../../../platform/shared/time.ts'
import type { ClickReader, LinkCount, LinkCountQuery } from '../../visits/clicks/index.ts'
import { type ClicksByCountry, scoreCountries } from './scoring/country-score.ts'
import { type LinkHour, minSignificantClicks } from './scoring/hour-findings.ts'
import { hasClockChange, listLookbackRanges } from './scoring/hour-score.ts'

/** A link with this many clicks at the same time a day or a week before may be expected to have significant clicks. */
const minPriorClicks = minSignificantClicks / 2

/** The shares of countries are compared with this many days. */
const countryBaselineDays = 7

/** Returns the links with significant clicks in the hour, or links for which such clicks were expected. */
export async function findLinksToEvaluate(em: EntityManager, store: ClickReader, hour: Date): Promise<string[]> {
  const findLinks = async (hours: readonly Date[], minClicks: number) => {
    const query = { urlIds: null, periods: hours.map(toPeriod), by: 'hour', dimension: null, minClicks } as const
    return (await store.countLinks(em, query)).keys()
  }
  const current = await findLinks([hour], minSignificantClicks)
  const priorHours = [dayMs, 7 * dayMs].map((ms) => new Date(hour.getTime() - ms))
  return [...new Set([...current, ...(await findLinks(priorHours, minPriorClicks))])]
}

const toPeriod = (hour: Date) => ({ from: hour, to: new Date(hour.getTime() + hourMs) })

/** Reads an hour and its history for several links. Links without any clicks are left out. */
export async function readLinkHours(
  em: EntityManager,
  store: ClickReader,
  hour: Date,
  linkIds: readonly string[],
): Promise<Map<string, LinkHour>> {
  const firstHours = await store.findFirstHours(em, linkIds)
  const ages = new Map([...firstHours].map(([id, first]) => [id, (hour.getTime() - first.getTime()) / hourMs]))
  const hoursByLinkId = await countHours(em, store, hour, ages)
  const linkIdsWithClicks = [...hoursByLinkId]
    .filter(([, counts]) => (counts.get(0)?.clicks ?? 0) >= minSignificantClicks)
    .map(([linkId]) => linkId)
  const countries = await readCountries(em, store, hour, linkIdsWithClicks)
  const clocksChanged = hasClockChange(hour)
  return new Map(
    [...ages].map(([linkId, ageHours]) => {
      const counts = hoursByLinkId.get(linkId)
      const linkHour: LinkHour = {
        ageHours,
        clocksChanged,
        clicks: (hoursAgo) => counts?.get(hoursAgo)?.clicks ?? 0,
        robots: (hoursAgo) => counts?.get(hoursAgo)?.botClicks ?? 0,
        countries: countries.get(linkId) ?? null,
      }
      return [linkId, linkHour]
    }),
  )
}

/** The counts of the hours that links are compared with, by the ids of the links and the hours before `hour`. */
async function countHours(em: EntityManager, store: ClickReader, hour: Date, ages: ReadonlyMap<string, number>) {
  const counts = new Map<string, ReadonlyMap<number, LinkCount>>()
  // Links of an age are compared with the same hours.
  const groups = Map.groupBy(ages.keys(), (linkId) => JSON.stringify(listLookbackRanges(ages.get(linkId) ?? 0)))
  for (const [ranges, urlIds] of groups) {
    const periods = (JSON.parse(ranges) as ReturnType<typeof listLookbackRanges>).map(([first, last]) => ({
      from: new Date(hour.getTime() - last * hourMs),
      to: new Date(hour.getTime() - (first - 1) * hourMs),
    }))
    const query = { urlIds, periods, by: 'hour', dimension: null, minClicks: 1 } as const
    for (const [linkId, hours] of await store.countLinks(em, query))
      counts.set(linkId, new Map(hours.map((count) => [(hour.getTime() - Number(count.at)) / hourMs, count])))
  }
  return counts
}

/**
 * Reads the countries of the hour and of the days before. The same hour of these days must be counted from single
 * clicks, so it is read only for links whose countries differ from the days.
 */
async function readCountries(em: EntityManager, store: ClickReader, hour: Date, linkIds: readonly string[]) {
  const count = (urlIds: readonly string[], periods: LinkCountQuery['periods'], by: LinkCountQuery['by']) =>
    store.countLinks(em, { urlIds, periods, by, dimension: 'country', minClicks: 1 })
  const midnightMs = hour.getTime() - (hour.getTime() % dayMs)
  const baseline = { from: new Date(midnightMs - countryBaselineDays * dayMs), to: new Date(midnightMs) }
  const byLinkId = await count(linkIds, [toPeriod(hour)], null)
  const daysByLinkId = await count(linkIds, [baseline], 'day')
  const comparable = linkIds.flatMap((linkId) => {
    const [clicksOfHour, days] = [toCountries(byLinkId.get(linkId)), daysByLinkId.get(linkId)]
    if (clicksOfHour.size === 0 || !days) return []
    const countriesOfDays = [...Map.groupBy(days, ({ at }) => Number(at)).values()].map(toCountries)
    return [{ linkId, hour: clicksOfHour, days: countriesOfDays.filter(({ size }) => size > 0) }]
  })
  const shifted = comparable.filter((link) => (scoreCountries(link.hour, link.days, null)?.score ?? 0) !== 0)
  const sameHours = Array.from({ length: countryBaselineDays }, (_, n) =>
    toPeriod(new Date(hour.getTime() - (n + 1) * dayMs)),
  )
  const shiftedIds = shifted.map(({ linkId }) => linkId)
  const sameHourByLinkId = await count(shiftedIds, sameHours, null)
  return new Map(
    comparable.map(({ linkId, ...counts }) => [
      linkId,
      { ...counts, sameHour: toCountries(sameHourByLinkId.get(linkId)) },
    ]),
  )
}

/** The clicks by people of each country. */
function toCountries(counts: readonly LinkCount[] = []): ClicksByCountry {
  return new Map(counts.flatMap(({ value, clicks }) => (value === null || clicks === 0 ? [] : [[value, clicks]])))
}
