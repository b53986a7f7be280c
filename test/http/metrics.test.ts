import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../src/platform/shared/time.ts'
import { listen, startApp, type TestApp } from '../support/app.ts'
import { as } from '../support/visitor.ts'
import { expectError } from './envelope.ts'
import { seriesOf } from './series.ts'

const token = 'a-token-that-only-the-operator-knows'

let test: TestApp
beforeAll(async () => {
  test = await startApp({ METRICS_TOKEN: token, METRICS_PORT: '0' })
})
afterAll(() => test.close())

const readMetrics = async () => (await test.rest.get('/metrics', { token })).text

function expectMetrics(status: number, mediaType: unknown, text: string): void {
  expect([status, mediaType]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  for (const block of text.trimEnd().split(/\n(?=# HELP)/))
    expect(block).toMatch(
      /^# HELP (\w+) \S.*\n# TYPE \1 (gauge|counter|histogram)(\n\1(_bucket|_sum|_count)?(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? [\d.e+-]+)*$/,
    )
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

  it('exposes each series that docs/operations.md describes, and no other', async () => {
    const [, section = ''] = (await readFile('docs/operations.md', 'utf8')).split('\n## Metrics\n')
    const rows = (section.split('\n## ')[0] ?? '').match(/^\| `.*?\|/gm) ?? []
    // The series of ClickHouse are in test/clicks/clickhouse.
    const here = rows.filter((row) => !row.includes('clickhouse'))
    const described = here.flatMap((row) => [...row.matchAll(/`([a-z]\w+)`/g)].map(([, name]) => name))
    // Values of the database are missing until they were read once, for which one scrape does not wait.
    await expect.poll(async () => seriesOf(await readMetrics()), { timeout: 10_000 }).toEqual(described.toSorted())
  })

  it('names a counter, and only a counter, with _total', async () => {
    for (const [, name = '', type] of (await readMetrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm))
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
  })
})

describe('an operation', () => {
  const count = async (labels: string) => {
    const line = (await readMetrics()).split('\n').find((each) => each.startsWith(`tack_operations_total{${labels}}`))
    return Number(line?.split(' ')[1] ?? 0)
  }
  const counts = (over: string, operation: string) =>
    Promise.all(
      ['succeeded', 'rejected', 'failed'].map((result) =>
        count(`interface="${over}",operation="${operation}",result="${result}"`),
      ),
    )

  it('of REST counts under its name, whatever the address and the status', async () => {
    const { token } = await test.seed.account()
    const [before = 0, rejected = 0] = await counts('rest', 'me')
    await test.rest.get('/v1/auth/me', { token })
    await test.rest.get('/api/auth/me', { token })
    await test.rest.get('/v1/auth/me')
    expect(await counts('rest', 'me')).toEqual([before + 2, rejected + 1, 0])
  })

  it('of GraphQL counts each root field once, by its name and with its own errors', async () => {
    const [me = [], stats = []] = await Promise.all([counts('graphql', 'me'), counts('graphql', 'publicStats')])
    await test.graph(
      'query Some { a: me { id } b: me { email } ...Stats } fragment Stats on Query { c: publicStats { activeWorkspaces } }',
    )
    expect(await counts('graphql', 'me')).toEqual([me[0], (me[1] ?? 0) + 1, me[2]])
    expect(await counts('graphql', 'publicStats')).toEqual([(stats[0] ?? 0) + 1, ...stats.slice(1)])
  })

  it('that does not exist is unknown, and no name of a caller becomes a label', async () => {
    const [rest = [], graphql = []] = await Promise.all([counts('rest', 'unknown'), counts('graphql', 'unknown')])
    await test.rest.get('/v1/made-up-by-a-caller')
    await test.rest.send('PUT', '/v1/auth/me', {})
    await test.graph('query MadeUpByACaller { madeUpByACaller }')
    await test.graph('{ me { id } }', { token: 'tk_made_up_by_a_caller' })
    expect((await counts('rest', 'unknown'))[1]).toBe((rest[1] ?? 0) + 2)
    expect((await counts('graphql', 'unknown'))[1]).toBeGreaterThan(graphql[1] ?? 0)
    expect(await readMetrics()).not.toMatch(/made.?up/i)
  })
})

describe('a visit', () => {
  const outcomes = async () =>
    Object.fromEntries<number>(
      [...(await readMetrics()).matchAll(/^tack_redirects_total\{outcome="(\w+)"\} (\d+)$/gm)].map(
        ([, name = '', value]) => [name, Number(value)],
      ),
    )

  it('counts once by what the visitor got, also in the fast path', async () => {
    const account = await test.seed.account()
    const [plain, protectedLink, later] = [
      await test.seed.link(account),
      await test.seed.link(account, { password: 'correct horse' }),
      await test.seed.link(account, { startsAt: new Date(test.clock.now().getTime() + dayMs).toISOString() }),
    ]
    const base = `http://127.0.0.1:${await listen(test)}`
    const before = await outcomes()
    for (const code of [plain.shortUrl, plain.shortUrl, protectedLink.shortUrl, later.shortUrl, 'no-such-code'])
      await fetch(`${base}/${code}`, { redirect: 'manual', ...as('chrome') })
    const after = await outcomes()
    const changes = Object.entries(after).filter(([name, value]) => value !== before[name])
    expect(Object.fromEntries(changes.map(([name, value]) => [name, value - (before[name] ?? 0)]))).toEqual({
      found: 2,
      password: 1,
      not_yet: 1,
      unknown: 1,
    })
  })
})
