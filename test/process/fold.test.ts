import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ServiceProcess, startProcess } from '../support/process.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'
import { trials } from '../support/size.ts'
import { agents } from '../support/visitor.ts'

const visitors = 8
const rounds = Number(process.env.TEST_KILLS ?? trials(1, 20))

let database: ProcessDatabase
let environment: Record<string, string>
beforeAll(async () => {
  database = await processDatabase()
  const JWT_SECRET = randomBytes(24).toString('hex')
  environment = { DATABASE_URL: database.url, LOG_LEVEL: 'error', RATE_LIMITS: 'off', JWT_SECRET }
})
afterAll(() => database.drop())

async function post({ base }: ServiceProcess, path: string, body: object, token = '') {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as { id: string; shortUrl: string; token: string }
}

it(
  'counts every click once after kill -9 during writing and folding',
  async () => {
    const ada = { email: 'ada@example.com', password: 'correct horse battery' }
    let service = await startProcess(environment)
    const { token } = await post(service, '/v1/auth/register', { name: 'Ada', ...ada })
    const link = await post(service, '/v1/urls', { longUrl: 'https://example.com/' }, token)
    let answered = 0
    for (let round = 0; round < rounds; round++) {
      let isUp = true
      const visit = async () => {
        while (isUp) {
          const headers = { 'user-agent': agents.chrome }
          const entry = `${service.base}/${link.shortUrl}`
          const answer = await fetch(entry, { redirect: 'manual', headers }).catch(() => null)
          if (answer?.status === 302) answered++
        }
      }
      const crowd = Array.from({ length: visitors }, visit)
      setTimeout(() => service.child.kill('SIGKILL'), 1_300 + 900 * Math.random())
      await service.ended
      isUp = false
      await Promise.all(crowd)
      service = await startProcess(environment)
      const get = async (path: string) => {
        const answer = await fetch(service.base + path, { headers: { authorization: `Bearer ${token}` } })
        return answer.json() as Promise<{
          totalClicks: number
          currentClicks: number
          timeseries: { clicks: number }[]
        }>
      }
      // The clicks that the killed process has left in its journal follow soon after the start.
      const expectEachOnce = async () => {
        const { currentClicks } = await get(`/v1/urls/${link.id}`)
        const summary = await get(`/v1/clicks/analytics/${link.id}`)
        expect(summary.totalClicks).toBe(currentClicks)
        expect(summary.timeseries.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(currentClicks)
        // A click may be stored although its redirect was not received.
        expect(currentClicks).toBeGreaterThanOrEqual(answered)
        expect(currentClicks).toBeLessThanOrEqual(answered + visitors)
        return currentClicks
      }
      answered = await vi.waitFor(expectEachOnce, 15_000)
    }
    expect(answered).toBeGreaterThan(0)
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  },
  90_000 + rounds * 20_000,
)
