import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toServiceError } from '../graphql/error-formatting.ts'
import { toErrorEnvelope } from '../rest/error-envelope.ts'
import type { Clock } from '../shared/clock.ts'
import {
  HeadersTooLarge,
  InvalidParams,
  PayloadTooLarge,
  RequestTimeout,
  RouteNotFound,
  UnsupportedMediaType,
} from '../shared/general.errors.ts'
import { ServiceError } from '../shared/service-error.ts'
import { rateLimitHeaders } from './rate-limit-hooks.ts'
import { jsonSecurityHeaders } from './security-headers.ts'

/** Renders every error that leaves a route, and every unknown path, in the contract's envelope. */
export function renderErrors(server: FastifyInstance, clock: Clock): void {
  const sendError = (serviceError: ServiceError, request: FastifyRequest, reply: FastifyReply) => {
    logError(serviceError, request)
    return reply
      .status(serviceError.status)
      .headers(serviceError.headers)
      .send(toErrorEnvelope(serviceError, request.id, clock.now()))
  }
  server.setErrorHandler((error, request, reply) =>
    sendError(fromFastifyError(error) ?? toServiceError(error), request, reply),
  )
  // Before the body is read: an unknown path is answered as one whatever is sent to it.
  server.addHook('onRequest', async (request) => {
    if (request.is404) throw new RouteNotFound()
  })
}

/** The private side of a refusal: a 5xx with its cause, and a refusal the operation never announced. */
function logError(serviceError: ServiceError, request: FastifyRequest): void {
  if (serviceError.status >= 500) request.log.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
  const { operation } = request.routeOptions.config
  if (!operation || serviceError.status >= 500 || transportErrorCodes.has(serviceError.code)) return
  if (!operation.errors.some(({ definition: kind }) => kind.code === serviceError.code)) {
    request.log.error({ operation: operation.name, code: serviceError.code }, 'undeclared failure')
  }
}

const transportErrorCodes = new Set([
  PayloadTooLarge.definition.code,
  UnsupportedMediaType.definition.code,
  InvalidParams.definition.code,
])

/** Fastify's own refusals of a request it could not read. */
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

/**
 * Answers what Node could not read as a request, before any route or hook, in the contract's envelope all the same and
 * with the `headers` of every answer.
 */
export function createClientErrorHandler(clock: Clock, headers: Readonly<Record<string, string>>) {
  return function handleClientError(this: FastifyInstance, error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const id = randomUUID()
    const serviceError = clientErrorOf(error.code)
    this.log.debug({ reqId: id, code: error.code }, serviceError.message)
    const body = JSON.stringify(toErrorEnvelope(serviceError, id, clock.now()))
    // Where such a request ends is anybody's guess, so nothing more is read from its connection.
    const respond = (quotaHeaders: Readonly<Record<string, string>>) => {
      if (socket.writable)
        socket.write(
          renderRawResponse(serviceError, body, {
            ...headers,
            ...jsonSecurityHeaders,
            ...quotaHeaders,
            'x-request-id': id,
          }),
        )
      socket.destroy(error)
    }
    const usage = this.quota?.readUsage(socket.remoteAddress ?? '')
    if (usage) usage.then(rateLimitHeaders).then(respond, () => respond({}))
    else respond({})
  }
}

function clientErrorOf(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeout()
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
