import type { IncomingMessage, Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isTracing, runInSpan, type Span, startTrace } from './tracing.ts'

/** Load balancers and Prometheus call them every few seconds. */
const untracedPaths: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics'])

const spans = new WeakMap<IncomingMessage, Span>()

/**
 * Traces all requests of a server. To be called when all listeners are there: it stands around them, so that redirects have a
 * span too, which Fastify never sees.
 */
export function traceRequests(server: Server): void {
  if (!isTracing()) return
  const listeners = server.listeners('request') as ((...args: unknown[]) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const handle = () => {
      for (const listener of listeners) listener.call(server, request, response)
    }
    const span = untracedPaths.has(request.url) ? undefined : startRequestSpan(request)
    if (!span) return handle()
    spans.set(request, span)
    if (!span.isSampled) return runInSpan(span, handle)
    response.once('close', () => {
      const { statusCode, writableFinished } = response
      span.setAttributes({ 'http.response.status_code': statusCode })
      if (!writableFinished) span.setAttributes({ 'error.type': 'disconnected' })
      else if (statusCode >= 500) span.fail(String(statusCode))
      span.end()
    })
    runInSpan(span, handle)
  })
}

/** By the semantic conventions of OpenTelemetry for HTTP, but without the path, whose parts are ids, codes and tokens. */
function startRequestSpan(request: IncomingMessage): Span | undefined {
  const { method = 'GET', headers } = request
  const parent = typeof headers.traceparent === 'string' ? headers.traceparent : undefined
  return startTrace({ name: method, kind: 'server', attributes: { 'http.request.method': method }, parent })
}

/** Names the spans of routes, and keeps the current span where Fastify reads a body, which ends in another asynchronous context. */
export function addRequestSpanHooks(server: FastifyInstance): void {
  if (!isTracing()) return
  server.addHook('onRequest', (request, _reply, done) => {
    nameRequestSpan(request.raw, request.routeOptions.url)
    done()
  })
  server.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request.raw)
    if (span) runInSpan(span, done)
    else done()
  })
}

/** Names the span of a request after its route. */
export function nameRequestSpan(request: IncomingMessage, route: string | undefined): void {
  const span = isTracing() ? spans.get(request) : undefined
  if (!span?.isRecording || route === undefined) return
  const name = withoutPatterns(route)
  span.rename(`${request.method} ${name}`)
  span.setAttributes({ 'http.route': name })
}

/** The trace of a request, for its log line. */
export function traceIdOf(request: IncomingMessage): string | undefined {
  const span = isTracing() ? spans.get(request) : undefined
  return span?.isSampled ? span.traceId : undefined
}

/** `/:code` of `/:code(^(?!v1$)[^/]+)`. */
function withoutPatterns(route: string): string {
  const shorter = route.replace(/\([^()]*\)/g, '')
  return shorter === route ? route : withoutPatterns(shorter)
}
