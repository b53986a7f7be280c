import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readUntilStatus, type ServiceProcess, startProcess } from '../support/process.ts'
import { type ProcessDatabase, processFolder } from '../support/process-database.ts'
import { settling } from '../support/settling.ts'

/** Has the process load a script of this folder before the service. */
const loading = (script: string) => ({
  NODE_OPTIONS: `--import=${fileURLToPath(new URL(script, import.meta.url))}`,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
})
const environment = loading('./end-database-thread.mjs')

/** The last test, which waits for half a minute while the others run. */
let losing: Promise<void>
beforeAll(() => {
  losing = loseConnection()
  // It fails its own test.
  losing.catch(() => undefined)
})

async function shorten({ base }: ServiceProcess): Promise<{ status: number; code: string }> {
  const answer = await fetch(`${base}/v1/free-urls/shorten`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ longUrl: 'https://example.com/kept' }),
  })
  const { shortCode } = (await answer.json()) as { shortCode: string }
  return { status: answer.status, code: shortCode }
}

async function follow({ base }: ServiceProcess, code: string): Promise<number> {
  return (await fetch(`${base}/${code}`, { redirect: 'manual', headers: { 'user-agent': 'curl/8.5.0' } })).status
}

describe('a service whose database thread ends', () => {
  let database: ProcessDatabase
  let service: ServiceProcess
  beforeEach(async () => {
    database = await processFolder()
  })
  afterEach(async () => {
    // It runs if the test has failed.
    service.child.kill('SIGKILL')
    await service.ended
    await database.drop()
  })

  it('answers 503 to what was running, reports it, starts the database again and keeps every acknowledged link', async () => {
    service = await startProcess({ ...environment, DATABASE_URL: database.url })
    const { code } = await shorten(service)
    const answers: Awaited<ReturnType<typeof shorten>>[] = []
    let isOver = false
    const loops = Array.from({ length: 8 }, async () => {
      while (!isOver) answers.push(await shorten(service))
    })
    const isDown = () => answers.some(({ status }) => status === 503)
    await expect.poll(() => answers.length).toBeGreaterThan(20)
    service.child.kill('SIGUSR2')
    await expect.poll(isDown).toBe(true)
    await expect.poll(() => answers.at(-1)?.status).toBe(201)
    isOver = true
    await Promise.all(loops)

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]))
    const created = answers.filter(({ status }) => status === 201)
    const statuses = await Promise.all(
      [code, ...created.map((answer) => answer.code)].map((each) => follow(service, each)),
    )
    expect(new Set(statuses)).toEqual(new Set([302]))
    expect(service.output()).toContain('the embedded database ended; it is started again')
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  it('ends with 1 and says why when the database was in memory', async () => {
    service = await startProcess({ ...environment, DATABASE_URL: 'memory://' })
    await shorten(service)
    service.child.kill('SIGUSR2')
    // The signal may arrive after a request. The service ends while one waits for its answer.
    const requests = setInterval(() => void shorten(service).catch(() => undefined), 50)
    expect(await service.ended.finally(() => clearInterval(requests))).toBe(1)
    expect(service.output()).toContain('the database in memory is lost')
  })
})

it('logs and counts a rejection that nobody handles and goes on; without the connection it drains and ends with 1', () =>
  losing)

async function loseConnection(): Promise<void> {
  const token = 'the-token-of-whoever-reads-the-metrics'
  const variables = { DATABASE_URL: 'memory://', METRICS_TOKEN: token, DRAIN_SECONDS: '10' }
  const service = await startProcess({ ...loading('./lose-promises.mjs'), ...variables })
  const isWritten = (text: string) => vi.waitFor(() => expect(service.output()).toContain(text), settling)
  try {
    const { code } = await shorten(service)
    service.child.kill('SIGUSR2')
    await isWritten('a promise was rejected that nobody awaits')
    await isWritten('a fault of the test')
    const metrics = await fetch(`${service.base}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    expect(await metrics.text()).toContain('\ntack_unhandled_rejections_total 1\n')
    service.child.kill('SIGUSR2')
    await isWritten('was not returned within 30 seconds')
    await readUntilStatus(`${service.base}/readyz`, 503)
    expect(await follow(service, code)).toBe(302)
    expect(await service.ended).toBe(1)
  } finally {
    service.child.kill('SIGKILL')
  }
}
