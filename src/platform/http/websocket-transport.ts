import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** How many messages of one client are processed at once: one for each running subscription, and a few more. */
const maxConcurrentMessages = 20

/**
 * Stops reading from a client that does not read its answers, because they would otherwise fill the memory of the
 * process. `handleMessage` must not reject.
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
 * Whether the request opens the WebSocket of subscriptions. Any other upgrade, such as the h2c that curl and Java send
 * with a plain GET, is ignored and the request answered normally (RFC 9110, 7.8).
 */
export function isWebSocketUpgrade({ method, url = '', headers }: IncomingMessage): boolean {
  const [path = ''] = url.split('?', 1)
  return method === 'GET' && /^\/graphql\/?$/.test(path) && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Answers an upgrade request with 503. */
export function rejectUpgrade(socket: Duplex): void {
  const lines = ['HTTP/1.1 503 Service Unavailable', 'Retry-After: 5', 'Content-Length: 0', 'Connection: close']
  socket.on('error', () => socket.destroy())
  socket.end([...lines, '', ''].join('\r\n'), () => socket.destroy())
}
