import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { startApp, type TestApp } from '../support/app.ts'

/** The service listening on a port of its own, which its PUBLIC_URL names. */
export interface ListeningApp extends TestApp {
  readonly base: string
}

/** Starts it; OAuth is spoken to by real HTTP, as its provider answers past Fastify. */
export async function startListening(environment: Record<string, string> = {}): Promise<ListeningApp> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const test = await startApp({ PUBLIC_URL: base, ...environment })
  await test.app.server.listen({ port, host: '127.0.0.1' })
  return { ...test, base }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
