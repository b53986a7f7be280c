import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hourMs } from '../shared/time.ts'
import { hasBody } from './lingering-close.ts'

/** The code of the error with which Node reports a request that took too long. */
export const requestTimeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT'

/** How long a client may take for a body of any size, how fast it must send a larger one, and how long that may take. */
const freeMs = 30_000
const minBytesPerSecond = 16 * 1024
const maxMs = hourMs

const tickMs = 1_000

/** A body that has not arrived completely. */
interface OpenBody {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly firstByte: number
  /** How long the service was ready to read and the client was to send. */
  waitedMs: number
  openMs: number
}

/** The connections whose body is timed here, and not by Node. */
const timedSockets = new WeakSet<Socket>()

/** Whether the time limit of Node, which does not look at what arrives, does not apply to the request of a connection. */
export function hasTimedBody(socket: Socket): boolean {
  return timedSockets.has(socket)
}

/**
 * Ends requests whose body arrives too slowly: a slow sender must not hold a connection forever. A large file may take its
 * time as long as it arrives at a minimum rate. Time in which the service has not yet read what has arrived, for example
 * because the database is busy, is not the client's.
 */
export class SlowBodies {
  private readonly bodies = new Set<OpenBody>()
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly server: FastifyInstance) {
    server.addHook('onRequest', async ({ raw }, reply) => this.add(raw, reply.raw))
    server.addHook('onClose', async () => clearInterval(this.timer))
  }

  private add(request: IncomingMessage, response: ServerResponse): void {
    // An injected request of a test has no such property.
    if (request.complete !== false || !hasBody(request)) return
    this.bodies.add({ request, response, firstByte: request.socket.bytesRead, waitedMs: 0, openMs: 0 })
    timedSockets.add(request.socket)
    this.timer ??= setInterval(() => this.tick(tickMs), tickMs).unref()
  }

  /** Looks at all bodies. Called after that many milliseconds; a longer delay is the service's. */
  tick(ms: number): void {
    for (const body of this.bodies) {
      const { request, response } = body
      if (request.complete || request.socket.destroyed) {
        this.remove(body)
        continue
      }
      body.openMs += ms
      if (request.readableLength < request.readableHighWaterMark) body.waitedMs += ms
      if (!isTooSlow(body)) continue
      this.remove(body)
      if (response.headersSent) request.socket.destroy()
      else reportTimeout(this.server.server as Server, request.socket)
    }
    if (this.bodies.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }

  private remove(body: OpenBody): void {
    this.bodies.delete(body)
    timedSockets.delete(body.request.socket)
  }
}

function isTooSlow({ request, firstByte, waitedMs, openMs }: OpenBody): boolean {
  const expectedBytes = (minBytesPerSecond * (waitedMs - freeMs)) / 1_000
  return openMs >= maxMs || request.socket.bytesRead - firstByte < expectedBytes
}

function reportTimeout(server: Server, socket: Socket): void {
  const error = Object.assign(new Error('The body arrives too slowly.'), { code: requestTimeoutCode })
  server.emit('clientError', error, socket)
}
