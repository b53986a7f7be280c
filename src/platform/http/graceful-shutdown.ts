import type { FastifyInstance } from 'fastify'

/** Takes the server out of service without failing a request: readiness ends at once, what is under way is answered. */
export class GracefulShutdown {
  readonly #server: FastifyInstance
  readonly #timeoutMs: number
  #isDraining = false

  /** After `patienceMs` the connections that are still open are cut. */
  constructor(server: FastifyInstance, timeoutMs = 10_000) {
    this.#server = server
    this.#timeoutMs = timeoutMs
    // A kept connection would otherwise be used again and then cut in the middle.
    server.addHook('onSend', async (_request, reply) => {
      if (this.#isDraining) reply.header('connection', 'close')
    })
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  async close(): Promise<void> {
    this.#isDraining = true
    const { server } = this.#server
    const idleTimer = setInterval(() => server.closeIdleConnections(), 100)
    const forceTimer = setTimeout(() => server.closeAllConnections(), this.#timeoutMs)
    try {
      await this.#server.close()
    } finally {
      clearInterval(idleTimer)
      clearTimeout(forceTimer)
    }
  }
}
