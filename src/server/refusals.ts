import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../base/clock.ts'
import { Failure } from '../base/failure.ts'
import { InvalidParams, PayloadTooLarge, RouteNotFound, UnsupportedMediaType } from '../base/failures.ts'
import { toFailure } from '../graphql/errors.ts'
import { envelope } from '../rest/envelope.ts'

/** Renders every error that leaves a route, and every unknown path, in the contract's envelope. */
export function renderRefusals(server: FastifyInstance, clock: Clock): void {
  const refuse = (failure: Failure, request: FastifyRequest, reply: FastifyReply) => {
    note(failure, request)
    return reply
      .status(failure.status)
      .headers(failure.headers)
      .send(envelope(failure, request.id, clock.now()))
  }
  server.setErrorHandler((error, request, reply) => refuse(fromTransport(error) ?? toFailure(error), request, reply))
  // Before the body is read: an unknown path is answered as one whatever is sent to it.
  server.addHook('onRequest', async (request) => {
    if (request.is404) throw new RouteNotFound()
  })
}

/** The private side of a refusal: a 5xx with its cause, and a refusal the operation never announced. */
function note(failure: Failure, request: FastifyRequest): void {
  if (failure.status >= 500) request.log.error({ err: failure.cause ?? failure }, failure.message)
  const { operation } = request.routeOptions.config
  if (!operation || failure.status >= 500 || transport.has(failure.code)) return
  if (!operation.fails.some(({ kind }) => kind.code === failure.code)) {
    request.log.error({ operation: operation.name, code: failure.code }, 'undeclared failure')
  }
}

const transport = new Set([PayloadTooLarge.kind.code, UnsupportedMediaType.kind.code, InvalidParams.kind.code])

/** Fastify's own refusals of a request it could not read. */
function fromTransport(error: unknown): Failure | null {
  if (error instanceof Failure) return null
  const { code = '', statusCode = 500 } = (error ?? {}) as Partial<FastifyError>
  if (!code.startsWith('FST_') && statusCode >= 500) return null
  if (statusCode === 413) return new PayloadTooLarge()
  if (statusCode === 415) return new UnsupportedMediaType()
  if (statusCode >= 400 && statusCode < 500)
    return InvalidParams.of('body', 'must be well-formed JSON without __proto__ and constructor.prototype keys')
  return null
}
