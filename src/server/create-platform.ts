import type { CredentialReader } from '../access/reader.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import { Limits } from '../base/limits/limits.ts'
import { openLedger } from '../base/limits/open.ts'
import { Outward } from '../base/outward/outward.ts'
import { Keyring, keptSecret, randomSecret } from '../base/secrets.ts'
import type { Settings } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { Reach } from '../database/reach.ts'
import { resumeActivities } from '../events/activity/resume.ts'
import { Events } from '../events/events.ts'
import { forgetEvents } from '../events/forget.ts'
import { Jobs } from '../events/jobs/jobs.ts'
import { Sweeps } from '../events/sweeps/sweeps.ts'
import { LiveCredentials } from '../graphql/live/credentials.ts'
import { OwnDocuments } from '../graphql/own.documents.ts'
import { Quota } from '../graphql/quota.ts'
import { ResolverInstances } from '../graphql/resolver-instances.ts'
import { Running } from '../graphql/running.ts'
import { buildGraph } from '../graphql/schema.ts'
import { Throttle } from '../graphql/throttle.ts'
import { FirstAnswers } from '../rest/idempotency/first.answers.ts'
import { restOf } from '../rest/rest.ts'
import { Drain } from './drain.ts'
import { lapsedAmong } from './identify.ts'
import type { ModuleDefinition, Platform } from './module.ts'
import { createServer, type LogSink } from './server.ts'
import { counted, countHandlers } from './work.ts'

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
  const schema = buildGraph(modules.flatMap(({ resolvers }) => resolvers))
  const running = new Running()
  running.watch(schema)
  const rest = await restOf(schema)
  const entities = modules.flatMap((module) => module.entities)
  const database = await openDatabase({ place: settings.database, entities, ...open })
  const { orm } = database
  await migrate(orm)
  const server = createServer(settings, logTo)
  const { log } = server
  const routePaths = new Set<string>()
  server.addHook('onRoute', ({ url }) => void routePaths.add(url))
  countHandlers(server, running)
  const keyring = new Keyring(settings.jwtSecret ?? (await createSecret(settings)), settings.jwtSecretPrevious)
  const ledger = await openLedger({ url: settings.redisUrl, key: keyring.key('limits'), clock, log })
  const limits = new Limits(ledger, settings.rateLimits.on)
  const firstAnswers = new FirstAnswers(orm, clock, keyring)
  const jobs = await Jobs.open({ orm, place: settings.database, log })
  const outward = new Outward({ reachable: settings.outwardNetworks })
  const reach = await Reach.open(orm, settings.database, log)
  const credentialReaders: CredentialReader[] = []
  await resumeActivities(orm)
  return {
    settings,
    clock,
    server,
    log,
    database,
    orm,
    isEmbedded: settings.database.kind !== 'server',
    reach,
    schema,
    rest,
    resolvers: new ResolverInstances(),
    documents: new OwnDocuments(schema),
    keyring,
    quota: new Quota(limits, settings.rateLimits),
    throttle: new Throttle(limits),
    firstAnswers,
    jobs,
    events: new Events(),
    sweeps: new Sweeps(orm, clock),
    outward,
    running,
    drain: new Drain(server),
    routePaths,
    credentials: new LiveCredentials((shown) => lapsedAmong(shown, credentialReaders), log),
    credentialReaders,
    addCredentialReader: (reader) => void credentialReaders.push(counted(reader, running)),
    runMaintenance: async () => {
      await firstAnswers.forgetExpired()
      await forgetEvents(orm, clock.now())
    },
    stop: async () => {
      await jobs.close()
      await outward.close()
      await ledger.close()
      await reach.close()
      await database.close()
    },
  }
}

function createSecret({ database, dataFolder }: Settings): string | Promise<string> {
  return database.kind === 'memory' ? randomSecret() : keptSecret(dataFolder, 'jwt.secret')
}
