import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import type { Settings } from '../../config.ts'
import { replaceRootAlias } from '../rest/rest-routes.ts'
import { InvalidParams } from '../shared/general.errors.ts'
import { systemClock } from '../shared/time.ts'
import { createBasePathReader, createClientAddressReader, createProxyTrust, hasSingleHost } from './client-address.ts'
import { createClientErrorHandler } from './error-responses.ts'
import { acceptOnlyJson } from './json-bodies.ts'
import { lingerAfterEarlyAnswers } from './lingering-close.ts'
import { loggerOptions, RequestLog } from './log/logger.ts'
import type { LogSink } from './log/output-log.ts'
import { addSecurityHeaders, commonSecurityHeaders } from './security-headers.ts'
import { SlowBodies } from './slow-bodies.ts'

/** The largest REST request body, in bytes. */
const bodyLimitBytes = 64 * 1024

/** Creates the HTTP server without routes: logging, request ids, limits, and the headers of every answer. */
export function createServer(settings: Settings, logTo?: LogSink): FastifyInstance {
  const server = fastify<Server>({
    logger: loggerOptions(settings, logTo),
    logController: new RequestLog(),
    trustProxy: settings.trustProxy !== false && createProxyTrust(settings),
    bodyLimit: bodyLimitBytes,
    // For requests that Fastify does not see, and for their headers. `SlowBodies` times the bodies of all others.
    requestTimeout: 30_000,
    // A code longer than any real one must be a 404 and no protocol error; Node limits the URL length already.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => replaceRootAlias(escapeInvalidPath(url)),
    clientErrorHandler: createClientErrorHandler(systemClock, commonSecurityHeaders(settings)),
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // A client that sends nothing is disconnected within 30 seconds.
    http: {
      shouldUpgradeCallback: isWebSocketUpgrade,
      headersTimeout: 25_000,
      connectionsCheckingInterval: 5_000,
    },
  })
  const readClientAddress = createClientAddressReader(settings)
  server.decorateRequest('clientAddress', {
    getter() {
      return readClientAddress(this.raw)
    },
  })
  const readBasePath = createBasePathReader(settings)
  server.decorateRequest('basePath', {
    getter() {
      return readBasePath(this.raw)
    },
  })
  new SlowBodies(server)
  acceptOnlyJson(server)
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (!hasSingleHost(request.raw)) throw InvalidParams.forField('request', 'must name one host')
  })
  // Also where no error class says it: in health checks, and in pages.
  server.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', '5')
  })
  addSecurityHeaders(server, settings)
  lingerAfterEarlyAnswers(server)
  return server
}

/** Registers routes with parsers, hooks and error pages of their own. */
export async function registerScope(
  server: FastifyInstance,
  build: (scope: FastifyInstance) => Promise<void>,
): Promise<void> {
  // biome-ignore lint/nursery/noMisusedPromises: Fastify awaits it; the rule reads another overload.
  await server.register(build)
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

/**
 * Whether the request opens the WebSocket of subscriptions. Any other upgrade, such as the h2c that curl and Java send
 * with a plain GET, is ignored and the request answered normally (RFC 9110, 7.8).
 */
function isWebSocketUpgrade(request: IncomingMessage): boolean {
  const { method, url = '', headers } = request
  const [path = ''] = url.split('?', 1)
  if (!hasSingleHost(request)) return false
  return method === 'GET' && /^\/graphql\/?$/.test(path) && headers.upgrade?.toLowerCase() === 'websocket'
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client, normalized. Unlike `ip`, it has no port and no brackets. */
    readonly clientAddress: string
  }
}
