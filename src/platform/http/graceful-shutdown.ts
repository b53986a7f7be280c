import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Stops the server without failing a request: first `/readyz` answers 503 and everything else is still served, each answer
 * as the last one of its connection. Then the port is closed, and running requests are completed.
 */
export class GracefulShutdown {
  private readonly server: FastifyInstance
  private readonly timeoutMs: number
  private ownIsDraining = false

  /** Connections that are still open after `timeoutMs` are closed. */
  constructor(server: FastifyInstance, timeoutMs = 5_000) {
    this.server = server
    this.timeoutMs = timeoutMs
    // Otherwise a client could send its next request on a connection that is about to close.
    server.addHook('onSend', async (_request, reply) => {
      if (this.ownIsDraining) reply.header('connection', 'close')
    })
  }

  get isDraining(): boolean {
    return this.ownIsDraining
  }

  /** Serves for a while before the process ends. */
  async drain(ms: number): Promise<void> {
    this.ownIsDraining = true
    await pause(ms)
  }

  async close(): Promise<void> {
    this.ownIsDraining = true
    const { server } = this.server
    const idleTimer = setInterval(() => server.closeIdleConnections(), 100)
    const forceTimer = setTimeout(() => server.closeAllConnections(), this.timeoutMs)
    try {
      await this.server.close()
    } finally {
      clearInterval(idleTimer)
      clearTimeout(forceTimer)
    }
  }
}
