import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import type { Settings } from '../../config.ts'
import { type Clock, systemClock } from '../shared/clock.ts'
import { proxyTrustOf } from './client-address.ts'
import { createClientErrorHandler } from './error-responses.ts'
import { type LogSink, loggerOptions } from './logger.ts'
import { addSecurityHeaders, commonSecurityHeaders } from './security-headers.ts'
import { isWebSocketUpgrade } from './websocket-transport.ts'

export type { LogSink }

/** The largest REST request body, in bytes. */
const bodyLimitBytes = 64 * 1024

/** The HTTP server before any route: logging, request ids, limits on what it reads, and headers every answer carries. */
export function createServer(settings: Settings, logTo?: LogSink, clock: Clock = systemClock): FastifyInstance {
  const server = fastify<Server>({
    logger: loggerOptions(settings, logTo),
    trustProxy: proxyTrustOf(settings),
    bodyLimit: bodyLimitBytes,
    // Time to read a whole request: slow senders do not hold a connection for ever.
    requestTimeout: 30_000,
    // A code longer than any real one must be not found, not a protocol error; Node bounds the address already.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => escapeInvalidPath(url),
    clientErrorHandler: createClientErrorHandler(clock, commonSecurityHeaders(settings)),
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: { shouldUpgradeCallback: isWebSocketUpgrade },
  })
  acceptOnlyJson(server)
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  addSecurityHeaders(server, settings)
  return server
}

/** Bodies are JSON or refused. An empty one counts as absent, because many clients send the header with a bare DELETE. */
function acceptOnlyJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<string>(
    /^application\/([\w.-]+\+)?json(;|$)/i,
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined)
      else parse(request, body, done)
    },
  )
}

/** A path whose percent signs spell no text is read letter by letter: such an id or code is then simply not found. */
function escapeInvalidPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
