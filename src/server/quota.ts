import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../base/address.ts'
import { RateLimited } from '../base/failures.ts'
import type { Limiter } from './limiter.ts'

/**
 * Charges every API call to its caller and writes the quota on every answer, errors and unknown paths included.
 * Routes with `quota: false` (redirects, health) stand outside. When `enforced` is off, nothing is refused.
 */
export function limitRates(server: FastifyInstance, limiter: Limiter, enforced: boolean): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.quota === false) return
    const { admitted, limit, remaining, resetSeconds } = limiter.take(keyOf(request))
    reply
      .header('ratelimit-limit', limit)
      .header('ratelimit-remaining', remaining)
      .header('ratelimit-reset', resetSeconds)
    if (!admitted && enforced) throw new RateLimited(resetSeconds)
  })
}

/** All credentials of one account share its quota; callers without one are known by their network. */
function keyOf({ context }: FastifyRequest): string {
  const { caller, request } = context
  return caller.kind === 'account' ? caller.accountId : networkOf(request.address)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False for routes outside the API quota. */
    quota?: boolean
  }
}
