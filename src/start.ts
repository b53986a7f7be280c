import 'reflect-metadata'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type App, createApp } from './app.ts'
import { InvalidSetting, readSettings, type Settings } from './config.ts'
import { UnknownSchema } from './platform/database/database.errors.ts'
import { FolderInUse } from './platform/database/folder-lock.ts'
import { createTerminalLog } from './platform/http/logger.ts'

/** Starts the service, and stops it on SIGTERM or SIGINT. */
export async function start(): Promise<void> {
  const settings = readSettings(process.env)
  process.stdout.write('Starting Tack ...\n')
  const app = await createApp({ settings, logTo: process.stdout.isTTY ? await createTerminalLog() : undefined })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(app, signal))
  // Fastify logs each address it listens on; the startup message says it better.
  app.server.log.level = 'silent'
  try {
    await app.server.listen({ host: settings.host, port: settings.port })
    app.server.log.level = settings.logLevel
  } catch (error) {
    await app.close()
    throw error
  }
  const { port } = app.server.server.address() as AddressInfo
  process.stdout.write(startupMessage(settings, port))
  setTimeout(collectGarbage, 2_000).unref()
}

/** Frees the 100 MB that only the start needed. Without it V8 would keep them until the service is busy. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

async function stop(app: App, signal: string): Promise<void> {
  app.server.log.info(`${signal}: shutting down`)
  await app.close()
  process.exit(0)
}

/** The message after the start. Its curl line works unchanged. */
function startupMessage({ publicUrl, database, dataFolder }: Settings, port: number): string {
  const baseUrl = publicUrl.replace(/:0$/, `:${port}`)
  const storageDescriptions = {
    server: 'a PostgreSQL server',
    folder: `the embedded database in ${dataFolder}`,
    memory: 'memory, until it stops',
  }
  return `
Tack is running. It stores its data in ${storageDescriptions[database.kind]}.

  Home page  ${baseUrl}
  GraphQL    ${baseUrl}/graphql
  REST       ${baseUrl}/v1
  Reference  ${baseUrl}/docs (OpenAPI at ${baseUrl}/v1/openapi.json)

Shorten your first URL:

  curl -X POST ${baseUrl}/v1/free-urls/shorten -H 'Content-Type: application/json' -d '{"longUrl":"https://example.com/hello"}'

`
}

/** Prints an expected error as one sentence, any other one with its stack. */
export function reportStartError(error: unknown): void {
  const { code, port } = error as { code?: string; port?: number }
  const isExpected = [InvalidSetting, FolderInUse, UnknownSchema].some((expected) => error instanceof expected)
  if (isExpected) console.error((error as Error).message)
  else if (code === 'EADDRINUSE')
    console.error(`Port ${port} is in use. Choose another one, for example PORT=3001 npm start.`)
  else console.error('Tack could not start:', error)
}
