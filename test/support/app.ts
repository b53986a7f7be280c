import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { inject } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { readSettings } from '../../src/config.ts'
import { TestClock } from './clock.ts'
import { databaseUrl, onServer } from './database.ts'
import { type GraphClient, graphClient } from './graph.ts'
import { RestClient } from './rest.ts'
import { Secrets } from './secrets.ts'
import { Seed } from './seed.ts'

export interface TestApp {
  readonly app: App
  readonly clock: TestClock
  readonly rest: RestClient
  readonly graph: GraphClient
  readonly seed: Seed
  /** Every log line of this app, parsed. */
  readonly logs: Record<string, unknown>[]
  /** The statements sent since the last call of `statements.splice(0)`. */
  readonly statements: string[]
  /** Which database is underneath; a race is only a race on a server. */
  readonly database: 'embedded' | 'server'
  /** Reads or writes rows directly, for what no door shows. `?` stands for a parameter. */
  sql<T extends object>(statement: string, parameters?: unknown[]): Promise<T[]>
  /** Another node of the service on the same database, on a server only; to be closed before this one. */
  sibling(
    environment?: Record<string, string>,
  ): Promise<Pick<TestApp, 'rest' | 'graph' | 'close'> & Pick<App, 'server'>>
  /** Also fails when a log line holds a secret, or an operation refused with a code it never declared. */
  close(): Promise<void>
}

/** The service that the files of one worker share. It is closed by the end of the worker, and its database by the end of the run. */
let shared: Promise<StartedApp> | undefined

/**
 * The service with its usual settings, shared with other files: for a file that makes its own accounts and looks at its
 * own rows only. One that counts statements needs its own: here the work of the file before may go on for a moment.
 * `close` ends the use of this file. The clock is set to the real time for each file.
 */
export async function sharedApp(): Promise<TestApp> {
  shared ??= startApp()
  return lend(await shared)
}

/** A service for the use of one more file. */
export function lend<T extends StartedApp>(test: T): T {
  test.clock.set(new Date())
  test.forget()
  return { ...test, close: async () => test.check() }
}

/** Read once for each worker. */
let embeddedSeed: Promise<Blob> | undefined
const readSeed = async (file: string) => new Blob([await readFile(file)])

/** What the sharing of a service needs beside it. */
export interface StartedApp extends TestApp {
  /** Begins anew with what was logged, stated and kept secret so far. */
  forget(): void
  /** Fails when a log line holds a secret, or an operation refused with a code it never declared. */
  check(): void
}

/** The whole service on a database of its own, with a clock that stands still. Quotas are off unless `environment` says. */
export async function startApp(environment: Record<string, string> = {}): Promise<StartedApp> {
  const source = inject('database')
  const name = source.kind === 'server' ? `${source.template}_${randomBytes(8).toString('hex')}` : ''
  if (source.kind === 'server') await onServer(source.url, `create database ${name} template ${source.template}`)
  const clock = new TestClock()
  const logs: Record<string, unknown>[] = []
  const statements: string[] = []
  const variables = {
    DATABASE_URL: source.kind === 'server' ? databaseUrl(source.url, name) : 'memory://',
    PUBLIC_URL: 'http://tack.test',
    JWT_SECRET: 'a secret that only the tests of this project know',
    RATE_LIMITS: 'off',
    // Receivers of webhooks are servers on loopback.
    OUTWARD_NETWORKS: 'any',
    ...environment,
  }
  const settings = readSettings(variables)
  if (source.kind === 'embedded') embeddedSeed ??= readSeed(source.seed)
  const lines: string[] = []
  const logTo = {
    write: (line: string) => {
      lines.push(line)
      logs.push(JSON.parse(line))
    },
  }
  const secrets = new Secrets()
  const app = await createApp({
    settings,
    clock,
    logTo,
    onStatement: (sql) => void statements.push(sql),
    ...(source.kind === 'embedded' && { embeddedSeed: await embeddedSeed }),
  })
  const rest = new RestClient(app.server, secrets)
  const check = () => {
    secrets.refuseIn(lines)
    const undeclared = logs.filter(({ msg }) => msg === 'undeclared error')
    if (undeclared.length > 0) throw new Error(`Undeclared failures: ${JSON.stringify(undeclared)}`)
  }
  return {
    app,
    clock,
    rest,
    graph: graphClient(app.server, secrets),
    seed: new Seed({ rest, orm: app.database.orm, clock, settings }),
    logs,
    statements,
    database: source.kind,
    sql: (statement, parameters = []) => app.database.orm.em.fork().execute(statement, parameters),
    sibling: async (changes = {}) => {
      if (source.kind === 'embedded') throw new Error('The embedded database takes one process.')
      const { server, close } = await createApp({ settings: readSettings({ ...variables, ...changes }), clock, logTo })
      return { server, rest: new RestClient(server, secrets), graph: graphClient(server, secrets), close }
    },
    close: async () => {
      await app.close()
      if (source.kind === 'server') await onServer(source.url, `drop database ${name} with (force)`)
      check()
    },
    forget: () => {
      for (const list of [lines, logs, statements]) list.length = 0
      secrets.clear()
    },
    check,
  }
}
