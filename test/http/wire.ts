import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { vi } from 'vitest'

/** One TCP connection to the service, on which a test says when each byte is sent. */
export class Wire {
  readonly #socket: Socket
  #received = ''

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('utf8')
    socket.on('data', (text) => {
      this.#received += text
    })
    socket.on('error', () => undefined)
  }

  static async open(port: number): Promise<Wire> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Wire(socket)
  }

  send(...lines: string[]): void {
    this.#socket.write(lines.join('\r\n'))
  }

  /** What has come so far, once it holds the text. */
  async received(text: string): Promise<string> {
    await vi.waitFor(() => {
      if (!this.#received.includes(text)) throw new Error(`Not received: ${text}; but: ${this.#received}`)
    }, 10_000)
    return this.#received
  }

  /** Everything that came, once the other side has ended the connection. */
  async ended(): Promise<string> {
    if (!this.#socket.closed) await once(this.#socket, 'close')
    return this.#received
  }
}
