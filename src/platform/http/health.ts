import type { FastifyInstance } from 'fastify'
import type { Orm } from '../database/database.ts'
import { shareWhilePending } from '../shared/memoize.ts'
import type { GracefulShutdown } from './graceful-shutdown.ts'

/** `/healthz` answers while the process runs; `/readyz` only while it can serve, with its database. */
export function serveHealth(server: FastifyInstance, orm: Orm, shutdown: GracefulShutdown): void {
  const isReady = shareWhilePending(() =>
    orm.em
      .fork()
      .execute('select 1')
      .then(
        () => true,
        () => false,
      ),
  )
  const toOptions = (none: string) => ({ config: { rateLimit: { none } }, logLevel: 'warn' }) as const
  server.get('/healthz', toOptions('The answer is constant.'), async () => ({ status: 'ok' }))
  server.get('/readyz', toOptions('Requests at the same time share one statement.'), async (_request, reply) => {
    if (shutdown.isDraining) return reply.status(503).send({ status: 'draining' })
    return (await isReady()) ? { status: 'ready' } : reply.status(503).send({ status: 'no database' })
  })
}
