import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { expectError } from '../http/envelope.ts'
import { Gate } from '../http/gate.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, databaseUrl, onServer } from '../support/database.ts'

const source = inject('database')

const { url, template } = source.kind === 'server' ? source : { url: 'postgres://none', template: 'none' }

describe.runIf(source.kind === 'server')('without statistics, while the database does not answer', () => {
  const name = `tack_test_${randomBytes(8).toString('hex')}`
  const gate = new Gate(databaseUrl(url, name))
  let test: TestApp
  beforeAll(async () => {
    await createDatabase(url, name, template)
    await gate.open()
    test = await startApp({ DATABASE_URL: gate.url })
    gate.hold(true)
  })
  afterAll(async () => {
    gate.hold(false)
    await test.close()
    await gate.shut()
    await onServer(url, `drop database ${name} with (force)`)
  })

  it('the home page is shown without them, and GET /public-stats returns 503', async () => {
    const [home, stats] = await Promise.all([test.rest.get('/'), test.rest.get('/v1/public-stats')])
    expect([home.status, home.text.includes('<form'), home.text.includes('<dl')]).toEqual([200, true, false])
    expectError(test, stats, 503, 'UNAVAILABLE')
    expect(stats.headers['retry-after']).toBe('5')
    expect(stats.headers['cache-control']).toBe('no-store')
  }, 20_000)
})
