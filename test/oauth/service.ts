import { type StartedApp, startApp } from '../support/app.ts'
import { freePort } from '../support/port.ts'
import { Secrets } from '../support/secrets.ts'

/** Credentials that the OAuth flows exchange. No log may contain them. */
export const secrets = new Secrets()

/** The service, listening on the port in its PUBLIC_URL. */
export interface ListeningApp extends StartedApp {
  readonly base: string
}

/** Starts it. The OAuth tests need real HTTP, because the provider writes to the socket without Fastify. */
export async function startListening(
  environment: Record<string, string> = {},
  chosenPort?: number,
  host = '127.0.0.1',
): Promise<ListeningApp> {
  const port = chosenPort ?? (await freePort())
  const base = `http://${host}:${port}`
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
