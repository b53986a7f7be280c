import type { ServerResponse } from 'node:http'
import { print } from 'graphql-sse'
import { Unavailable } from '../../shared/general.errors.ts'
import type { ServiceError } from '../../shared/service-error.ts'
import type { OperationRequest } from '../documents/operation-request.ts'
import { formatAndLogError, wrapError } from '../error-formatting.ts'
import type { OperationResult, OperationRunner } from '../operation-runner.ts'
import type { RequestContext } from '../request-context.ts'
import { rateLimitKeyOf } from '../request-limits.ts'
import type { CredentialHolder } from './credential-watcher.ts'
import type { EventQueue } from './event-queue.ts'
import { SubscriberTooSlow } from './subscription.errors.ts'
import { createSubscriptionResults } from './subscription-results.ts'

/** How long a message of a subscription may wait for its reader, and after that the error that ends the subscription. */
const readTimeoutMs = 10_000

/** How long a client may take to read the rest when the service stops. */
const closeTimeoutMs = 1_000

/**
 * One answer with Server-Sent Events. graphql-sse queues every result at once, so it gets the next result of a
 * subscription only when the client has read the one before: waiting events stay in the `EventQueue`, which is bounded.
 */
export class EventStream implements CredentialHolder {
  /** Undefined for queries and mutations, and while a subscription starts. */
  private events: EventQueue<unknown> | undefined
  /** Resolves when the last result was read, or when nobody will read it. */
  private lastRead: PromiseWithResolvers<void> | undefined
  private timer: NodeJS.Timeout | undefined
  private isStopped = false

  constructor(
    private readonly context: RequestContext,
    private readonly response: ServerResponse,
  ) {}

  get authorization(): string {
    return this.context.request.header('authorization') ?? ''
  }

  /** The account id, or the network of an anonymous caller. */
  get ownerKey(): string {
    return rateLimitKeyOf(this.context)
  }

  get isOfAccount(): boolean {
    return this.context.caller.kind === 'account'
  }

  /** Runs the operation. A query or mutation has one result, and so has an operation that is refused. */
  async run(
    runner: OperationRunner,
    payload: OperationRequest,
    acceptSubscription: () => void,
  ): Promise<AsyncGenerator<OperationResult>> {
    const outcome = await runner.run(() => payload, this.context, {
      interface: 'sse',
      acceptSubscription,
    })
    if (outcome.kind === 'result') return yieldOnce(outcome.result)
    this.events = outcome.subscription.events
    if (this.isStopped) this.stop()
    return createSubscriptionResults(outcome.subscription, () => this.context.forEvent())
  }

  /** Called before a result is queued: waits until the client has read the one before. */
  async beforeResult(): Promise<void> {
    await this.lastRead?.promise
    this.lastRead = Promise.withResolvers()
  }

  /** The messages of graphql-sse, and as the last ones the error that ended the subscription. */
  async *readMessages(messages: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      for await (const message of messages) {
        yield* this.untilRead(message)
        if (message.startsWith('event: next')) this.lastRead?.resolve()
      }
    } catch (error) {
      // Without `complete` the client connects again, to another node.
      if (this.isStopped) return
      yield* this.untilRead(
        print({ event: 'next', data: { errors: [formatAndLogError(wrapError(error), this.context)] as never } }),
      )
      yield* this.untilRead(print({ event: 'complete', data: null }))
    }
  }

  onCredentialInvalid(error: ServiceError): void {
    this.events?.fail(error)
  }

  /** Ends a subscription without `complete`, because the service stops. */
  stop(): void {
    this.isStopped = true
    if (!this.events) return
    this.events.fail(new Unavailable(new Error('The service stops.')))
    this.restartTimer(closeTimeoutMs, () => this.response.destroy())
  }

  /** Called when the response has closed. */
  onClose(): void {
    clearTimeout(this.timer)
    this.lastRead?.resolve()
  }

  /** A generator continues when its consumer wants the next value: then the response has taken the message. */
  private *untilRead(message: string): Generator<string> {
    if (this.events && !this.isStopped) this.restartTimer(readTimeoutMs, () => this.endUnread())
    yield message
    if (!this.isStopped) clearTimeout(this.timer)
  }

  private endUnread(): void {
    this.events?.fail(new SubscriberTooSlow(`nothing was read for ${readTimeoutMs / 1000} seconds`))
    this.lastRead?.resolve()
    this.restartTimer(readTimeoutMs, () => this.response.destroy())
  }

  private restartTimer(ms: number, onTimeout: () => void): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(onTimeout, ms).unref()
  }
}

async function* yieldOnce<T>(value: T): AsyncGenerator<T> {
  yield value
}
