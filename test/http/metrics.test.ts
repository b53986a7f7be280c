import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { as } from '../support/visitor.ts'
import { expectError } from './envelope.ts'

const token = 'a-token-that-only-the-operator-knows'

let test: TestApp
beforeAll(async () => {
  test = await startApp({ METRICS_TOKEN: token, METRICS_PORT: '0' })
})
afterAll(() => test.close())

function expectMetrics(status: number, mediaType: unknown, text: string): void {
  expect([status, mediaType]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  for (const block of text.trimEnd().split(/\n(?=# HELP)/))
    expect(block).toMatch(/^# HELP (\w+) \S.*\n# TYPE \1 (gauge|counter)\n\1 [\d.e+-]+$/)
}

describe('GET /metrics', () => {
  it.each(['127.0.0.1', '203.0.113.7', '2001:db8::1'])(
    'returns 200 in the text format of Prometheus to METRICS_TOKEN from %s, without rate-limit headers and log lines',
    async (from) => {
      test.logs.splice(0)
      const { status, headers, text } = await test.rest.get('/metrics', { from, token })
      expectMetrics(status, headers['content-type'], text)
      expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([])
      expect(test.logs).toEqual([])
    },
  )

  it.each([
    ['no credential', {}],
    ['no credential, through a proxy', { 'x-forwarded-for': '10.0.0.1' }],
    ['another token', { authorization: `Bearer ${token}x` }],
    ['the beginning of the token', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${token}` }],
  ])('returns 404 to %s, also from loopback', async (_what, headers) => {
    for (const from of ['127.0.0.1', '10.1.2.3', '203.0.113.7'])
      expectError(test, await test.rest.get('/metrics', { from, headers }), 404, 'ROUTE_NOT_FOUND')
  })

  it('returns 404 to everybody without METRICS_TOKEN, and the service has no other port without METRICS_PORT', async () => {
    const plain = await startApp({ METRICS_TOKEN: '' })
    for (const authorization of ['', 'Bearer ', 'Bearer undefined'])
      expectError(plain, await plain.rest.get('/metrics', { headers: { authorization } }), 404, 'ROUTE_NOT_FOUND')
    expect(plain.app.metricsServer).toBeUndefined()
    await plain.close()
  })

  it('returns 200 on METRICS_PORT without a credential, and nothing else is there', async () => {
    const server = test.app.metricsServer
    const answer = await server?.inject('/metrics')
    expectMetrics(answer?.statusCode ?? 0, answer?.headers['content-type'], answer?.body ?? '')
    for (const path of ['/', '/healthz', '/graphql', '/v1/public-stats'])
      expect((await server?.inject(path))?.statusCode).toBe(404)
  })

  it('counts clicks and their batches', async () => {
    const link = await test.seed.link(await test.seed.account())
    const figure = async (name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await test.rest.get('/metrics', { token })).text)?.[1])
    const names = ['tack_journal_clicks_total', 'tack_clicks_shipped_total', 'tack_click_batches_total']
    const read = async () => Promise.all(names.map(figure))
    const before = await read()
    for (let n = 0; n < 3; n++) await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    expect(await read()).toEqual(before.map((value) => value + 3))
    expect(await figure('tack_database_up')).toBe(1)
    for (const name of ['tack_journal_oldest_seconds', 'tack_clicks_quarantined', 'tack_clicks_dropped_total'])
      expect(await figure(name)).toBe(0)
    // Any open transaction on the server can delay the totals.
    expect(await figure('tack_click_fold_lag_seconds')).toBeGreaterThanOrEqual(0)
  })
})
