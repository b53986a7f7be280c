import type { FastifyInstance } from 'fastify'

/** How long connections may still be answered before they are cut. */
const patienceMs = 10_000

/** Takes the server out of service without failing a request: readiness ends at once, what is under way is answered. */
export class Drain {
  readonly #server: FastifyInstance
  #begun = false

  constructor(server: FastifyInstance) {
    this.#server = server
    // A kept connection would otherwise be used again and then cut in the middle.
    server.addHook('onSend', async (_request, reply) => {
      if (this.#begun) reply.header('connection', 'close')
    })
  }

  get begun(): boolean {
    return this.#begun
  }

  async close(): Promise<void> {
    this.#begun = true
    const { server } = this.#server
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    const force = setTimeout(() => server.closeAllConnections(), patienceMs)
    try {
      await this.#server.close()
    } finally {
      clearInterval(idle)
      clearTimeout(force)
    }
  }
}
