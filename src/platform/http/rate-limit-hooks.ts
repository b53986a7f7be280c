import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Quota } from '../graphql/request-limits.ts'
import type { NetworkRateLimiter } from '../rate-limiting/network-rate-limiter.ts'
import type { RateLimitUsage } from '../rate-limiting/rate-limit.ts'
import { RateLimited } from '../shared/general.errors.ts'

/** Enforces the limit of each route, and writes the rate-limit headers of the answers that the quota limits. */
export function enforceRateLimits(server: FastifyInstance, quota: Quota): void {
  server.decorate('quota', quota)
  server.addHook('onRequest', async ({ context, routeOptions }, reply) => {
    const { rateLimit = 'quota' } = routeOptions.config
    if (typeof rateLimit === 'object') {
      if ('none' in rateLimit) return
      return assertWithinNetworkLimits(rateLimit, context.request.address)
    }
    await quota.charge(context)
    // For handlers that take over the reply and copy its headers.
    reply.headers(rateLimitHeaders(context.rateLimitUsage))
  })
  server.addHook('onSend', async (request, reply) => {
    if (typeof request.routeOptions.config.rateLimit === 'object') return
    reply.headers(rateLimitHeaders(await usageOf(request, quota)))
  })
}

function assertWithinNetworkLimits(limiters: readonly NetworkRateLimiter[], address: string): void {
  for (const limiter of limiters) {
    const rateLimited = limiter.consume(address)
    if (rateLimited) throw new RateLimited(rateLimited.waitSeconds)
  }
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
