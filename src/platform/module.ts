import type { FastifyInstance } from 'fastify'
import type { AdminCommand, StandaloneContext } from './admin-command.ts'
import type { createPlatform } from './create-platform.ts'
import type { Tables } from './database/tables.ts'
import type { DoctorCheck } from './doctor/doctor.ts'
import type { ResolverClass } from './graphql/request-types.ts'
import type { ArchivePart } from './jobs/archive-part.ts'
import type { Metric } from './shared/metrics/metric.ts'

/** The services that modules share. They are created before the first module and stopped after the last one. */
export type Platform = Awaited<ReturnType<typeof createPlatform>>

/** The static part of a module: tables, resolver classes (the schema is built from them), and how to create it. */
export interface ModuleDefinition extends Tables {
  readonly resolvers: readonly ResolverClass[]
  readonly adminCommands?: readonly AdminCommand[]
  /** What `npm run doctor` looks at. */
  readonly doctorChecks?: readonly DoctorCheck[]
  readonly standaloneCommands?: readonly AdminCommand<StandaloneContext>[]
  /** What the archive of an account has of its tables. */
  readonly archiveParts?: readonly ArchivePart[]
  readonly uses?: readonly ModuleDefinition[]
  /** Creates the services of the module. The arguments after the platform are the modules in `uses`. */
  create(platform: Platform, ...used: never[]): Module | Promise<Module>
}

type CreatedModules<Used extends readonly ModuleDefinition[]> = {
  readonly [Position in keyof Used]: Awaited<ReturnType<Used[Position]['create']>>
}

type DefinedModule<Used extends readonly ModuleDefinition[], Created> = Omit<ModuleDefinition, 'uses' | 'create'> & {
  readonly uses?: Used
  create(platform: Platform, ...used: CreatedModules<Used>): Created
}

/** Types the arguments of `create` by the modules in `uses`. */
export function defineModule<
  Created extends Module | Promise<Module>,
  const Used extends readonly ModuleDefinition[] = readonly [],
>(definition: DefinedModule<Used, Created>): DefinedModule<Used, Created> {
  return definition
}

/** A created module. The app calls its methods in the order of the modules, and `stop` in reverse order. */
export interface Module {
  /** One instance of each class in `resolvers` of the definition. */
  readonly resolvers: readonly object[]
  /** Adds HTTP routes other than GraphQL and REST operations. */
  addRoutes?(server: FastifyInstance): Promise<void> | void
  /** Runs at start and once a day. */
  runMaintenance?(): Promise<void>
  /** Starts background work. All routes have been added. */
  start?(): Promise<void> | void
  /** Stops the background work. All requests have ended, and the database is still open. */
  stop?(): Promise<void>
  /** The metrics of the module for `/metrics`. While the database does not answer, metrics that need it are left out. */
  metrics?(): readonly Metric[] | Promise<readonly Metric[]>
}
