import { setMaxListeners } from 'node:events'
import type { FastifyReply } from 'fastify'
import { CallerLeft } from '../shared/general.errors.ts'
import { defineError } from '../shared/service-error.ts'

export class OperationTimedOut extends defineError({
  code: 'OPERATION_TIMED_OUT',
  status: 503,
  when: 'The operation took longer than it may, and was stopped: 10 seconds, 30 for analytics, 60 for a question or an upload. Or one of its statements did.',
  resolution:
    'Request less at once: a shorter period, fewer fields or smaller pages. Read before you repeat a change. Who runs an installation with many millions of clicks can store them in ClickHouse.',
}) {
  /** Without `seconds`, the database has stopped a statement at a limit of its own. */
  constructor(seconds?: number, cause?: unknown) {
    const message =
      seconds === undefined
        ? 'The database took too long, so the operation was stopped.'
        : `The operation was stopped after ${seconds} seconds.`
    super(message, { cause, headers: { 'retry-after': '5' } })
  }
}

interface DeadlineOptions {
  readonly seconds: number
  /** Whether the operation only reads, so that it stops when nobody waits for its answer. */
  readonly isRead: boolean
}

/**
 * Stops the work of one operation: at its deadline, and when the caller of a read disconnects. Its statements are
 * cancelled on PostgreSQL, by the signal of the EntityManager. The embedded database finishes them, and their results
 * are dropped.
 */
export class OperationDeadline {
  private readonly controller = new AbortController()
  private readonly aborted = Promise.withResolvers<never>()
  private timer: NodeJS.Timeout | undefined
  private readonly latestEndMs: number
  private includedMs = 0
  private ownIsRead = false
  private isDisconnected = false

  /** The operation ends `maxSeconds` from now at the latest, for a caller who does not wait longer. */
  constructor(maxSeconds = Number.POSITIVE_INFINITY) {
    this.latestEndMs = performance.now() + maxSeconds * 1000
    // One listener for each statement that runs.
    setMaxListeners(0, this.signal)
    // Nobody waits for it while nothing runs.
    this.aborted.promise.catch(() => undefined)
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** Counts work before the start, such as the authentication of the caller, as a part of the operation. */
  async include<T>(work: Promise<T>): Promise<T> {
    const startedAtMs = performance.now()
    try {
      return await work
    } finally {
      this.includedMs += performance.now() - startedAtMs
    }
  }

  start({ seconds, isRead }: DeadlineOptions): void {
    this.ownIsRead = isRead
    const abort = () => this.abort(new OperationTimedOut(seconds))
    const remainingMs = Math.min(seconds * 1000 - this.includedMs, this.latestEndMs - performance.now())
    this.timer = setTimeout(abort, Math.max(0, remainingMs)).unref()
    if (this.isDisconnected) this.onDisconnect()
  }

  /** Called when the result is complete. What still reads, such as a file that is sent, goes on. */
  end(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** Called when the caller no longer waits, also before the start. Changes go on. */
  onDisconnect(): void {
    this.isDisconnected = true
    if (this.timer && this.ownIsRead) this.abort(new CallerLeft())
  }

  /** The result of the work, or at the deadline the error. The work itself may go on. */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.aborted.promise])
  }

  private abort(reason: Error): void {
    this.end()
    this.controller.abort(reason)
    this.aborted.reject(reason)
  }
}

/** Stops a read when its caller closes the connection before the answer. */
export function stopOnDisconnect({ raw }: FastifyReply, { deadline }: { readonly deadline: OperationDeadline }): void {
  raw.once('close', () => deadline.onDisconnect())
}
