import { execute, type GraphQLError } from 'graphql'
import { makeServer } from 'graphql-ws'
import type { Running } from '../running.ts'
import type { Connection, Subscribed } from './connection.ts'
import { shownIn } from './operation.ts'

/** How long a client may take to say who it is. */
const initWaitMs = 5_000

interface Extra {
  readonly connection: Connection
}

/**
 * The protocol graphql-transport-ws over the schema: who connects is identified as every request is, and each
 * subscription is admitted as every operation is. What goes wrong is told in the words of a GraphQL answer.
 */
export function liveProtocol(running: Running) {
  return makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: initWaitMs,
    onConnect: ({ extra, connectionParams }) =>
      running.during(() => extra.connection.enter(authorizationIn(connectionParams))),
    onSubscribe: ({ extra, subscriptions }, _id, payload) =>
      running.during(() => extra.connection.subscribe(payload, Object.keys(subscriptions).length)),
    subscribe: (args) => answers(args as Subscribed),
    onNext: ({ extra }, _id, payload, _args, { errors, ...result }) => ({
      ...result,
      ...(errors && { errors: shown(extra.connection, payload, errors) }),
    }),
    onError: ({ extra }, _id, payload, errors) => shown(extra.connection, payload, errors),
    onComplete: ({ extra }, _id, payload) => extra.connection.forget(payload),
  })
}

function shown(connection: Connection, payload: Parameters<Connection['forget']>[0], errors: readonly GraphQLError[]) {
  const context = connection.contextOf(payload)
  return errors.map((error) => shownIn(context, error))
}

/** Clients write the name as they like, as in headers. */
function authorizationIn(payload: Record<string, unknown> = {}): string | undefined {
  const { Authorization, authorization = Authorization } = payload
  if (authorization == null) return undefined
  // What is no text is no credential, and refused as any other that is none.
  return typeof authorization === 'string' ? authorization : ''
}

/** The answers to the events of a subscription. Each has a context of its own, which ends with it like a request's. */
function answers({ events, contextFor, ...args }: Subscribed) {
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
