import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Settings } from '../config.ts'
import type { CredentialReader } from './auth/caller.ts'
import type { DatabaseCircuitBreaker } from './database/circuit-breaker.ts'
import type { Database, Orm } from './database/database.ts'
import type { Tables } from './database/tables.ts'
import type { EventPublisher } from './events/event-publisher.ts'
import type { InFlightTracker } from './graphql/in-flight-tracker.ts'
import type { InternalQueryRunner } from './graphql/internal-query-runner.ts'
import type { Quota, Throttle } from './graphql/request-limits.ts'
import type { ResolverClass, ResolverInstances } from './graphql/resolver-instances.ts'
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
  readonly circuitBreaker: DatabaseCircuitBreaker
  readonly schema: GraphQLSchema
  readonly restApi: RestInterface
  readonly resolvers: ResolverInstances
  readonly queryRunner: InternalQueryRunner
  readonly keyring: Keyring
  readonly quota: Quota
  readonly throttle: Throttle
  readonly idempotencyStore: IdempotencyStore
  readonly jobs: JobQueue
  readonly events: EventPublisher
  readonly jobRuns: JobRunRecorder
  readonly httpClient: SafeHttpClient
  readonly inFlight: InFlightTracker
  readonly shutdown: GracefulShutdown
  /** The paths of all routes, as they are added. */
  readonly routePaths: ReadonlySet<string>
  readonly credentialWatcher: CredentialWatcher
  readonly credentialReaders: readonly CredentialReader[]
  /** Registers a kind of credential. To be called before the routes are added. */
  addCredentialReader(reader: CredentialReader): void
  runMaintenance(): Promise<void>
  stop(): Promise<void>
}

/** What is known of a module before anything runs: its tables and its part of the schema. */
export interface ModuleDefinition extends Tables {
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
  metrics?(): readonly Metric[]
}
