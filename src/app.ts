import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { Account, AccountResolver, Sessions } from './accounts/index.ts'
import { type Clock, systemClock } from './base/clock.ts'
import { daily } from './base/daily.ts'
import { Limits } from './base/limits/limits.ts'
import { openLedger } from './base/limits/open.ts'
import { Keyring, keptSecret, randomSecret } from './base/secrets.ts'
import {
  Click,
  ClickRecorder,
  ClickResolver,
  CountryFinder,
  LinkClicksResolver,
  makePartitions,
  Recording,
  VisitorSalts,
} from './clicks/index.ts'
import type { Settings } from './config.ts'
import { listen } from './database/listener.ts'
import { migrate } from './database/migrate.ts'
import { type Database, openDatabase } from './database/open.ts'
import { Reach } from './database/reach.ts'
import { Parts } from './graphql/context.ts'
import { serveGraph } from './graphql/endpoint.ts'
import { Quota } from './graphql/quota.ts'
import { Running } from './graphql/running.ts'
import { buildGraph } from './graphql/schema.ts'
import { ApiKey, ApiKeyResolver, KeyDigests, KeyReader, KeyUses } from './keys/index.ts'
import { AccountLinksResolver, Code, Link, LinkResolver, LinkRules, Routes, routeChannel } from './links/index.ts'
import {
  ClientSecrets,
  OAuthApp,
  OAuthAppResolver,
  OAuthGrantResolver,
  OAuthReader,
  OAuthRecords,
  serveOAuth,
} from './oauth/index.ts'
import { openDoor, ResolutionResolver, serveVisitors, UnlockPasses, VisitorGuard, Visits } from './redirect/index.ts'
import { FirstAnswers } from './rest/idempotency/first.answers.ts'
import { restOf } from './rest/rest.ts'
import { serveRest } from './rest/routes.ts'
import { Assets } from './server/assets.ts'
import { openToOrigins } from './server/cors.ts'
import { serveDocs } from './server/docs.ts'
import { Drain } from './server/drain.ts'
import { serveFront } from './server/front.ts'
import { serveGraphiql } from './server/graphiql.ts'
import { serveHealth } from './server/health.ts'
import { identifyCallers } from './server/identify.ts'
import { serveMetrics } from './server/metrics.ts'
import { limitRates } from './server/quota.ts'
import { renderRefusals } from './server/refusals.ts'
import { createServer, type LogSink } from './server/server.ts'
import { counted, countHandlers } from './server/work.ts'

/** Every entity of the service. */
export const entities = [Account, ApiKey, OAuthApp, Link, Code, Click]

/** Every resolver of the service. */
export const resolvers = [
  AccountResolver,
  ApiKeyResolver,
  OAuthAppResolver,
  OAuthGrantResolver,
  LinkResolver,
  AccountLinksResolver,
  ClickResolver,
  LinkClicksResolver,
  ResolutionResolver,
]

export interface AppOptions {
  readonly settings: Settings
  readonly clock?: Clock
  /** Where log lines go; standard output unless a test listens. */
  readonly logTo?: LogSink
  readonly onStatement?: (sql: string) => void
  readonly embeddedSeed?: Blob
}

export interface App {
  readonly server: FastifyInstance
  readonly schema: GraphQLSchema
  readonly database: Database
  /** Answers what is under way, refuses what comes, then closes the database. */
  close(): Promise<void>
}

/** Builds the whole service, migrated and ready to listen. */
export async function buildApp({ settings, clock = systemClock, logTo, ...open }: AppOptions): Promise<App> {
  const schema = buildGraph(resolvers)
  const running = new Running()
  running.watch(schema)
  const rest = await restOf(schema)
  const countries = await CountryFinder.open(settings.geoipFile)
  const database = await openDatabase({ place: settings.database, entities, ...open })
  const { orm } = database
  await migrate(orm)
  const salts = new VisitorSalts(orm, clock)
  const server = createServer(settings, logTo)
  const paths = new Set<string>()
  server.addHook('onRoute', ({ url }) => void paths.add(url))
  countHandlers(server, running)
  const keyring = new Keyring(settings.jwtSecret ?? (await madeSecret(settings)), settings.jwtSecretPrevious)
  const sessions = new Sessions(keyring, clock, orm)
  const secrets = new ClientSecrets(keyring.ring('oauth-client').map(({ key }) => key))
  const keyDigests = new KeyDigests(keyring.ring('api-key').map(({ key }) => key))
  const keyUses = new KeyUses(orm, server.log)
  const keys = new KeyReader(orm, clock, keyDigests, keyUses)
  const ledger = await openLedger({ url: settings.redisUrl, key: keyring.key('limits'), clock, log: server.log })
  const limits = new Limits(ledger, settings.rateLimits.on)
  const quota = new Quota(limits, settings.rateLimits)
  const firstAnswers = new FirstAnswers(orm, clock, keyring)
  const oauthRecords = new OAuthRecords(orm, clock)
  const keepHouse = async () => {
    await salts.destroyPast()
    await makePartitions(orm, clock.now())
    await oauthRecords.sweep()
    await firstAnswers.forgetExpired()
  }
  await keepHouse()
  const reach = await Reach.open(orm, settings.database, server.log)
  const recording = new Recording(settings, reach, server.log)
  const { writer } = recording
  const routes = new Routes(reach, clock)
  const stopListening = await listen({ place: settings.database, orm, log: server.log }, routeChannel, routes)
  const visits = new Visits(routes, new ClickRecorder({ writer, countries, salts, clock }), clock)
  const guard = new VisitorGuard(clock, settings.rateLimits.on)
  const parts = new Parts()
    .provide(sessions)
    .provide(keyDigests)
    .provide(new LinkRules(settings, paths))
    .provide(firstAnswers)
    .provide(routes)
    .provide(visits)
    .provide(secrets)
    .provide(new UnlockPasses(keyring, clock))
    .provide(limits)
  const drain = new Drain(server)

  openToOrigins(server)
  const readers = [sessions, keys, new OAuthReader(orm, clock)].map((reader) => counted(reader, running))
  identifyCallers(server, { orm, clock, settings, parts }, readers)
  limitRates(server, quota)
  renderRefusals(server, clock)
  serveHealth(server, orm, drain)
  serveMetrics(server, () => recording.figures())
  serveFront(server, settings)
  const assets = new Assets(server)
  serveDocs(server, assets)
  serveGraphiql(server, assets, settings)
  await serveGraph(server, schema, quota)
  serveRest(server, rest)
  await serveOAuth(server, { orm, clock, keyring, secrets, publicUrl: settings.publicUrl })
  await serveVisitors(server, guard)
  const stopDaily = daily(() => running.during(keepHouse), server.log)
  await server.ready()
  openDoor(server, { routes, visits, guard, clock, drain, settings })
  return {
    server,
    schema,
    database,
    close: async () => {
      stopDaily()
      await drain.close()
      await running.ended()
      await recording.close()
      await keyUses.close()
      await ledger.close()
      await stopListening()
      await database.close()
    },
  }
}

function madeSecret({ database, dataFolder }: Settings): string | Promise<string> {
  return database.kind === 'memory' ? randomSecret() : keptSecret(dataFolder, 'jwt.secret')
}
