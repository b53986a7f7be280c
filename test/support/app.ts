import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { DeadlockException } from '@mikro-orm/postgresql'
import { inject } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { readSettings, type Settings } from '../../src/config.ts'
import { ChangeableSettings, ForgetfulRateLimitStore, type SettingChanges } from './changeable-settings.ts'
import { TestClock } from './clock.ts'
import { countStart } from './cost.ts'
import { isOfRequest, markRequestsOf } from './counted-statements.ts'
import { createDatabase, databaseUrl, emptyTables, onServer } from './database.ts'
import { type GraphClient, graphClient } from './graph.ts'
import { nameServers } from './name-servers.ts'
import { RestClient } from './rest.ts'
import { Secrets } from './secrets.ts'
import { Seed } from './seed.ts'

export interface TestApp {
  readonly app: App
  readonly clock: TestClock
  readonly settings: Settings
  readonly rest: RestClient
  readonly graph: GraphClient
  readonly seed: Seed
  /** Every log line of this app, parsed. */
  readonly logs: Record<string, unknown>[]
  /**
   * The SQL statements of requests until their answers, since the last `statements.splice(0)`. Without the statements of
   * `credentialReads` and of work that runs beside the requests, such as periodic tasks.
   */
  readonly statements: string[]
  /** The statements that read credentials. Whether a request needs one depends on the requests before it. */
  readonly credentialReads: string[]
  /** The kind of database; races occur only on a server. */
  readonly database: 'embedded' | 'server'
  /**
   * Reads or writes rows directly. `?` is a parameter. It locks rows in another order than the service, for instance an
   * account before its links. A statement that the server ends because of a deadlock is run once more.
   */
  sql<T extends object>(statement: string, parameters?: unknown[]): Promise<T[]>
  /** The errors in the log of requests that were answered with a status below 400. */
  errorsOfGoodAnswers(): Record<string, unknown>[]
  /** The text of `/metrics`. */
  metrics(): Promise<string>
  /** Sets the settings of the start with these changes, and forgets what limits have counted. */
  change(changes: SettingChanges): void
  /** Another node on the same database, on a server only; must be closed before this app. */
  sibling(
    environment?: Record<string, string>,
  ): Promise<Pick<TestApp, 'rest' | 'graph' | 'credentialReads' | 'close'> & Pick<App, 'server' | 'recurringTasks'>>
  /** Throws when the log contains a secret or an undeclared error. */
  close(): Promise<void>
}

const metricsToken = 'the-token-of-whoever-reads-the-metrics'

/** The address of a proxy on loopback that each app trusts. */
export const proxyAddress = '127.0.0.2'

/** The app that the test files of one worker share. It ends with the worker, and its database with the run. */
let shared: Promise<StartedApp> | undefined

/**
 * The app that test files share which create their own accounts and read only their own rows. With `changes` the app has
 * other settings until `close`. `close` ends the use by this file. Each file starts with the real time.
 */
export async function sharedApp(changes: SettingChanges = {}): Promise<TestApp> {
  shared ??= startApp()
  return lend(await shared, changes)
}

/** The same app without the rows of other files, for a file that counts all rows of a table or looks at all of them. */
export const emptiedApp = async (changes: SettingChanges = {}) => empty(await sharedApp(changes))

/** Deletes all rows but the rows of a new database. */
export async function empty<T extends TestApp>(test: T): Promise<T> {
  await test.sql(emptyTables)
  return test
}

/** Lends a running app to one more file, with other settings until `close`. */
export function lend<T extends StartedApp>(test: T, changes: SettingChanges = {}): T {
  test.clock.set(new Date())
  test.forget()
  const isChanged = Object.keys(changes).length > 0
  if (isChanged) test.change(changes)
  const close = async () => {
    if (isChanged) test.change({})
    test.check()
  }
  return { ...test, close }
}

/** The same app, which has other settings until `close`. Limits begin to count anew. */
export function withSettings(test: TestApp, changes: SettingChanges): TestApp {
  test.change(changes)
  return { ...test, close: async () => test.change({}) }
}

/** Read once per worker. */
let embeddedSeed: Promise<Blob> | undefined
const readSeed = async (file: string) => new Blob([await readFile(file)])

/** Listens, if no other test file has let this app do so, and returns the port. */
export async function listen({ app: { server } }: Pick<TestApp, 'app'>): Promise<number> {
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  return (server.server.address() as AddressInfo).port
}

/** Adds what sharing needs. */
export interface StartedApp extends TestApp {
  /** Clears the log, the statements and the known secrets. */
  forget(): void
  /** Throws when the log contains a secret or an undeclared error. */
  check(): void
}

