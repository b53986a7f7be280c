import 'reflect-metadata'
import type { AddressInfo } from 'node:net'
import { type App, createApp } from './app.ts'
import { InvalidSetting, readSettings, type Settings } from './config.ts'
import { isDatabaseUnavailable, UnknownSchema } from './platform/database/database.errors.ts'
import { FolderInUse } from './platform/database/embedded/folder-lock.ts'
import { waitForServer } from './platform/database/wait-for-server.ts'
import { createTerminalLog } from './platform/http/logger.ts'
import { listenWhileStarting } from './platform/http/startup-server.ts'
import { collectGarbageAfterStart } from './platform/shared/event-loop/garbage-collection.ts'
import { secondMs } from './platform/shared/time.ts'
import { programVersionText } from './platform/shared/version.ts'

/** Starts the service, and stops it on SIGTERM or SIGINT. `onListening` runs when it answers. */
export async function start(
  environment: NodeJS.ProcessEnv = process.env,
  onListening?: (app: App, settings: Settings) => Promise<void>,
): Promise<void> {
  const settings = readSettings(environment)
  process.stdout.write(`Starting Tack ${programVersionText} ...\n`)
  const { logFormat = process.stdout.isTTY ? 'pretty' : 'json' } = settings
  const logTo = logFormat === 'pretty' ? await createTerminalLog() : undefined
  const { database, drainSeconds } = settings
  const startup = database.kind === 'server' ? await listenWhileStarting(settings, logTo) : undefined
  if (startup && database.kind === 'server')
    await waitForServer(database.url, ({ message }) => startup.log.info(`waiting for the database: ${message}`))
  const app = await createApp({ settings, logTo })
  app.unhandledRejections.listen()
  process.once('SIGTERM', () => stop(app, { reason: 'SIGTERM', drainSeconds }))
  // A person who presses Ctrl-C is alone with the service, and waits.
  process.once('SIGINT', () => stop(app, { reason: 'SIGINT' }))
  app.database.embedded?.onCrash(({ isLost }) => {
    if (isLost) stop(app, { reason: 'the database is lost', exitCode: 1 })
  })
  app.database.embedded?.onConnectionKept(() =>
    stop(app, { reason: 'the connection of the database was not returned', drainSeconds, exitCode: 1 }),
  )
  await startup?.close()
  try {
    await listen(app, settings)
  } catch (error) {
    await app.close().catch((err: unknown) => app.server.log.error({ err }, 'the service could not be closed'))
    throw error
  }
  const { port } = app.server.server.address() as AddressInfo
  process.stdout.write(startupMessage(settings, port))
  app.server.log.info(app.version, 'started')
  await onListening?.(app, settings)
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

interface Stop {
  readonly reason: string
  /** How long everything is still served, while load balancers read at `/readyz` that the process ends. */
  readonly drainSeconds?: number
  readonly exitCode?: number
}

/** Ends the process, with 1 when the service cannot be stopped. */
function stop(app: App, options: Stop): void {
  drainAndClose(app, options).then(
    () => process.exit(options.exitCode ?? 0),
    (err: unknown) => {
      app.server.log.fatal({ err }, 'the service could not be stopped')
      process.exit(1)
    },
  )
}

async function drainAndClose(app: App, { reason, drainSeconds = 0 }: Stop): Promise<void> {
  if (drainSeconds > 0) app.server.log.info(`${reason}: shutting down in ${drainSeconds} s`)
  await app.drain(drainSeconds * secondMs)
  app.server.log.info(`${reason}: shutting down`)
  await app.close()
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
  const sentence = describeStartError(error)
  if (sentence === null) console.error('Tack could not start:', error)
  else console.error(sentence)
}

function describeStartError(error: unknown): string | null {
  const { message, code, port, path } = error as NodeJS.ErrnoException & { readonly port?: number }
  if ([InvalidSetting, FolderInUse, UnknownSchema].some((expected) => error instanceof expected)) return message
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one, for example PORT=3001 npm start.`
  if (isDatabaseUnavailable(error)) return `Tack could not start, because its database cannot be used: ${message}`
  if (path !== undefined) return `Tack could not start, because it cannot use ${path}: ${message}`
  return null
}
