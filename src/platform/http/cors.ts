import type { FastifyInstance, FastifyRequest } from 'fastify'
import { idempotencyKeyHeader, idempotencyReplayedHeader } from '../rest/idempotency/idempotency-key.ts'
import { apiRoots } from '../rest/rest-routes.ts'

/** What scripts may send beside the headers that need no leave. */
const allowedHeaders = [
  'authorization',
  'content-type',
  idempotencyKeyHeader,
  'apollo-require-preflight',
  'x-apollo-operation-name',
]

/** What scripts may read beside the headers that need no leave. */
const exposedHeaders = [
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit-policy',
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

/** Chromium keeps the answer to a preflight no longer than this. */
const maxAgeSeconds = 7200

/**
 * Opens the routes with `crossOrigin` to scripts of every origin (Fetch, 3.2), which call with a bearer token: the
 * origin is never repeated and credentials that a browser adds by itself are never allowed. Preflights are answered
 * before anybody is identified or charged. To be called before the routes are added.
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

/** An unknown path of the API is open too: a script should read the 404, and not guess at it. */
function isCrossOrigin({ is404, url, routeOptions: { config } }: FastifyRequest): boolean {
  return is404 ? apiRoots.some((root) => url.startsWith(`${root}/`)) : config.crossOrigin === true
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers
}
