import { parseAll } from '../../../platform/graphql/inputs/argument-validation.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import { createUnlistedLink } from './changes/unlisted-link.ts'
import type { ShortCodeService } from './codes/short-code.service.ts'
import type { ShortenUrlInput } from './link.inputs.ts'
import { buildShortUrl, type ShortUrlResponse } from './link.types.ts'
import type { RouteCache } from './route-cache.ts'
import { assertDestinationsNotBlocked } from './rules/blocked-destinations.ts'
import { defaultTitle } from './rules/final-destination.ts'
import type { LinkRules } from './rules/link-rules.ts'

/** Anonymous links expire 7 days after their creation. */
const linkLifetimeMs = 7 * dayMs

/** How long the code stays reserved after the link has expired. */
const codeReservationMs = 30 * dayMs

/** Anonymous links per network. */
const networkLimit: RateLimitRule = { limit: 30, seconds: 3600 }

interface AnonymousLinkServiceDependencies {
  readonly throttle: Throttle
  readonly linkRules: LinkRules
  readonly shortCodeService: ShortCodeService
  readonly routeCache: RouteCache
}

/** Links created without an account. */
export class AnonymousLinkService {
  constructor(private readonly dependencies: AnonymousLinkServiceDependencies) {}

  async shorten(context: RequestContext, { destination, code }: ShortenUrlInput): Promise<ShortUrlResponse> {
    const { throttle, linkRules, shortCodeService, routeCache } = this.dependencies
    await throttle.chargeNetwork(context, 'shorten', networkLimit)
    const [slug, originalUrl] = parseAll(
      () => linkRules.parseSlug(code, 'anonymous'),
      () => linkRules.parseDestination('destination', destination, 'anonymous'),
    )
    const expiresAt = new Date(context.now().getTime() + linkLifetimeMs)
    const { code: shortCode } = await context.em.transactional(async (em) => {
      await assertDestinationsNotBlocked(em, { destination: originalUrl })
      return createUnlistedLink(shortCodeService, context, em, {
        ...{
          kind: 'link',
          workspace: null,
          creator: null,
          slug,
          title: defaultTitle(originalUrl),
          originalUrl,
          expiresAt,
        },
        releasedAt: new Date(expiresAt.getTime() + codeReservationMs),
      })
    })
    routeCache.invalidateAfterCommit(context, shortCode)
    return {
      code: shortCode,
      shortUrl: buildShortUrl(context, { code: shortCode, domainHost: null }),
      destination: destination.trim(),
      expiresAt,
    }
  }
}
