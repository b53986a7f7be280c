import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Settings } from '../config.ts'
import type { CredentialReader } from './auth/caller.ts'
import type { DatabaseCircuitBreaker } from './database/circuit-breaker.ts'
import type { Database, Orm } from './database/database.ts'
import type { Tables } from './database/migrations.ts'
import type { EventPublisher } from './events/event-publisher.ts'
import type { InFlightTracker } from './graphql/in-flight-tracker.ts'
import type { Quota, Throttle } from './graphql/request-limits.ts'
import type { InternalQueryRunner, ResolverClass, ResolverInstances } from './graphql/schema.ts'
import type { CredentialWatcher } from './graphql/subscriptions/credential-watcher.ts'
import type { GracefulShutdown } from './http/graceful-shutdown.ts'
import type { SafeHttpClient } from './http-client/safe-http-client.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { JobRunRecorder } from './jobs/job-runs.ts'
import type { IdempotencyStore } from './rest/idempotency/idempotency-store.ts'
import type { RestInterface } from './rest/rest-interface.ts'
import type { Clock } from './shared/clock.ts'
import type { Keyring } from './shared/keyring.ts'
import type { Metric } from './shared/metric.ts'

/** The services that modules share. They are created before the first module and stopped after the last one. */
export interface Platform {
  readonly settings: Settings
  readonly clock: Clock
  readonly keyring: Keyring

  readonly server: FastifyInstance
  readonly log: FastifyInstance['log']
  /** The paths of all routes that were added so far. */
  readonly routePaths: ReadonlySet<string>
  readonly shutdown: GracefulShutdown
  readonly inFlight: InFlightTracker

  readonly database: Database
  readonly orm: Orm
  /** Whether the embedded database is used, which runs one statement at a time. */
  readonly isEmbedded: boolean
  /** Runs the statements of redirects. */
  readonly circuitBreaker: DatabaseCircuitBreaker

  readonly schema: GraphQLSchema
  readonly restApi: RestInterface
  readonly resolvers: ResolverInstances
  readonly queryRunner: InternalQueryRunner
  readonly idempotencyStore: IdempotencyStore

  readonly quota: Quota
  readonly throttle: Throttle

  readonly credentialReaders: readonly CredentialReader[]
  /** Adds a kind of credential. Modules call it in `create`, before requests are authenticated. */
  addCredentialReader(reader: CredentialReader): void
  readonly credentialWatcher: CredentialWatcher

  readonly events: EventPublisher
  readonly jobs: JobQueue
  readonly jobRuns: JobRunRecorder
  readonly httpClient: SafeHttpClient

  /** Deletes outdated data of the platform. Runs at start and once a day. */
  runMaintenance(): Promise<void>
  stop(): Promise<void>
}

/**
 * The static part of a module: its tables, its resolver classes (from which the schema is built), and how to create it.
 */
export interface ModuleDefinition extends Tables {
  readonly resolvers: readonly ResolverClass[]
  /** Creates the services of the module. The arguments after the platform are the modules that it uses. */
  create(platform: Platform, ...modules: never[]): Module | Promise<Module>
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
  /** The metrics of the module for `/metrics`; none that need the database while it does not answer. */
  metrics?(): readonly Metric[] | Promise<readonly Metric[]>
}
