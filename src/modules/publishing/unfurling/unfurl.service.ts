import { LRUCache } from 'lru-cache'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { ConcurrencyLimiter } from '../../../platform/shared/event-loop/concurrency-limiter.ts'
import { type Clock, minuteMs } from '../../../platform/shared/time.ts'
import type { LinkRules } from '../links/index.ts'
import { describePage } from './page-description.ts'
import type { PageFetcher } from './page-fetcher.ts'
import { readPageTags } from './page-tags.ts'
import type { UnfurledPage } from './unfurl.types.ts'

/** How many pages an account may have read (docs/decisions/rate-limits.md). */
const accountRateLimit: RateLimitRule = { limit: 20, seconds: 60 }

/**
 * Limits the concurrent requests, so that a waiting request is still answered within the deadline of its operation.
 * Each page takes at most 5 seconds. One account has at most ten requests at once.
 */
const concurrencyLimits = { maxConcurrent: 40, maxQueued: 10, freePerTaken: 3 }

/** How long a page stays in memory, because a person who edits a link asks for the same page again. */
const cacheOptions = { max: 500, ttl: minuteMs, ttlResolution: 0 }

interface UnfurlServiceDependencies {
  readonly clock: Clock
  readonly throttle: Throttle
  readonly pageFetcher: PageFetcher
  readonly linkRules: LinkRules
}

/** Reads the descriptions of pages, for callers who create links to them. */
export class UnfurlService {
  private readonly limiter = new ConcurrencyLimiter(concurrencyLimits)
  private readonly cache: LRUCache<string, Promise<UnfurledPage>>

  constructor(private readonly dependencies: UnfurlServiceDependencies) {
    const { clock } = dependencies
    this.cache = new LRUCache({ ...cacheOptions, perf: { now: () => clock.now().getTime() } })
  }

  /**
   * Reads a page, or returns its description from the last minute. Throws `PageUnreachable`, `PageNotReadable`, and the
   * errors of a destination that a link may not have.
   */
  async unfurl(context: RequestContext, url: string): Promise<UnfurledPage> {
    const { accountId } = context
    const { throttle, linkRules } = this.dependencies
    const address = linkRules.parsePageAddress(url).replace(/#.*/s, '')
    await throttle.charge(context, [{ name: 'unfurls', key: accountId, group: accountId, rule: accountRateLimit }])
    const cached = this.cache.get(address)
    if (cached) return cached
    // Callers who ask meanwhile wait for the same request.
    const reading = this.limiter.run(accountId, () => this.read(address, accountId))
    this.cache.set(address, reading)
    // The next call tries again.
    reading.catch(() => this.cache.peek(address) === reading && this.cache.delete(address))
    return reading
  }

  private async read(address: string, accountId: string): Promise<UnfurledPage> {
    const { pageFetcher, linkRules } = this.dependencies
    const { url, html } = await pageFetcher.fetch(address, accountId)
    return describePage(readPageTags(html), url, linkRules)
  }
}
