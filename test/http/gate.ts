import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../support/port.ts'

/**
 * A TCP proxy before a server. Closed, it cuts connections and rejects new ones. Held, connections stay open and
 * nothing comes back.
 */
export class Gate {
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  readonly #upstreams = new Set<Socket>()
  #isHeld = false
  #connectionsLeft = Number.POSITIVE_INFINITY
  #server: Server | undefined
  #port = 0

  constructor(url: string) {
    this.#target = new URL(url)
  }

  /** The address of the proxy. */
  get url(): string {
    const through = new URL(this.#target)
    through.hostname = '127.0.0.1'
    through.port = String(this.#port)
    return through.href
  }

  async open(): Promise<void> {
    const server = createServer((client) => {
      if (this.#connectionsLeft-- <= 0) {
        client.resetAndDestroy()
        return
      }
      const upstream = connect(Number(this.#target.port || 5432), this.#target.hostname)
      this.#upstreams.add(upstream)
      upstream.on('close', () => this.#upstreams.delete(upstream))
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(one)
        one.pipe(other)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
      }
      if (this.#isHeld) upstream.pause()
    })
    this.#server = server
    // While the gate is shut, no connection may take its port.
    this.#port ||= await freePort()
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
  }

  /** Accepts this number of connections from now on, and cuts each later one. */
  limit(connections: number): void {
    this.#connectionsLeft = connections
  }

  /** How many connections are open to the server. */
  get connections(): number {
    return this.#upstreams.size
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    for (const upstream of this.#upstreams) {
      if (isHeld) upstream.pause()
      else upstream.resume()
    }
  }

  async shut(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    const closed = new Promise<void>((done) => server.close(() => done()))
    for (const socket of this.#sockets) socket.resetAndDestroy()
    await closed
  }
}
