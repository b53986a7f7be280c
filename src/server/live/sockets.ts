import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { handleProtocols } from 'graphql-ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { CredentialReader } from '../../access/reader.ts'
import { networkOf } from '../../base/address.ts'
import type { Figure } from '../../base/figure.ts'
import { Context, type Surroundings } from '../../graphql/context.ts'
import { toFailure } from '../../graphql/errors.ts'
import { Connection, type LiveParts } from '../../graphql/live/connection.ts'
import type { LiveCredentials } from '../../graphql/live/credentials.ts'
import type { Terms } from '../../graphql/live/operation.ts'
import { liveProtocol } from '../../graphql/live/protocol.ts'
import type { Running } from '../../graphql/running.ts'
import { headerIn } from '../header.ts'
import { callerOf } from '../identify.ts'
import { peerFinder } from '../peer.ts'
import { hearPaced } from './paced.ts'
import { turnAway } from './upgrade.ts'

export interface SocketParts extends Terms {
  readonly around: Surroundings
  readonly running: Running
  readonly readers: readonly CredentialReader[]
  readonly credentials: LiveCredentials
}

export interface SocketBounds {
  /** WebSockets at once in this process, and of one account. */
  readonly most: number
  readonly mostOfAccount: number
  /** WebSockets at once of one network that have not said yet who they are. */
  readonly mostUnnamed: number
  /** How often each is asked whether it is still there; without an answer until the next time it is cut. */
  readonly pingMs: number
  /** How long one may be open without a subscription. */
  readonly idleMs: number
  /** How long one is given to close in good order when the service ends. */
  readonly farewellMs: number
}

const usual: SocketBounds = {
  ...{ most: 1_000, mostOfAccount: 20, mostUnnamed: 100 },
  ...{ pingMs: 15_000, idleMs: 60_000, farewellMs: 1_000 },
}

/** The largest message of a client, in bytes. */
const maxPayloadBytes = 64 * 1024

/** RFC 6455, 7.4.1, and graphql-transport-ws. */
const normal = 1000
const goingAway = 1001
const internalError = 4500

/** What is known of one open WebSocket. */
interface Open {
  readonly connection: Connection
  readonly network: string
  isAlive: boolean
  idleSince: number
}

/**
 * Serves subscriptions at /graphql over graphql-transport-ws. Every origin may connect, as to the rest of the API: a
 * browser adds nothing to a WebSocket that this service would take for a credential.
 */
export class LiveSockets {
  readonly #parts: SocketParts
  readonly #bounds: SocketBounds
  readonly #log: FastifyBaseLogger
  readonly #protocol: ReturnType<typeof liveProtocol>
  readonly #open = new Map<WebSocket, Open>()
  #isOver = false

  constructor(server: FastifyInstance, parts: SocketParts, bounds: Partial<SocketBounds> = {}) {
    this.#parts = parts
    this.#bounds = { ...usual, ...bounds }
    this.#log = server.log
    this.#protocol = liveProtocol(parts.running)
    const sockets = new WebSocketServer({ noServer: true, maxPayload: maxPayloadBytes, handleProtocols })
    const peerOf = peerFinder(parts.around.settings)
    server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const address = peerOf(request)
      if (this.#isOver || !this.#hasRoomFor(networkOf(address))) return turnAway(socket)
      sockets.handleUpgrade(request, socket, head, (opened) => this.#welcome(opened, request, address))
    })
    const lookAround = setInterval(() => this.#lookAround(), this.#bounds.pingMs).unref()
    server.addHook('preClose', async () => {
      clearInterval(lookAround)
      await this.#sendAway()
    })
  }

  /** What `/metrics` shows of it. */
  figures(): Figure[] {
    const subscriptions = [...this.#open.values()].reduce((sum, { connection }) => sum + connection.subscriptions, 0)
    return [
      { name: 'tack_live_connections', type: 'gauge', help: 'WebSockets that are open.', value: this.#open.size },
      { name: 'tack_live_subscriptions', type: 'gauge', help: 'Subscriptions that run.', value: subscriptions },
    ]
  }

  /** So that one network alone cannot take every place by connecting and saying nothing. */
  #hasRoomFor(network: string): boolean {
    if (this.#open.size >= this.#bounds.most) return false
    const unnamed = [...this.#open.values()].filter((open) => !open.connection.key && open.network === network)
    return unnamed.length < this.#bounds.mostUnnamed
  }

  #welcome(socket: WebSocket, request: IncomingMessage, address: string): void {
    const close = (code: number, reason: string) => socket.close(code, reason)
    const connection = new Connection(this.#partsFor(request, address), request.headers.authorization, close)
    const open = { connection, network: networkOf(address), isAlive: true, idleSince: performance.now() }
    this.#open.set(socket, open)
    const closed = this.#protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => sent(socket, text),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (hear) => hearPaced(socket, (text) => hear(text).catch((err: unknown) => this.#giveUp(socket, err))),
      },
      { connection },
    )
    socket.on('pong', () => {
      open.isAlive = true
    })
    // The library closes it with the code that says what was wrong, such as a message too large.
    socket.on('error', (err) => this.#log.debug({ err }, 'a WebSocket broke'))
    socket.once('close', (code, reason) => {
      this.#open.delete(socket)
      connection.leave()
      closed(code, String(reason)).catch((err: unknown) => this.#log.error({ err }, 'a subscription did not end well'))
    })
  }

  #partsFor(request: IncomingMessage, address: string): LiveParts {
    const { around, readers, ...shared } = this.#parts
    const header = headerIn(request.headers)
    return {
      ...shared,
      identify: (authorization) => callerOf(authorization, readers),
      contextFor: (caller) => {
        const id = randomUUID()
        const log = this.#log.child({ reqId: id })
        return new Context(around, caller, { id, log, method: request.method ?? 'GET', address, header })
      },
      hasRoomFor: (key) => {
        const same = [...this.#open.values()].filter(({ connection }) => connection.key === key)
        return same.length < this.#bounds.mostOfAccount
      },
    }
  }

  /** What the protocol threw is no refusal: a client that broke the protocol, or a fault of ours. */
  #giveUp(socket: WebSocket, error: unknown): void {
    const failure = toFailure(error)
    this.#log.error({ err: failure.cause ?? error }, failure.message)
    socket.close(internalError, failure.message)
  }

  /** Cuts who has not answered since the last time, and sends away who has subscribed to nothing for long. */
  #lookAround(): void {
    const now = performance.now()
    for (const [socket, open] of this.#open) {
      if (!open.isAlive) {
        socket.terminate()
        continue
      }
      open.isAlive = false
      socket.ping()
      if (open.connection.subscriptions > 0) open.idleSince = now
      else if (now - open.idleSince >= this.#bounds.idleMs) socket.close(normal, 'Nothing is subscribed to.')
    }
  }

  /** Tells everybody to go elsewhere; clients connect again by themselves, and find another node. */
  async #sendAway(): Promise<void> {
    this.#isOver = true
    const all = [...this.#open.keys()].map((socket) => {
      socket.close(goingAway, 'The service is ending.')
      return new Promise((resolve) => socket.once('close', resolve))
    })
    const late = setTimeout(() => {
      for (const socket of this.#open.keys()) socket.terminate()
    }, this.#bounds.farewellMs)
    await Promise.all(all)
    clearTimeout(late)
  }
}

/**
 * Resolves when the connection has taken it, so that a slow reader is noticed. One that broke has its own end, and who
 * was reading has left, which is no fault of anybody's.
 */
function sent(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) resolve()
    else socket.send(text, () => resolve())
  })
}
