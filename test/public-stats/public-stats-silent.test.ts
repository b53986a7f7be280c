import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../http/envelope.ts'
import { GatedDatabase, isOnServer } from '../http/gated-database.ts'
import { startApp, type TestApp } from '../support/app.ts'

describe.runIf(isOnServer)('without statistics, while the database does not answer', () => {
  const database = new GatedDatabase()
  const { gate } = database
  let test: TestApp
  beforeAll(async () => {
    await database.open()
    test = await startApp({ DATABASE_URL: gate.url })
    gate.hold(true)
  })
  afterAll(async () => {
    gate.hold(false)
    await test.close()
    await database.drop()
  })

  it('the home page is shown without them, and GET /public-stats returns 503', async () => {
    const [home, stats] = await Promise.all([test.rest.get('/'), test.rest.get('/v1/public-stats')])
    expect([home.status, home.text.includes('<form'), home.text.includes('<dl')]).toEqual([200, true, false])
    expectError(test, stats, 503, 'UNAVAILABLE')
    expect(stats.headers['retry-after']).toBe('5')
    expect(stats.headers['cache-control']).toBe('no-store')
  }, 20_000)
})
