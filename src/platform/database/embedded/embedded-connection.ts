import { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import { type EmbeddedDatabase, EmbeddedDatabaseLost } from './embedded-database.ts'
import type { ProtocolResponse } from './embedded-worker.ts'

/**
 * A connection to the embedded database in the place of a socket: `pg` writes the wire protocol of PostgreSQL to it and
 * reads the answers.
 */
export class EmbeddedConnection extends Duplex {
  readonly #database: EmbeddedDatabase
  readonly #parts: Uint8Array[] = []
  #port: MessagePort | undefined
  #limit: NodeJS.Timeout | undefined
  #isDelivering = false
  #unanswered = 0
  #answeredAt = performance.now()

  constructor(database: EmbeddedDatabase) {
    super()
    this.#database = database
  }

  /** For how long no statement has run. */
  get idleMs(): number {
    return this.#unanswered > 0 ? 0 : performance.now() - this.#answeredAt
  }

  /** Called by `pg`, like the methods below. */
  connect(): this {
    this.#open().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  ref(): this {
    this.#port?.ref()
    return this
  }

  unref(): this {
    this.#port?.unref()
    return this
  }

  async #open(): Promise<void> {
    this.#port = await this.#database.openPort(() =>
      this.destroy(new EmbeddedDatabaseLost('The thread of the embedded database ended.')),
    )
    if (this.destroyed) this.#port.close()
    this.#port.on('message', (response: ProtocolResponse) => this.#receive(response))
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this._writev([{ chunk }], callback)
  }

  /** All messages of a statement arrive at once. */
  override _writev(chunks: readonly { readonly chunk: Buffer }[], callback: () => void): void {
    const request = new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    this.#unanswered++
    this.#port?.postMessage(request, [request.buffer])
    const { statementLimitMs } = this.#database
    if (statementLimitMs !== undefined) {
      clearTimeout(this.#limit)
      const terminate = () => this.#database.terminate().catch((error: Error) => this.destroy(error))
      this.#limit = setTimeout(terminate, statementLimitMs).unref()
    }
    callback()
  }

  override _read(): void {}

  /** Part by part, each in a turn of its own: reading a large answer at once would block the event loop. */
  #receive({ bytes, isLast }: ProtocolResponse): void {
    if (isLast) {
      clearTimeout(this.#limit)
      this.#unanswered--
      this.#answeredAt = performance.now()
    }
    this.#parts.push(bytes)
    if (!this.#isDelivering) this.#deliver()
  }

  #deliver(): void {
    const part = this.#parts.shift()
    this.#isDelivering = part !== undefined
    if (!part) return
    this.push(part)
    setImmediate(() => this.#deliver())
  }

  override _final(callback: () => void): void {
    this.push(null)
    callback()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#limit)
    this.#port?.close()
    callback(error)
  }
}
