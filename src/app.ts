import type { FastifyInstance } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { Account, AccountResolver, Sessions } from './accounts/index.ts'
import { type Clock, systemClock } from './base/clock.ts'
import { Keyring, keptSecret, randomSecret } from './base/secrets.ts'
import type { Settings } from './config.ts'
import { migrate } from './database/migrate.ts'
import { type Database, openDatabase } from './database/open.ts'
import { Parts, type Surroundings } from './graphql/context.ts'
import { serveGraph } from './graphql/endpoint.ts'
import { buildGraph } from './graphql/schema.ts'
import { restFace } from './rest/face.ts'
import { restOperationsOf } from './rest/operations.ts'
import { serveRest } from './rest/routes.ts'
import { generate } from './rest/sofa.ts'
import { serveHealth } from './server/health.ts'
import { identifyCallers } from './server/identify.ts'
import { Limiter } from './server/limiter.ts'
import { limitRates } from './server/quota.ts'
import { renderRefusals } from './server/refusals.ts'
import { createServer, type Logging } from './server/server.ts'

/** Every entity of the service. */
export const entities = [Account]

/** Every resolver of the service. */
export const resolvers = [AccountResolver]

export interface AppOptions {
  readonly settings: Settings
  readonly clock?: Clock
  readonly logger?: Logging
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
export async function buildApp({ settings, clock = systemClock, logger, ...open }: AppOptions): Promise<App> {
  const schema = buildGraph(resolvers)
  const database = await openDatabase({ place: settings.database, entities, ...open })
  await migrate(database.orm)
  const server = createServer(settings, logger)
  const keyring = new Keyring(settings.jwtSecret ?? (await madeSecret(settings)))
  const sessions = new Sessions(keyring, clock)
  const parts = new Parts().provide(keyring).provide(sessions)
  const around: Surroundings = { orm: database.orm, clock, settings, parts }
  let draining = false

  identifyCallers(server, around, [sessions])
  const { on, perMinute, perHour } = settings.rateLimits
  const windows = [
    { limit: perMinute, seconds: 60 },
    { limit: perHour, seconds: 3600 },
  ]
  limitRates(server, new Limiter(windows, clock), on)
  renderRefusals(server, clock)
  serveHealth(server, database.orm, () => draining)
  await serveGraph(server, schema)
  const face = restFace(schema)
  const operations = restOperationsOf(schema)
  const { documents } = await generate(face, operations)
  serveRest(server, face, operations, documents)
  await server.ready()
  return {
    server,
    schema,
    database,
    close: async () => {
      draining = true
      await server.close()
      await database.close()
    },
  }
}

function madeSecret({ database, dataFolder }: Settings): string | Promise<string> {
  return database.kind === 'memory' ? randomSecret() : keptSecret(dataFolder, 'jwt.secret')
}
