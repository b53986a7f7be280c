import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { handleProtocols } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { logServerError, toServiceError } from '../graphql/error-formatting.ts'
import type { InFlightTracker } from '../graphql/in-flight-tracker.ts'
import type { OperationRunner } from '../graphql/operation-runner.ts'
import { RequestContext } from '../graphql/request-context.ts'
import type { Quota } from '../graphql/request-limits.ts'
import type { AppContext } from '../graphql/request-types.ts'
import type { CredentialWatcher } from '../graphql/subscriptions/credential-watcher.ts'
import { createGraphqlWsServer } from '../graphql/subscriptions/graphql-ws-server.ts'
import {
  type ConnectionDependencies,
  SubscriptionConnection,
} from '../graphql/subscriptions/subscription-connection.ts'
import { enterTurn } from '../shared/event-loop/turn-queue.ts'
import { toNetwork } from '../shared/ip-address.ts'
import { gauge, type Metric } from '../shared/metrics/metric.ts'
import { findJsonExcess, smallJsonLength } from '../shared/text/json-size.ts'
import type { Authenticator } from './authenticator.ts'
import { createClientAddressReader } from './client-address.ts'
import { headerReader } from './request-authentication.ts'

export interface SubscriptionServerDependencies {
  readonly runner: OperationRunner
  readonly quota: Quota
  readonly appContext: AppContext
  readonly tracker: InFlightTracker
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  readonly credentials: CredentialWatcher
}

/** Open WebSockets of this process, and of one account. */
const maxConnections = 1_000
const maxPerAccount = 20

/** Open WebSockets of one network before `connection_init`. */
const maxUnauthenticatedPerNetwork = 100

/** Interval of pings; a connection without an answer to the last ping is closed. */
const pingIntervalMs = 15_000

/** How long a connection may be open without an operation. */
const idleTimeoutMs = 60_000

/** How long running queries and mutations may take when the service stops. */
const answerTimeoutMs = 5_000

/** How long a connection may take to close after that. */
const closeTimeoutMs = 1_000

/** The largest message of a client, in bytes. */
const maxPayloadBytes = 64 * 1024

/** RFC 6455, 7.4.1, and graphql-transport-ws. */
const normalClosure = 1000
const goingAway = 1001
const badRequest = 4400
const internalError = 4500

interface OpenConnection {
  readonly connection: SubscriptionConnection
  readonly network: string
  isAlive: boolean
}

/**
 * Serves operations of every kind at /graphql over graphql-transport-ws. Every origin may connect, as to the rest of the API: a
 * browser adds no credential to a WebSocket that this service accepts.
 */
export class SubscriptionServer {
  private readonly log: FastifyBaseLogger
  private readonly protocol: ReturnType<typeof createGraphqlWsServer>
  private readonly connections = new Map<WebSocket, OpenConnection>()
  private isClosing = false

