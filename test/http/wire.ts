import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { vi } from 'vitest'

/** A TCP connection on which a test controls when each byte is sent. */
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

  /** What was received so far, once it contains the text. */
  async received(text: string): Promise<string> {
    await vi.waitFor(() => {
      if (!this.#received.includes(text)) throw new Error(`Not received: ${text}; but: ${this.#received}`)
    }, 10_000)
    return this.#received
  }

  /** Everything received, once the other side has closed the connection. */
  async ended(): Promise<string> {
    if (!this.#socket.closed) await once(this.#socket, 'close')
    return this.#received
  }
}
