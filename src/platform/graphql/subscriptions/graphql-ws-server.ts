import { type GraphQLError, parse } from 'graphql'
import { makeServer, type SubscribePayload } from 'graphql-ws'
import type { InFlightTracker } from '../in-flight-tracker.ts'
import type { OperationResult } from '../operation-runner.ts'
import type { SocketOperation, SubscriptionConnection } from './subscription-connection.ts'

/** How long a client may take to send `connection_init`. */
const initTimeoutMs = 5_000

interface SocketContext {
  readonly connection: SubscriptionConnection
}

/** The arguments with which graphql-ws calls `execute` or `subscribe`. It looks at the document for its kind only. */
interface OperationArguments {
  readonly document: typeof queryDocument
  readonly operation: SocketOperation
}

const queryDocument = parse('{ __typename }')
const subscriptionDocument = parse('subscription { __typename }')

/** graphql-transport-ws: operations run like operations over HTTP, and their errors are formatted the same way. */
export function createGraphqlWsServer(tracker: InFlightTracker) {
  return makeServer<Record<string, unknown>, SocketContext>({
    connectionInitWaitTimeout: initTimeoutMs,
    onConnect: ({ extra, connectionParams }) =>
      tracker.track(() => extra.connection.authenticate(readAuthorization(connectionParams))),
    onSubscribe: ({ extra, subscriptions }, id, payload) => {
      subscriptions[id] = createCancelledGenerator(() => extra.connection.onOperationCancelled(payload))
      return tracker.track(() => startOperation(extra.connection, payload))
    },
    execute: (args) => resultOf(args as unknown as OperationArguments) as never,
    subscribe: (args) => resultsOf(args as unknown as OperationArguments) as never,
    // Errors are formatted already.
    onNext: (_context, _id, _payload, _args, result) => result as never,
    onError: ({ extra }, _id, payload, errors) => extra.connection.formatErrors(payload, errors as GraphQLError[]),
    onComplete: ({ extra }, _id, payload) => extra.connection.onOperationEnd(payload),
  })
}

/**
 * graphql-ws ends the generator of an operation when the client sends `complete`. A query has none of its own, and a
 * subscription gets one only after its start.
 */
function createCancelledGenerator(onCancelled: () => void): AsyncGenerator<unknown, undefined> {
  const generator = (async function* (): AsyncGenerator<unknown, undefined> {})()
  generator.return = async () => {
    onCancelled()
    return { done: true, value: undefined }
  }
  return generator
}

async function startOperation(connection: SubscriptionConnection, payload: SubscribePayload) {
  const operation = await connection.run(payload)
  if (operation.kind === 'rejected') return operation.errors
  const document = operation.kind === 'subscription' ? subscriptionDocument : queryDocument
  return { document, operation } as never
}

function resultOf({ operation }: OperationArguments): OperationResult {
  if (operation.kind !== 'result') throw new Error('The operation has no single result.')
  return operation.result
}

function resultsOf({ operation }: OperationArguments): AsyncGenerator<OperationResult> {
  if (operation.kind !== 'subscription') throw new Error('The operation is no subscription.')
  return operation.results
}

/** Clients may write the name in either case, as in headers. */
function readAuthorization(payload: Record<string, unknown> = {}): string | undefined {
  const { Authorization, authorization = Authorization } = payload
  if (authorization == null) return undefined
  // A value that is no string is treated as an invalid credential.
  return typeof authorization === 'string' ? authorization : ''
}
