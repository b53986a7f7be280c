import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidParams, MethodNotAllowed } from '../shared/general.errors.ts'
import { graphqlBodyLimitBytes } from './inputs/image-upload.ts'
import { stopOnDisconnect } from './operation-deadline.ts'
import type { OperationRunner } from './operation-runner.ts'
import { type EventStreams, prefersEventStream } from './subscriptions/event-streams.ts'

/** Where the schema is served. Every error there is a GraphQL answer. */
export const graphqlPath = '/graphql'

/**
 * Serves the schema at /graphql over HTTP: queries by GET, all operations by POST, with Server-Sent Events too. Batches are
 * rejected.
 */
export async function serveGraphql(
  server: FastifyInstance,
  runner: OperationRunner,
  eventStreams: EventStreams,
): Promise<void> {
  const { apollo } = runner
  await apollo.start()
  server.addHook('preClose', async () => eventStreams.close())
  server.addHook('onClose', () => apollo.stop())
  const handleRequest = fastifyApolloHandler(apollo, { context: async (request: FastifyRequest) => request.context })
  server.route({
    method: ['GET', 'POST'],
    url: graphqlPath,
    bodyLimit: graphqlBodyLimitBytes,
    config: { crossOrigin: true },
    exposeHeadRoute: false,
    onRequest: rejectInvalidHost,
    handler: (request, reply) => {
      stopOnDisconnect(reply, request.context)
      return request.method === 'POST' && prefersEventStream(request)
        ? eventStreams.respond(request, reply)
        : runner.runHttp(request.id, async () => handleRequest.call(server, request, reply))
    },
  })
  server.route({
    method: ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
    url: graphqlPath,
    config: { rejectsMethod: true, crossOrigin: true },
    onRequest: async () => {
      throw new MethodNotAllowed(['GET', 'POST'])
    },
    handler: () => undefined,
  })
}

/** RFC 9112, 3.2: an invalid Host is a bad request. The Apollo integration would fail to parse the URL. */
async function rejectInvalidHost({ hostname }: FastifyRequest): Promise<void> {
  if (!URL.canParse(`http://${hostname}/`)) throw InvalidParams.forField('Host', 'must be a host name')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scripts of every origin may call the route (CORS). */
    crossOrigin?: boolean
    /** The route only rejects methods that its path does not support. */
    rejectsMethod?: boolean
  }
}
