import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { RouteNotFound } from '../shared/general.errors.ts'
import type { Metric } from '../shared/metric.ts'

export type ReadMetrics = () => Promise<readonly Metric[]>

/**
 * `GET /metrics` in the text format of Prometheus, for requests with `METRICS_TOKEN` as their bearer token. All others get
 * 404, and so does everybody when there is no token (docs/decisions/clicks.md).
 */
export function serveMetrics(server: FastifyInstance, readMetrics: ReadMetrics, token: string | undefined): void {
  const isOperator = createTokenCheck(token)
  const rateLimit = { none: 'Only the operator gets an answer, and requests at the same time share it.' }
  server.get('/metrics', { config: { rateLimit }, logLevel: 'warn' }, async ({ headers }, reply) => {
    if (!isOperator(headers.authorization)) throw new RouteNotFound()
    return sendMetrics(reply, await readMetrics())
  })
}

/** A server for the port of its own (`METRICS_PORT`), where everybody gets the metrics. Does not listen yet. */
export function createMetricsServer(readMetrics: ReadMetrics): FastifyInstance {
  const server = fastify({ forceCloseConnections: true, requestTimeout: 30_000 })
  server.get('/metrics', async (_request, reply) => sendMetrics(reply, await readMetrics()))
  return server
}

function createTokenCheck(token: string | undefined): (authorization: string | undefined) => boolean {
  if (token === undefined) return () => false
  // Digests have the same length, which the comparison in constant time needs.
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(token)
  return (authorization = '') => timingSafeEqual(digest(/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''), expected)
}

function sendMetrics(reply: FastifyReply, metrics: readonly Metric[]): FastifyReply {
  return reply
    .type('text/plain; version=0.0.4; charset=utf-8')
    .send([...metrics, ...processMetrics()].map(formatMetric).join(''))
}

function processMetrics(): Metric[] {
  const { rss, heapUsed } = process.memoryUsage()
  return [
    { name: 'process_resident_memory_bytes', type: 'gauge', help: 'Resident memory size.', value: rss },
    { name: 'nodejs_heap_size_used_bytes', type: 'gauge', help: 'Heap size in use.', value: heapUsed },
  ]
}

function formatMetric({ name, type, help, value }: Metric): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`
}
