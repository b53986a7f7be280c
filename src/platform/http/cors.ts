import type { FastifyInstance, FastifyRequest } from 'fastify'
import { workspaceHeader } from '../graphql/request-context.ts'
import { idempotencyKeyHeader, idempotencyReplayedHeader } from '../rest/idempotency/idempotency-key.ts'
import { apiRoots } from '../rest/rest-routes.ts'

/**
 * Request headers that scripts may send, besides those that need no permission. A browser refuses the whole request when one
 * is missing here, so what common libraries add is allowed too, although the service does not read it.
 */
const allowedHeaders = [
  'authorization',
  'content-type',
  idempotencyKeyHeader,
  workspaceHeader,
  // Conditional requests, and values beyond what needs no permission.
  ...['accept-language', 'cache-control', 'if-none-match', 'last-event-id', 'pragma', 'range', 'x-requested-with'],
  // Apollo Client: names of the operation and of the client (`clientAwareness`), and the headers against CSRF.
  ...[
    'apollographql-client-name',
    'apollographql-client-version',
    'apollo-require-preflight',
    'graphql-require-preflight',
  ],
  ...['x-apollo-operation-name', 'x-apollo-operation-id'],
  // Agents (MCP), such as the inspector.
  ...['mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name'],
  // Traces: W3C Trace Context and Baggage (OpenTelemetry), B3 and Sentry.
  ...['traceparent', 'tracestate', 'baggage', 'b3', 'sentry-trace'],
  ...['x-b3-traceid', 'x-b3-spanid', 'x-b3-parentspanid', 'x-b3-sampled', 'x-b3-flags'],
]

/** Response headers that scripts may read, besides those that need no permission. */
const exposedHeaders = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit-policy',
  'ratelimit-cost',
  'retry-after',
  'link',
  'x-total-count',
  'content-disposition',
  'x-request-id',
  'deprecation',
  'sunset',
  idempotencyReplayedHeader,
  'www-authenticate',
]

/** Chromium caches a preflight answer no longer than this. */
const maxAgeSeconds = 7200

/**
 * Allows scripts of every origin to call the routes with `crossOrigin` (Fetch, 3.2). They send a bearer token: the
 * origin is never echoed, and cookies are never allowed. Preflights are answered before authentication and charges.
 * Must be called before the routes are added.
 */
export function enableCors(server: FastifyInstance): void {
  const methodsByUrl = new Map<string, Set<string>>()
  server.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.crossOrigin || config.rejectsMethod) return
    const methods = methodsByUrl.get(url) ?? new Set()
    methodsByUrl.set(url, methods)
    for (const each of [method].flat()) methods.add(each)
  })
  server.addHook('onRequest', async (request, reply) => {
    if (!isCrossOrigin(request)) return
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposedHeaders.join(', '),
    })
    const methods = isPreflight(request) && methodsByUrl.get(request.routeOptions.url ?? '')
    if (!methods) return
    return reply
      .status(204)
      .headers({
        'access-control-allow-methods': [...methods].join(', '),
        'access-control-allow-headers': allowedHeaders.join(', '),
        'access-control-max-age': maxAgeSeconds,
      })
      .send()
  })
}

/** Unknown paths of the API have CORS headers too, so that a script can read the 404. */
function isCrossOrigin({ is404, url, routeOptions: { config } }: FastifyRequest): boolean {
  if (!is404) return config.crossOrigin === true
  const [path = ''] = url.split('?', 1)
  return apiRoots.some((root) => path === root || path.startsWith(`${root}/`))
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers
}
