import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Whether a request asks for the WebSocket there is. Any other request for an upgrade, such as the h2c that curl and
 * Java's client send with a plain GET, is answered as if it had not asked (RFC 9110, 7.8).
 */
export function asksForSocket({ method, url = '', headers }: IncomingMessage): boolean {
  const [path = ''] = url.split('?', 1)
  return method === 'GET' && /^\/graphql\/?$/.test(path) && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Answers a request for a WebSocket that cannot be granted now. */
export function turnAway(socket: Duplex): void {
  const lines = ['HTTP/1.1 503 Service Unavailable', 'Retry-After: 5', 'Content-Length: 0', 'Connection: close']
  socket.on('error', () => socket.destroy())
  socket.end([...lines, '', ''].join('\r\n'), () => socket.destroy())
}
