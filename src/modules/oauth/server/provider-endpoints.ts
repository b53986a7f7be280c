import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { handleServerErrors, sendErrorPage, sendOAuthError } from './error-responses.ts'
import type { OAuthAddresses } from './oauth-addresses.ts'
import { redirectToPublicHost, rejectMalformedQuery, rejectOtherMethods } from './request-guards.ts'

/** Endpoints that clients call. Browser clients call them from another origin, so they need OPTIONS for the preflight. */
const clientEndpoints = ['/oauth/token', '/oauth/revoke', '/oauth/introspect'] as const

/** Registers the endpoints that the provider handles. */
export function registerProviderEndpoints(scope: FastifyInstance, provider: Provider, addresses: OAuthAddresses): void {
  // The provider parses request bodies itself.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  const handler = createProviderHandler(provider, addresses)
  for (const url of ['/oauth/authorize', '/oauth/authorize/:uid']) {
    scope.route({
      method: 'GET',
      url,
      exposeHeadRoute: false,
      // The URL contains the interaction id, which must stay out of the request log.
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

/** Forwards the request to the provider, with the host and path of PUBLIC_URL. */
function createProviderHandler(provider: Provider, { prefix, scheme, host }: OAuthAddresses) {
  const handle = provider.callback()
  const logs = new WeakMap<IncomingMessage, FastifyBaseLogger>()
  handleServerErrors(provider, (request) => logs.get(request))
  return async ({ raw, log }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    logs.set(raw, log)
    // A hijacked reply skips the `onSend` hooks and its headers, so the headers are copied here.
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    Object.assign(raw.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': scheme })
    // Fastify ignores a trailing slash, and the provider does not.
    raw.url = (raw.url ?? '').replace(/\/+(?=\?|$)/, '')
    Object.assign(raw, { originalUrl: prefix + raw.url })
    await handle(raw, reply.raw)
  }
}
