import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { replicaMetrics } from '../database/replicas/replica-metrics.ts'
import type { Platform } from '../module.ts'
import { RouteNotFound } from '../shared/general.errors.ts'
import { countedMetrics } from '../shared/metrics/counter.ts'
import { LastReading } from '../shared/metrics/last-reading.ts'
import { formatLabels, formatMetrics, gauge, type Metric } from '../shared/metrics/metric.ts'
import { poolMetrics } from '../shared/metrics/pool-metrics.ts'
import { diskMetrics, processMetrics } from '../shared/metrics/process-metrics.ts'

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
  return reply.type('text/plain; version=0.0.4; charset=utf-8').send(formatMetrics(metrics))
}

/** Returns what reads the metrics of the process, and of the services of the platform that have none of their own. */
export function createPlatformMetrics({
  settings,
  version,
  database,
  limits,
}: Pick<Platform, 'settings' | 'version' | 'database' | 'limits'>): () => Promise<Metric[]> {
  const disk = new LastReading('disk', () => diskMetrics(settings.dataFolder))
  const redis = new LastReading('redis', async () => {
    const isUp = await limits.isServerUp()
    return [gauge('tack_redis_up', '1 while Redis answers, 0 while it does not.', isUp === null ? [] : Number(isUp))]
  })
  const build = gauge('tack_build_info', 'The version of the program and of its tables.', [
    {
      labels: formatLabels({ version: version.version, commit: version.commit ?? '', schema: version.schema }),
      value: 1,
    },
  ])
  return async () => {
    const read = await Promise.all([disk.read(), redis.read()])
    return [
      ...read.flat(),
      build,
      ...poolMetrics(database.pools),
      ...replicaMetrics(database.replicas?.states ?? []),
      ...countedMetrics(),
      ...processMetrics(),
    ]
  }
}
