import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Throttle } from '../../../platform/graphql/request-limits.ts'
import { registerScope } from '../../../platform/http/http-server.ts'
import type { RateLimitRule } from '../../../platform/rate-limiting/rate-limit.ts'
import { acceptForms } from '../../../platform/web/form-bodies.ts'
import { rejectOtherMethods } from '../../../platform/web/reject-other-methods.ts'
import { readField } from '../accounts/index.ts'
import type { IdentitySessions } from './identity-sessions.ts'
import type { ProviderClient } from './provider-client.ts'
import { ProviderMistaken, ProviderUnreachable } from './provider-fetch.ts'

/** A provider logs out a whole company from one address. */
const networkRule: RateLimitRule = { limit: 3_000, seconds: 900 }

export interface BackchannelDependencies {
  readonly throttle: Throttle
  readonly sessions: IdentitySessions
}

/**
 * Where providers say that a person has logged out (OpenID Connect Back-Channel Logout 1.0): 200 when the sessions have ended or
 * there were none, 400 for a token that is not valid, 503 while the keys of the provider cannot be read.
 */
export async function registerBackchannelLogout(
  server: FastifyInstance,
  clients: readonly ProviderClient[],
  { throttle, sessions }: BackchannelDependencies,
): Promise<void> {
  await registerScope(server, async (scope) => {
    scope.removeAllContentTypeParsers()
    await acceptForms(scope, { bodyLimit: 16 * 1024 })
    for (const client of clients) {
      const url = `/account/oidc/${client.provider.id}/backchannel-logout`
      scope.post(url, (request, reply) => handle(client, request, reply))
      rejectOtherMethods(scope, url, ['POST'])
    }
  })

  async function handle(client: ProviderClient, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store')
    await throttle.chargeNetwork(request.context, 'backchannel-logout', networkRule)
    try {
      const logout = await client.readLogoutToken(readField(request, 'logout_token'))
      await sessions.end(request.context, logout)
      return reply.status(200).send()
    } catch (error) {
      if (error instanceof ProviderUnreachable) return reply.status(503).send({ error: 'temporarily_unavailable' })
      if (!(error instanceof ProviderMistaken)) throw error
      const { id: provider, issuer } = client.provider
      request.log.warn({ provider, issuer }, `a logout token was rejected: ${error.message}`)
      return reply.status(400).send({ error: 'invalid_request' })
    }
  }
}
