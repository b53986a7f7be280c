import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Client, createClient, type FormattedExecutionResult, type SubscribePayload } from 'graphql-ws'
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
  /** Completes the subscription. */
  end(): void
}

/** A WebSocket client as applications use it, without reconnection. */
export interface LiveClient {
  subscribe(document: string, variables?: Record<string, unknown>): ReceivedMessages
  /** Sends the payload of a `subscribe` message. */
  request(payload: SubscribePayload): ReceivedMessages
  /** Resolves when the service has read everything sent before. */
  roundTrip(): Promise<void>
  /** Resolves when the service has accepted the connection. */
  readonly connected: Promise<void>
  /** Resolves when the WebSocket has closed. */
  readonly closed: Promise<Ended>
  close(): Promise<void>
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
      const pong = once(socket, 'pong')
      socket.ping()
      await pong
    },
    subscribe: (query, variables) => received(client, { query, ...(variables && { variables }) }),
    request: (payload) => received(client, payload),
  }
}

function received(client: Client, payload: SubscribePayload): ReceivedMessages {
  const state = { events: [] as FormattedExecutionResult[], errors: undefined as never, isComplete: false }
  const end = client.subscribe(payload, {
    next: (event) => void state.events.push(event as FormattedExecutionResult),
    error: (errors) => void Object.assign(state, Array.isArray(errors) && { errors }),
    complete: () => void Object.assign(state, { isComplete: true }),
  })
  return Object.assign(state, { end })
}
