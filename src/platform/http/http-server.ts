import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { all, compile } from '@fastify/proxy-addr'
import fastify, { type FastifyInstance } from 'fastify'
import type { Settings } from '../../config.ts'
import { systemClock } from '../shared/time.ts'
import { createClientErrorHandler } from './error-responses.ts'
import { acceptOnlyJson } from './json-bodies.ts'
import { type LogSink, loggerOptions, RequestLog } from './logger.ts'
import { addSecurityHeaders, commonSecurityHeaders } from './security-headers.ts'

export type { LogSink }

/** The largest REST request body, in bytes. */
const bodyLimitBytes = 64 * 1024

/** Creates the HTTP server without routes: logging, request ids, limits, and the headers of every answer. */
export function createServer(settings: Settings, logTo?: LogSink): FastifyInstance {
  const server = fastify<Server>({
    logger: loggerOptions(settings, logTo),
    logController: new RequestLog(),
    trustProxy: proxyTrustOf(settings),
    bodyLimit: bodyLimitBytes,
    // A slow sender must not hold a connection forever.
    requestTimeout: 30_000,
    // A code longer than any real one must be a 404 and no protocol error; Node limits the URL length already.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => escapeInvalidPath(url),
    clientErrorHandler: createClientErrorHandler(systemClock, commonSecurityHeaders(settings)),
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

/** The proxies whose `X-Forwarded-For` is trusted, in the form of Fastify and proxy-addr. */
export function proxyTrustOf({ trustProxy }: Settings): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy
}

/** Creates a reader of the address of the client: that of the socket, or the one that a trusted proxy names. */
export function createClientAddressReader(settings: Settings): (request: IncomingMessage) => string {
  const proxyTrust = proxyTrustOf(settings)
  if (proxyTrust === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = typeof proxyTrust === 'function' ? proxyTrust : compile(proxyTrust)
  return (request) => all(request, isTrusted).at(-1) ?? ''
}

/**
 * Whether the request opens the WebSocket of subscriptions. Any other upgrade, such as the h2c that curl and Java send
 * with a plain GET, is ignored and the request answered normally (RFC 9110, 7.8).
 */
function isWebSocketUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  const [path = ''] = url.split('?', 1)
  return method === 'GET' && /^\/graphql\/?$/.test(path) && headers.upgrade?.toLowerCase() === 'websocket'
}
