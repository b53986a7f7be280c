import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createClient as createEventStreamClient } from 'graphql-sse'
import { type Client, createClient, type FormattedExecutionResult, type SubscribePayload } from 'graphql-ws'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { GraphError } from './graph.ts'
import { Secrets } from './secrets.ts'

export interface LiveOptions {
  readonly token?: string | undefined
  /** The payload of `connection_init`, by default with the token. */
  readonly payload?: Record<string, unknown>
  /** Headers of the upgrade request. */
  readonly headers?: Record<string, string>
}

/** How a WebSocket closed. */
export interface Ended {
  readonly code: number
  readonly reason: string
}

/** One subscription with what it has received so far. */
export interface ReceivedMessages {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape its own document asked for.
  readonly events: FormattedExecutionResult<any>[]
  readonly errors: readonly GraphError[] | undefined
  readonly isComplete: boolean
  /** The error with which the connection or the request failed. */
  readonly connectionError: (Error & { readonly response?: Response }) | undefined
  /** Completes the subscription. */
  end(): void
}

/** A client as applications use it, without reconnection. */
export interface OperationClient {
  subscribe(document: string, variables?: Record<string, unknown>): ReceivedMessages
  /** Sends the payload of an operation. */
  request(payload: SubscribePayload): ReceivedMessages
  close(): Promise<void>
}

/** Resolves when the operation has ended. */
export async function ended(operation: ReceivedMessages): Promise<ReceivedMessages> {
  const hasEnded = () =>
    operation.isComplete || operation.errors !== undefined || operation.connectionError !== undefined
  await expect.poll(hasEnded).toBe(true)
  return operation
}

/** A WebSocket client. */
export interface LiveClient extends OperationClient {
  /** Resolves when the service has read everything sent before. */
  roundTrip(): Promise<void>
  /** Resolves when the service has accepted the connection. */
  readonly connected: Promise<void>
  /** Resolves when the WebSocket has closed. */
  readonly closed: Promise<Ended>
}

/** The WebSocket URL of the server; starts listening when necessary. */
export async function socketUrl(server: FastifyInstance): Promise<string> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  return `ws://127.0.0.1:${(server.server.address() as AddressInfo).port}/graphql`
}

export async function liveClient(
  server: FastifyInstance,
  { token, payload, headers = {} }: LiveOptions = {},
  secrets = new Secrets(),
): Promise<LiveClient> {
  const connectionParams = payload ?? (token === undefined ? {} : { Authorization: `Bearer ${token}` })
  secrets.note(connectionParams, headers)
  const [connected, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<Ended>()]
  const opened = Promise.withResolvers<WebSocket>()
  // Not every test awaits the connection.
  connected.promise.catch(() => undefined)
  const client: Client = createClient({
    url: await socketUrl(server),
    webSocketImpl: class extends WebSocket {
      constructor(address: string, protocols: string) {
        super(address, protocols, { headers })
      }
    },
    connectionParams,
    lazy: false,
    retryAttempts: 0,
    onNonLazyError: () => undefined,
    on: {
      opened: (socket) => opened.resolve(socket as WebSocket),
      connected: () => connected.resolve(),
      closed: (event) => {
        const { code, reason } = event as Ended
        closed.resolve({ code, reason })
        connected.reject(new Error(`${code} ${reason}`))
      },
    },
  })
  return {
    connected: connected.promise,
    closed: closed.promise,
    close: async () => client.dispose(),
    roundTrip: async () => {
      const socket = await opened.promise
      // The client sends an operation some promises after its call.
      await setImmediate()
      const pong = once(socket, 'pong')
      socket.ping()
      await pong
    },
    ...operationsOf(client),
  }
}

/** A client of Server-Sent Events: one request for each operation. */
export async function eventStreamClient(
  server: FastifyInstance,
  { token, headers = {} }: Omit<LiveOptions, 'payload'> = {},
  secrets = new Secrets(),
): Promise<OperationClient> {
  const sent = { ...headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) }
  secrets.note(undefined, sent)
  const url = (await socketUrl(server)).replace('ws:', 'http:')
  const client = createEventStreamClient({ url, headers: sent, retryAttempts: 0 })
  return { close: async () => client.dispose(), ...operationsOf(client as Pick<Client, 'subscribe'>) }
}

/** The transports that accept operations of every kind. */
export const transports = [
  { transport: 'a WebSocket', openClient: liveClient },
  { transport: 'Server-Sent Events', openClient: eventStreamClient },
] as const

function operationsOf(client: Pick<Client, 'subscribe'>): Pick<OperationClient, 'subscribe' | 'request'> {
  return {
    subscribe: (query, variables) => received(client, { query, ...(variables && { variables }) }),
    request: (payload) => received(client, payload),
  }
}

function received(client: Pick<Client, 'subscribe'>, payload: SubscribePayload): ReceivedMessages {
  const state: { -readonly [K in keyof Omit<ReceivedMessages, 'end'>]: ReceivedMessages[K] } = {
    events: [],
    errors: undefined,
    isComplete: false,
    connectionError: undefined,
  }
  const end = client.subscribe(payload, {
    next: (event) => {
      // The errors that end an operation are a message of their own over a WebSocket, and a result over an event stream.
      if (event.data === undefined) state.errors = event.errors as unknown as readonly GraphError[]
      else state.events.push(event as FormattedExecutionResult)
    },
    error: (error) => {
      if (Array.isArray(error)) state.errors = error
      else state.connectionError = error as Error
    },
    complete: () => {
      state.isComplete = true
    },
  })
  return Object.assign(state, { end })
}
