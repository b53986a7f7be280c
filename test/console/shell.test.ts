import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
let cookie: string
beforeAll(async () => {
  test = await sharedApp()
  cookie = `tack_session=${(await test.seed.account()).token}`
})
afterAll(() => test.close())

const open = (path: string, headers: Record<string, string> = {}) =>
  test.rest.get(path, { headers: { cookie, accept: 'text/html', ...headers } })
const valuesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, value = '']) => value)

/** The files that the shell loads. */
async function readFiles(): Promise<{ scripts: string[]; preloads: string[]; styles: string[] }> {
  const { text } = await open('/app')
  return {
    scripts: valuesOf(text, /<script type="module" src="([^"]+)"><\/script>/g),
    preloads: valuesOf(text, /<link rel="modulepreload" href="([^"]+)">/g),
    styles: valuesOf(text, /<link rel="stylesheet" href="([^"]+)">/g),
  }
}

describe('the shell', () => {
  it.each(['/app', '/app/', '/app/links/summer', '/app/statistics?from=2026-01-01', '/app/no/such/screen'])(
    'is the answer of %s, and nothing keeps it',
    async (path) => {
      const { status, headers, text } = await open(path)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      })
      expect(text).toContain('<title>Tack</title>')
      expect(text).toContain(
        '<html lang="en" data-base="" data-short-base="tack.test" data-bundled-countries data-graphiql data-mcp="http://tack.test/mcp">',
      )
      expect(text).toMatch(/<div id="root"><div [^>]*aria-hidden="true">/)
      expect(text).not.toMatch(/style="| on\w+=|<script(?! type="module" src=")/)
    },
  )

  it('has a manifest without a login, so that phones share pages with the form of a new link', async () => {
    const [file = ''] = valuesOf((await open('/app')).text, /<link rel="manifest" href="([^"]+)">/g)
    const { status, headers, json } = await test.rest.get(file)
    expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
    const { action, method, params } = json.share_target
    expect([new URL(action, `http://tack.test${file}`).pathname, method]).toEqual(['/app/links/new', 'GET'])
    expect(params).toEqual({ title: 'title', text: 'text', url: 'url' })
    for (const { src } of json.icons)
      expect((await test.rest.get(new URL(src, `http://tack.test${file}`).pathname)).status).toBe(200)
  })

  it('has a policy with a nonce of its own, and no inline script', async () => {
    const policies = new Set<string>()
    for (let visit = 0; visit < 3; visit++) {
      const { headers, text } = await open('/app')
      const [nonce = ''] = valuesOf(text, /<meta property="csp-nonce" nonce="([\w-]{22})">/g)
      expect(valuesOf(text, /<style nonce="([^"]*)">/g)).toEqual([nonce])
      const policy = headers['content-security-policy'] ?? ''
      expect(policy.split('; ').toSorted()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "frame-src 'self'",
        "img-src 'self' data: blob:",
        "manifest-src 'self'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
      ])
      policies.add(policy)
    }
    expect(policies.size).toBe(3)
  })

  it('is in the language of the browser, or in the one that was chosen', async () => {
    expect((await open('/app', { 'accept-language': 'fr' })).text).toContain('<html lang="fr"')
    const chosen = { 'accept-language': 'fr', cookie: `${cookie}; tack_language=de` }
    const { text, headers } = await open('/app', chosen)
    expect(text).toContain('<html lang="de"')
    expect(headers['content-language']).toBe('de')
  })

  it('runs no statement', async () => {
    await open('/app')
    test.statements.splice(0)
    test.credentialReads.splice(0)
    await open('/app/links')
    expect([test.statements, test.credentialReads]).toEqual([[], []])
  })

  it.each([
    ['/app', 'account/login?next=..%2Fapp'],
    ['/app/links/summer?tag=a%20b', '../../account/login?next=..%2Fapp%2Flinks%2Fsummer%3Ftag%3Da%2520b'],
  ])('leads from %s to the login without a session', async (path, location) => {
    const { status, headers } = await test.rest.get(path)
    expect([status, headers.location]).toEqual([303, location])
    expect(headers['cache-control']).toBe('private, no-store')
    const login = new URL(location, `http://tack.test${path}`)
    expect(login.pathname).toBe('/account/login')
    expect(new URL(login.searchParams.get('next') ?? '', login).href).toBe(`http://tack.test${path}`)
  })

  it.each(['POST', 'PUT', 'DELETE'])('returns 405 to %s', async (method) => {
    const { status, headers } = await test.rest.send(method, '/app/links')
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the files of the console', () => {
  it('are what the shell loads: one script, its imports and its styles, kept forever', async () => {
    const { scripts, preloads, styles } = await readFiles()
    expect(scripts).toHaveLength(1)
    expect(styles.length).toBeGreaterThan(0)
    for (const path of [...scripts, ...preloads, ...styles]) {
      const { status, headers } = await open(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['content-type']).toMatch(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/)
    }
  })

  it('are sent compressed', async () => {
    const { scripts } = await readFiles()
    const plain = await test.app.server.inject({ url: scripts[0] ?? '', headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await test.app.server.inject({ url: scripts[0] ?? '', headers: { 'accept-encoding': encoding } })
      expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(decompress(answer.rawPayload).equals(plain.rawPayload)).toBe(true)
    }
  })

  it.each(['/app/assets/main-00000000.js', '/app/assets/a/b.js', '/app/assets/..%2F.vite%2Fmanifest.json'])(
    'return 404 for %s, and never the shell',
    async (path) => {
      const { status, text } = await open(path)
      expect(status).toBe(404)
      expect(text).not.toContain('id="root"')
    },
  )

  it('return 404 for a compressed file by its own name', async () => {
    const { scripts } = await readFiles()
    expect((await open(`${scripts[0]}.br`)).status).toBe(404)
  })
})
