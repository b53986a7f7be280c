import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port for a service that starts later. It is below the ephemeral range, from which connections of other tests take
 * ports.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const server = createServer()
  const isFree = new Promise((resolve) => {
    server.once('listening', () => resolve(true)).once('error', () => resolve(false))
  })
  server.listen(port, '127.0.0.1')
  if (!(await isFree)) return freePort()
  server.close()
  await once(server, 'close')
  return port
}
