import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ClientBase } from 'pg'
import type { DatabasePlace, Settings } from '../config.ts'
import { defineApi } from './api-definition.ts'
import { resetRestoredActivities } from './audit-log/activity.queries.ts'
import { ReadBarrier } from './auth/read-barrier.ts'
import type { ClusterWorker } from './cluster/cluster-worker.ts'
import { DatabaseChannels, listenOnConnection } from './database/channels.ts'
import { DatabaseCircuitBreaker } from './database/circuit-breaker.ts'
import { type Database, type OpenDatabaseOptions, type Orm, openDatabase } from './database/database.ts'
import { identifyDatabase } from './database/database-identity.ts'
import { analyzeChangedTables } from './database/embedded/analyze-tables.ts'
import { closeDataFolder } from './database/embedded/folder-modes.ts'
import { schemaVersionOf } from './database/migrations/schema-version.ts'
import { migrate } from './database/migrations.ts'
import { getPool } from './database/native-client.ts'
import type { ReadReplicas } from './database/replicas/read-replicas.ts'
import type { Tables } from './database/tables.ts'
import type { DoctorCheck } from './doctor/doctor.ts'
import { EventPublisher } from './events/event-publisher.ts'
import { deleteOldHistory } from './events/history-retention.queries.ts'
import { TrustedDocuments } from './graphql/documents/trusted-documents.ts'
import { FormMutations } from './graphql/form-mutations.ts'
import { InFlightTracker, trackHandlers, trackReader } from './graphql/in-flight-tracker.ts'
import { NodeResolver } from './graphql/pagination/node.resolver.ts'
import { Quota, Throttle } from './graphql/request-limits.ts'
import { type ResolverClass, ResolverInstances } from './graphql/request-types.ts'
import { InternalQueryRunner } from './graphql/schema.ts'
import { CredentialWatcher } from './graphql/subscriptions/credential-watcher.ts'
import { Hooks } from './hooks.ts'
import { Authenticator } from './http/authenticator.ts'
import { CredentialCache, credentialChannel } from './http/credential-cache.ts'
import { GracefulShutdown } from './http/graceful-shutdown.ts'
import { KeyOperations } from './http/key-operations.ts'
import { Readiness } from './http/readiness.ts'
import { NameResolver, type NameServers, SystemNameServers } from './http-client/dns-lookup.ts'
import { readSecureContext } from './http-client/extra-certificates.ts'
import type { AllowedHosts } from './http-client/outbound-url.ts'
import { SafeHttpClient } from './http-client/safe-http-client.ts'
import type { ArchivePart } from './jobs/archive-part.ts'
import { JobQueue } from './jobs/job-queue.ts'
import { JobRunRecorder } from './jobs/job-runs.ts'
import { RecurringTasks } from './jobs/recurring-tasks.ts'
import { createMailTransport } from './mail/mail-transport.ts'
import { Mailer } from './mail/mailer.ts'
import type { Platform } from './module.ts'
import { OperatorSocket } from './operator-socket.ts'
import { openRateLimitStore } from './rate-limiting/failover-store.ts'
import { type RateLimitStore, RateLimits } from './rate-limiting/rate-limit.ts'
import { IdempotencyStore } from './rest/idempotency/idempotency-store.ts'
import { UnhandledRejections } from './shared/event-loop/background.ts'
import type { OpenParts } from './shared/event-loop/stop-steps.ts'
import { generateSecret, Keyring, loadOrCreateSecret, secretFile } from './shared/keyring.ts'
import { type Clock, minuteMs, systemClock } from './shared/time.ts'
import { programVersion } from './shared/version.ts'
import { addRequestSpanHooks } from './tracing/request-spans.ts'
import { startTracing } from './tracing/start-tracing.ts'
import { removeTracer } from './tracing/tracing.ts'

export interface PlatformOptions extends Pick<OpenDatabaseOptions, 'onStatement' | 'embeddedSeed'> {
  readonly settings: Settings
  readonly clock?: Clock
  /** By default the name servers of the system. */
  readonly nameServers?: NameServers | undefined
  /** Counts for all processes of this machine; by default for this process alone. */
  readonly rateLimitStore?: RateLimitStore | undefined
  /** Undefined for a process that serves alone. */
  readonly worker?: ClusterWorker | undefined
}

