import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { GatedDatabase, isOnServer } from './gated-database.ts'

describe.runIf(isOnServer)('the log of an outage of some seconds under load', () => {
  const database = new GatedDatabase()
  const { gate } = database
  let test: TestApp
  beforeAll(async () => {
    await database.open()
    test = await startApp({ DATABASE_URL: gate.url })
  })
  afterAll(async () => {
    await test.close()
    await database.drop()
  })

  it('has at most ten lines about requests, one warning for each other thing that fails, and no stack', async () => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada)
    const { token } = ada
    const first = test.logs.length
    const endsAt = performance.now() + 6_000
    const caller = async (n: number) => {
      while (performance.now() < endsAt) {
        await Promise.all([
          test.rest.get('/v1/urls', { token }),
          test.rest.get(`/v1/urls/${link.id}`, { token }),
          test.rest.post('/v1/urls', { longUrl: `https://example.com/${n}` }, { token }),
          test.graph('{ me { id } }', { token }),
          test.rest.get(`/${link.shortUrl}`),
          test.rest.get(`/nothing-${n}`),
        ])
        await pause(20)
      }
    }
    const callers = Promise.all(Array.from({ length: 6 }, (_, n) => caller(n)))
    await pause(1_000)
    await gate.shut()
    await pause(2_000)
    await test.app.recurringTasks.runAll()
    await gate.open()
    await callers
    await vi.waitFor(async () => expect(await test.metrics()).toContain('\ntack_database_up 1\n'), 10_000)
    const lines = test.logs.slice(first).filter(({ level }) => Number(level) >= 40)
    const isOfRequest = ({ reqId }: Record<string, unknown>) => reqId !== undefined
    const requests = lines.filter(isOfRequest)
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.length).toBeLessThanOrEqual(10)
    const others = lines.filter((line) => !isOfRequest(line))
    expect(others.filter(({ level }) => level !== 40)).toEqual([])
    const messages = others.map(({ msg }) => msg)
    expect(messages).toContain('the database does not answer; probing once a second')
    expect(messages).toEqual([...new Set(messages)])
    // Where a statement failed says nothing about an outage.
    expect(lines.filter(({ err }) => (err as { stack?: string } | undefined)?.stack !== undefined)).toEqual([])
  })
})
