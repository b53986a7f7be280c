import { defineError } from '../../shared/service-error.ts'

/** Errors of the transport of subscriptions. */

export class SubscriptionTransportRequired extends defineError({
  code: 'SUBSCRIPTION_TRANSPORT_REQUIRED',
  status: 400,
  when: 'A subscription was sent as an ordinary HTTP request, which has one answer only.',
  resolution:
    'Send it by POST with Accept: text/event-stream, or over a WebSocket at /graphql with the subprotocol graphql-transport-ws.',
}) {
  constructor() {
    super('A subscription needs a connection that stays open.')
  }
}

export class SubscriptionLimitReached extends defineError({
  code: 'SUBSCRIPTION_LIMIT_REACHED',
  status: 403,
  when: 'The WebSocket, or the account over Server-Sent Events, has the maximum number of subscriptions.',
  resolution: 'End a subscription you no longer need, or open another WebSocket.',
}) {
  /** `owner` is what has the limit, as the subject of a sentence. */
  constructor(owner: string, limit: number) {
    super(`${owner} has at most ${limit} subscriptions.`, {
      details: [{ field: 'subscriptions', issue: `at most ${limit}`, limit }],
    })
  }
}

export class SubscriberTooSlow extends defineError({
  code: 'SUBSCRIBER_TOO_SLOW',
  status: 429,
  when: 'Events arrived faster than the subscriber read them, so the subscription ended instead of skipping some.',
  resolution: 'Subscribe again, and read missed events with the query that lists them.',
}) {
  /** `reason` is a sentence without its full stop. */
  constructor(reason: string) {
    super(`The subscription ended: ${reason}.`)
  }
}
