import { IsolationLevel } from '@mikro-orm/postgresql'
import type { EntityManager } from '../database/open.ts'
import type { AnalyticsSummary } from './summary.ts'

/** The counts of one link of the owner. */
interface Totals {
  readonly urlId: string
  readonly isPrivate: boolean
  readonly people: number
  readonly visitors: number
  readonly robots: number
  readonly last: string | Date | null
}

/** One row of a breakdown: which dimension, which of its values, how many clicks. */
interface Share {
  readonly urlId: string
  readonly dimension: 'country' | 'device' | 'browser' | 'os' | 'referrer'
  readonly value: string
  readonly count: number
}

/**
 * Sums up links of one owner, however many, by two statements; ids that are not this owner's are left out. Both read
 * one snapshot, so the breakdowns add up to the totals.
 */
export async function summarizeLinks(
  em: EntityManager,
  ownerId: string,
  urlIds: readonly string[],
): Promise<Map<string, AnalyticsSummary>> {
  return em.transactional(
    async (inner) => {
      const totals = await inner.execute<Totals[]>(totalsSql, [urlIds, ownerId])
      const owned = totals.map(({ urlId }) => urlId)
      const shares = owned.length > 0 ? await inner.execute<Share[]>(sharesSql, [owned]) : []
      const sharesOf = Map.groupBy(shares, ({ urlId }) => urlId)
      return new Map(totals.map((each) => [each.urlId, summaryOf(each, sharesOf.get(each.urlId) ?? [])]))
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  )
}

function summaryOf({ isPrivate, people, visitors, robots, last }: Totals, shares: readonly Share[]): AnalyticsSummary {
  const by = (dimension: Share['dimension']) => shares.filter((share) => share.dimension === dimension)
  return {
    totalClicks: people,
    uniqueVisitors: isPrivate ? 0 : visitors,
    uniqueVisitorsAvailable: !isPrivate,
    botClicks: robots,
    lastClickAt: last === null ? null : new Date(last),
    countryStats: by('country').map(({ value, count }) => ({ country: value, count })),
    deviceStats: by('device').map(({ value, count }) => ({ device: value, count })),
    browserStats: by('browser').map(({ value, count }) => ({ browser: value, count })),
    osStats: by('os').map(({ value, count }) => ({ os: value, count })),
    referrerStats: by('referrer').map(({ value, count }) => ({ referrer: value, count })),
  }
}

const totalsSql = `
  select link.id as "urlId", link.privacy_mode as "isPrivate",
         count(*) filter (where not is_bot)::int as people,
         count(distinct visitor_hash) filter (where not is_bot)::int as visitors,
         count(*) filter (where is_bot)::int as robots,
         max(click.created_at) filter (where not is_bot) as last
    from link left join click on click.url_id = link.id
   where link.id in (?) and link.owner_id = ?
   group by link.id`

// Only a click recorded in privacy says nothing of its device, and of such a one nobody knows that it came directly.
const sharesSql = `
  select "urlId",
         case when grouping(country) = 0 then 'country' when grouping(device) = 0 then 'device'
              when grouping(browser) = 0 then 'browser' when grouping(os) = 0 then 'os' else 'referrer' end as dimension,
         coalesce(country, device, browser, os, referrer) as value,
         count(*)::int as count
    from (select url_id as "urlId", coalesce(country, 'Unknown') as country, coalesce(device, 'Unknown') as device,
                 coalesce(browser, 'Unknown') as browser, coalesce(os, 'Unknown') as os,
                 coalesce(referrer_host, case when device is null then 'Unknown' else 'Direct' end) as referrer
            from click where url_id in (?) and not is_bot) as told
   group by grouping sets (("urlId", country), ("urlId", device), ("urlId", browser), ("urlId", os), ("urlId", referrer))
   order by count desc, value`
