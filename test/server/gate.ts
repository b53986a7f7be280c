import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A door before the database server that a test can shut: what is connected is cut, what comes is turned away. */
export class Gate {
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0

  constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl)
  }

  /** The address of the database through the door. */
  get url(): string {
    const through = new URL(this.#target)
    through.hostname = '127.0.0.1'
    through.port = String(this.#port)
    return through.href
  }

  async open(): Promise<void> {
    const server = createServer((client) => {
      const upstream = connect(Number(this.#target.port || 5432), this.#target.hostname)
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
    })
    this.#server = server
    await new Promise<void>((done) => server.listen(this.#port, '127.0.0.1', done))
    this.#port = (server.address() as AddressInfo).port
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
