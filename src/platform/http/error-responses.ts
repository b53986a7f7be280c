import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logServerError, toGraphqlError, toServiceError } from '../graphql/error-formatting.ts'
import { graphqlPath } from '../graphql/graphql-endpoint.ts'
import type { RequestContext } from '../graphql/request-context.ts'
import { nameOperations, type RestOperation } from '../rest/rest-operations.ts'
import {
  CallerLeft,
  HeadersTooLarge,
  InvalidParams,
  PayloadTooLarge,
  RequestTimeout,
  RouteNotFound,
  UnsupportedMediaType,
} from '../shared/general.errors.ts'
import { type RequestSummary, recordOperation, recordOperationError } from '../shared/metrics/operation-metrics.ts'
import { ServiceError } from '../shared/service-error.ts'
import type { Clock } from '../shared/time.ts'
import { endLingering, isLingering } from './lingering-close.ts'
import { rateLimitHeaders } from './rate-limit-hooks.ts'
import { jsonSecurityHeaders } from './security-headers.ts'
import { hasTimedBody, requestTimeoutCode } from './slow-bodies.ts'

/**
 * Sends every error of a route, and the 404 of an unknown path, in the envelope of the contract. Errors of /graphql are
 * sent as GraphQL answers. A `resolution` may name any of `operations`.
 */
export function renderErrors(server: FastifyInstance, clock: Clock, operations: readonly RestOperation[] = []): void {
  const operationNames = nameOperations(operations)
  const sendError = (serviceError: ServiceError, request: FastifyRequest, reply: FastifyReply) => {
    const isGraphql = request.routeOptions.url === graphqlPath
    if (!isGraphql) serviceError.useNames(operationNames)
    logError(serviceError, request)
    if (!(serviceError instanceof CallerLeft)) recordOperationError(isGraphql ? 'graphql' : 'rest', serviceError.code)
    // Before its document is read: afterwards the operation runner records it.
    if (isGraphql)
      recordOperation(
        { interface: 'graphql', name: undefined, status: serviceError.status, durationMs: reply.elapsedTime },
        summaryOf(request),
      )
    const answer = isGraphql
      ? { errors: [toGraphqlError(serviceError, request.id)] }
      : toErrorEnvelope(serviceError, request.id, clock.now())
    // Of a stream that failed before its first byte.
    reply.removeHeader('content-type')
    return reply.status(serviceError.status).headers(serviceError.headers).send(answer)
  }
  recordRestOperations(server)
  server.decorate('unknownPaths', { sendPage: () => null })
  server.setErrorHandler((error, request, reply) => {
    const page = error instanceof RouteNotFound ? server.unknownPaths.sendPage(request, reply) : null
    if (page) return page
    const serviceError = isLeftStream(error, reply) ? new CallerLeft() : fromFastifyError(error)
    return sendError(serviceError ?? toServiceError(error), request, reply)
  })
  // Before the body is read, so that an unknown path is a 404 whatever body it has.
  server.addHook('onRequest', async (request) => {
    if (request.is404) throw new RouteNotFound()
  })
}

/** Whether a stream of an answer was ended because its reader has closed the connection, before the first byte. */
function isLeftStream(error: unknown, { raw }: FastifyReply): boolean {
  return raw.destroyed && (error as FastifyError).code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Records the operations of REST, and addresses that name none. Pages and files are no operations. */
function recordRestOperations(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const { is404, routeOptions } = request
    const { url, config } = routeOptions
    const { operation, rejectsMethod } = config
    const isPage = !operation && !is404 && !rejectsMethod
    if (url === graphqlPath || isPage) return
    recordOperation(
      { interface: 'rest', name: operation?.name, status: reply.statusCode, durationMs: reply.elapsedTime },
      summaryOf(request),
    )
  })
}

/** Undefined for a request that was answered before its caller was known. */
function summaryOf({ context }: { readonly context?: RequestContext }): RequestSummary | undefined {
  return context?.summary
}

/** The error envelope of REST. */
function toErrorEnvelope(error: ServiceError, requestId: string, at: Date) {
  const { code, message, resolution, members } = error
  // The codes of issues are for forms, which use GraphQL.
  const details = error.details?.map(({ code: _code, values: _values, ...detail }) => detail)
  return {
    error: { code, message, resolution, ...(details?.length && { details }), ...members, requestId },
    message,
    timestamp: at.toISOString(),
  }
}

/** Logs a 5xx with its cause, and an error that the operation does not declare. */
function logError(serviceError: ServiceError, request: FastifyRequest): void {
  logServerError(request.log, serviceError)
  const { operation } = request.routeOptions.config
  if (
    !operation ||
    serviceError instanceof CallerLeft ||
    serviceError.status >= 500 ||
    transportErrorCodes.has(serviceError.code)
  )
    return
  if (!operation.errors.some(({ definition }) => definition.code === serviceError.code)) {
    request.log.error({ operation: operation.name, code: serviceError.code }, 'undeclared error')
  }
}

const transportErrorCodes = new Set([
  PayloadTooLarge.definition.code,
  UnsupportedMediaType.definition.code,
  InvalidParams.definition.code,
])

/** Maps the errors of Fastify for requests that it cannot read. */
function fromFastifyError(error: unknown): ServiceError | null {
  if (error instanceof ServiceError) return null
  const { code = '', statusCode = 500 } = (error ?? {}) as Partial<FastifyError>
  if (!code.startsWith('FST_') && statusCode >= 500) return null
  if (statusCode === 413) return new PayloadTooLarge()
  if (statusCode === 415) return new UnsupportedMediaType()
  if (statusCode >= 400 && statusCode < 500)
    return InvalidParams.forField('body', 'must be well-formed JSON without __proto__ and constructor.prototype keys')
  return null
}

/** Answers requests that Node cannot parse, in the envelope of the contract and with the common `headers`. */
export function createClientErrorHandler(clock: Clock, headers: Readonly<Record<string, string>>) {
  return function handleClientError(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
    // What still arrives after the last answer is dropped, whether or not Node can parse it.
    if (error.code === 'ECONNRESET' || socket.destroyed || isLingering(socket)) return
    if (error.code === requestTimeoutCode && hasTimedBody(socket)) return
    const id = randomUUID()
    const serviceError = clientErrorOf(error.code)
    this.log.debug({ reqId: id, code: error.code }, serviceError.message)
    const body = JSON.stringify(toErrorEnvelope(serviceError, id, clock.now()))
    // The end of such a request is unknown, so its connection is closed.
    const respond = (quotaHeaders: Readonly<Record<string, string>>) => {
      if (!socket.writable) return socket.destroy(error)
      const allHeaders = { ...headers, ...jsonSecurityHeaders, ...quotaHeaders, 'x-request-id': id }
      return endLingering(socket, renderRawResponse(serviceError, body, allHeaders))
    }
    const usage = this.quota?.readUsage(socket.remoteAddress ?? '')
    if (usage) usage.then(rateLimitHeaders).then(respond, () => respond({}))
    else respond({})
  }
}

function clientErrorOf(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge()
  if (code === requestTimeoutCode) return new RequestTimeout()
  return InvalidParams.forField('request', 'is not well-formed HTTP')
}

function renderRawResponse({ status }: ServiceError, body: string, headers: Readonly<Record<string, string>>): string {
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends a page for an unknown path, or null when the caller gets the error instead. A module may replace it. */
    unknownPaths: { sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply | null }
  }
}
