import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { graphqlPath } from '../graphql/graphql-endpoint.ts'
import type { RequestContext } from '../graphql/request-context.ts'
import type { Quota } from '../graphql/request-limits.ts'
import type { NetworkRateLimiter } from '../rate-limiting/network-rate-limiter.ts'
import type { LimitStatus, RateLimitUsage } from '../rate-limiting/rate-limit.ts'
import { RateLimited } from '../shared/general.errors.ts'

/** Enforces the limit of each route, and writes the rate-limit headers of the answers that the quota limits. */
export function enforceRateLimits(server: FastifyInstance, quota: Quota): void {
  server.decorate('quota', quota)
  server.addHook('onRequest', async ({ context, routeOptions }, reply) => {
    const { rateLimit = 'quota' } = routeOptions.config
    if (typeof rateLimit === 'object') {
      if ('none' in rateLimit) return
      return assertWithinNetworkLimits(rateLimit, context)
    }
    await chargeCall(quota, context, reply)
  })
  server.addHook('onSend', async (request, reply) => {
    // The limit of a network is no quota of the caller, and only named where it refuses.
    if (typeof request.routeOptions.config.rateLimit === 'object' && reply.statusCode !== 429) return
    const usage = await usageOf(request, quota)
    reply.headers(rateLimitHeaders(usage))
    // Over REST every request costs one call.
    if (request.routeOptions.url === graphqlPath) reply.header('ratelimit-cost', String(usage.calls))
  })
}

/** Charges the caller one call. The headers are there at once, for handlers that take over the reply and copy them. */
export async function chargeCall(quota: Quota, context: RequestContext, reply: FastifyReply): Promise<void> {
  await quota.charge(context)
  reply.headers(rateLimitHeaders(context.rateLimitUsage))
}

function assertWithinNetworkLimits(
  limiters: readonly NetworkRateLimiter[],
  { request, rateLimitUsage }: Pick<RequestContext, 'request' | 'rateLimitUsage'>,
): void {
  for (const limiter of limiters) {
    const exceeded = limiter.consume(request.address)
    if (!exceeded) continue
    recordRejection(rateLimitUsage, exceeded)
    throw new RateLimited(exceeded.resetSeconds, exceeded)
  }
}

/** Records a limit that is not in the store, for the headers of the 429. */
export function recordRejection(usage: RateLimitUsage, exceeded: LimitStatus): RateLimitUsage {
  usage.record({ statuses: [exceeded] })
  usage.recordExceeded({ exceeded })
  return usage
}

async function usageOf(request: FastifyRequest, quota: Quota): Promise<RateLimitUsage> {
  const { context } = request as Partial<FastifyRequest>
  // A preflight is answered before authentication.
  return context ? context.rateLimitUsage : quota.readUsage(request.clientAddress)
}

/** `RateLimit-*`; the policies as in draft-ietf-httpapi-ratelimit-headers-06. */
export function rateLimitHeaders({ tightest, policies }: RateLimitUsage): Record<string, string> {
  if (!tightest) return {}
  return {
    'ratelimit-limit': String(tightest.limit),
    'ratelimit-remaining': String(tightest.remaining),
    'ratelimit-reset': String(tightest.resetSeconds),
    'ratelimit-policy': policies,
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Set when calls are charged. */
    quota?: Quota
  }
  interface FastifyContextConfig {
    /**
     * What limits the route. By default each request is one call of the caller's quota, and an operation at /graphql is
     * charged its price. Pages and files have limits by network instead, and a route without any says why.
     */
    rateLimit?: 'quota' | readonly NetworkRateLimiter[] | { readonly none: string }
  }
}
