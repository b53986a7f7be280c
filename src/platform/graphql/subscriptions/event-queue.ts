import { SubscriberTooSlow } from './subscription.errors.ts'

/** How many events wait for a slow subscriber. */
const maxQueuedEvents = 1_000

/** The events of one subscription. An async generator would wait in `return` for a `next` that may never resolve. */
export class EventQueue<T> implements AsyncGenerator<T, undefined, undefined> {
  private queued: T[] = []
  private pendingRead: PromiseWithResolvers<IteratorResult<T, undefined>> | undefined
  private error: Error | undefined
  private isEnded = false

  /** `onEnd` is called once, whichever side ends the subscription. */
  constructor(
    private readonly onEnd: () => void,
    private readonly maxQueued = maxQueuedEvents,
  ) {}

  /** Whether the queue is full. */
  get isFull(): boolean {
    return this.queued.length >= this.maxQueued
  }

  /** Adds an event. When the queue is full the subscription fails, so that no event is lost silently. */
  push(event: T): void {
    if (this.isEnded) return
    if (this.pendingRead) this.settleRead((reader) => reader.resolve({ done: false, value: event }))
    else if (!this.isFull) this.queued.push(event)
    else this.fail(new SubscriberTooSlow(`${this.maxQueued} events were waiting to be read`))
  }

  /** Ends the subscription with an error and drops the queued events. */
  fail(error: Error): void {
    if (this.isEnded) return
    if (this.pendingRead) this.settleRead((reader) => reader.reject(error))
    else this.error = error
    this.end()
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    const error = this.error
    this.error = undefined
    if (error) throw error
    const [event] = this.queued.splice(0, 1)
    if (event !== undefined) return { done: false, value: event }
    if (this.isEnded) return { done: true, value: undefined }
    this.pendingRead ??= Promise.withResolvers()
    return this.pendingRead.promise
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.settleRead((reader) => reader.resolve({ done: true, value: undefined }))
    this.end()
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

  private settleRead(settle: (reader: PromiseWithResolvers<IteratorResult<T, undefined>>) => void): void {
    const reader = this.pendingRead
    this.pendingRead = undefined
    if (reader) settle(reader)
  }

  private end(): void {
    if (this.isEnded) return
    this.isEnded = true
    this.queued = []
    this.onEnd()
  }
}
