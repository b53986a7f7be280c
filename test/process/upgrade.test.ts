import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, inject, it } from 'vitest'
import { readStoredClicks } from '../support/crash.ts'
import { createDatabase, databaseUrl, onServer } from '../support/database.ts'
import { compileFormer, formerCommit, hasFormer } from '../support/former-version.ts'
import { type ServiceProcess, sendTo, startProcess } from '../support/process.ts'
import { agents } from '../support/visitor.ts'

const linkCount = 10_000

const { url: server } = inject('database') as { readonly url: string }
const cleanups: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})

const isKnown = await hasFormer()
if (!isKnown) console.warn(`The upgrade is not tested: this clone does not have the commit ${formerCommit}.`)

async function createEmpty(): Promise<string> {
  const name = `tack_test_${randomBytes(8).toString('hex')}`
  await createDatabase(server, name)
  cleanups.push(() => onServer(server, `drop database ${name} with (force)`))
  return databaseUrl(server, name)
}

/** A person who does the same again and again on one node, each time with a link that visitors opened before. */
class Person {
  readonly statuses = new Map<string, number>()
  readonly seen = new Map<string, number>()
  private count = 0

  constructor(
    private readonly token: string,
    private readonly codes: readonly string[],
  ) {}

  async actOn(service: ServiceProcess): Promise<void> {
    const code = this.codes[this.count++ % this.codes.length] as string
    const visit = await fetch(`${service.base}/${code}`, {
      redirect: 'manual',
      headers: { 'user-agent': agents.chrome },
    })
    this.record('visit', visit.status)
    if (visit.status === 302) this.seen.set(code, (this.seen.get(code) ?? 0) + 1)
    // A code that no cache has.
    this.record('unknown', (await fetch(`${service.base}/none-${randomBytes(6).toString('hex')}`)).status)
    const name = randomBytes(6).toString('hex')
    await this.send(service, 'POST', '/v1/urls', { longUrl: `https://example.com/${name}`, customUrl: name })
    await this.send(service, 'POST', '/v1/tags', { name })
    await this.send(service, 'GET', '/v1/urls')
  }

  private async send({ base }: ServiceProcess, method: string, path: string, body?: object): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}`, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    await response.arrayBuffer()
    this.record(`${method} ${path}`, response.status)
  }

  private record(what: string, status: number): void {
    const key = `${what} ${status}`
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1)
  }
}

async function startRunning(environment: Record<string, string>, folder = '.'): Promise<ServiceProcess> {
  const service = await startProcess(environment, folder)
  cleanups.push(async () => service.child.kill('SIGKILL'))
  if (service.child.exitCode !== null) throw new Error(service.output())
  return service
}

async function register({ base }: ServiceProcess): Promise<{ token: string }> {
  const body = JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${base}/v1/auth/register`, { method: 'POST', headers, body })
  return (await response.json()) as { token: string }
}

/** Statements that wait for longer than a second for a lock. Without a migration none of these statements waits for another. */
const longWaitsSql = `
  select left(query, 80) as query from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock' and now() - query_start > interval '1 second'
     and wait_event <> 'advisory'`

it.skipIf(!isKnown)(
  'a version that migrates beside the former one fails no request, holds none up and loses no click',
  { timeout: 240_000 },
  async () => {
    const { folder, remove } = await compileFormer()
    cleanups.push(remove)
    const url = await createEmpty()
    const environment = {
      ...{ DATABASE_URL: url, JWT_SECRET: 'a secret that only the tests of this project know' },
      ...{
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        PUBLIC_URL: 'http://localhost:3000',
        PLAN_LIMITS: 'free.links=999999',
      },
    }
    const former = await startRunning(environment, folder)
    const { token } = await register(former)
    const codes = Array.from({ length: 10 }, (_, n) => `opened-${n}`)
    for (const customUrl of codes)
      await sendTo(former, 'POST', '/v1/urls', token, { longUrl: 'https://example.com/', customUrl })
    await onServer(
      url,
      `insert into link select (jsonb_populate_record(link, jsonb_build_object('id', link.id || n, 'code', 'many-' || n))).*
         from link, generate_series(1, ${linkCount}) n where code = 'opened-0'`,
    )

    const people = Array.from({ length: 2 }, () => new Person(token, codes))
    let nodes = [former]
    let isOver = false
    const acting = Promise.all(
      people.map(async (person, n) => {
        for (let round = n; !isOver; round++) await person.actOn(nodes[round % nodes.length] as ServiceProcess)
      }),
    )
    const longWaits: unknown[] = []
    const watching = (async () => {
      const { default: pg } = await import('pg')
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      while (!isOver) {
        longWaits.push(...(await client.query(longWaitsSql)).rows)
        await pause(100)
      }
      await client.end()
    })()

    const next = await startRunning(environment)
    nodes = [former, next]
    const roundsOf = () => people.map(({ statuses }) => statuses.get('visit 302') ?? 0)
    const before = roundsOf()
    await expect
      .poll(() => roundsOf().every((rounds, n) => rounds > (before[n] as number) + 10), { timeout: 60_000 })
      .toBe(true)
    isOver = true
    await Promise.all([acting, watching])
    for (const { child, ended } of [former, next]) {
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    }

    const kinds = ['visit 302', 'unknown 404', 'POST /v1/urls 201', 'POST /v1/tags 201', 'GET /v1/urls 200']
    for (const { statuses } of people) expect([...statuses.keys()].sort()).toEqual(kinds.toSorted())
    expect(longWaits).toEqual([])
    const stored = await readStoredClicks({ kind: 'server', url }, codes)
    const seen = codes.map((code) => people.reduce((sum, person) => sum + (person.seen.get(code) ?? 0), 0))
    expect(stored.map(({ rows, counter }) => ({ rows, counter }))).toEqual(
      seen.map((rows) => ({ rows, counter: rows })),
    )
  },
)
