import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { addressesIn, hashOfBoot } from './markup.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '2' })
})
afterAll(() => test.close())

/** The page without the quick start, which has links and addresses for a shell. */
async function openReference(): Promise<string> {
  const { text } = await test.rest.get('/docs')
  return text.replace(/<section class="quick-start"[\s\S]*?<\/section>/, '')
}

describe('the API reference', () => {
  it.each(['/docs', '/docs/'])('returns 200 with HTML at %s', async (path) => {
    const { status, headers, text } = await test.rest.get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain('"url":"/v1/openapi.json"')
    expect(text).toContain('"x-usePkce":"SHA-256"')
  })

  it('loads only its own script and contacts no other host', async () => {
    const text = await openReference()
    expect(addressesIn(text)).toEqual([expect.stringMatching(/^\/assets\/reference-[0-9a-f]{16}\.js$/)])
    expect(text).not.toMatch(/https?:\/\//)
    expect(text).toContain('"withDefaultFonts":false')
    expect(text).toContain('"telemetry":false')
    expect(text).toContain('"agent":{"disabled":true}')
    expect(text).not.toContain('proxyUrl')
  })

  it('has a policy for this host only, and forbids frames and caches', async () => {
    const { headers, text } = await test.rest.get('/docs')
    expect(headers['content-security-policy']?.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      `script-src 'self' '${hashOfBoot(text)}'`,
      "style-src 'unsafe-inline'",
    ])
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  })

  it('costs no quota, and neither do its files', async () => {
    const [script = ''] = addressesIn(await openReference())
    for (const path of ['/docs', '/docs', '/docs', script, script, script]) {
      const { status, headers } = await test.rest.get(path)
      expect(status).toBe(200)
      expect(headers['ratelimit-limit']).toBeUndefined()
    }
  })
})

describe('the error table', () => {
  it('has a row with an anchor and a resolution for every code', async () => {
    const { status, headers, text } = await test.rest.get('/docs/errors')
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]+'; img-src 'self'; base-uri 'none'/,
    )
    const rows = JSON.parse(await readFile('schema/errors.json', 'utf8')) as { code: string; resolution: string }[]
    expect(rows.length).toBeGreaterThan(40)
    for (const { code } of rows) expect(text.match(new RegExp(`<tr id="${code}">`, 'g')), code).toHaveLength(1)
    expect(text).toContain('id="GRAPHQL_PARSE_FAILED"')
    const html = ({ resolution }: { resolution: string }) =>
      resolution.replace(/["'&<>=]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    for (const row of rows) expect(text, row.code).toContain(`<td>${html(row)}</td>`)
  })

  it('has when each error about a GraphQL document occurs', async () => {
    const { text } = await test.rest.get('/docs/errors')
    expect(text).toContain('<td>The document is not GraphQL, or has too many tokens.<small>')
  })

  it('is linked from the reference', async () => {
    expect((await test.rest.get('/v1/openapi.json')).json.info.description).toContain('](/docs/errors)')
  })
})

describe('a file of a developer page', () => {
  it('returns 200, cacheable forever, with its own policy', async () => {
    const [script = ''] = addressesIn(await openReference())
    const { status, headers, text } = await test.rest.get(script, { headers: { 'accept-encoding': 'identity' } })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      vary: 'accept-encoding',
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect(text).toContain('createApiReference')
    expect(text).not.toContain('sourceMappingURL')
  })

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('is sent to a client that accepts %s as %s', async (accepted, encoding) => {
    const [script = ''] = addressesIn(await openReference())
    const { headers } = await test.rest.get(script, { headers: { 'accept-encoding': accepted } })
    expect(headers['content-encoding']).toBe(encoding)
  })

  it('is compressed for a client that does not say what it accepts', async () => {
    const [script = ''] = addressesIn(await openReference())
    expect((await test.rest.get(script)).headers['content-encoding']).toBe('gzip')
  })

  it('returns 429 to the 121st request of a network within a minute', async () => {
    const [script = ''] = addressesIn(await openReference())
    const from = '203.0.113.61'
    for (let request = 1; request <= 120; request++)
      expect((await test.rest.send('HEAD', script, { from })).status).toBe(200)
    const { status, headers, json } = await test.rest.get(script, { from })
    expect([status, headers['retry-after'], json.error.code]).toEqual([429, '60', 'RATE_LIMITED'])
    expect([headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual(['120', '0'])
  })

  it.each(['reference-0000000000000000.js', 'reference.js', 'package.json', '..%2Fpackage.json'])(
    'returns 404 for %s',
    async (name) => {
      const { status, json } = await test.rest.get(`/assets/${name}`)
      expect(status).toBe(404)
      expect(json.error.code).toBe('ROUTE_NOT_FOUND')
    },
  )

  it('reserves its folder, so that no link has it as its code', async () => {
    const account = await test.seed.account()
    const body = { longUrl: 'https://example.com', customUrl: 'assets' }
    const { status, json } = await test.rest.post('/v1/urls', body, { token: account.token })
    expect([status, json.error.code]).toEqual([400, 'SLUG_RESERVED'])
  })
})
