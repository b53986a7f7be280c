import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendTo, startProcess } from '../support/process.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'
import { trials } from '../support/size.ts'

/** On a server, the attempt after a kill begins when the one before has expired. */
const kills = Number(process.env.TEST_KILLS ?? trials(1, 20))
const rowCount = 6_000

let database: ProcessDatabase
let environment: Record<string, string>
beforeAll(async () => {
  database = await processDatabase()
  const JWT_SECRET = randomBytes(24).toString('hex')
  const PLAN_LIMITS = 'free.links=100000'
  environment = { DATABASE_URL: database.url, LOG_LEVEL: 'error', RATE_LIMITS: 'off', JWT_SECRET, PLAN_LIMITS }
})
afterAll(() => database.drop())

interface Answer {
  readonly id: string
  readonly token: string
  readonly state: string
  readonly processed: number
  readonly created: number
  readonly skipped: number
  readonly failed: number
  readonly length: number
}

const send = sendTo<Answer>

it(
  'has exactly the rows of the file after kill -9 in the middle of an import',
  async () => {
    let service = await startProcess(environment)
    const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
    const { token } = await send(service, 'POST', '/v1/auth/register', '', account)
    const { id } = await send(service, 'POST', '/v1/imports', token, { source: 'csv', onConflict: 'fail' })
    // A fifth of the rows has no alias: only their position says whether they were written. One in a thousand is wrong.
    const rows = Array.from({ length: rowCount }, (_, n) =>
      n % 1000 === 999 ? `ftp://example.com/${n},` : `https://example.com/${n},${n % 5 === 0 ? '' : `row-${n}`}`,
    )
    await send(service, 'PUT', `/v1/imports/${id}/content`, token, `longUrl,customUrl\n${rows.join('\n')}\n`)
    let processed = 0
    for (let kill = 1; kill <= kills; kill++) {
      for (;;) {
        const current = await send(service, 'GET', `/v1/imports/${id}`, token)
        expect(current.state).toMatch(/queued|running/)
        const hasProgressed = current.processed > processed
        processed = current.processed
        if (hasProgressed) break
        await sleep(20)
      }
      await sleep(60 * Math.random())
      service.child.kill('SIGKILL')
      await service.ended
      service = await startProcess(environment)
    }
    await expect
      .poll(async () => (await send(service, 'GET', `/v1/imports/${id}`, token)).state, {
        timeout: 120_000,
        interval: 200,
      })
      .toBe('completed')
    const wrong = rowCount / 1000
    expect(await send(service, 'GET', `/v1/imports/${id}`, token)).toMatchObject({
      processed: rowCount,
      created: rowCount - wrong,
      skipped: 0,
      failed: wrong,
    })
    const { total } = await send(service, 'GET', '/v1/urls?limit=1', token)
    expect(total).toBe(rowCount - wrong)
    const pages = Array.from({ length: rowCount / 100 }, (_, page) => page + 1)
    const destinations = new Set<string>()
    for (const page of pages) {
      const answer = await fetch(`${service.base}/v1/urls?limit=100&page=${page}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      for (const { originalUrl } of (await answer.json()) as { originalUrl: string }[]) destinations.add(originalUrl)
    }
    expect(destinations.size).toBe(rowCount - wrong)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  },
  180_000 + kills * 30_000,
)
