import 'reflect-metadata'
import type { AddressInfo } from 'node:net'
import { type App, createApp } from './app.ts'
import { InvalidSetting, readSettings, type Settings } from './config.ts'
import { UnknownSchema } from './platform/database/database.errors.ts'
import { FolderInUse } from './platform/database/folder-lock.ts'
import { createTerminalLog } from './platform/http/logger.ts'
import { collectGarbageAfterStart } from './platform/shared/garbage-collection.ts'

/** Starts the service, and stops it on SIGTERM or SIGINT. */
export async function start(): Promise<void> {
  const settings = readSettings(process.env)
  process.stdout.write('Starting Tack ...\n')
  const app = await createApp({ settings, logTo: process.stdout.isTTY ? await createTerminalLog() : undefined })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(app, signal))
  app.database.embedded?.onCrash(({ isLost }) => {
    if (isLost) void stop(app, 'the database is lost', 1)
  })
  try {
    await listen(app, settings)
  } catch (error) {
    await app.close().catch((err: unknown) => app.server.log.error({ err }, 'the service could not be closed'))
    throw error
  }
  const { port } = app.server.server.address() as AddressInfo
  process.stdout.write(startupMessage(settings, port))
  collectGarbageAfterStart()
}

/** Opens the ports without a log line for each address, because the startup message says it better. */
async function listen({ server, metricsServer }: App, settings: Settings): Promise<void> {
  const { host, port, metricsPort, logLevel } = settings
  server.log.level = 'silent'
  if (metricsServer && metricsPort !== undefined) await metricsServer.listen({ host, port: metricsPort })
  await server.listen({ host, port }).finally(() => {
    server.log.level = logLevel
  })
}

async function stop(app: App, reason: string, exitCode = 0): Promise<void> {
  app.server.log.info(`${reason}: shutting down`)
  await app.close()
  process.exit(exitCode)
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
