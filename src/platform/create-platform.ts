import type { Settings } from '../config.ts'
import { resetRestoredActivities } from './audit-log/activity.queries.ts'
import type { CredentialReader } from './auth/caller.ts'
import { DatabaseCircuitBreaker } from './database/circuit-breaker.ts'
import { openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { mergeTables } from './database/tables.ts'
import { EventPublisher } from './events/event-publisher.ts'
import { deleteOldHistory } from './events/history-retention.ts'
import { InFlightTracker, trackHandlers, trackReader } from './graphql/in-flight-tracker.ts'
import { InternalQueryRunner } from './graphql/internal-query-runner.ts'
import { Quota, Throttle } from './graphql/request-limits.ts'
import { ResolverInstances } from './graphql/resolver-instances.ts'
import { buildGraphqlSchema } from './graphql/schema.ts'
import { CredentialWatcher } from './graphql/subscriptions/credential-watcher.ts'
import { GracefulShutdown } from './http/graceful-shutdown.ts'
import { createServer, type LogSink } from './http/http-server.ts'
import { findInvalidCredentials } from './http/request-authentication.ts'
import { SafeHttpClient } from './http-client/safe-http-client.ts'
import { JobQueue } from './jobs/job-queue.ts'
import { JobRunRecorder } from './jobs/job-runs.ts'
import type { ModuleDefinition, Platform } from './module.ts'
import { platformTables } from './platform.schema.ts'
import { openRateLimitStore } from './rate-limiting/failover-store.ts'
import { RateLimits } from './rate-limiting/rate-limit.ts'
import { IdempotencyStore } from './rest/idempotency/idempotency-store.ts'
import { createRestInterface } from './rest/rest-interface.ts'
import { type Clock, systemClock } from './shared/clock.ts'
import { generateSecret, Keyring, loadOrCreateSecret } from './shared/keyring.ts'

export interface PlatformOptions {
  readonly settings: Settings
  readonly clock?: Clock
  /** Where log lines go; standard output unless a test listens. */
  readonly logTo?: LogSink | undefined
  readonly onStatement?: (sql: string) => void
  readonly embeddedSeed?: Blob
}

/** Opens the database, migrates it, and creates everything that modules share. */
export async function createPlatform(
  { settings, clock = systemClock, logTo, ...open }: PlatformOptions,
  modules: readonly ModuleDefinition[],
): Promise<Platform> {
  const schema = buildGraphqlSchema(modules.flatMap(({ resolvers }) => resolvers))
  const inFlight = new InFlightTracker()
  inFlight.trackResolvers(schema)
  const restApi = await createRestInterface(schema)
  const database = await openDatabase({
    place: settings.database,
    tables: mergeTables([platformTables, ...modules]),
    ...open,
  })
  const { orm } = database
  await migrate(orm)
  const server = createServer(settings, logTo)
  const { log } = server
  const routePaths = new Set<string>()
  server.addHook('onRoute', ({ url }) => void routePaths.add(url))
  trackHandlers(server, inFlight)
  const keyring = new Keyring(settings.jwtSecret ?? (await createSecret(settings)), settings.jwtSecretPrevious)
  const ledger = await openRateLimitStore({ redisUrl: settings.redisUrl, hmacKey: keyring.key('limits'), clock, log })
  const rateLimits = new RateLimits(ledger, settings.rateLimits.isEnabled)
  const idempotencyStore = new IdempotencyStore(orm, clock, keyring)
  const jobs = await JobQueue.open({ orm, place: settings.database, log })
  const safeHttpClient = new SafeHttpClient({ allowedHosts: settings.outboundNetworks })
  const circuitBreaker = await DatabaseCircuitBreaker.create(orm, settings.database, log)
  const credentialReaders: CredentialReader[] = []
  await resetRestoredActivities(orm)
  return {
    settings,
    clock,
    server,
    log,
    database,
    orm,
    isEmbedded: settings.database.kind !== 'server',
    circuitBreaker,
    schema,
    restApi,
    resolvers: new ResolverInstances(),
    queryRunner: new InternalQueryRunner(schema),
    keyring,
    quota: new Quota(rateLimits, settings.rateLimits),
    throttle: new Throttle(rateLimits),
    idempotencyStore,
    jobs,
    events: new EventPublisher(),
    jobRuns: new JobRunRecorder(orm, clock),
    httpClient: safeHttpClient,
    inFlight,
    shutdown: new GracefulShutdown(server),
    routePaths,
    credentialWatcher: new CredentialWatcher((shown) => findInvalidCredentials(shown, credentialReaders), log),
    credentialReaders,
    addCredentialReader: (reader) => void credentialReaders.push(trackReader(reader, inFlight)),
    runMaintenance: async () => {
      await idempotencyStore.deleteExpired()
      await deleteOldHistory(orm, clock.now())
    },
    stop: async () => {
      await jobs.close()
      await safeHttpClient.close()
      await ledger.close()
      await circuitBreaker.close()
      await database.close()
    },
  }
}

function createSecret({ database, dataFolder }: Settings): string | Promise<string> {
  return database.kind === 'memory' ? generateSecret() : loadOrCreateSecret(dataFolder, 'jwt.secret')
}
