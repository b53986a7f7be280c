import { defineError } from '../../shared/service-error.ts'

/** Errors of the transport of subscriptions. */

export class SubscriptionTransportRequired extends defineError({
  code: 'SUBSCRIPTION_TRANSPORT_REQUIRED',
  status: 400,
  when: 'A subscription was sent as an ordinary HTTP request, which has one answer only.',
  resolution: 'Open a WebSocket at /graphql with the subprotocol graphql-transport-ws and subscribe there.',
}) {
  constructor() {
    super('A subscription needs a connection that stays open.')
  }
}

export class SubscriptionLimitReached extends defineError({
  code: 'SUBSCRIPTION_LIMIT_REACHED',
  status: 403,
  when: 'The WebSocket has the maximum number of subscriptions.',
  resolution: 'Complete a subscription you no longer need, or open another WebSocket.',
}) {
  constructor(limit: number) {
    super(`A WebSocket has at most ${limit} subscriptions.`, {
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
  constructor(queuedCount: number) {
    super(`The subscription ended: ${queuedCount} events were waiting to be read.`)
  }
}
