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

/** Creates the HTTP server without routes: logging, request ids, limits, and the headers of every answer. */
export function createServer(settings: Settings, logTo?: LogSink, clock: Clock = systemClock): FastifyInstance {
  const server = fastify<Server>({
    logger: loggerOptions(settings, logTo),
    trustProxy: proxyTrustOf(settings),
    bodyLimit: bodyLimitBytes,
    // A slow sender must not hold a connection forever.
    requestTimeout: 30_000,
    // A code longer than any real one must be a 404 and no protocol error; Node limits the URL length already.
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

/** Accepts only JSON bodies. An empty body counts as absent, because many clients send the header with DELETE. */
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

/** Escapes the percent signs of a path that does not decode, so that such an id or code is a 404. */
function escapeInvalidPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}
