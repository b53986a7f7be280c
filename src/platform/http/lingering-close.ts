import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** How long, and how much, a client may still send after its answer. */
const maxLingerMs = 10_000
const maxIdleMs = 3_000
const maxLingerBytes = 64 * 1024 * 1024

/** The connections whose client is still sending a request that is answered. */
const lingering = new WeakSet<Socket>()

/**
 * Lets an answer arrive that is sent before the body of its request was read (RFC 9112, 9.6). Most clients read the answer
 * only after they have sent everything, and a connection that is closed until then fails with EPIPE or ECONNRESET. So
 * what still arrives is read and dropped, within bounds, before the answer ends and its connection may be closed.
 */
export function lingerAfterEarlyAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async ({ raw }, reply, payload) => {
    // An injected request of a test has no such property.
    if (raw.complete !== false || !hasBody(raw)) return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    reply.header('content-length', Buffer.byteLength(payload))
    const answer = new Readable({ read: () => undefined })
    answer.push(payload)
    dropRest(raw.socket, raw, (isComplete) => {
      if (!isComplete) reply.raw.once('finish', () => raw.destroy())
      answer.push(null)
    })
    return answer
  })
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether the connection has its last answer already, and nothing may be written to it. */
export function isLingering(socket: Socket): boolean {
  return lingering.has(socket)
}

/** Sends the last bytes of a connection, whose client may still be sending, and closes it after that. */
export function endLingering(socket: Socket, lastBytes: string): void {
  socket.end(lastBytes)
  dropRest(socket, socket, () => socket.destroy())
}

/** Reads what arrives and drops it, until the source ends or a bound is reached. */
function dropRest(socket: Socket, source: Readable, onEnd: (isComplete: boolean) => void): void {
  const firstByte = socket.bytesRead
  lingering.add(socket)
  const end = (isComplete: boolean) => {
    clearTimeout(timer)
    clearTimeout(idleTimer)
    source.off('data', onData).off('end', onComplete).off('close', onComplete)
    lingering.delete(socket)
    onEnd(isComplete)
  }
  const onComplete = () => end(true)
  const onData = () => {
    if (socket.bytesRead - firstByte > maxLingerBytes) return end(false)
    idleTimer.refresh()
  }
  const timer = setTimeout(() => end(false), maxLingerMs)
  const idleTimer = setTimeout(() => end(false), maxIdleMs)
  source.on('data', onData).on('end', onComplete).on('close', onComplete).resume()
}
