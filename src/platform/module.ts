import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Settings } from '../config.ts'
import type { AdminCommand, StandaloneContext } from './admin-command.ts'
import type { ApiDefinition } from './api-definition.ts'
import type { CredentialReader } from './auth/caller.ts'
import type { ReadBarrier } from './auth/read-barrier.ts'
import type { ClusterWorker } from './cluster/cluster-worker.ts'
import type { DatabaseChannels } from './database/channels.ts'
import type { DatabaseCircuitBreaker } from './database/circuit-breaker.ts'
import type { Database, Orm } from './database/database.ts'
import type { ReadReplicas } from './database/replicas/read-replicas.ts'
import type { Tables } from './database/tables.ts'
import type { DoctorCheck } from './doctor/doctor.ts'
import type { EventPublisher } from './events/event-publisher.ts'
import type { TrustedDocuments } from './graphql/documents/trusted-documents.ts'
import type { FormMutations } from './graphql/form-mutations.ts'
import type { InFlightTracker } from './graphql/in-flight-tracker.ts'
import type { Quota, Throttle } from './graphql/request-limits.ts'
import type { ResolverClass, ResolverInstances } from './graphql/request-types.ts'
import type { InternalQueryRunner } from './graphql/schema.ts'
import type { CredentialWatcher } from './graphql/subscriptions/credential-watcher.ts'
import type { Hooks } from './hooks.ts'
import type { Authenticator } from './http/authenticator.ts'
import type { GracefulShutdown } from './http/graceful-shutdown.ts'
import type { KeyOperations } from './http/key-operations.ts'
import type { Readiness } from './http/readiness.ts'
import type { NameResolver } from './http-client/dns-lookup.ts'
import type { AllowedHosts } from './http-client/outbound-url.ts'
import type { SafeHttpClient } from './http-client/safe-http-client.ts'
import type { ArchivePart } from './jobs/archive-part.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { JobRunRecorder } from './jobs/job-runs.ts'
import type { RecurringTasks } from './jobs/recurring-tasks.ts'
import type { Mailer } from './mail/mailer.ts'
import type { OperatorSocket } from './operator-socket.ts'
import type { IdempotencyStore } from './rest/idempotency/idempotency-store.ts'
import type { UnhandledRejections } from './shared/event-loop/background.ts'
import type { OpenParts } from './shared/event-loop/stop-steps.ts'
import type { Keyring } from './shared/keyring.ts'
import type { Metric } from './shared/metrics/metric.ts'
import type { Clock } from './shared/time.ts'

/** The services that modules share. `createPlatform` creates them before the first module; they are stopped after the last one. */
export interface Platform {
  readonly settings: Settings
  /** What runs: the version of the program, and of the tables. */
  readonly version: { readonly version: string; readonly commit: string | null; readonly schema: string }
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  /** Undefined for a process that serves alone. */
  readonly worker: ClusterWorker | undefined
  /** For programs of the operator beside the embedded database. */
  readonly operatorSocket: OperatorSocket | undefined
  readonly keyring: Keyring
  readonly orm: Orm
  readonly events: EventPublisher
  readonly mailer: Mailer
  readonly archiveParts: readonly ArchivePart[]
  readonly doctorChecks: readonly DoctorCheck[]
  readonly database: {
    readonly handle: Database
    /** Names the database, whatever its address is. */
    readonly id: string
    /** Whether the embedded database is used, which runs one statement at a time. */
    readonly isEmbedded: boolean
    /** Notifications of other nodes. */
    readonly channels: DatabaseChannels
    /** Runs the statements of redirects. */
    readonly circuitBreaker: DatabaseCircuitBreaker
    /** Servers from which lists and reports are read; undefined without any. */
    readonly replicas: ReadReplicas | undefined
    /** The pools of connections by their names. */
    readonly pools: Readonly<Record<string, Pool>>
  }
  readonly http: {
    readonly server: FastifyInstance
    /** The paths of all routes that were added so far. */
    readonly routePaths: ReadonlySet<string>
    readonly shutdown: GracefulShutdown
    readonly inFlight: InFlightTracker
    readonly readiness: Readiness
  }
  readonly api: ApiDefinition & {
    readonly trustedDocuments: TrustedDocuments | undefined
    readonly resolvers: ResolverInstances
    readonly queryRunner: InternalQueryRunner
    /** Runs the mutations of forms. */
    readonly formMutations: FormMutations
    /** Runs operations for an API key that is not in the header. */
    readonly keyOperations: KeyOperations
    readonly idempotencyStore: IdempotencyStore
    readonly readBarrier: ReadBarrier
  }
  readonly auth: {
    readonly authenticator: Authenticator
    /** Adds a kind of credential. Modules call it in `create`, before requests are authenticated. */
    addCredentialReader(reader: CredentialReader): void
    readonly credentialWatcher: CredentialWatcher
  }
  readonly limits: { readonly quota: Quota; readonly throttle: Throttle; isServerUp(): Promise<boolean | null> }
  readonly hooks: Hooks
  readonly background: {
    readonly jobs: JobQueue
    readonly jobRuns: JobRunRecorder
    readonly recurringTasks: RecurringTasks
    /** Whether this process does the work of which one process of a machine is enough. */
    readonly isHere: boolean
    readonly unhandledRejections: UnhandledRejections
  }
  readonly outbound: {
    readonly httpClient: SafeHttpClient
    /** Another client, for hosts that the operator names. The module that creates it closes it. */
    createHttpClient(hosts: AllowedHosts): SafeHttpClient
    /** Looks up the names that callers name. */
    readonly names: NameResolver
  }
  /** Deletes outdated data of the platform. Runs at start and once a day. */
  runMaintenance(): Promise<void>
  /** What is stopped at the end. */
  readonly openParts: OpenParts
}

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
