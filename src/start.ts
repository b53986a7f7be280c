import 'reflect-metadata'
import type { AddressInfo } from 'node:net'
import { type App, createApp } from './app.ts'
import { readSettings, type Settings } from './config.ts'
import type { StopReason } from './platform/cluster/cluster-calls.ts'
import { ClusterWorker } from './platform/cluster/cluster-worker.ts'
import { whenDatabaseAnswers } from './platform/database/wait-for-server.ts'
import { findDoubtfulSettings } from './platform/doctor/settings-check.ts'
import { createServer } from './platform/http/http-server.ts'
import { chooseLog } from './platform/http/log/logger.ts'
import { listenWhileStarting } from './platform/http/startup-server.ts'
import { collectGarbageAfterStart } from './platform/shared/event-loop/garbage-collection.ts'
import { secondMs } from './platform/shared/time.ts'
import { startingMessage, startupMessage } from './start-messages.ts'

/** Starts the service, and stops it on SIGTERM or SIGINT. `onListening` runs when it answers. */
export async function start(
  environment: NodeJS.ProcessEnv = process.env,
  onListening?: (app: App, settings: Settings) => Promise<void>,
): Promise<void> {
  const settings = readSettings(environment)
  const worker = ClusterWorker.find()
  // The first lines are for a person; nobody is helped by the end of a service that cannot say them.
  process.stdout.on('error', () => undefined)
  if (!worker) process.stdout.write(startingMessage)
  const logTo = await chooseLog(settings)
  const { database, drainSeconds } = settings
  const isOthersPort = worker?.place.isAlone === false
  // A database in memory is there at once.
  const startup = database.kind === 'memory' || isOthersPort ? undefined : await listenWhileStarting(settings, logTo)
  const { log } = startup ?? createServer(settings, logTo)
  if (worker?.runsBackgroundWork !== false) for (const { text } of findDoubtfulSettings(settings)) log.warn({}, text)
  const createService = () => createApp({ settings, logTo, worker, rateLimitStore: worker?.rateLimitStore })
  const app =
    database.kind === 'server'
      ? await whenDatabaseAnswers(database.url, (message) => log.info(message), createService)
      : await createService()
  app.unhandledRejections.listen()
  // A person who presses Ctrl-C is alone with the service, and waits.
  const onStop = (reason: StopReason) => stop(app, { reason, ...(reason !== 'SIGINT' && { drainSeconds }) })
  if (worker) worker.onStop(onStop)
  else for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => onStop(signal))
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
  if (worker) worker.reportListening(port)
  else process.stdout.write(startupMessage(settings, port))
  app.server.log.info({ ...app.version, ...(worker && { worker: worker.place.number }) }, 'started')
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
  await app.drain(drainSeconds * secondMs, { isReplaced: reason === 'replaced' })
  app.server.log.info(`${reason}: shutting down`)
  await app.close()
}
