import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { adminCommands, archiveParts, createModules, resolvers, serviceChecks, tables } from './modules.ts'
import { adminCall, runAdminCommand } from './platform/admin-command.ts'
import { createPlatform, type PlatformOptions } from './platform/create-platform.ts'
import type { Database } from './platform/database/database.ts'
import { createServer } from './platform/http/http-server.ts'
import type { LogSink } from './platform/http/log/output-log.ts'
import { serveApi } from './platform/http/serve-api.ts'
import { everyDay, type RecurringTasks } from './platform/jobs/recurring-tasks.ts'
import type { Platform } from './platform/module.ts'
import type { UnhandledRejections } from './platform/shared/event-loop/background.ts'
import { OpenParts } from './platform/shared/event-loop/stop-steps.ts'
import { traceRequests } from './platform/tracing/request-spans.ts'

export interface App {
  readonly server: FastifyInstance
  /** For `METRICS_PORT`, if it is set. */
  readonly metricsServer: FastifyInstance | undefined
  readonly schema: GraphQLSchema
  readonly version: Platform['version']
  readonly database: Database
  /** The periodic background work of all modules. */
  readonly recurringTasks: RecurringTasks
  readonly unhandledRejections: UnhandledRejections
  /**
   * Serves everything for a while before the process ends: `/readyz` is 503 unless another process takes its place, and
   * each answer closes its connection.
   */
  drain(ms: number, options?: { readonly isReplaced?: boolean }): Promise<void>
  /**
   * Completes running requests, rejects new ones, stops every module and closes the database, in 10 seconds at most: what
   * does not end by then is left behind. Never rejects.
   */
  close(): Promise<void>
}

export interface AppOptions extends PlatformOptions {
  /** Receives log lines; standard output by default. */
  readonly logTo?: LogSink | undefined
}

/**
 * Creates the service: migrates the database, creates all modules and adds all routes. Does not listen yet. When it fails, all
 * that was opened is closed, so it can be tried again.
 */
export async function createApp({ logTo, ...options }: AppOptions): Promise<App> {
  const server = createServer(options.settings, logTo)
  const openParts = new OpenParts(server.log)
  try {
    return await openApp(options, server, openParts)
  } catch (error) {
    await openParts.stop()
    throw error
  }
}

async function openApp(options: PlatformOptions, server: FastifyInstance, openParts: OpenParts): Promise<App> {
  const declarations = { tables, resolvers, archiveParts, doctorChecks: serviceChecks }
  openParts.opens('the database opens, and recovers what a killed process left')
  const platform = await createPlatform(options, { server, openParts }, declarations)
  const { inFlight, shutdown } = platform.http
  const { recurringTasks, unhandledRejections, isHere: runsBackgroundWork } = platform.background
  const modules = await createModules(platform)
  for (const module of modules) for (const resolver of module.resolvers) platform.api.resolvers.add(resolver)
  const runMaintenance = async () => {
    if (!runsBackgroundWork) return
    for (const module of modules) await module.runMaintenance?.()
    await platform.runMaintenance()
  }
  // Before the maintenance, which may block links and send mails about them.
  await platform.mailer.start()
  openParts.opens('outdated data is deleted')
  await runMaintenance()
  let metricsServer: FastifyInstance | undefined
  openParts.add('requests', async () => {
    await shutdown.close()
    await metricsServer?.close()
    await platform.operatorSocket?.close()
    await inFlight.whenIdle()
  })
  const readMetrics = () => Promise.all(modules.map((module) => module.metrics?.() ?? []))
  metricsServer = await serveApi(platform, async () => (await readMetrics()).flat())
  for (const module of modules) await module.addRoutes?.(server)
  await server.ready()
  openParts.opens('background work starts')
  for (const module of modules) await module.start?.()
  const { operatorSocket, orm, settings } = platform
  operatorSocket?.addCall(adminCall, (args) => runAdminCommand(adminCommands, { em: orm.em.fork(), settings }, args))
  await operatorSocket?.listen()
  traceRequests(server.server)
  openParts.add(
    'daily tasks',
    everyDay(() => inFlight.track(runMaintenance), platform.log),
  )
  recurringTasks.start()
  openParts.opens(null)
  return {
    server,
    metricsServer,
    schema: platform.api.schema,
    version: platform.version,
    database: platform.database.handle,
    recurringTasks,
    unhandledRejections,
    drain: (ms, drainOptions) => shutdown.drain(ms, drainOptions),
    close: () => openParts.stop(),
  }
}
