import { execute, type GraphQLError } from 'graphql'
import { makeServer } from 'graphql-ws'
import type { InFlightTracker } from '../in-flight-tracker.ts'
import type { SubscriptionConnection, SubscriptionExecutionArgs } from './subscription-connection.ts'
import { formatSubscriptionError } from './subscription-start.ts'

/** How long a client may take to send `connection_init`. */
const initTimeoutMs = 5_000

interface SocketContext {
  readonly connection: SubscriptionConnection
}

/** graphql-transport-ws over the schema: authentication, admission and errors are those of GraphQL requests. */
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

/** Clients may write the name in either case, as in headers. */
function readAuthorization(payload: Record<string, unknown> = {}): string | undefined {
  const { Authorization, authorization = Authorization } = payload
  if (authorization == null) return undefined
  // A value that is no string is treated as an invalid credential.
  return typeof authorization === 'string' ? authorization : ''
}

/** Executes the operation for each event. Each execution has its own context, like a request. */
function executeForEvents({ events, createContext, ...args }: SubscriptionExecutionArgs) {
  const stream = {
    next: async () => {
      const { done, value: rootValue } = await events.next()
      if (done) return { done: true as const, value: undefined }
      return { done: false as const, value: await execute({ ...args, rootValue, contextValue: createContext() }) }
    },
    return: () => events.return(),
    throw: (error: unknown) => events.throw(error),
    [Symbol.asyncIterator]: () => stream,
    [Symbol.asyncDispose]: () => events[Symbol.asyncDispose](),
  }
  return stream
}
