import { execute, type GraphQLError } from 'graphql'
import { makeServer } from 'graphql-ws'
import type { InFlightTracker } from '../in-flight-tracker.ts'
import type { SubscriptionConnection, SubscriptionExecutionArgs } from './subscription-connection.ts'
import { formatSubscriptionError } from './subscription-start.ts'

/** How long a client may take to say who it is. */
const initTimeoutMs = 5_000

interface SocketContext {
  readonly connection: SubscriptionConnection
}

/**
 * The protocol graphql-transport-ws over the schema: who connects is identified as every request is, and each
 * subscription is admitted as every operation is. What goes wrong is told in the words of a GraphQL answer.
 */
export function createGraphqlWsServer(tracker: InFlightTracker) {
  return makeServer<Record<string, unknown>, SocketContext>({
    connectionInitWaitTimeout: initTimeoutMs,
    onConnect: ({ extra, connectionParams }) =>
      tracker.track(() => extra.connection.authenticate(readAuthorization(connectionParams))),
    onSubscribe: ({ extra, subscriptions }, _id, payload) =>
      tracker.track(() => extra.connection.subscribe(payload, Object.keys(subscriptions).length)),
    subscribe: (args) => executeForEvents(args as SubscriptionExecutionArgs),
    onNext: ({ extra }, _id, payload, _args, { errors, ...result }) => ({
      ...result,
      ...(errors && { errors: formatErrors(extra.connection, payload, errors) }),
    }),
    onError: ({ extra }, _id, payload, errors) => formatErrors(extra.connection, payload, errors),
    onComplete: ({ extra }, _id, payload) => extra.connection.onSubscriptionEnd(payload),
  })
}

function formatErrors(
  connection: SubscriptionConnection,
  payload: Parameters<SubscriptionConnection['onSubscriptionEnd']>[0],
  errors: readonly GraphQLError[],
) {
  const context = connection.contextOf(payload)
  return errors.map((error) => formatSubscriptionError(context, error))
}

/** Clients write the name as they like, as in headers. */
function readAuthorization(payload: Record<string, unknown> = {}): string | undefined {
  const { Authorization, authorization = Authorization } = payload
  if (authorization == null) return undefined
  // What is no text is no credential, and refused as any other that is none.
  return typeof authorization === 'string' ? authorization : ''
}

/** The answers to the events of a subscription. Each has a context of its own, which ends with it like a request's. */
function executeForEvents({ events, createContext: contextFor, ...args }: SubscriptionExecutionArgs) {
  const stream = {
    next: async () => {
      const { done, value: rootValue } = await events.next()
      if (done) return { done: true as const, value: undefined }
      return { done: false as const, value: await execute({ ...args, rootValue, contextValue: contextFor() }) }
    },
    return: () => events.return(),
    throw: (error: unknown) => events.throw(error),
    [Symbol.asyncIterator]: () => stream,
    [Symbol.asyncDispose]: () => events[Symbol.asyncDispose](),
  }
  return stream
}
