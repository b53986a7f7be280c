import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { admit } from '../access/admit.ts'
import { Internal, MethodNotAllowed } from '../base/failures.ts'
import type { Context } from '../graphql/context.ts'
import { prefers } from './accept.ts'
import { deprecationTeller } from './deprecation.ts'
import { sendFile } from './file.ts'
import { writeFreshness } from './freshness.ts'
import type { FirstAnswers } from './idempotency/first.answers.ts'
import { creates, keyHeader, readKey, replayedHeader } from './idempotency/key.ts'
import { once } from './idempotency/once.ts'
import { sendImage } from './image.ts'
import { readInputs } from './inputs.ts'
import type { RestOperation } from './operations.ts'
import { writePage } from './page.ts'
import type { RestInterface } from './rest.ts'

/** The contract's versioned root and its two aliases; every operation answers alike under each. */
export const apiRoots = ['/v1', '/api/v1', '/api'] as const

/** HEAD comes with GET: Fastify adds it, and answers it with the headers of that GET. */
const methods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

type Run = (context: Context, variables: Record<string, unknown>) => Promise<unknown>

/** An operation, ready to be run. */
interface Served {
  readonly operation: RestOperation
  readonly run: Run
}

/** One Fastify route for each operation and root: the document sofa-api generated, compiled once, run for each request. */
export function serveRest(
  server: FastifyInstance,
  { face, operations, documents, openapi }: RestInterface,
  firstAnswers: FirstAnswers,
): void {
  const all = operations.map((operation) => ({ operation, run: compile(face, operation, documents) }))
  const description = JSON.stringify(openapi)
  const allowed = new Map<string, HTTPMethods[]>()
  for (const root of apiRoots) {
    allowed.set(`${root}/openapi.json`, ['GET'])
    server.get(`${root}/openapi.json`, { config: { crossOrigin: true } }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(description),
    )
    for (const served of all) {
      const { operation } = served
      const url = `${root}${operation.route.path.replace(/\{([^}]*)\}/g, ':$1')}`
      allowed.set(url, [...(allowed.get(url) ?? []), operation.route.method])
      const isOther = ({ operation: { route } }: Served) => route.alsoAt === operation.route.path
      serveOperation(
        server,
        firstAnswers,
        url,
        served,
        operation.route.method === 'GET' ? all.find(isOther) : undefined,
      )
    }
  }
  for (const [url, taken] of allowed) {
    server.route({
      method: methods.filter((method) => !taken.includes(method)) as HTTPMethods[],
      url,
      config: { refusesMethod: true, crossOrigin: true },
      // Before the body is read: a wrong method is answered as one whatever it carries.
      onRequest: async () => {
        throw new MethodNotAllowed(taken.includes('GET') ? [...taken, 'HEAD'] : taken)
      },
      handler: () => undefined,
    })
  }
}

/** `other` answers in its place who would rather have its media type. */
function serveOperation(
  server: FastifyInstance,
  firstAnswers: FirstAnswers,
  url: string,
  own: Served,
  other?: Served,
): void {
  const { operation } = own
  const { method, status } = operation.route
  const isCreating = creates(operation.route)
  const tellDeprecation = deprecationTeller(operation)
  server.route<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>({
    method,
    url,
    config: { operation, crossOrigin: true },
    ...(operation.route.bodyLimit && { bodyLimit: operation.route.bodyLimit }),
    // Before the body is read, so that a stranger gets 401 and never 400, 413 or 415.
    onRequest: async (request, reply) => {
      if (other) reply.header('vary', 'Accept')
      admit(request.context.caller, operation.access)
    },
    ...(tellDeprecation && { onSend: tellDeprecation }),
    handler: async (request, reply) => {
      const { context, params, query, body } = request
      const [otherType = ''] = other?.operation.route.media ?? []
      const { operation, run } = other && prefers(request.headers.accept, otherType) ? other : own
      const inputs = readInputs(operation, { params, query, body })
      const key = isCreating ? readKey(context.request.header(keyHeader)) : undefined
      if (key !== undefined) {
        const { text, isReplayed } = await once(firstAnswers, context, { operation: operation.name, key, inputs }, () =>
          run(context, inputs),
        )
        if (isReplayed) reply.header(replayedHeader, 'true')
        return reply.status(status).type('application/json; charset=utf-8').send(text)
      }
      const answer = await run(context, inputs)
      reply.status(status)
      if (context.file) return sendFile(request, reply, context.file)
      if (context.image) return sendImage(request, reply, context.image)
      if (context.page) writePage(reply, context.page, request.url)
      writeFreshness(reply, operation.route, context.ageSeconds)
      const [mediaType] = operation.route.media ?? []
      // As bytes: to text of a type that ends in json Fastify would add a charset, which RFC 7946 does not know.
      return mediaType === undefined
        ? reply.send(answer)
        : reply.type(mediaType).send(Buffer.from(JSON.stringify(answer)))
    },
  })
}

function compile(face: GraphQLSchema, { name }: RestOperation, documents: ReadonlyMap<string, DocumentNode>): Run {
  const document = documents.get(name)
  const compiled = document && compileQuery(face, document)
  if (!compiled || !isCompiledQuery(compiled)) throw new Error(`The document of ${name} does not compile.`)
  return async (context, variables) => {
    const { data, errors } = await compiled.query(undefined, context, variables)
    // The inputs have been judged: an error without a path is a fault of ours, not of the caller's.
    if (errors?.[0]) throw errors[0].path ? errors[0] : new Internal(errors[0])
    return (data as Record<string, unknown>)[name]
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation this route serves over REST. */
    operation?: RestOperation
  }
}
