import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '../app.ts'
import type { Settings } from '../config.ts'
import { areSecretsEqual } from '../platform/shared/secret-digest.ts'
import { DemoApi } from './demo-api.ts'
import { createDemoContent } from './demo-content.ts'

/**
 * The settings of the demo: a data folder of its own, and this machine only, because its password is in the source. Other
 * settings of the environment do not apply, so that a demo never writes into a real database.
 */
export function demoEnvironment({ PORT, LOG_LEVEL, DEMO_FOLDER = './data/demo' }: NodeJS.ProcessEnv) {
  return {
    ...(PORT !== undefined && { PORT }),
    LOG_LEVEL: LOG_LEVEL ?? 'warn',
    HOST: '127.0.0.1',
    DATABASE_URL: `file:${DEMO_FOLDER}`,
    RATE_LIMITS: 'off',
  }
}

/** Fills an empty data folder, and prints an address that is logged in when it is opened. */
export async function openDemo(app: App, settings: Settings, complete: () => Promise<void>): Promise<void> {
  const api = new DemoApi(app.server)
  if (!(await api.logIn())) {
    process.stdout.write('Creating 40 links and 20,000 clicks ...\n')
    await createDemoContent(app, api)
  }
  await complete()
  const address = await serveLoginLink(app, api, settings)
  process.stdout.write(`
Open this address once. You are then logged in:

  ${address}

Later, log in with ${api.email} and the password "${api.password}".

`)
}

/**
 * Serves one address on a port of its own, which logs the first browser in that opens it. The service has no such path, so
 * none can be left open by a setting. Cookies do not depend on the port (RFC 6265, 8.5).
 */
async function serveLoginLink(app: App, api: DemoApi, { publicUrl }: Settings): Promise<string> {
  const { port: servicePort } = app.server.server.address() as AddressInfo
  const target = `${publicUrl.replace(/:0$/, `:${servicePort}`)}/app`
  const path = Buffer.from(`/${randomBytes(24).toString('base64url')}`)
  const links = createServer(async ({ url = '' }, response) => {
    if (!areSecretsEqual(Buffer.from(url), path)) return response.writeHead(404).end()
    links.close()
    const token = await api.logIn()
    const cookie = `tack_session=${token}; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax`
    const headers = { 'set-cookie': cookie, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
    response.writeHead(303, { ...headers, location: target, connection: 'close' }).end()
  })
  links.unref()
  await new Promise<void>((resolve) => links.listen(0, '127.0.0.1', resolve))
  const { port } = links.address() as AddressInfo
  return `http://localhost:${port}${path}`
}
