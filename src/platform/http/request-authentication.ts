import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type AppContext, RequestContext } from '../graphql/request-context.ts'
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
    const caller = await authenticator.authenticate(headers.authorization)
    request.context = new RequestContext(appContext, caller, {
      id,
      log,
      method,
      address,
      header: headerReader(headers),
      isGone: () => socket.destroyed,
    })
  })
}