/** What is there before the platform. */
interface PlatformBase {
  readonly server: FastifyInstance
  /** Gets each part as soon as it is open. The caller stops them, also when a later part could not be opened. */
  readonly openParts: OpenParts
}

/** What all modules declare. */
interface ModuleDeclarations {
  readonly tables: Tables
  readonly resolvers: readonly ResolverClass[]
  readonly archiveParts: readonly ArchivePart[]
  /** What is looked at in a running service. */
  readonly doctorChecks: readonly DoctorCheck[]
}

/** The last resort against a statement that does not end. Background jobs on a server have the same timeout. */
const embeddedStatementLimitMs = 60_000

/** Builds the schema of all modules, opens and migrates the database, and creates the shared services. */
export async function createPlatform(
  options: PlatformOptions,
  { server, openParts }: PlatformBase,
  { tables, resolvers, archiveParts, doctorChecks }: ModuleDeclarations,
): Promise<Platform> {
  const { settings, clock = systemClock, worker } = options
  const { log } = server
  const place = settings.database
  const isHere = worker?.runsBackgroundWork ?? true

  const { trustedDocumentsFile } = settings
  const trustedDocuments = trustedDocumentsFile ? await TrustedDocuments.read(trustedDocumentsFile) : undefined
  const inFlight = new InFlightTracker()
  const api = await defineApi(resolvers)

  const credentialCache = new CredentialCache(clock)
  const database = await openMigrated(options, tables, credentialCache, { server, openParts })
  const { orm } = database
  openParts.opens('services are created')
  const databaseId = await identifyDatabase(orm.em.fork())
  await resetRestoredActivities(orm)

  const routePaths = new Set<string>()
  server.addHook('onRoute', ({ url }) => {
    routePaths.add(url)
  })
  trackHandlers(server, inFlight)

  const channels = await DatabaseChannels.open({ place, orm, log })
  openParts.add('notifications of the database', () => channels.close())
  await channels.listen(credentialChannel, credentialCache)
  const replicas = await openReplicas(settings, { orm, channels, log })
  openParts.add('read replicas', () => replicas?.close())

  const keyring = new Keyring(settings.jwtSecret ?? (await createSecret(settings)), settings.jwtSecretPrevious)
  const rateLimitStore = await openRateLimitStore({
    redisUrl: settings.redisUrl,
    hmacKey: keyring.key('limits'),
    clock,
    machineStore: options.rateLimitStore,
    log,
  })
  openParts.add('rate limits', () => rateLimitStore.close())
  const rateLimits = new RateLimits(rateLimitStore, settings.rateLimits)
  const quota = new Quota(rateLimits, settings.plans)
  const circuitBreaker = await DatabaseCircuitBreaker.create(orm, place, log)
  openParts.add('connections for visitors', () => circuitBreaker.close())
  const outbound = await createOutbound(settings, options.nameServers)
  openParts.add('calls to other hosts', () => outbound.httpClient.close())
  const jobs = new JobQueue({ orm, place, channels, log }, isHere)
  openParts.add('jobs', () => jobs.close())
  const recurringTasks = new RecurringTasks(log, isHere)
  if (database.embedded) openParts.add('statistics of tables', keepAnalyzed(orm, place, recurringTasks))
  const transport = createMailTransport(settings, { log, clock })
  const { mailSender: sender, publicUrl } = settings
  const mailer = new Mailer({ jobs, transport, sender, publicUrl, clock, log })
  const authenticator = new Authenticator(credentialCache)
  const idempotencyStore = new IdempotencyStore(orm, clock, keyring)

  return {
    settings,
    version: { ...programVersion, schema: schemaVersionOf(tables) },
    clock,
    log,
    worker,
    operatorSocket: place.kind === 'folder' ? new OperatorSocket(place.folder, log) : undefined,
    keyring,
    orm,
    events: new EventPublisher(),
    mailer,
    archiveParts,
    doctorChecks,
    database: {
      handle: database,
      id: databaseId,
      isEmbedded: place.kind !== 'server',
      channels,
      circuitBreaker,
      replicas,
      pools: { requests: await getPool(orm), ...circuitBreaker.pools },
    },
    http: { server, routePaths, shutdown: new GracefulShutdown(server), inFlight, readiness: new Readiness() },
    api: {
      ...api,
      trustedDocuments,
      resolvers: new ResolverInstances([new NodeResolver()]),
      queryRunner: new InternalQueryRunner(api.graphSchema),
      formMutations: new FormMutations(api.schema, quota),
      keyOperations: new KeyOperations({ ...api, quota, authenticator, idempotencyStore }),
      idempotencyStore,
      readBarrier: new ReadBarrier(),
    },
    auth: {
      authenticator,
      addCredentialReader: (reader) => authenticator.addReader(trackReader(reader, inFlight)),
      credentialWatcher: new CredentialWatcher((authorizations) => authenticator.findInvalid(authorizations), log),
    },
    limits: { quota, throttle: new Throttle(rateLimits), isServerUp: () => rateLimitStore.isServerUp() },
    hooks: new Hooks(),
    background: {
      jobs,
      jobRuns: new JobRunRecorder(orm, clock),
      recurringTasks,
      isHere,
      unhandledRejections: new UnhandledRejections(log),
    },
    outbound,
    runMaintenance: async () => {
      await idempotencyStore.deleteExpired()
      await deleteOldHistory(orm, clock.now())
      await mailer.runMaintenance()
    },
    openParts,
  }
}

