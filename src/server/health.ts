import type { FastifyInstance } from 'fastify'
import type { Orm } from '../database/open.ts'
import type { Drain } from './drain.ts'

/**
 * `/healthz` says that the process answers and never touches the database; `/readyz` says whether to send it visitors:
 * 503 while the database does not answer or the process is draining.
 */
export function serveHealth(server: FastifyInstance, orm: Orm, drain: Drain): void {
  const outside = { config: { quota: false }, logLevel: 'warn' } as const
  server.get('/healthz', outside, async () => ({ status: 'ok' }))
  server.get('/readyz', outside, async (_request, reply) => {
    if (drain.begun) return reply.status(503).send({ status: 'draining' })
    const ready = await orm.em
      .fork()
      .execute('select 1')
      .then(
        () => true,
        () => false,
      )
    return ready ? { status: 'ready' } : reply.status(503).send({ status: 'no database' })
  })
}
