import type { FastifyInstance, HTTPMethods } from 'fastify'
import { authorize } from '../auth/authorization.ts'
import { stopOnDisconnect } from '../graphql/operation-deadline.ts'
import { MethodNotAllowed } from '../shared/general.errors.ts'
import { once } from '../shared/memoize.ts'
import type { InterfaceNames } from '../shared/service-error.ts'
import { sendFile, sendImage } from './file-responses.ts'
import {
  checkIdempotencyKey,
  idempotencyKeyHeader,
  idempotencyReplayedHeader,
  isCreateRoute,
} from './idempotency/idempotency-key.ts'
import type { IdempotencyStore } from './idempotency/idempotency-store.ts'
import { type ExecuteOperation, runOperation } from './operation-execution.ts'
import { readInputs } from './request-inputs.ts'
import { createDeprecationHook, writeCacheHeaders, writePageHeaders } from './response-headers.ts'
import type { RestInterface } from './rest-interface.ts'
import { nameInput, nameOperations, type RestOperation } from './rest-operations.ts'
import { acceptUploads } from './uploads.ts'

/** The versioned root of the contract, where the routes are, and its two aliases; every operation is available under each. */
export const apiRoots = ['/v1', '/api/v1', '/api'] as const

const [routeRoot] = apiRoots

/** The address with `/v1` in the place of an alias. With routes under each root, a start would create three times as many. */
export function replaceRootAlias(url: string): string {
  return url.replace(/^\/api\/(?:v1\/)?(?=[^/?])/, `${routeRoot}/`)
}

/** Fastify adds HEAD to every GET route. */
const methods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** An operation, and how its document is executed. */
interface ExecutableOperation {
  readonly operation: RestOperation
  readonly execute: ExecuteOperation
}

export interface RestServices {
  /** Where the service is reached. */
  readonly publicUrl: string
  readonly idempotencyStore: IdempotencyStore
}

/** Adds one route for each operation. Each runs the document that sofa-api generated. */
export function serveRest(
  server: FastifyInstance,
  { operations, executions, describe }: RestInterface,
  { publicUrl, idempotencyStore }: RestServices,
): void {
  const executableOperations = operations.map((operation) => ({
    operation,
    execute: executions.get(operation.name) as ExecuteOperation,
  }))
  const description = once(async () => JSON.stringify(await describe(publicUrl)))
  const openapiUrl = `${routeRoot}/openapi.json`
  const allowed = new Map<string, HTTPMethods[]>([[openapiUrl, ['GET']]])
  server.get(openapiUrl, { config: { crossOrigin: true } }, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(await description()),
  )
  const operationNames = nameOperations(operations)
  for (const executableOperation of executableOperations) {
    const { operation } = executableOperation
    const url = `${routeRoot}${operation.route.path.replace(/\{([^{}]*)\}/g, ':$1')}`
    allowed.set(url, [...(allowed.get(url) ?? []), operation.route.method])
    const isAlternative = ({ operation: { route } }: ExecutableOperation) =>
      route.alternativeFor === operation.route.path
    const services = { publicUrl, idempotencyStore, operationNames }
    const { upload, bodyLimit = 0 } = operation.route
    if (upload)
      server.register((scope, _options, done) => {
        acceptUploads(scope, upload.mediaTypes, bodyLimit)
        serveOperation(scope, services, url, executableOperation)
        done()
      })
    else
      serveOperation(
        server,
        services,
        url,
        executableOperation,
        operation.route.method === 'GET' ? executableOperations.find(isAlternative) : undefined,
      )
  }
  for (const [url, supportedMethods] of allowed) {
    server.route({
      method: methods.filter((method) => !supportedMethods.includes(method)) as HTTPMethods[],
      url,
      config: { rejectsMethod: true, crossOrigin: true },
      // Before the body is read, so that a wrong method is a 405 whatever body it has.
      onRequest: async () => {
        throw new MethodNotAllowed(supportedMethods.includes('GET') ? [...supportedMethods, 'HEAD'] : supportedMethods)
      },
      handler: () => undefined,
    })
  }
}

interface RouteDependencies {
  readonly publicUrl: string
  readonly idempotencyStore: IdempotencyStore
  readonly operationNames: Partial<InterfaceNames>
}