  constructor(
    server: FastifyInstance,
    private readonly dependencies: SubscriptionServerDependencies,
  ) {
    this.log = server.log
    this.protocol = createGraphqlWsServer(dependencies.tracker)
    const sockets = new WebSocketServer({ noServer: true, maxPayload: maxPayloadBytes, handleProtocols })
    const clientAddressOf = createClientAddressReader(dependencies.appContext.settings)
    server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const address = clientAddressOf(request)
      if (this.isClosing || !this.canAccept(toNetwork(address))) return rejectUpgrade(socket)
      sockets.handleUpgrade(request, socket, head, (opened) => this.accept(opened, request, address))
    })
    const pingTimer = setInterval(() => this.pingAll(), pingIntervalMs).unref()
    server.addHook('preClose', async () => {
      clearInterval(pingTimer)
      await this.closeAll()
    })
  }

  metrics(): Metric[] {
    let subscriptions = 0
    for (const { connection } of this.connections.values()) subscriptions += connection.subscriptionCount
    return [
      gauge('tack_live_connections', 'Open WebSockets.', this.connections.size),
      gauge('tack_live_subscriptions', 'Running subscriptions over WebSockets.', subscriptions),
    ]
  }

  /** Limits unauthenticated connections by network, so that one network cannot take all connections. */
  private canAccept(network: string): boolean {
    if (this.connections.size >= maxConnections) return false
    const unauthenticated = [...this.connections.values()].filter(
      (openConnection) => !openConnection.connection.ownerKey && openConnection.network === network,
    )
    return unauthenticated.length < maxUnauthenticatedPerNetwork
  }

  private accept(socket: WebSocket, request: IncomingMessage, address: string): void {
    const close = (code: number, reason: string) => socket.close(code, reason)
    const dependencies = this.connectionDependencies(request, address)
    const connection = new SubscriptionConnection(dependencies, request.headers.authorization, close)
    const openConnection = { connection, network: toNetwork(address), isAlive: true }
    this.connections.set(socket, openConnection)
    const closed = this.protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => send(socket, text),
        close,
        onMessage: (handleMessage) =>
          readWithBackpressure(
            socket,
            address,
            async (text) => {
              const excess = findJsonExcess(text)
              if (excess) socket.close(badRequest, `A message ${excess}.`)
              else await handleMessage(text)
            },
            (err) => this.closeOnError(socket, err),
          ),
      },
      { connection },
    )
    socket.on('pong', () => {
      openConnection.isAlive = true
    })
    // ws closes the socket with the code for the error, such as a message that is too large.
    socket.on('error', (err) => this.log.debug({ err }, 'a WebSocket failed'))
    socket.once('close', (code, reason) => {
      this.connections.delete(socket)
      connection.onClose()
      closed(code, String(reason)).catch((err: unknown) => this.log.error({ err }, 'a subscription could not be ended'))
    })
  }

  private connectionDependencies(request: IncomingMessage, address: string): ConnectionDependencies {
    const { appContext, authenticator, ...shared } = this.dependencies
    const header = headerReader(request.headers)
    return {
      ...shared,
      authenticate: (authorization) => authenticator.authenticate(authorization, address),
      createContext: (caller, deadline) => {
        const id = randomUUID()
        const log = this.log.child({ reqId: id })
        const isGone = () => request.socket.destroyed
        const details = { id, log, method: request.method ?? 'GET', address, header, isGone }
        return new RequestContext(appContext, caller, details, deadline)
      },
      canAccept: (key) => {
        const sameOwner = [...this.connections.values()].filter(({ connection }) => connection.ownerKey === key)
        return sameOwner.length < maxPerAccount
      },
    }
  }

  /** The protocol throws when a client violates it, or for a fault of ours. */
  private closeOnError(socket: WebSocket, error: unknown): void {
    logServerError(this.log, error)
    socket.close(internalError, toServiceError(error).message)
  }

  /** Terminates connections without an answer to the last ping, and closes those that are idle for too long. */
  private pingAll(): void {
    const now = performance.now()
    for (const [socket, openConnection] of this.connections) {
      if (!openConnection.isAlive) {
        socket.terminate()
        continue
      }
      openConnection.isAlive = false
      socket.ping()
      if (openConnection.connection.idleMs(now) >= idleTimeoutMs)
        socket.close(normalClosure, 'The connection has no operation.')
    }
  }

  /** Closes all connections when their queries and mutations are answered. Clients reconnect to another node. */
  private async closeAll(): Promise<void> {
    this.isClosing = true
    await Promise.all([...this.connections].map(([socket, { connection }]) => closeWhenAnswered(socket, connection)))
  }
}

async function closeWhenAnswered(socket: WebSocket, connection: SubscriptionConnection): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await Promise.race([closed, connection.whenAnswered(), pause(answerTimeoutMs, undefined, { ref: false })])
  socket.close(goingAway, 'The service is shutting down.')
  const terminateTimer = setTimeout(() => socket.terminate(), closeTimeoutMs)
  await closed
  clearTimeout(terminateTimer)
}

/** Resolves when the message was handed to the network, so that a slow reader is noticed. Never rejects. */
function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) resolve()
    else socket.send(text, () => resolve())
  })
}

/** How many messages of one client are processed at once: one for each running subscription, and a few more. */
const maxConcurrentMessages = 20

/**
 * Handles the messages of a client in their order. Stops reading from a client that does not read its answers: they would fill
 * the memory of the process.
 */
function readWithBackpressure(
  socket: WebSocket,
  address: string,
  handleMessage: (text: string) => Promise<void>,
  onError: (error: unknown) => void,
): void {
  let inFlight = 0
  let previousBegin = Promise.resolve()
  socket.on('message', (data) => {
    const text = String(data)
    inFlight++
    if (inFlight === maxConcurrentMessages) socket.pause()
    const onEnd = () => {
      inFlight--
      if (inFlight === maxConcurrentMessages - 1) socket.resume()
    }
    const begin = previousBegin.then(() => (text.length > smallJsonLength ? enterTurn(address) : undefined))
    previousBegin = begin
    begin
      .then(() => handleMessage(text))
      .finally(onEnd)
      .catch(onError)
  })
}

/** Answers an upgrade request with 503. */
function rejectUpgrade(socket: Duplex): void {
  const lines = ['HTTP/1.1 503 Service Unavailable', 'Retry-After: 5', 'Content-Length: 0', 'Connection: close']
  socket.on('error', () => socket.destroy())
  socket.end([...lines, '', ''].join('\r\n'), () => socket.destroy())
}
