import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { TokenAudience } from '../auth/token-audience.ts'
import { OperationDeadline } from '../graphql/operation-deadline.ts'
import { RequestContext } from '../graphql/request-context.ts'
import type { AppContext } from '../graphql/request-types.ts'
import type { Authenticator } from './authenticator.ts'

/** Reads a header by its lower-case name; the first value of a repeated one. */
export function headerReader(headers: IncomingHttpHeaders): (name: string) => string | undefined {
  return (name) => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
}

/** Authenticates every request, for GraphQL and REST alike, and sets its context. */
export function authenticateRequests(
  server: FastifyInstance,
  appContext: AppContext,
  authenticator: Pick<Authenticator, 'authenticate'>,
): void {
  server.decorateRequest('context')
  server.addHook('onRequest', async (request) => {
    const { id, log, method, clientAddress: address, headers, socket } = request
    const deadline = new OperationDeadline()
    const { audience } = request.routeOptions.config
    const caller = await deadline.include(authenticator.authenticate(headers.authorization, address, audience))
    const details = { id, log, method, address, header: headerReader(headers), isGone: () => socket.destroyed }
    request.context = new RequestContext(appContext, caller, details, deadline)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whose OAuth tokens the route accepts; by default tokens for the API. */
    audience?: TokenAudience
  }
}
