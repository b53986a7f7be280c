import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { as } from '../support/visitor.ts'
import { expectError } from './envelope.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

describe('GET /metrics', () => {
  it.each(['127.0.0.1', '::1', '::ffff:10.1.2.3', '172.17.0.1', '192.168.1.5', 'fd00::1'])(
    'returns 200 in the text format of Prometheus to %s, without rate-limit headers and log lines',
    async (from) => {
      test.logs.splice(0)
      const { status, headers, text } = await test.rest.get('/metrics', { from })
      expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
      expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
      expect(test.logs).toEqual([])
      for (const block of text.trimEnd().split(/\n(?=# HELP)/))
        expect(block).toMatch(/^# HELP (\w+) \S.*\n# TYPE \1 (gauge|counter)\n\1 [\d.e+-]+$/)
    },
  )

  it('counts clicks and their batches', async () => {
    const link = await test.seed.link(await test.seed.account())
    const figure = async (name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await test.rest.get('/metrics')).text)?.[1])
    const before = [await figure('tack_clicks_written_total'), await figure('tack_click_batches_total')]
    for (let n = 0; n < 3; n++) await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    const after = [await figure('tack_clicks_written_total'), await figure('tack_click_batches_total')]
    expect(after).toEqual(before.map((value) => value + 3))
    expect(await figure('tack_database_up')).toBe(1)
    for (const name of ['tack_click_buffer_clicks', 'tack_click_spool_bytes', 'tack_clicks_dropped_total'])
      expect(await figure(name)).toBe(0)
    // Any open transaction on the server can delay the totals.
    expect(await figure('tack_click_fold_lag_seconds')).toBeGreaterThanOrEqual(0)
  })

  it('returns 404 to other networks and to proxied requests', async () => {
    expectError(test, await test.rest.get('/metrics', { from: '203.0.113.7' }), 404, 'ROUTE_NOT_FOUND')
    expectError(test, await test.rest.get('/metrics', { from: '2001:db8::1' }), 404, 'ROUTE_NOT_FOUND')
    for (const header of ['x-forwarded-for', 'forwarded']) {
      const headers = { [header]: 'for=10.0.0.1' }
      expectError(test, await test.rest.get('/metrics', { headers }), 404, 'ROUTE_NOT_FOUND')
    }
  })
})
