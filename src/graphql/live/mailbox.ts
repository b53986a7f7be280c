import { SubscriberTooSlow } from './failures.ts'

/** Events that wait for a subscriber who reads slower than they come. */
const mostWaiting = 1_000

/**
 * The events of one subscription, between who announces them and who reads. An async generator function would not do: its
 * `return` waits for the event that is awaited, which may never come.
 */
export class Mailbox<T> implements AsyncGenerator<T, undefined, undefined> {
  readonly #onEnd: () => void
  readonly #mostWaiting: number
  #waiting: T[] = []
  #reader: PromiseWithResolvers<IteratorResult<T, undefined>> | undefined
  #failure: Error | undefined
  #isOver = false

  /** `onEnd` is called once, whichever side ends it. */
  constructor(onEnd: () => void, most = mostWaiting) {
    this.#onEnd = onEnd
    this.#mostWaiting = most
  }

  /** Whether the next event would be one too many. */
  get isFull(): boolean {
    return this.#waiting.length >= this.#mostWaiting
  }

  /** Hands an event on, in order. When too many wait, none is left out silently: the subscription fails. */
  put(event: T): void {
    if (this.#isOver) return
    if (this.#reader) this.#answer((reader) => reader.resolve({ done: false, value: event }))
    else if (!this.isFull) this.#waiting.push(event)
    else this.fail(new SubscriberTooSlow(this.#mostWaiting))
  }

  /** Ends the subscription with an error. What still waits is not read any more. */
  fail(error: Error): void {
    if (this.#isOver) return
    if (this.#reader) this.#answer((reader) => reader.reject(error))
    else this.#failure = error
    this.#end()
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    const failure = this.#failure
    this.#failure = undefined
    if (failure) throw failure
    const [event] = this.#waiting.splice(0, 1)
    if (event !== undefined) return { done: false, value: event }
    if (this.#isOver) return { done: true, value: undefined }
    this.#reader ??= Promise.withResolvers()
    return this.#reader.promise
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#answer((reader) => reader.resolve({ done: true, value: undefined }))
    this.#end()
    return { done: true, value: undefined }
  }

  async throw(error: unknown): Promise<never> {
    await this.return()
    throw error
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  #answer(act: (reader: PromiseWithResolvers<IteratorResult<T, undefined>>) => void): void {
    const reader = this.#reader
    this.#reader = undefined
    if (reader) act(reader)
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#waiting = []
    this.#onEnd()
  }
}
