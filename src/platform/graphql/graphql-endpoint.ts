import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { InvalidParams, MethodNotAllowed } from '../shared/general.errors.ts'
import { badRequest, chooseMediaType, eventStreamType, readHttpRequest } from './documents/operation-request.ts'
import { graphqlBodyLimitBytes } from './inputs/image-upload.ts'
import { stopOnDisconnect } from './operation-deadline.ts'
import type { OperationResult, OperationRunner } from './operation-runner.ts'
import type { EventStreams } from './subscriptions/event-streams.ts'

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
  await runner.start()
  server.addHook('preClose', async () => eventStreams.close())
  server.addHook('onClose', () => runner.stop())
  server.route({
    method: ['GET', 'POST'],
    url: graphqlPath,
    bodyLimit: graphqlBodyLimitBytes,
    config: { crossOrigin: true },
    exposeHeadRoute: false,
    onRequest: rejectInvalidHost,
    handler: (request, reply) => {
      stopOnDisconnect(reply, request.context)
      const mediaType = chooseMediaType(request)
      return mediaType === eventStreamType
        ? eventStreams.respond(request, reply)
        : respond(runner, request, reply, mediaType)
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

/** Answers with JSON. A credential is a bearer token and never a cookie, so a page elsewhere can send none for its visitor. */
async function respond(
  runner: OperationRunner,
  request: FastifyRequest,
  reply: FastifyReply,
  mediaType: string | undefined,
): Promise<FastifyReply> {
  const read = () => {
    if (mediaType === undefined) throw badRequest('The accept header of the request names no JSON.', 406)
    return readHttpRequest(request)
  }
  const outcome = await runner.run(read, request.context, {
    interface: 'graphql',
    onlyQueries: request.method === 'GET',
  })
  if (outcome.kind !== 'result') throw new Error('A subscription was started for an answer with JSON.')
  const { result, headers } = outcome
  return reply
    .status(statusOf(result))
    .headers(headers)
    .type(`${mediaType ?? 'application/json'}; charset=utf-8`)
    .send(JSON.stringify(result))
}

/** Once something has run, errors are a part of the answer. */
function statusOf({ data, errors: [first] = [] }: OperationResult): number {
  if (data !== undefined || !first) return 200
  return (first.extensions?.http as { readonly status: number } | undefined)?.status ?? 500
}

/** RFC 9112, 3.2: an invalid Host is a bad request. */
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