/** `alternative` answers requests that prefer its media type. */
function serveOperation(
  server: FastifyInstance,
  { publicUrl, idempotencyStore, operationNames }: RouteDependencies,
  url: string,
  primary: ExecutableOperation,
  alternative?: ExecutableOperation,
): void {
  const { operation } = primary
  const { method, status } = operation.route
  const isCreate = isCreateRoute(operation.route)
  const errorNames = { ...operationNames, input: (name: string) => nameInput(operation.inputNames, name) }
  const writeDeprecationHeaders = createDeprecationHook(operation)
  server.route<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>({
    method,
    url,
    config: { operation, crossOrigin: true },
    ...(operation.route.bodyLimit && { bodyLimit: operation.route.bodyLimit }),
    // Before the body is read, so that a caller without access gets a 401 and never a 400, 413 or 415.
    onRequest: async (request, reply) => {
      if (alternative) reply.header('vary', 'Accept')
      authorize(request.context.caller, operation.access)
    },
    ...(writeDeprecationHeaders && { onSend: writeDeprecationHeaders }),
    handler: async (request, reply) => {
      const { context, params, query, body } = request
      context.isRest = true
      context.errorNames = errorNames
      stopOnDisconnect(reply, context)
      const [alternativeType = ''] = alternative?.operation.route.media ?? []
      const { operation, execute } =
        alternative && prefersMediaType(request.headers.accept, alternativeType) ? alternative : primary
      const { upload } = operation.route
      const inputs = readInputs(operation, { params, query, body: upload ? { [upload.argument]: body } : body })
      const key = isCreate ? context.request.header(idempotencyKeyHeader) : undefined
      if (key !== undefined) {
        const request = { operation: operation.name, key: checkIdempotencyKey(key), inputs }
        const { text, isReplayed } = await context.runWrite(() =>
          idempotencyStore.executeOnce(context, request, () => execute(context, inputs)),
        )
        if (isReplayed) reply.header(idempotencyReplayedHeader, 'true')
        return reply.status(status).type('application/json; charset=utf-8').send(text)
      }
      const answer = await runOperation(operation, execute, context, inputs)
      reply.status(status)
      const { file, image, page, total, ageSeconds } = context.response
      if (file) return sendFile(request, reply, file)
      if (image) return sendImage(request, reply, image)
      if (page) writePageHeaders(reply, page, new URL(`${publicUrl}${request.originalUrl}`))
      if (total !== undefined) reply.header('x-total-count', total)
      if (operation.route.maxAgeSeconds !== undefined)
        writeCacheHeaders(reply, operation.route.maxAgeSeconds, ageSeconds)
      const [mediaType] = operation.route.media ?? []
      // As bytes, because Fastify would add a charset to text of a type that ends in json, and RFC 7946 defines none.
      return mediaType === undefined
        ? reply.send(answer)
        : reply.type(mediaType).send(Buffer.from(JSON.stringify(answer)))
    },
  })
}

/** Whether the client prefers the media type to JSON (RFC 9110, 12.5.1). JSON wins ties and unreadable headers. */
export function prefersMediaType(accept: string | undefined, mediaType: string): boolean {
  return accept !== undefined && qualityOf(accept, mediaType) > qualityOf(accept, 'application/json')
}

/** The quality, 0 to 1, of the most specific range that includes the type. */
function qualityOf(accept: string, mediaType: string): number {
  let best: { specificity: number; quality: number } | undefined
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const specificity = specificityOf(type, mediaType)
    if (specificity === undefined || (best && best.specificity >= specificity)) continue
    const quality = parameters.find((parameter) => /^q=/.test(parameter))?.slice(2)
    best = { specificity, quality: quality === undefined ? 1 : Number(quality) || 0 }
  }
  return best?.quality ?? 0
}

/** 2 for the type by name, 1 for its group, 0 for any type. */
function specificityOf(range: string, mediaType: string): 0 | 1 | 2 | undefined {
  if (range === mediaType) return 2
  if (range === `${mediaType.split('/')[0]}/*`) return 1
  return range === '*/*' ? 0 : undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation this route serves over REST. */
    operation?: RestOperation
  }
}
