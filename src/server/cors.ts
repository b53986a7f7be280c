import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keyHeader, replayedHeader } from '../rest/idempotency/key.ts'
import { apiRoots } from '../rest/routes.ts'

/** What scripts may send beside the headers that need no leave. */
const requestHeaders = [
  'authorization',
  'content-type',
  keyHeader,
  'apollo-require-preflight',
  'x-apollo-operation-name',
]

/** What scripts may read beside the headers that need no leave. */
const answerHeaders = [
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
  replayedHeader,
  'www-authenticate',
]

/** Chromium keeps the answer to a preflight no longer than this. */
const maxAgeSeconds = 7200

/**
 * Opens the routes with `crossOrigin` to scripts of every origin (Fetch, 3.2), which call with a bearer token: the
 * origin is never repeated and credentials that a browser adds by itself are never allowed. Preflights are answered
 * before anybody is identified or charged. To be called before the routes are added.
 */
export function openToOrigins(server: FastifyInstance): void {
  const offered = new Map<string, Set<string>>()
  server.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.crossOrigin || config.refusesMethod) return
    const methods = offered.get(url) ?? new Set()
    offered.set(url, methods)
    for (const each of [method].flat()) methods.add(each)
  })
  server.addHook('onRequest', async (request, reply) => {
    if (!isOpen(request)) return
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': answerHeaders.join(', '),
    })
    const methods = isPreflight(request) && offered.get(request.routeOptions.url ?? '')
    if (!methods) return
    return reply
      .status(204)
      .headers({
        'access-control-allow-methods': [...methods].join(', '),
        'access-control-allow-headers': requestHeaders.join(', '),
        'access-control-max-age': maxAgeSeconds,
      })
      .send()
  })
}

/** An unknown path of the API is open too: a script should read the 404, and not guess at it. */
function isOpen({ is404, url, routeOptions: { config } }: FastifyRequest): boolean {
  return is404 ? apiRoots.some((root) => url.startsWith(`${root}/`)) : config.crossOrigin === true
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers
}
