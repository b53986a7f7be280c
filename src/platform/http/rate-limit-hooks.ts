import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Quota } from '../graphql/request-limits.ts'
import type { RateLimitUsage } from '../rate-limiting/rate-limit.ts'

/** Charges API calls and writes the rate-limit headers of all answers. Routes with `quota: false` are exempt. */
export function enforceQuota(server: FastifyInstance, quota: Quota): void {
  server.decorate('quota', quota)
  server.addHook('onRequest', async ({ context, routeOptions }, reply) => {
    const { quota: charge } = routeOptions.config
    if (charge === false) return
    await (charge === 'by root field' ? quota.assertAvailable(context) : quota.charge(context))
    // For handlers that take over the reply and copy its headers.
    reply.headers(rateLimitHeaders(context.rateLimitUsage))
  })
  server.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.quota === false) return
    reply.headers(rateLimitHeaders(await usageOf(request, quota)))
  })
}

async function usageOf(request: FastifyRequest, quota: Quota): Promise<RateLimitUsage> {
  const { context } = request as Partial<FastifyRequest>
  // A preflight is answered before authentication.
  if (!context) return quota.readUsage(request.ip)
  await quota.chargeIfUncharged(context)
  return context.rateLimitUsage
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
    /** False for routes outside the quota. GraphQL is charged by root field, everything else one call. */
    quota?: false | 'by root field'
  }
}
