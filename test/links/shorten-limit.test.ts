import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on' })
})
afterAll(() => test.close())

const shorten = (from: string, longUrl = 'https://example.com/') =>
  test.rest.post('/v1/free-urls/shorten', { longUrl }, { from })

describe('POST /free-urls/shorten', () => {
  it('returns 429 for the 31st of one network within an hour, and reports the remaining number', async () => {
    const from = '198.51.100.1'
    for (let n = 1; n <= 30; n++) {
      const { status, headers } = await shorten(from)
      expect([status, headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([201, '30', String(30 - n)])
    }
    const refused = await shorten(from)
    expect([refused.status, refused.json.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(refused.json.error.details).toEqual([{ field: 'shorten', issue: 'is used up', policy: '30;w=3600' }])
    expect(refused.headers).toMatchObject({
      'ratelimit-limit': '30',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '3600',
      'retry-after': '3600',
      'ratelimit-policy': '1000;w=3600, 120;w=60, 30;w=3600',
    })
    // The limit applies to this operation only.
    expect((await test.rest.get('/v1/urls/redirect/nobody-took-this', { from })).status).toBe(404)
    expect((await shorten('198.51.100.2')).status).toBe(201)
    test.clock.advance({ seconds: 3599 })
    expect((await shorten(from)).status).toBe(429)
    test.clock.advance({ seconds: 1 })
    expect((await shorten(from)).status).toBe(201)
  })

  it('also counts requests with a 400', async () => {
    const from = '198.51.100.3'
    expect((await shorten(from, 'http://127.0.0.1/admin')).status).toBe(400)
    expect((await shorten(from)).headers['ratelimit-remaining']).toBe('28')
  })

  it('reports the quota if it is tighter, and the longer wait if both are exhausted', async () => {
    const from = '198.51.100.4'
    for (let n = 0; n < 95; n++) await test.rest.get('/v1/auth/me', { from })
    const { headers } = await shorten(from)
    expect([headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual(['120', '24'])
  })
})

describe('mutation shortenUrl', () => {
  it('returns 429 for the aliases beyond the limit, and shortens the others', async () => {
    const shortenUrl = 'shortenUrl(input: { destination: "https://example.com/" }) { code }'
    const document = (count: number) =>
      `mutation { ${Array.from({ length: count }, (_, n) => `s${n}: ${shortenUrl}`).join(' ')} }`
    expect((await test.graph(document(28))).errors).toBeUndefined()
    const before = await test.sql('select 1 from link')
    const { errors } = await test.graph(document(4))
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['s2'], 'RATE_LIMITED'],
      [['s3'], 'RATE_LIMITED'],
    ])
    expect(await test.sql('select 1 from link')).toHaveLength(before.length + 2)
  })
})
