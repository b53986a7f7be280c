import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { authorize } from '../auth/authorization.ts'
import type { RequestContext } from '../graphql/request-context.ts'
import { Internal, MethodNotAllowed } from '../shared/general.errors.ts'
import { prefersMediaType } from './content-negotiation.ts'
import { sendFile, sendImage } from './file-responses.ts'
import { executeOnce } from './idempotency/execute-once.ts'
import {
  idempotencyKeyHeader,
  idempotencyReplayedHeader,
  isCreateRoute,
  readIdempotencyKey,
} from './idempotency/idempotency-key.ts'
import type { IdempotencyStore } from './idempotency/idempotency-store.ts'
import { readInputs } from './request-inputs.ts'
import { createDeprecationHook, writeCacheHeaders, writePageHeaders } from './response-headers.ts'
import type { RestInterface } from './rest-interface.ts'
import type { RestOperation } from './rest-operations.ts'

/** The contract's versioned root and its two aliases; every operation answers alike under each. */
export const apiRoots = ['/v1', '/api/v1', '/api'] as const

/** HEAD comes with GET: Fastify adds it, and answers it with the headers of that GET. */
const methods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

type ExecuteOperation = (context: RequestContext, variables: Record<string, unknown>) => Promise<unknown>

/** An operation, ready to be run. */
interface CompiledOperation {
  readonly operation: RestOperation
  readonly execute: ExecuteOperation
}

/** One Fastify route for each operation and root: the document sofa-api generated, compiled once, run for each request. */
export function serveRest(
  server: FastifyInstance,
  { restSchema, operations, documents, openapi }: RestInterface,
  firstAnswers: IdempotencyStore,
): void {
  const compiledOperations = operations.map((operation) => ({
    operation,
    execute: compileOperation(restSchema, operation, documents),
  }))
  const description = JSON.stringify(openapi)
  const allowed = new Map<string, HTTPMethods[]>()
  for (const root of apiRoots) {
    allowed.set(`${root}/openapi.json`, ['GET'])
    server.get(`${root}/openapi.json`, { config: { crossOrigin: true } }, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(description),
    )
    for (const compiledOperation of compiledOperations) {
      const { operation } = compiledOperation
      const url = `${root}${operation.route.path.replace(/\{([^}]*)\}/g, ':$1')}`
      allowed.set(url, [...(allowed.get(url) ?? []), operation.route.method])
      const isAlternative = ({ operation: { route } }: CompiledOperation) =>
        route.alternativeFor === operation.route.path
      serveOperation(
        server,
        firstAnswers,
        url,
        compiledOperation,
        operation.route.method === 'GET' ? compiledOperations.find(isAlternative) : undefined,
      )
    }
  }
  for (const [url, supportedMethods] of allowed) {
    server.route({
      method: methods.filter((method) => !supportedMethods.includes(method)) as HTTPMethods[],
      url,
      config: { rejectsMethod: true, crossOrigin: true },
      // Before the body is read: a wrong method is answered as one whatever it carries.
      onRequest: async () => {
        throw new MethodNotAllowed(supportedMethods.includes('GET') ? [...supportedMethods, 'HEAD'] : supportedMethods)
      },
      handler: () => undefined,
    })
  }
}

/** `other` answers in its place who would rather have its media type. */
function serveOperation(
  server: FastifyInstance,
  firstAnswers: IdempotencyStore,
  url: string,
  primary: CompiledOperation,
  alternative?: CompiledOperation,
): void {
  const { operation } = primary
  const { method, status } = operation.route
  const isCreate = isCreateRoute(operation.route)
  const writeDeprecationHeaders = createDeprecationHook(operation)
  server.route<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>({
    method,
    url,
    config: { operation, crossOrigin: true },
    ...(operation.route.bodyLimit && { bodyLimit: operation.route.bodyLimit }),
    // Before the body is read, so that a stranger gets 401 and never 400, 413 or 415.
    onRequest: async (request, reply) => {
      if (alternative) reply.header('vary', 'Accept')
      authorize(request.context.caller, operation.access)
    },
    ...(writeDeprecationHeaders && { onSend: writeDeprecationHeaders }),
    handler: async (request, reply) => {
      const { context, params, query, body } = request
      const [alternativeType = ''] = alternative?.operation.route.media ?? []
      const { operation, execute } =
        alternative && prefersMediaType(request.headers.accept, alternativeType) ? alternative : primary
      const inputs = readInputs(operation, { params, query, body })
      const key = isCreate ? readIdempotencyKey(context.request.header(idempotencyKeyHeader)) : undefined
      if (key !== undefined) {
        const { text, isReplayed } = await executeOnce(
          firstAnswers,
          context,
          { operation: operation.name, key, inputs },
          () => execute(context, inputs),
        )
        if (isReplayed) reply.header(idempotencyReplayedHeader, 'true')
        return reply.status(status).type('application/json; charset=utf-8').send(text)
      }
      const answer = await execute(context, inputs)
      reply.status(status)
      if (context.file) return sendFile(request, reply, context.file)
      if (context.image) return sendImage(request, reply, context.image)
      if (context.page) writePageHeaders(reply, context.page, request.url)
      writeCacheHeaders(reply, operation.route, context.ageSeconds)
      const [mediaType] = operation.route.media ?? []
      // As bytes: to text of a type that ends in json Fastify would add a charset, which RFC 7946 does not know.
      return mediaType === undefined
        ? reply.send(answer)
        : reply.type(mediaType).send(Buffer.from(JSON.stringify(answer)))
    },
  })
}

function compileOperation(
  restSchema: GraphQLSchema,
  { name }: RestOperation,
  documents: ReadonlyMap<string, DocumentNode>,
): ExecuteOperation {
  const document = documents.get(name)
  const compiled = document && compileQuery(restSchema, document)
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
