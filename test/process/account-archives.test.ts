import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendTo, startProcess } from '../support/process.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'

const linkCount = 6_000

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
  readonly download: { readonly href: string } | null
}

const send = sendTo<Answer>
const waiting = { timeout: 120_000, interval: 200 }

it('writes the whole archive after kill -9 in the middle of it', async () => {
  let service = await startProcess(environment)
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
  const { token } = await send(service, 'POST', '/v1/auth/register', '', account)
  const rows = Array.from({ length: linkCount }, (_, n) => `https://example.com/${n}`)
  const content = `longUrl\n${rows.join('\n')}\n`
  const { id } = await send(service, 'POST', '/v1/imports', token, { source: 'csv', content })
  await expect
    .poll(async () => (await send(service, 'GET', `/v1/imports/${id}`, token)).state, waiting)
    .toBe('completed')

  await send(service, 'POST', '/v1/auth/me/export', token)
  const read = () => send(service, 'GET', '/v1/auth/me/export', token)
  for (let state = 'queued'; state !== 'running'; { state } = await read()) {
    expect(state).toBe('queued')
    await sleep(1)
  }
  service.child.kill('SIGKILL')
  await service.ended

  service = await startProcess(environment)
  expect(await read()).toMatchObject({ state: 'running', download: null })
  await expect.poll(async () => (await read()).state, waiting).toBe('completed')
  const { pathname } = new URL((await read()).download?.href ?? '')
  const zip = await (await fetch(service.base + pathname)).bytes()
  const [links] = Object.entries(unzipSync(zip)).flatMap(([name, bytes]) =>
    name.endsWith('/links.json') ? [Buffer.from(bytes).toString()] : [],
  )
  expect(JSON.parse(links ?? '')).toHaveLength(linkCount)
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
}, 300_000)
