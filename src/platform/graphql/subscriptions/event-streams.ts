import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHandler, type Handler } from 'graphql-sse'
import { inBackground } from '../../shared/event-loop/background.ts'
import { InvalidParams, Unavailable } from '../../shared/general.errors.ts'
import { gauge, type Metric } from '../../shared/metrics/metric.ts'
import { eventStreamType } from '../documents/operation-request.ts'
import type { OperationRunner } from '../operation-runner.ts'
import type { CredentialWatcher } from './credential-watcher.ts'
import { EventStream } from './event-stream.ts'
import { SubscriptionLimitReached } from './subscription.errors.ts'

/** Open subscriptions of this process over Server-Sent Events, and of one account. */
const defaultMaxStreams = 1_000
const maxPerAccount = 20

/**
 * Answers operations of every kind with Server-Sent Events, in the distinct connections mode of graphql-sse: each
 * operation has a response of its own. They run like operations with a JSON answer, and their errors are formatted the
 * same way.
 */
export class EventStreams {
  private readonly handle: Handler<undefined, EventStream>
  /** The open streams with a subscription. */
  private readonly streams = new Set<EventStream>()
  private isClosing = false

  constructor(
    runner: OperationRunner,
    private readonly credentials: CredentialWatcher,
    private readonly maxStreams = defaultMaxStreams,
  ) {
    this.handle = createHandler({
      // No token: the single connection mode is off.
      authenticate: () => null,
      onSubscribe: ({ context: stream }, payload) =>
        stream.run(runner, payload, () => this.acceptSubscription(stream)) as never,
      onNext: (_context, { context: stream }) => stream.beforeResult(),
    })
  }

  metrics(): Metric[] {
    const help = 'Running subscriptions over Server-Sent Events.'
    return [gauge('tack_live_event_streams', help, this.streams.size)]
  }

  /** Sends the answer of a POST with a parsed body. Throws `InvalidParams` when the body is no GraphQL request. */
  async respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const stream = new EventStream(request.context, reply.raw)
    try {
      const messages = await this.start(request, stream)
      const onClose = () => {
        this.remove(stream)
        stream.onClose()
        inBackground(messages.return(), 'the end of a subscription', request.log)
      }
      if (reply.raw.destroyed) onClose()
      else reply.raw.once('close', onClose)
      // One message at a time, so that a message that is not read is noticed.
      const body = Readable.from(stream.readMessages(messages), { highWaterMark: 1 })
      return reply
        .type(`${eventStreamType}; charset=utf-8`)
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
        .send(body)
    } catch (error) {
      this.remove(stream)
      throw error
    }
  }

  /** Ends all subscriptions at once. Clients connect to another node. */
  close(): void {
    this.isClosing = true
    for (const stream of this.streams) stream.stop()
  }

  private async start({ url, body }: FastifyRequest, stream: EventStream): Promise<AsyncGenerator<string, void>> {
    const [messages] = await this.handle({
      method: 'POST',
      url,
      // Negotiated and parsed before; the library compares both with one spelling only.
      headers: { get: (name) => ({ accept: eventStreamType, 'content-type': 'application/json' })[name] },
      body: toPayload(body),
      raw: undefined,
      context: stream,
    })
    if (messages === null || typeof messages === 'string')
      throw InvalidParams.forField('body', 'must be one GraphQL request, with query or extensions')
    return messages
  }

  private acceptSubscription(stream: EventStream): void {
    if (this.isClosing || this.streams.size >= this.maxStreams)
      throw new Unavailable(new Error('No more event streams are accepted.'))
    const { ownerKey } = stream
    const sameOwner = [...this.streams].filter((each) => each.ownerKey === ownerKey)
    if (sameOwner.length >= maxPerAccount)
      throw new SubscriptionLimitReached('Over Server-Sent Events, an account', maxPerAccount)
    this.streams.add(stream)
    if (stream.isOfAccount) this.credentials.add(stream)
  }

  private remove(stream: EventStream): void {
    this.streams.delete(stream)
    this.credentials.remove(stream)
  }
}

/** The body as graphql-sse checks it further; null for one that is no object. A document may be named by its hash. */
function toPayload(body: unknown): Record<string, unknown> | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const { query, operationName, ...params } = body as Record<string, unknown>
  if (operationName != null && typeof operationName !== 'string') return null
  return { ...params, operationName, query: query ?? '' }
}
