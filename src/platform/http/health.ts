import type { FastifyInstance } from 'fastify'
import type { GracefulShutdown } from './graceful-shutdown.ts'
import type { Readiness } from './readiness.ts'

/**
 * `/healthz` answers while the process runs; `/readyz` only while it can serve. A lost database is no reason to leave the
 * load balancer: redirects go on, and the other nodes have lost it as well. `/metrics` says so.
 */
export function serveHealth(server: FastifyInstance, readiness: Readiness, shutdown: GracefulShutdown): void {
  const options = { config: { rateLimit: { none: 'The answer needs no work.' } }, logLevel: 'warn' } as const
  server.get('/healthz', options, async () => ({ status: 'ok' }))
  server.get('/readyz', options, async (_request, reply) => {
    const isEnding = shutdown.isDraining && !shutdown.isReplaced
    const problem = isEnding ? 'draining' : readiness.findProblem()
    return problem === null ? { status: 'ready' } : reply.status(503).send({ status: problem })
  })
}