/** The statements of the three readers of credentials, not those that check open connections. */
function isCredentialRead(sql: string): boolean {
  return /as memberships from (session join|api_key where|oauth_record token)|as memberships, array\(/.test(sql)
}

/** Starts the service on its own database with a stopped clock. Quotas are off by default. */
export async function startApp(environment: Record<string, string> = {}): Promise<StartedApp> {
  countStart('apps')
  const source = inject('database')
  const name = source.kind === 'server' ? `${source.template}_${randomBytes(8).toString('hex')}` : ''
  if (source.kind === 'server') await createDatabase(source.url, name, source.template)
  const clock = new TestClock()
  const logs: Record<string, unknown>[] = []
  const statements: string[] = []
  const credentialReads: string[] = []
  const variables = {
    DATABASE_URL: source.kind === 'server' ? databaseUrl(source.url, name) : 'memory://',
    PUBLIC_URL: 'http://tack.test',
    JWT_SECRET: 'a secret that only the tests of this project know',
    RATE_LIMITS: 'off',
    // Webhook receivers in tests are servers on loopback.
    OUTWARD_NETWORKS: 'any',
    // The last one is for sockets that are opened from it.
    TRUST_PROXY: `10.1.0.0/16,2001:db8:aaaa::/48,${proxyAddress}`,
    OWN_HOSTS: 'tack.internal, tack',
    METRICS_TOKEN: metricsToken,
    // Several services of each worker share the 100 connections of a server.
    DATABASE_POOL_SIZE: '8',
    // Most tests read the database right after a visit.
    CLICK_DURABILITY: 'committed',
    ...environment,
  }
  const changeable = new ChangeableSettings(variables)
  const { settings } = changeable
  if (source.kind === 'embedded') embeddedSeed ??= readSeed(source.seed)
  const lines: string[] = []
  const logTo = {
    write: (line: string) => {
      lines.push(line)
      logs.push(JSON.parse(line))
    },
  }
  const secrets = new Secrets()
  const rateLimitStore = new ForgetfulRateLimitStore(clock)
  const app = await createApp({
    settings,
    clock,
    logTo,
    nameServers,
    rateLimitStore,
    onStatement: (sql) => {
      if (isCredentialRead(sql)) credentialReads.push(sql)
      else if (isOfRequest()) statements.push(sql)
    },
    ...(source.kind === 'embedded' && { embeddedSeed: await embeddedSeed }),
  })
  markRequestsOf(app.server.server)
  const statuses = new Map<string, number>()
  const rest = new RestClient(app.server, secrets, {}, (id, status) => void statuses.set(id, status))
  app.server.server.on('request', (_request, response) => {
    response.on('finish', () => statuses.set(String(response.getHeader('x-request-id')), response.statusCode))
  })
  const check = () => {
    secrets.refuseIn(lines)
    const undeclared = logs.filter(({ msg }) => msg === 'undeclared error')
    if (undeclared.length > 0) throw new Error(`Undeclared errors: ${JSON.stringify(undeclared)}`)
  }
  return {
    app,
    clock,
    settings,
    rest,
    graph: graphClient(app.server, secrets),
    seed: new Seed({ rest, orm: app.database.orm, clock, settings }),
    logs,
    statements,
    credentialReads,
    database: source.kind,
    sql: <T extends object>(statement: string, parameters: unknown[] = []) => {
      const execute = () => app.database.orm.em.fork().execute<T[]>(statement, parameters)
      return execute().catch((error) => {
        if (error instanceof DeadlockException) return execute()
        throw error
      })
    },
    errorsOfGoodAnswers: () =>
      logs.filter(({ level, reqId }) => Number(level) >= 50 && (statuses.get(String(reqId)) ?? 999) < 400),
    metrics: async () => (await rest.get('/metrics', { token: metricsToken })).text,
    sibling: async (changes = {}) => {
      if (source.kind === 'embedded') throw new Error('The embedded database supports one process.')
      const readsOfSibling: string[] = []
      const sibling = await createApp({
        settings: readSettings({ ...variables, ...changes }),
        clock,
        logTo,
        nameServers,
        onStatement: (sql) => void (isCredentialRead(sql) && readsOfSibling.push(sql)),
      })
      const { server, recurringTasks, close } = sibling
      return {
        server,
        recurringTasks,
        rest: new RestClient(server, secrets),
        graph: graphClient(server, secrets),
        credentialReads: readsOfSibling,
        close,
      }
    },
    close: async () => {
      await app.close()
      if (source.kind === 'server') await onServer(source.url, `drop database ${name} with (force)`)
      check()
    },
    forget: () => {
      for (const list of [lines, logs, statements, credentialReads]) list.length = 0
      secrets.clear()
    },
    check,
    change: (changes) => {
      changeable.change(changes)
      app.server.log.level = settings.logLevel
      rateLimitStore.forget()
    },
  }
}
