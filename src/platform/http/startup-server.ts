import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../config.ts'
import { Unavailable } from '../shared/general.errors.ts'
import { systemClock } from '../shared/time.ts'
import { renderErrors } from './error-responses.ts'
import { createServer } from './http-server.ts'
import type { LogSink } from './log/output-log.ts'

/**
 * Answers on the port of the service while it starts, which takes as long as its database is away: 200 at `/healthz`, so that
 * nobody restarts the process, and 503 everywhere else.
 */
export async function listenWhileStarting(settings: Settings, logTo?: LogSink): Promise<FastifyInstance> {
  const server = createServer({ ...settings, logLevel: 'silent' }, logTo)
  // The service takes over the port, and no connection may keep this server.
  server.addHook('onSend', async (_request, reply) => {
    reply.header('connection', 'close')
  })
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', (_request, reply) => reply.status(503).send({ status: 'starting' }))
  server.all('/*', () => {
    throw new Unavailable(undefined, 1)
  })
  renderErrors(server, systemClock)
  await server.listen({ host: settings.host, port: settings.port })
  server.log.level = settings.logLevel
  return server
}
