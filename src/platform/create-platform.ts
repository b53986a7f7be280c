import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Settings } from '../config.ts'
import { defineApi } from './api-definition.ts'
import { resetRestoredActivities } from './audit-log/activity.queries.ts'
import type { CredentialReader } from './auth/caller.ts'
import { ReadBarrier } from './auth/read-barrier.ts'
import type { ClusterWorker } from './cluster/cluster-worker.ts'
import { createHooks } from './create-hooks.ts'
import { DatabaseChannels, listenOnConnection } from './database/channels.ts'
import { DatabaseCircuitBreaker } from './database/circuit-breaker.ts'
import { type OpenDatabaseOptions, type Orm, openDatabase } from './database/database.ts'
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
import { Authenticator } from './http/authenticator.ts'
import { CredentialCache, credentialChannel } from './http/credential-cache.ts'
import { GracefulShutdown } from './http/graceful-shutdown.ts'
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
  {
    settings,
    clock = systemClock,
    onStatement,
    embeddedSeed,
    rateLimitStore: machineStore,
    worker,
    nameServers = new SystemNameServers(settings.outboundNetworks === 'any' ? { hostsFile: '/etc/hosts' } : {}),
  }: PlatformOptions,
  { server, openParts }: PlatformBase,
  { tables, resolvers, archiveParts, doctorChecks }: ModuleDeclarations,
) {
  const { trustedDocumentsFile } = settings
  const trustedDocuments = trustedDocumentsFile ? await TrustedDocuments.read(trustedDocumentsFile) : undefined
  const inFlight = new InFlightTracker()
  const api = await defineApi(resolvers)

  const { log } = server
  const place = settings.database
  if (place.kind !== 'memory') await closeDataFolder(settings.dataFolder, log)
  const credentialCache = new CredentialCache(clock)
  openParts.add('traces', () => removeTracer())
  const database = await openDatabase({
    place,
    tables,
    poolSize: settings.databasePoolSize,
    onStatement,
    embeddedSeed,
    onConnect: (client) => listenOnConnection(client, credentialChannel, credentialCache),
  })
  openParts.add('database', () => database.close())
  const { orm } = database
  await startTracing(settings.tracing, log)
  addRequestSpanHooks(server)
  openParts.opens('the tables are checked and migrated')
  await migrate(orm, log)
  openParts.opens('services are created')
  const databaseId = await identifyDatabase(orm.em.fork())
  await resetRestoredActivities(orm)

  database.embedded?.limitStatements(embeddedStatementLimitMs)
  database.embedded?.onCrash(({ error: err, isLost }) =>
    isLost
      ? log.fatal({ err }, place.kind === 'memory' ? 'the database in memory is lost' : err.message)
      : log.error({ err }, 'the embedded database ended; it is started again'),
  )
  database.embedded?.onConnectionKept(() =>
    log.fatal(
      'the connection of the embedded database was not returned within 30 seconds: report this as a fault of Tack',
    ),
  )
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
    machineStore,
    log,
  })
  openParts.add('rate limits', () => rateLimitStore.close())
  const rateLimits = new RateLimits(rateLimitStore, settings.rateLimits)
  const circuitBreaker = await DatabaseCircuitBreaker.create(orm, place, log)
  openParts.add('connections for visitors', () => circuitBreaker.close())
  const idempotencyStore = new IdempotencyStore(orm, clock, keyring)
  const names = new NameResolver(nameServers)
  const { outboundNetworks: allowedHosts, extraCertificatesFile } = settings
  const secureContext = extraCertificatesFile ? await readSecureContext(extraCertificatesFile) : undefined
  const createHttpClient = (hosts: AllowedHosts) =>
    new SafeHttpClient({ allowedHosts: hosts, names, ...(secureContext && { secureContext }) })
  const httpClient = createHttpClient(allowedHosts)
  openParts.add('calls to other hosts', () => httpClient.close())
  const runsBackgroundWork = worker?.runsBackgroundWork ?? true
  const jobs = new JobQueue({ orm, place, channels, log }, runsBackgroundWork)
  openParts.add('jobs', () => jobs.close())
  const { publicUrl, mailSender: sender } = settings
  const mailer = new Mailer({
    jobs,
    transport: createMailTransport(settings, { log, clock }),
    sender,
    publicUrl,
    clock,
    log,
  })
  const quota = new Quota(rateLimits, settings.plans)
  const authenticator = new Authenticator(credentialCache)
  const recurringTasks = new RecurringTasks(log, runsBackgroundWork)
  const analyzeTables = () => analyzeChangedTables(orm)
  if (database.embedded) {
    // At once in a folder, in which rows may have been put since it was analyzed.
    const isDueAtStart = place.kind === 'folder'
    const stopAnalyzing = recurringTasks.repeatEvery('analyze tables', analyzeTables, minuteMs, { isDueAtStart })
    openParts.add('statistics of tables', stopAnalyzing)
  }

  return {
    settings,
    /** What runs: the version of the program, and of the tables. */
    version: { ...programVersion, schema: schemaVersionOf(tables) },
    clock,
    log,
    worker,
    /** For programs of the operator beside the embedded database. */
    operatorSocket: place.kind === 'folder' ? new OperatorSocket(place.folder, log) : undefined,
    keyring,
    orm,
    events: new EventPublisher(),
    mailer,
    archiveParts,
    doctorChecks,

    database: {
      handle: database,
      /** Names the database, whatever its address is. */
      id: databaseId,
      /** Whether the embedded database is used, which runs one statement at a time. */
      isEmbedded: place.kind !== 'server',
      /** Notifications of other nodes. */
      channels,
      /** Runs the statements of redirects. */
      circuitBreaker,
      /** Servers from which lists and reports are read; undefined without any. */
      replicas,
      /** The pools of connections by their names. */
      pools: { requests: await getPool(orm), ...circuitBreaker.pools },
    },
    http: {
      server,
      /** The paths of all routes that were added so far. */
      routePaths: routePaths as ReadonlySet<string>,
      shutdown: new GracefulShutdown(server),
      inFlight,
      readiness: new Readiness(),
    },
    api: {
      ...api,
      trustedDocuments,
      resolvers: new ResolverInstances([new NodeResolver()]),
      queryRunner: new InternalQueryRunner(api.graphSchema),
      /** Runs the mutations of forms. */
      formMutations: new FormMutations(api.schema, quota),
      idempotencyStore,
      readBarrier: new ReadBarrier(),
    },
    auth: {
      authenticator,
      /** Adds a kind of credential. Modules call it in `create`, before requests are authenticated. */
      addCredentialReader: (reader: CredentialReader) => authenticator.addReader(trackReader(reader, inFlight)),
      credentialWatcher: new CredentialWatcher((authorizations) => authenticator.findInvalid(authorizations), log),
    },
    limits: { quota, throttle: new Throttle(rateLimits), isServerUp: () => rateLimitStore.isServerUp() },
    hooks: createHooks(),
    background: {
      jobs,
      jobRuns: new JobRunRecorder(orm, clock),
      recurringTasks,
      /** Whether this process does the work of which one process of a machine is enough. */
      isHere: runsBackgroundWork,
      unhandledRejections: new UnhandledRejections(log),
    },
    outbound: {
      httpClient,
      /** Another client, for hosts that the operator names. The module that creates it closes it. */
      createHttpClient,
      /** Looks up the names that callers name. */
      names,
    },

    /** Deletes outdated data of the platform. Runs at start and once a day. */
    runMaintenance: async () => {
      await idempotencyStore.deleteExpired()
      await deleteOldHistory(orm, clock.now())
      await mailer.runMaintenance()
    },
    openParts,
  }
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
