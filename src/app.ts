import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { Account, AccountResolver, Sessions } from './accounts/index.ts'
import { type Clock, systemClock } from './base/clock.ts'
import { daily } from './base/daily.ts'
import { Keyring, keptSecret, randomSecret } from './base/secrets.ts'
import {
  Click,
  ClickResolver,
  CountryFinder,
  LinkClicksResolver,
  makePartitions,
  VisitorSalts,
} from './clicks/index.ts'
import type { Settings } from './config.ts'
import { migrate } from './database/migrate.ts'
import { type Database, openDatabase } from './database/open.ts'
import { Parts } from './graphql/context.ts'
import { serveGraph } from './graphql/endpoint.ts'
import { buildGraph } from './graphql/schema.ts'
import { AccountLinksResolver, Code, Link, LinkResolver, LinkRules } from './links/index.ts'
import { ClientSecrets, OAuthApp, OAuthReader, OAuthRecords, serveOAuth } from './oauth/index.ts'
import { PasswordTries, ResolutionResolver, serveVisitors, UnlockPasses } from './redirect/index.ts'
import { restOf } from './rest/rest.ts'
import { serveRest } from './rest/routes.ts'
import { Assets } from './server/assets.ts'
import { serveDocs } from './server/docs.ts'
import { Drain } from './server/drain.ts'
import { serveFront } from './server/front.ts'
import { serveGraphiql } from './server/graphiql.ts'
import { serveHealth } from './server/health.ts'
import { identifyCallers } from './server/identify.ts'
import { Limiter } from './server/limiter.ts'
import { limitRates } from './server/quota.ts'
import { renderRefusals } from './server/refusals.ts'
import { createServer, type LogSink } from './server/server.ts'

/** Every entity of the service. */
export const entities = [Account, OAuthApp, Link, Code, Click]

/** Every resolver of the service. */
export const resolvers = [
  AccountResolver,
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
  const rest = await restOf(schema)
  const countries = await CountryFinder.open(settings.geoipFile)
  const database = await openDatabase({ place: settings.database, entities, ...open })
  const { orm } = database
  await migrate(orm)
  const salts = new VisitorSalts(orm, clock)
  const keepClicksInOrder = async () => {
    await salts.destroyPast()
    await makePartitions(orm, clock.now())
  }
  await keepClicksInOrder()
  const oauthRecords = new OAuthRecords(orm, clock)
  await oauthRecords.sweep()
  const server = createServer(settings, logTo)
  const paths = new Set<string>()
  server.addHook('onRoute', ({ url }) => void paths.add(url))
  const keyring = new Keyring(settings.jwtSecret ?? (await madeSecret(settings)))
  const sessions = new Sessions(keyring, clock)
  const secrets = new ClientSecrets([keyring.key('oauth-client')])
  const parts = new Parts()
    .provide(sessions)
    .provide(new LinkRules(settings, paths))
    .provide(countries)
    .provide(salts)
    .provide(secrets)
    .provide(new UnlockPasses(keyring, clock))
    .provide(new PasswordTries(clock, settings.rateLimits.on))
  const drain = new Drain(server)

  identifyCallers(server, { orm, clock, settings, parts }, [sessions, new OAuthReader(orm, clock)])
  limitRates(server, quotaOf(settings, clock), settings.rateLimits.on)
  renderRefusals(server, clock)
  serveHealth(server, orm, drain)
  serveFront(server, settings)
  const assets = new Assets(server)
  serveDocs(server, assets)
  serveGraphiql(server, assets, settings)
  await serveGraph(server, schema)
  serveRest(server, rest)
  await serveOAuth(server, { orm, clock, keyring, secrets, publicUrl: settings.publicUrl })
  await serveVisitors(server, clock, settings)
  const stopDaily = daily(keepClicksInOrder, server.log)
  const stopSweeping = daily(() => oauthRecords.sweep(), server.log)
  await server.ready()
  return {
    server,
    schema,
    database,
    close: async () => {
      stopDaily()
      stopSweeping()
      await drain.close()
      await database.close()
    },
  }
}

function madeSecret({ database, dataFolder }: Settings): string | Promise<string> {
  return database.kind === 'memory' ? randomSecret() : keptSecret(dataFolder, 'jwt.secret')
}

function quotaOf({ rateLimits: { perMinute, perHour } }: Settings, clock: Clock): Limiter {
  const windows = [
    { limit: perMinute, seconds: 60 },
    { limit: perHour, seconds: 3600 },
  ]
  return new Limiter(windows, clock)
}
