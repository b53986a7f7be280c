import { lend, type StartedApp, startApp } from '../support/app.ts'
import { freePort } from '../support/port.ts'
import { Secrets } from '../support/secrets.ts'

/** What the flows of this file send and get past the usual clients, and no log may hold. */
export const secrets = new Secrets()

/** The service listening on a port of its own, which its PUBLIC_URL names. */
export interface ListeningApp extends StartedApp {
  readonly base: string
}

/** Starts it; OAuth is spoken to by real HTTP, as its provider answers past Fastify. */
export async function startListening(environment: Record<string, string> = {}): Promise<ListeningApp> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const test = await startApp({ PUBLIC_URL: base, ...environment })
  await test.app.server.listen({ port, host: '127.0.0.1' })
  const check = () => {
    test.check()
    secrets.refuseIn(test.logs.map((line) => JSON.stringify(line)))
  }
  const close = async () => {
    await test.close()
    check()
  }
  return { ...test, base, check, close }
}

/** The one that the files of one worker share. */
let shared: Promise<ListeningApp> | undefined

/** The listening service with its usual settings, shared as `sharedApp` is. */
export async function sharedListening(): Promise<ListeningApp> {
  shared ??= startListening()
  return lend(await shared)
}
