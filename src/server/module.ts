import type { EntityClass } from '@mikro-orm/postgresql'
import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { CredentialReader } from '../access/reader.ts'
import type { Clock } from '../base/clock.ts'
import type { Figure } from '../base/figure.ts'
import type { Outward } from '../base/outward/outward.ts'
import type { Keyring } from '../base/secrets.ts'
import type { Settings } from '../config.ts'
import type { Database, Orm } from '../database/open.ts'
import type { Reach } from '../database/reach.ts'
import type { Events } from '../events/events.ts'
import type { Jobs } from '../events/jobs/jobs.ts'
import type { Sweeps } from '../events/sweeps/sweeps.ts'
import type { LiveCredentials } from '../graphql/live/credentials.ts'
import type { OwnDocuments } from '../graphql/own.documents.ts'
import type { Quota } from '../graphql/quota.ts'
import type { ResolverClass, ResolverInstances } from '../graphql/resolver-instances.ts'
import type { Running } from '../graphql/running.ts'
import type { Throttle } from '../graphql/throttle.ts'
import type { FirstAnswers } from '../rest/idempotency/first.answers.ts'
import type { RestInterface } from '../rest/rest.ts'
import type { Drain } from './drain.ts'

/** The services that every module may use. They are created before any module and stopped after all of them. */
export interface Platform {
  readonly settings: Settings
  readonly clock: Clock
  readonly server: FastifyInstance
  readonly log: FastifyInstance['log']
  readonly database: Database
  readonly orm: Orm
  /** Whether the database is this process's own, which answers one statement at a time. */
  readonly isEmbedded: boolean
  /** For statements that come with every visit. */
  readonly reach: Reach
  readonly schema: GraphQLSchema
  readonly rest: RestInterface
  readonly resolvers: ResolverInstances
  readonly documents: OwnDocuments
  readonly keyring: Keyring
  readonly quota: Quota
  readonly throttle: Throttle
  readonly firstAnswers: FirstAnswers
  readonly jobs: Jobs
  readonly events: Events
  readonly sweeps: Sweeps
  readonly outward: Outward
  readonly running: Running
  readonly drain: Drain
  /** The paths of all routes, as they are added. */
  readonly routePaths: ReadonlySet<string>
  readonly credentials: LiveCredentials
  readonly credentialReaders: readonly CredentialReader[]
  /** Registers a kind of credential. To be called before the routes are added. */
  addCredentialReader(reader: CredentialReader): void
  runMaintenance(): Promise<void>
  stop(): Promise<void>
}

/** What is known of a module before anything runs: its tables and its part of the schema. */
export interface ModuleDefinition {
  readonly entities: readonly EntityClass[]
  readonly resolvers: readonly ResolverClass[]
  /** Creates the module from the platform and the modules it uses. */
  create(platform: Platform, ...modules: never[]): Module | Promise<Module>
}

/** A module at work. The app calls what is there, in the order of the modules, and `stop` in reverse. */
export interface Module {
  /** One instance of each resolver class of the definition. */
  readonly resolvers: readonly object[]
  /** Adds routes beside GraphQL and REST. */
  addRoutes?(server: FastifyInstance): Promise<void> | void
  /** Work that is due once a day and at every start. */
  runMaintenance?(): Promise<void>
  /** Starts work in the background, when all routes are there. */
  start?(): Promise<void> | void
  /** Ends that work. No request is under way any more, and the database is still open. */
  stop?(): Promise<void>
  /** What `/metrics` shows of the module. */
  metrics?(): readonly Figure[]
}
