import { Server as NetServer } from 'node:net'
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
  private ownIsReplaced = false

  /** Connections that are still open after `timeoutMs` are closed. */
  constructor(server: FastifyInstance, timeoutMs = 5_000) {
    this.server = server
    this.timeoutMs = timeoutMs
    // Otherwise a client could send its next request on a connection that is about to close.
    server.addHook('onSend', async (_request, reply) => {
      if (this.ownIsDraining) reply.header('connection', 'close')
    })
  }

  /** Whether each answer is the last one of its connection. */
  get isDraining(): boolean {
    return this.ownIsDraining
  }

  /** Whether another process answers on the same port. */
  get isReplaced(): boolean {
    return this.ownIsReplaced
  }

  /**
   * Serves for a while before the process ends. `isReplaced`: another process has the same port, so this one accepts no
   * more connections, and `/readyz` stays 200.
   */
  async drain(ms: number, { isReplaced = false } = {}): Promise<void> {
    this.ownIsDraining = true
    this.ownIsReplaced = isReplaced
    // The method of HTTP servers would also close connections whose first request is on its way.
    if (isReplaced) NetServer.prototype.close.call(this.server.server)
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
