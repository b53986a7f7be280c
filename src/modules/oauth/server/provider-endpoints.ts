import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { handleServerErrors, sendErrorPage, sendOAuthError } from './error-responses.ts'
import type { OAuthAddresses } from './oauth-addresses.ts'
import { redirectToPublicHost, rejectMalformedQuery, rejectOtherMethods } from './request-guards.ts'

/** What applications call themselves, and those in browsers from their own origin, hence the preflight. */
const clientEndpoints = ['/oauth/token', '/oauth/revoke', '/oauth/introspect'] as const

/** The endpoints the provider answers. */
export function registerProviderEndpoints(scope: FastifyInstance, provider: Provider, addresses: OAuthAddresses): void {
  // The provider reads bodies itself.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  const handler = createProviderHandler(provider, addresses)
  for (const url of ['/oauth/authorize', '/oauth/authorize/:uid']) {
    scope.route({
      method: 'GET',
      url,
      exposeHeadRoute: false,
      // The address of an interaction holds its id, which is what its cookie holds: no line for the request.
      logLevel: 'warn',
      onRequest: [rejectMalformedQuery, redirectToPublicHost(addresses)],
      errorHandler: sendErrorPage,
      handler,
    })
    rejectOtherMethods(scope, url, ['GET'])
  }
  for (const url of clientEndpoints) {
    scope.route({ method: ['POST', 'OPTIONS'], url, errorHandler: sendOAuthError, handler })
    rejectOtherMethods(scope, url, ['POST', 'OPTIONS'])
  }
}

/** A handler that gives the request to the provider as it came, but for the address at which it believes to be reached. */
function createProviderHandler(provider: Provider, { prefix, scheme, host }: OAuthAddresses) {
  const handle = provider.callback()
  const logs = new WeakMap<IncomingMessage, FastifyBaseLogger>()
  handleServerErrors(provider, (request) => logs.get(request))
  return async ({ raw, log }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    logs.set(raw, log)
    // Hooks on sending are passed over from here on, so what earlier ones have set is written now.
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': scheme })
    // Fastify takes a path with a slash at its end for the same one.
    raw.url = (raw.url ?? '').replace(/\/+(?=\?|$)/, '')
    Object.assign(raw, { originalUrl: prefix + raw.url })
    await handle(raw, reply.raw)
  }
}
