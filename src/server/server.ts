import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import type { PinoLoggerOptions } from 'fastify/types/logger.js'
import type { Settings } from '../config.ts'

/** Where log lines go; standard output unless a test listens. */
export interface LogSink {
  write(line: string): void
}

/** The largest REST request body, in bytes. */
const bodyLimitBytes = 64 * 1024

/** The HTTP server before any route: logging, request ids, limits on what it reads, and headers every answer carries. */
export function createServer(settings: Settings, logTo?: LogSink): FastifyInstance {
  const { trustProxy: hops } = settings
  const server = fastify<Server>({
    logger: loggerFor(settings, logTo),
    trustProxy: typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    bodyLimit: bodyLimitBytes,
    // Time to read a whole request: slow senders do not hold a connection for ever.
    requestTimeout: 30_000,
    // A code longer than any real one must be not found, not a protocol error.
    routerOptions: { maxParamLength: 8192, ignoreTrailingSlash: true },
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  })
  readOnlyJson(server)
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  })
  return server
}

/** Bodies are JSON or refused. An empty one counts as absent, because many clients send the header with a bare DELETE. */
function readOnlyJson(server: FastifyInstance): void {
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

/** Queries and credentials stay out of the log: a query string may carry a password, a header always a credential. */
function loggerFor({ logLevel }: Settings, logTo: LogSink | undefined): PinoLoggerOptions & { stream?: LogSink } {
  return {
    level: logLevel,
    serializers: {
      req: ({ method, url, ip }: { method: string; url: string; ip: string }) => ({
        method,
        path: url.split('?')[0],
        ip,
      }),
    },
    ...(logTo && { stream: logTo }),
  } as PinoLoggerOptions
}
