import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Orm } from '../database/database.ts'
import { RouteNotFound } from '../shared/general.errors.ts'
import { parseIpAddress } from '../shared/ip-address.ts'
import type { Metric } from '../shared/metric.ts'
import type { GracefulShutdown } from './graceful-shutdown.ts'

/** `/healthz` answers while the process runs; `/readyz` only while it can serve, with its database. */
export function serveHealth(server: FastifyInstance, orm: Orm, shutdown: GracefulShutdown): void {
  const routeOptions = { config: { quota: false }, logLevel: 'warn' } as const
  server.get('/healthz', routeOptions, async () => ({ status: 'ok' }))
  server.get('/readyz', routeOptions, async (_request, reply) => {
    if (shutdown.isDraining) return reply.status(503).send({ status: 'draining' })
    const isReady = await orm.em
      .fork()
      .execute('select 1')
      .then(
        () => true,
        () => false,
      )
    return isReady ? { status: 'ready' } : reply.status(503).send({ status: 'no database' })
  })
}

/**
 * `GET /metrics` in the text format of Prometheus, for the network of the operator: answers direct requests from
 * loopback and private addresses, and 404 to all others and to proxied requests (docs/decisions/clicks.md).
 */
export function serveMetrics(server: FastifyInstance, readMetrics: () => Promise<readonly Metric[]>): void {
  server.get('/metrics', { config: { quota: false }, logLevel: 'warn' }, async (request, reply) => {
    if (!isInternalRequest(request)) throw new RouteNotFound()
    return reply
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send([...(await readMetrics()), ...processMetrics()].map(formatMetric).join(''))
  })
}

const internalRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

function isInternalRequest({ headers, socket }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  return internalRanges.has(parseIpAddress(socket.remoteAddress ?? '')?.range() ?? '')
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
