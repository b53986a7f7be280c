import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { afterEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { Gate } from '../http/gate.ts'
import { readStoredClicks } from '../support/crash.ts'
import { onServer } from '../support/database.ts'
import { freePort } from '../support/port.ts'
import { launchProcess, readUntilStatus, type ServiceProcess, startProcess } from '../support/process.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'

const source = inject('database')
const secret = 'a secret that only the tests of this project know'
let database: ProcessDatabase
afterEach(() => database.drop())

interface Answer {
  readonly status: number | undefined
  readonly connection: string | undefined
}

/** Sends requests on one connection until an answer closes it. */
async function readUntilClosed(url: string): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answers: Answer[] = []
  while (answers.at(-1)?.connection !== 'close') {
    const [response]: [IncomingMessage] = (await once(get(url, { agent }), 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    answers.push({ status: response.statusCode, connection: response.headers.connection })
  }
  agent.destroy()
  return answers
}

async function createLink({ base }: ServiceProcess): Promise<string> {
  const body = JSON.stringify({ longUrl: 'https://example.com/' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${base}/v1/free-urls/shorten`, { method: 'POST', headers, body })
  const { shortUrl } = (await response.json()) as { shortUrl: string }
  return `${base}${new URL(shortUrl).pathname}`
}

describe('SIGTERM', () => {
  it('is no failed request to clients that leave when an answer closes their connection', async () => {
    database = await processDatabase()
    const service = await startProcess({ DATABASE_URL: database.url, JWT_SECRET: secret, DRAIN_SECONDS: '3' })
    const link = await createLink(service)
    const clients = Array.from({ length: 20 }, (_, n) => readUntilClosed(n % 2 ? link : `${service.base}/healthz`))
    // Every client has a connection by now.
    await readUntilStatus(`${service.base}/readyz`, 200)
    service.child.kill('SIGTERM')
    await readUntilStatus(`${service.base}/readyz`, 503)
    for (const answers of await Promise.all(clients)) {
      const statuses = new Set(answers.map(({ status }) => status))
      expect([[302], [200]]).toContainEqual([...statuses])
    }
    // A visitor who comes late is served too.
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(302)
    expect(await service.ended).toBe(0)
  })

  it('ends at once after Ctrl-C', async () => {
    database = await processDatabase()
    const service = await startProcess({ DATABASE_URL: database.url, JWT_SECRET: secret, DRAIN_SECONDS: '300' })
    service.child.kill('SIGINT')
    expect(await service.ended).toBe(0)
  })
})

describe.runIf(source.kind === 'server')('a start while PostgreSQL is away, silent, or read-only', () => {
  it('waits, answers 503, says why in the log, and serves when the database is there', async () => {
    database = await processDatabase()
    const name = new URL(database.url).pathname.slice(1)
    const sourceUrl = 'url' in source ? source.url : ''
    const setReadOnly = (isReadOnly: boolean) =>
      onServer(sourceUrl, `alter database ${name} set default_transaction_read_only = ${isReadOnly}`)
    const gate = new Gate(database.url)
    // Takes a port, and closes it.
    await gate.open()
    await gate.shut()
    onTestFinished(() => gate.shut())
    const port = await freePort()
    const service = launchProcess({ DATABASE_URL: gate.url, JWT_SECRET: secret, PORT: String(port) })
    await expect.poll(service.output).toContain('waiting for the database')
    expect((await fetch(`${service.base}/healthz`)).status).toBe(200)
    const ready = await fetch(`${service.base}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'starting' }])
    const other = await fetch(`${service.base}/v1/public-stats`)
    expect([other.status, other.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await other.json()).toMatchObject({ error: { code: 'UNAVAILABLE' } })
    gate.hold(true)
    await gate.open()
    await expect.poll(service.output).toMatch(/waiting for the database for \d+ s: timeout expired/)
    await setReadOnly(true)
    gate.hold(false)
    await expect.poll(service.output).toMatch(/waiting for the database for \d+ s: The database is read-only\./)
    expect((await fetch(`${service.base}/readyz`)).status).toBe(503)
    await setReadOnly(false)
    await readUntilStatus(`${service.base}/readyz`, 200)
    await createLink(service)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })
})

describe.runIf(source.kind === 'server')('SIGTERM while PostgreSQL is silent', () => {
  it('ends the process with 0, and the clicks that wait stay in the journal', async () => {
    database = await processDatabase()
    const gate = new Gate(database.url)
    await gate.open()
    onTestFinished(() => gate.shut())
    const environment = { DATABASE_URL: gate.url, JWT_SECRET: secret }
    const service = await startProcess(environment)
    const link = await createLink(service)
    const visit = () => fetch(link, { redirect: 'manual' })
    expect((await visit()).status).toBe(302)
    gate.hold(true)
    // A request that waits for the database delays the end as well.
    const waiting = fetch(`${service.base}/v1/public-stats`).catch(() => undefined)
    for (let n = 0; n < 4; n++) expect((await visit()).status).toBe(302)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(service.output()).toContain('a part of the service could not be stopped and is left behind')
    await waiting
    gate.hold(false)
    const { child, ended } = await startProcess(environment)
    await expect
      .poll(async () => (await readStoredClicks(database.place, [new URL(link).pathname.slice(1)]))[0]?.rows)
      .toBe(5)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})
