import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { daily } from './base/daily.ts'
import type { Database } from './database/open.ts'
import { createModules, modules as definitions } from './modules.ts'
import { createPlatform, type PlatformOptions } from './server/create-platform.ts'
import type { Module, Platform } from './server/module.ts'
import { serveApi } from './server/serve-api.ts'

export type AppOptions = PlatformOptions

export interface App {
  readonly server: FastifyInstance
  readonly schema: GraphQLSchema
  readonly database: Database
  /** Answers the requests under way, refuses new ones, then stops every module and closes the database. */
  close(): Promise<void>
}

/** Creates the whole service: the database is migrated and every route is there. `server.listen` is the next step. */
export async function buildApp(options: AppOptions): Promise<App> {
  const platform = await createPlatform(options, definitions)
  const { server, schema, database, running, log } = platform
  const modules = await createModules(platform)
  for (const module of modules) for (const resolver of module.resolvers) platform.resolvers.add(resolver)
  const runMaintenance = async () => {
    for (const module of modules) await module.runMaintenance?.()
    await platform.runMaintenance()
  }
  await runMaintenance()
  await serveApi(platform, () => modules.flatMap((module) => module.metrics?.() ?? []))
  for (const module of modules) await module.addRoutes?.(server)
  await server.ready()
  for (const module of modules) await module.start?.()
  const stopMaintenance = daily(() => running.during(runMaintenance), log)
  let stopping: Promise<void> | undefined
  const close = () => {
    stopping ??= stop(platform, modules, stopMaintenance)
    return stopping
  }
  return { server, schema, database, close }
}

async function stop(platform: Platform, modules: readonly Module[], stopMaintenance: () => void): Promise<void> {
  stopMaintenance()
  await platform.drain.close()
  await platform.running.ended()
  for (const module of modules.toReversed()) await module.stop?.()
  await platform.stop()
}
