import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServiceProcess, startProcess } from '../support/process.ts'
import { type ProcessDatabase, processFolder } from '../support/process-database.ts'

const script = fileURLToPath(new URL('./end-database-thread.mjs', import.meta.url))
const environment = { NODE_OPTIONS: `--import=${script}`, RATE_LIMITS: 'off', LOG_LEVEL: 'error' }

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
