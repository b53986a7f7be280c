import type { FastifyInstance } from 'fastify'

/** Takes the server out of service without failing a request: readiness ends at once, what is under way is answered. */
export class Drain {
  readonly #server: FastifyInstance
  readonly #patienceMs: number
  #begun = false

  /** After `patienceMs` the connections that are still open are cut. */
  constructor(server: FastifyInstance, patienceMs = 10_000) {
    this.#server = server
    this.#patienceMs = patienceMs
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
    const force = setTimeout(() => server.closeAllConnections(), this.#patienceMs)
    try {
      await this.#server.close()
    } finally {
      clearInterval(idle)
      clearTimeout(force)
    }
  }
}
