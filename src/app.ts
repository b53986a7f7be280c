import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { BlockSweeper } from './abuse/index.ts'
import { ActivityFeed, Sessions } from './accounts/index.ts'
import { type Clock, systemClock } from './base/clock.ts'
import { daily } from './base/daily.ts'
import { Limits } from './base/limits/limits.ts'
import { openLedger } from './base/limits/open.ts'
import { Outward } from './base/outward/outward.ts'
import { pulse } from './base/pulse.ts'
import { Keyring, keptSecret, randomSecret } from './base/secrets.ts'
import { ClickFeed, ClickPipeline, resumeTelling, tellClicks } from './clicks/index.ts'
import type { Settings } from './config.ts'
import { listen } from './database/listener.ts'
import { migrate } from './database/migrate.ts'
import { type Database, openDatabase } from './database/open.ts'
import { Reach } from './database/reach.ts'
import { entities, resolvers } from './domain.ts'
import { resumeActivities } from './events/activity/resume.ts'
import { Events } from './events/events.ts'
import { forgetEvents } from './events/forget.ts'
import { Jobs } from './events/jobs/jobs.ts'
import { Sweeps } from './events/sweeps/sweeps.ts'
import { Parts } from './graphql/context.ts'
import { serveGraph } from './graphql/endpoint.ts'
import { LiveCredentials } from './graphql/live/credentials.ts'
import { OwnDocuments } from './graphql/own.documents.ts'
import { Quota } from './graphql/quota.ts'
import { Running } from './graphql/running.ts'
import { buildGraph } from './graphql/schema.ts'
import { keepHealthHouse, openHealth } from './health/index.ts'
import { AnomalyDetector, LanguageModel, Statistics } from './insights/index.ts'
import { KeyDigests, KeyReader, KeyUses } from './keys/index.ts'
import { LinkRules, Routes, routeChannel, tellExpired } from './links/index.ts'
import { ClientSecrets, OAuthReader, OAuthRecords, serveOAuth } from './oauth/index.ts'
import { QrPictures } from './qr/index.ts'
import { openDoor, serveVisitors, UnlockPasses, VisitorGuard, Visits } from './redirect/index.ts'
import { errorTable } from './rest/error.table.ts'
import { FirstAnswers } from './rest/idempotency/first.answers.ts'
import { restOf } from './rest/rest.ts'
import { serveRest } from './rest/routes.ts'
import { Assets } from './server/assets.ts'
import { openToOrigins } from './server/cors.ts'
import { serveDocs } from './server/docs.ts'
import { Drain } from './server/drain.ts'
import { serveGraphiql } from './server/graphiql.ts'
import { serveHealth } from './server/health.ts'
import { identifyCallers, lapsedAmong } from './server/identify.ts'
import { LiveSockets } from './server/live/sockets.ts'
import { serveMetrics } from './server/metrics.ts'
import { limitRates } from './server/quota.ts'
import { renderRefusals } from './server/refusals.ts'
import { createServer, type LogSink } from './server/server.ts'
import { counted, countHandlers } from './server/work.ts'
import { FormShortening, serveCrawlers, serveHome } from './site/index.ts'
import { DeliveryQueue, openWebhooks, WebhookSecrets } from './webhooks/index.ts'

