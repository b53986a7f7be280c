import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readStoredClicks, shipJournal, visit } from '../support/crash.ts'
import { freePort } from '../support/port.ts'
import {
  launchProcess,
  readMetrics,
  readUntilStatus,
  type ServiceProcess,
  sendTo,
  startProcess,
} from '../support/process.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'

/** `WORKERS=2`: what two processes on one port promise together. */

/** Longer than any machine needs: what happens decides, and not the clock. */
const waiting = { timeout: 240_000, interval: 50 }
const timeout = 300_000
const metricsToken = 'a-token-of-32-characters-or-more-for-metrics'
let database: ProcessDatabase
let environment: Record<string, string>
let service: ServiceProcess
let token: string
let link: { readonly url: string; readonly code: string }

async function begin(limits: Record<string, string>): Promise<void> {
  database = await processDatabase()
  environment = {
    DATABASE_URL: database.url,
    JWT_SECRET: 'a secret that only the tests of this project know',
    METRICS_TOKEN: metricsToken,
    WORKERS: '2',
    DRAIN_SECONDS: '1',
    ...limits,
  }
  service = await startProcess(environment)
  await vi.waitFor(() => expect(service.output()).toContain('serves in 2 processes'), waiting)
  const account = { name: 'Ada', email: 'ada@example.com', password: 'a password of the tests' }
  token = (await sendTo<{ token: string }>(service, 'POST', '/v1/auth/register', '', account)).token
  const made = await sendTo<{ shortUrl: string }>(service, 'POST', '/v1/urls', token, {
    longUrl: 'https://example.com/',
  })
  link = { url: `${service.base}/${made.shortUrl}`, code: made.shortUrl }
}
async function end(): Promise<void> {
  service.child.kill('SIGKILL')
  await service.ended
  await database.drop()
}

/** The processes that have begun to serve, in their order. */
function startedWorkers(): { readonly pid: number; readonly worker: number }[] {
  const lines = service.output().split('\n')
  return lines.filter((line) => line.startsWith('{') && line.includes('"started"')).map((line) => JSON.parse(line))
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Visits the link all the time. Returns what ends it, and counts answers and failed requests. */
function beginVisits(connections: number) {
  const counts = { redirects: 0, others: 0, failures: 0 }
  let isOver = false
  const loops = Array.from({ length: connections }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      const status = await visit(link.url, agent)
      counts[status === undefined ? 'failures' : status === 302 ? 'redirects' : 'others']++
    }
    agent.destroy()
  })
  const end = async () => {
    isOver = true
    await Promise.all(loops)
    return counts
  }
  return { counts, end }
}

describe('with a limit', () => {
  beforeAll(() => begin({ RATE_LIMIT_PER_HOUR: '40' }), timeout)
  afterAll(end)

  it('counts limits exactly over both, does background work in one, and shows the metrics of both', async () => {
    const agent = new Agent({ maxSockets: 200 })
    const ask = async () => {
      const request = get(`${service.base}/v1/urls`, { agent, headers: { authorization: `Bearer ${token}` } })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      response.resume()
      await once(response, 'end')
      return response.statusCode
    }
    const statuses = await Promise.all(Array.from({ length: 200 }, ask))
    // The link was the first call of forty. On a machine that is too busy, an allowed call may end with 503: it counts too.
    const allowed = statuses.filter((status) => status !== 429)
    expect(allowed).toHaveLength(39)
    expect(allowed).toContain(200)
    expect(allowed.filter((status) => status !== 200 && status !== 503)).toEqual([])

    const lines = await readMetrics(service, metricsToken)
    const workersOf = (name: string) =>
      lines
        .filter((line) => line.startsWith(`${name}{`))
        .map((line) => /worker="(\w+)"/.exec(line)?.[1])
        .sort()
    expect(workersOf('process_start_time_seconds')).toEqual(['1', '2', 'primary'])
    expect(workersOf('tack_journal_bytes')).toEqual(['1', '2'])
    expect(workersOf('tack_click_fold_age_seconds')).toEqual(['1'])
    const rejected = lines.filter((line) => line.startsWith('tack_rate_limit_rejections_total{'))
    const count = rejected.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    expect(count).toBe(161)
  })

  it('ends with 1 when a worker cannot start, and at once when it is stopped while it waits for the database', {
    timeout,
  }, async () => {
    const second = await startProcess({ ...environment, PORT: new URL(service.base).port })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('is in use')

    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', PORT: String(await freePort()) }
    const waiting = launchProcess({ ...environment, ...away, DRAIN_SECONDS: '300' })
    await readUntilStatus(`${waiting.base}/readyz`, 503)
    waiting.child.kill('SIGTERM')
    expect(await waiting.ended).toBe(0)
  })

  it('ends all processes when the first one is killed, and the next start finds their clicks', {
    timeout,
  }, async () => {
    const agent = new Agent()
    for (let n = 0; n < 20; n++) expect(await visit(link.url, agent)).toBe(302)
    service.child.kill('SIGKILL')
    await expect.poll(() => startedWorkers().some(({ pid }) => isRunning(pid)), waiting).toBe(false)
    await shipJournal(database.place, environment)
    expect(await readStoredClicks(database.place, [link.code])).toMatchObject([{ rows: 20, ids: 20, counter: 20 }])
  })
})

it('fails no request in a restart of all, and replaces a worker that is killed; no click is lost or doubled', {
  timeout,
}, async () => {
  await begin({ RATE_LIMITS: 'off' })
  onTestFinished(end)
  const first = startedWorkers()
  expect(first.map(({ worker }) => worker).sort()).toEqual([1, 2])
  const visits = beginVisits(6)
  service.child.kill('SIGUSR2')
  await expect.poll(startedWorkers, waiting).toHaveLength(4)
  await expect.poll(() => first.some(({ pid }) => isRunning(pid)), waiting).toBe(false)
  expect(visits.counts).toMatchObject({ others: 0, failures: 0 })
  const beforeKill = visits.counts.redirects
  expect(beforeKill).toBeGreaterThan(0)

  process.kill(startedWorkers()[3]?.pid ?? 0, 'SIGKILL')
  await expect.poll(startedWorkers, waiting).toHaveLength(5)
  await expect.poll(() => visits.counts.redirects, waiting).toBeGreaterThan(beforeKill + 20)
  const { redirects, others, failures } = await visits.end()
  expect(others).toBe(0)
  // At most the requests of the killed worker failed; each of them may have been recorded.
  expect(failures).toBeLessThanOrEqual(6)

  // In the middle of another restart.
  service.child.kill('SIGUSR2')
  await sleep(500)
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  await shipJournal(database.place, environment)
  const [stored] = await readStoredClicks(database.place, [link.code])
  expect(stored?.rows).toBeGreaterThanOrEqual(redirects)
  expect(stored?.rows).toBeLessThanOrEqual(redirects + failures)
  expect(stored).toMatchObject({ ids: stored?.rows, counter: stored?.rows })
})
