import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Messages of one client that are under way at once: each of its subscriptions for as long as it runs, and a few more. */
const maxConcurrentMessages = 20

/**
 * Hears a client no faster than it is answered and reads its answers. Else one that asks and never reads would fill the
 * memory of the process with what it is owed. `hear` does not reject.
 */
export function readWithBackpressure(socket: WebSocket, handleMessage: (text: string) => Promise<void>): void {
  let inFlight = 0
  socket.on('message', (data) => {
    inFlight++
    if (inFlight === maxConcurrentMessages) socket.pause()
    void handleMessage(String(data)).finally(() => {
      inFlight--
      if (inFlight === maxConcurrentMessages - 1) socket.resume()
    })
  })
}

/**
 * Whether a request asks for the WebSocket there is. Any other request for an upgrade, such as the h2c that curl and
 * Java's client send with a plain GET, is answered as if it had not asked (RFC 9110, 7.8).
 */
export function isWebSocketUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  const [path = ''] = url.split('?', 1)
  return method === 'GET' && /^\/graphql\/?$/.test(path) && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Answers a request for a WebSocket that cannot be granted now. */
export function rejectUpgrade(socket: Duplex): void {
  const lines = ['HTTP/1.1 503 Service Unavailable', 'Retry-After: 5', 'Content-Length: 0', 'Connection: close']
  socket.on('error', () => socket.destroy())
  socket.end([...lines, '', ''].join('\r\n'), () => socket.destroy())
}