/** How long a click or an expiry waits at most until those who listen are told. */
const tellEveryMs = 1_000

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
  const database = await openDatabase({ place: settings.database, entities, ...open })
  const { orm } = database
  await migrate(orm)
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
  const jobs = await Jobs.open({ orm, place: settings.database, log: server.log })
  const events = new Events()
  const outward = new Outward({ reachable: settings.outwardNetworks })
  const webhookSecrets = new WebhookSecrets(keyring)
  const deliveries = new DeliveryQueue(jobs, clock)
  const reach = await Reach.open(orm, settings.database, server.log)
  const clicks = await ClickPipeline.open({ orm, reach, settings, events, clock, log: server.log })
  const routes = new Routes(reach, clock)
  const stopListening = await listen({ place: settings.database, orm, log: server.log }, routeChannel, routes)
  const sweeper = new BlockSweeper({ orm, routes, events, clock, log: server.log })
  const visits = new Visits(routes, clicks.recorder, clock)
  const statistics = new Statistics(orm, clock, server.log)
  const guard = new VisitorGuard(clock, settings.rateLimits.on)
  const readers = [sessions, keys, new OAuthReader(orm, clock)].map((reader) => counted(reader, running))
  const credentials = new LiveCredentials((shown) => lapsedAmong(shown, readers), server.log)
  const feedParts = { orm, log: server.log, checkCredentials: () => credentials.check() }
  const feeds = [new ClickFeed(feedParts), new ActivityFeed(feedParts)] as const
  const parts = new Parts()
    .provide(sessions)
    .provide(keyDigests)
    .provide(new LinkRules(settings, paths))
    .provide(firstAnswers)
    .provide(routes)
    .provide(visits)
    .provide(statistics)
    .provide(new QrPictures())
    .provide(secrets)
    .provide(new UnlockPasses(keyring, clock))
    .provide(limits)
    .provide(quota)
    .provide(feeds[0])
    .provide(feeds[1])
    .provide(new OwnDocuments(schema))
    .provide(new LanguageModel(settings, clock))
    .provide(clicks.salts)
    .provide(sweeper)
    .provide(events)
    .provide(outward)
    .provide(webhookSecrets)
    .provide(deliveries)
  const keepHouse = async () => {
    await clicks.keepHouse()
    await oauthRecords.sweep()
    await firstAnswers.forgetExpired()
    await sweeper.keepHouse()
    await forgetEvents(orm, clock.now())
    await keepHealthHouse(orm, clock.now())
  }
  await keepHouse()
  const drain = new Drain(server)

  openToOrigins(server)
  const around = { orm, clock, settings, parts }
  identifyCallers(server, around, readers)
  limitRates(server, quota)
  renderRefusals(server, clock)
  serveHealth(server, orm, drain)
  const sockets = new LiveSockets(server, { schema, quota, around, running, readers, credentials })
  serveMetrics(server, async () => [...clicks.figures(), ...sockets.figures(), ...(await jobs.figures())])
  serveCrawlers(server)
  const assets = new Assets(server)
  serveDocs(server, assets, errorTable(schema))
  serveGraphiql(server, assets, settings)
  await serveGraph(server, schema, quota)
  serveRest(server, rest)
  await serveOAuth(server, { orm, clock, keyring, secrets, publicUrl: settings.publicUrl })
  await serveVisitors(server, guard)
  await serveHome(server, { guard, shortening: new FormShortening(schema, quota) })
  const closeWebhooks = await openWebhooks({
    ...{ orm, jobs, events, outward, clock, log: server.log },
    ...{ queue: deliveries, secrets: webhookSecrets, isEmbedded: settings.database.kind !== 'server' },
  })
  const telling = { orm, events, clock }
  const sweeps = new Sweeps(orm, clock)
  const detector = new AnomalyDetector({ orm, clock, events, isEmbedded: settings.database.kind !== 'server' })
  const closeHealth = openHealth({ orm, outward, clock, sweeps, shortUrl: settings.shortUrl, log: server.log })
  await resumeTelling(telling)
  await resumeActivities(orm)
  const stopTelling = [
    pulse(() => tellClicks(telling), tellEveryMs, server.log),
    pulse(() => sweeps.note('lifecycle', () => tellExpired(telling)), tellEveryMs, server.log),
    pulse(() => sweeps.note('anomaly-detector', () => detector.sweep()), tellEveryMs, server.log),
  ]
  const stopDaily = daily(() => running.during(keepHouse), server.log)
  await server.ready()
  openDoor(server, { routes, visits, guard, clock, drain, settings })
  const end = async () => {
    stopDaily()
    await drain.close()
    await running.ended()
    for (const feed of feeds) await feed.close()
    await statistics.close()
    await sweeper.close()
    for (const stop of stopTelling) await stop()
    await closeHealth()
    await closeWebhooks()
    await jobs.close()
    await outward.close()
    await clicks.close()
    await keyUses.close()
    await ledger.close()
    await stopListening()
    await database.close()
  }
  let ending: Promise<void> | undefined
  const close = () => {
    ending ??= end()
    return ending
  }
  return { server, schema, database, close }
}

function madeSecret({ database, dataFolder }: Settings): string | Promise<string> {
  return database.kind === 'memory' ? randomSecret() : keptSecret(dataFolder, 'jwt.secret')
}