/** The database with the tables of this program. Traces begin before its migration. */
async function openMigrated(
  { settings, onStatement, embeddedSeed }: PlatformOptions,
  tables: Tables,
  credentialCache: CredentialCache,
  { server, openParts }: PlatformBase,
): Promise<Database> {
  const { log } = server
  const { database: place, databasePoolSize: poolSize } = settings
  if (place.kind !== 'memory') await closeDataFolder(settings.dataFolder, log)
  openParts.add('traces', () => removeTracer())
  const onConnect = (client: ClientBase) => listenOnConnection(client, credentialChannel, credentialCache)
  const database = await openDatabase({ place, tables, poolSize, onStatement, embeddedSeed, onConnect })
  openParts.add('database', () => database.close())
  await startTracing(settings.tracing, log)
  addRequestSpanHooks(server)
  openParts.opens('the tables are checked and migrated')
  await migrate(database.orm, log)
  const { embedded } = database
  embedded?.limitStatements(embeddedStatementLimitMs)
  embedded?.onCrash(({ error: err, isLost }) =>
    isLost
      ? log.fatal({ err }, place.kind === 'memory' ? 'the database in memory is lost' : err.message)
      : log.error({ err }, 'the embedded database ended; it is started again'),
  )
  embedded?.onConnectionKept(() =>
    log.fatal(
      'the connection of the embedded database was not returned within 30 seconds: report this as a fault of Tack',
    ),
  )
  return database
}

/** Calls to other hosts. */
async function createOutbound(settings: Settings, nameServers?: NameServers): Promise<Platform['outbound']> {
  const { outboundNetworks, extraCertificatesFile } = settings
  const hostsFile = outboundNetworks === 'any' ? { hostsFile: '/etc/hosts' } : {}
  const names = new NameResolver(nameServers ?? new SystemNameServers(hostsFile))
  const secureContext = extraCertificatesFile ? await readSecureContext(extraCertificatesFile) : undefined
  const createHttpClient = (allowedHosts: AllowedHosts) =>
    new SafeHttpClient({ allowedHosts, names, ...(secureContext && { secureContext }) })
  return { httpClient: createHttpClient(outboundNetworks), createHttpClient, names }
}

/** At once in a folder, in which rows may have been put since it was analyzed. Returns what ends it. */
function keepAnalyzed(orm: Orm, place: DatabasePlace, recurringTasks: RecurringTasks): () => Promise<void> {
  const isDueAtStart = place.kind === 'folder'
  return recurringTasks.repeatEvery('analyze tables', () => analyzeChangedTables(orm), minuteMs, { isDueAtStart })
}

/** Without `DATABASE_REPLICA_URLS` nothing of it is loaded. */
async function openReplicas(
  { databaseReplicaUrls: urls }: Settings,
  dependencies: { readonly orm: Orm; readonly channels: DatabaseChannels; readonly log: FastifyBaseLogger },
): Promise<ReadReplicas | undefined> {
  if (urls.length === 0) return undefined
  const { ReadReplicas } = await import('./database/replicas/read-replicas.ts')
  return ReadReplicas.open({ ...dependencies, urls })
}

/** Without JWT_SECRET: a stored secret, or a random one for a database in memory. */
function createSecret({ database, dataFolder }: Settings): string | Promise<string> {
  return database.kind === 'memory' ? generateSecret() : loadOrCreateSecret(dataFolder, secretFile)
}
