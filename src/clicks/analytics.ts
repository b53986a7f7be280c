import { IsolationLevel } from '@mikro-orm/postgresql'
import { accountOf } from '../access/admit.ts'
import type { Context } from '../graphql/context.ts'
import { Link, LinkNotFound } from '../links/index.ts'
import type { ClicksArgs } from './args.ts'
import { Click } from './click.ts'
import type { AnalyticsSummary } from './summary.ts'

/** One row of the breakdown: which dimension, which of its values (null: not known), how many clicks. */
interface Share {
  readonly dimension: 'country' | 'device' | 'browser' | 'os' | 'referrer'
  readonly value: string | null
  readonly count: number
}

interface Totals {
  readonly people: number
  readonly visitors: number
  readonly robots: number
  readonly last: string | Date | null
}

/** Reads what the recorder wrote, for the links of the caller only. */
export class Analytics {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** Sums up one link. Both statements read one snapshot, so the breakdowns add up to the total. */
  async summarize(urlId: string): Promise<AnalyticsSummary> {
    const { em } = this.#context
    const owner = this.#callerId()
    const link = await em.findOneOrFail(Link, { id: urlId, owner }, { failHandler: () => new LinkNotFound() })
    const [totals, shares] = await em.transactional(
      async (inner) => [
        await inner.execute<Totals[]>(totalsSql, [urlId]),
        await inner.execute<Share[]>(sharesSql, [urlId]),
      ],
      { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
    )
    const { people, visitors, robots, last } = totals[0] ?? { people: 0, visitors: 0, robots: 0, last: null }
    const by = (dimension: Share['dimension'], absent = 'Unknown') =>
      shares
        .filter((share) => share.dimension === dimension)
        .map(({ value, count }) => ({ value: value ?? absent, count }))
    return {
      totalClicks: people,
      uniqueVisitors: link.privacyMode ? 0 : visitors,
      uniqueVisitorsAvailable: !link.privacyMode,
      botClicks: robots,
      lastClickAt: last === null ? null : new Date(last),
      countryStats: by('country').map(({ value, count }) => ({ country: value, count })),
      deviceStats: by('device').map(({ value, count }) => ({ device: value, count })),
      browserStats: by('browser').map(({ value, count }) => ({ browser: value, count })),
      osStats: by('os').map(({ value, count }) => ({ os: value, count })),
      referrerStats: by('referrer', 'Direct').map(({ value, count }) => ({ referrer: value, count })),
    }
  }

  /** The clicks on all links of the caller, newest first; robots only when asked for. */
  async list({ page, limit, includeBots }: ClicksArgs): Promise<Click[]> {
    const [clicks, total] = await this.#context.em.findAndCount(
      Click,
      { url: { owner: this.#callerId() }, ...(!includeBots && { isBot: false }) },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    this.#context.reportPage({ page, limit, total })
    return clicks
  }

  #callerId(): string {
    return accountOf(this.#context.caller).accountId
  }
}

const totalsSql = `
  select count(*) filter (where not is_bot)::int as people,
         count(distinct visitor_hash) filter (where not is_bot)::int as visitors,
         count(*) filter (where is_bot)::int as robots,
         max(created_at) filter (where not is_bot) as last
    from click where url_id = ?`

const sharesSql = `
  select case when grouping(country) = 0 then 'country' when grouping(device) = 0 then 'device'
              when grouping(browser) = 0 then 'browser' when grouping(os) = 0 then 'os' else 'referrer' end as dimension,
         coalesce(country, device, browser, os, referrer_host) as value,
         count(*)::int as count
    from click where url_id = ? and not is_bot
   group by grouping sets ((country), (device), (browser), (os), (referrer_host))
   order by count desc, value`
