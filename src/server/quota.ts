import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Meter } from '../base/limits/meter.ts'
import type { Quota } from '../graphql/quota.ts'

/**
 * Charges every API call to its caller and writes on every answer, errors and unknown paths included, how the caller
 * stands. Routes with `quota: false` (redirects, health) stand outside.
 */
export function limitRates(server: FastifyInstance, quota: Quota): void {
  server.decorate('quota', quota)
  server.addHook('onRequest', async ({ context, routeOptions }, reply) => {
    const { quota: charge } = routeOptions.config
    if (charge === false) return
    await (charge === 'by root field' ? quota.look(context) : quota.take(context))
    // Who takes the reply over and writes the answer by himself finds them here.
    reply.headers(quotaHeaders(context.meter))
  })
  server.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.quota === false) return
    reply.headers(quotaHeaders(await meterOf(request, quota)))
  })
}

async function meterOf(request: FastifyRequest, quota: Quota): Promise<Meter> {
  const { context } = request as Partial<FastifyRequest>
  // A preflight was answered before anybody was identified.
  if (!context) return quota.meterOf(request.ip)
  await quota.settle(context)
  return context.meter
}

/** Contract part 8 and, for the policies, draft-ietf-httpapi-ratelimit-headers-06. */
export function quotaHeaders({ tightest, policies }: Meter): Record<string, string> {
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
    /** False for routes outside the API quota; GraphQL charges by root field, and everything else one call. */
    quota?: false | 'by root field'
  }
}
