import type { FastifyInstance } from 'fastify'
import type { CredentialReader } from '../access/reader.ts'
import type { Running } from '../graphql/running.ts'

/**
 * Counts the work of every route added from now on, whatever it does beside its resolvers: the server takes a request
 * whose caller has hung up for ended, while its statements go on.
 */
export function countHandlers(server: FastifyInstance, running: Running): void {
  server.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function counted(request, reply) {
      return running.during(() => handler.call(this, request, reply))
    }
  })
}

/** The same reader, whose looks into the database are counted. */
export function counted(reader: CredentialReader, running: Running): CredentialReader {
  return {
    claims: (token) => reader.claims(token),
    read: (token) => running.during(() => reader.read(token)),
    lapsed: (tokens) => running.during(() => reader.lapsed(tokens)),
  }
}
