import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { listen, proxyAddress, sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { visit } from './http.ts'
import { addDomain, domainOf, hostOf, type SeededDomain } from './seed.ts'

let test: TestApp
let port: number
let ada: SeededAccount
let first: SeededDomain
let second: SeededDomain
beforeAll(async () => {
  test = await sharedApp()
  port = await listen(test)
  ada = await test.seed.account()
  first = await domainOf(test, ada)
  second = await domainOf(test, ada, {
    notFoundUrl: 'https://example.org/lost',
    expiredUrl: 'https://example.org/late',
  })
})
afterAll(() => test.close())

const get = (host: string, path: string, headers: Record<string, string> = {}) => visit(port, host, path, { headers })
const link = (domain: SeededDomain | null, options: object = {}) =>
  test.seed.link(ada, { ...(domain && { domainId: domain.id }), ...options })

describe('a request', () => {
  it('gets the codes of its host, those of a second domain beside those of the first', async () => {
    const code = test.seed.word()
    const places: [SeededDomain | null, string][] = [
      [null, 'tack.test'],
      [first, first.host],
      [second, second.host],
    ]
    for (const [domain, host] of places) await link(domain, { customUrl: code, longUrl: `https://example.com/${host}` })
    // The first request reads the route, and the second one finds it in memory, before Fastify.
    for (const _request of [1, 2])
      for (const [, host] of places)
        expect((await get(host, `/${code}`)).headers.location).toBe(`https://example.com/${host}`)
    const [other] = [await link(first)]
    expect((await get(second.host, `/${other.shortUrl}`)).headers.location).toBe('https://example.org/lost')
    expect((await get('tack.test', `/${other.shortUrl}`)).status).toBe(404)
  })

  it.each(['%s:8080', '%s.', '%s.:80'])('finds its domain as %s, in any case', async (form) => {
    const { shortUrl, originalUrl } = await link(first)
    const host = form.replace('%s', first.host)
    for (const name of [host, host.toUpperCase(), host])
      expect((await get(name, `/${shortUrl.toUpperCase()}?a=1`)).headers.location).toBe(`${originalUrl}?a=1`)
  })

  it('never reaches a code of a domain on another host, however the path is written', async () => {
    const { shortUrl } = await link(first)
    const visited = await get(first.host, `/${shortUrl}`)
    expect(visited.status).toBe(302)
    const keys = [`${first.id} ${shortUrl}`, `${first.id}/${shortUrl}`, `${first.host}/${shortUrl}`]
    for (const key of keys)
      for (const path of [encodeURI(key), encodeURIComponent(key), key.replace(' ', '+'), key.replace(' ', '/')])
        for (const host of ['tack.test', second.host]) {
          const { status, headers } = await get(host, `/${path}`)
          expect([status, headers.location]).toEqual(
            host === 'tack.test' ? [404, undefined] : [302, 'https://example.org/lost'],
          )
        }
    // HTTP does not allow a space in a path.
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /${first.id} ${shortUrl} HTTP/1.1\r\nhost: tack.test\r\nconnection: close\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
  })

  it('to an unknown host gets 421 with a page in the language of the visitor', async () => {
    const { host } = await addDomain(test, ada)
    const { shortUrl } = await link(null)
    const titles = {
      en: 'This domain is not set up yet',
      de: 'Diese Domain ist noch nicht eingerichtet',
      fr: 'Ce domaine n’est pas encore configuré',
      es: 'Este dominio aún no está configurado',
    }
    for (const [language, title] of Object.entries(titles)) {
      const page = await get(host, '/', { 'accept-language': language })
      expect([page.status, page.text.includes(`<h1>${title}</h1>`)]).toEqual([421, true])
    }
    for (const path of [`/${shortUrl}`, '/docs', '/login', `/${shortUrl}/qr.svg`, '/robots.txt', '/%2e%2e/v1', '//v1'])
      expect({ path, status: (await get(host, path)).status }).toEqual({ path, status: 421 })
    const options = {
      method: 'POST',
      body: 'password=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    expect((await visit(port, host, `/${shortUrl}`, options)).status).toBe(421)
  })

  it('to health checks and the API is answered under every host', async () => {
    for (const host of ['anything.example', first.host]) {
      expect((await get(host, '/healthz')).status).toBe(200)
      expect((await get(host, '/readyz')).status).toBe(200)
      for (const root of ['/v1', '/api/v1', '/api'])
        expect((await get(host, `${root}/urls`, { authorization: `Bearer ${ada.token}` })).status).toBe(200)
      const body = JSON.stringify({ query: '{ __typename }' })
      const options = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
      expect((await visit(port, host, '/graphql', options)).text).toContain('Query')
    }
  })

  it('by an address, localhost or another name of the service gets the service itself', async () => {
    const { shortUrl } = await link(null)
    for (const host of [
      '127.0.0.1',
      `127.0.0.1:${port}`,
      '[::1]:80',
      '192.168.1.20',
      'localhost:3000',
      'TACK',
      'tack.internal',
    ])
      expect({ host, status: (await get(host, `/${shortUrl}`)).status }).toEqual({ host, status: 302 })
    expect((await get('localhost', '/')).status).toBe(200)
  })

  it('ignores X-Forwarded-Host without a trusted proxy', async () => {
    const { shortUrl } = await link(first)
    expect((await get('tack.test', `/${shortUrl}`, { 'x-forwarded-host': first.host })).status).toBe(404)
  })
})

describe('a domain', () => {
  it('has no pages of the service: their paths are free for its codes', async () => {
    for (const code of ['login', 'docs', 'pricing', 'qr-code']) {
      expect((await get(first.host, `/${code}`)).status).toBe(404)
      await link(first, { customUrl: code, longUrl: `https://example.com/${code}` })
      expect((await get(first.host, `/${code}`)).headers.location).toBe(`https://example.com/${code}`)
      expectError(
        await test.rest.post('/v1/urls', { longUrl: 'https://example.com', customUrl: code }, { token: ada.token }),
        400,
        'SLUG_RESERVED',
      )
    }
    for (const code of ['api', 'graphql', 'healthz', 'report'])
      expectError(
        await test.rest.post(
          '/v1/urls',
          { longUrl: 'https://example.com', customUrl: code, domainId: first.id },
          { token: ada.token },
        ),
        400,
        'SLUG_RESERVED',
      )
    const { id } = await link(first)
    const renamed = await test.rest.patch(`/v1/urls/${id}`, { customUrl: 'support' }, { token: ada.token })
    expect([renamed.status, renamed.json.customUrl]).toEqual([200, 'support'])
    expect((await get(first.host, '/support')).status).toBe(302)
  })

  it('answers its root and what is no link with pages, or sends visitors to its own address', async () => {
    const root = await get(first.host, '/')
    expect([root.status, root.text.includes(`<h1>${first.host}</h1>`)]).toEqual([200, true])
    for (const path of ['/nothing', '/nothing+', '/account/login', '/a/b/c'])
      expect({ path, status: (await get(first.host, path)).status }).toEqual({ path, status: 404 })
    for (const path of ['/', '/nothing', '/nothing+', '/a/b/c', '/docs/errors']) {
      const { status, headers } = await get(second.host, path)
      expect({ path, status, to: headers.location, cache: headers['cache-control'] }).toEqual({
        ...{ path, status: 302, to: 'https://example.org/lost', cache: 'private, no-store' },
      })
    }
    expect((await visit(port, second.host, '/nothing', { method: 'PUT' })).status).toBe(405)
    expect((await visit(port, second.host, '/a/b', { method: 'PUT' })).status).toBe(404)
    // Machines learn from a 404 that a file is missing.
    expect((await get(second.host, '/.well-known/acme-challenge/token')).status).toBe(404)
    expect((await get(second.host, '/robots.txt')).text).toContain('Disallow: /')
    expect((await get(second.host, '/favicon.ico')).status).toBe(200)
  })

  it('sends visitors of expired links to the address of the link, or to its own', async () => {
    const expiresAt = new Date(test.clock.now().getTime() + 60_000).toISOString()
    const expiredUrl = 'https://example.org/own'
    const links = [
      await link(second, { expiresAt, expiredUrl }),
      await link(second, { expiresAt }),
      await link(first, { expiresAt }),
    ]
    test.clock.advance({ minutes: 2 })
    const answers = await Promise.all(
      links.map(({ shortUrl }, n) => get(n < 2 ? second.host : first.host, `/${shortUrl}`)),
    )
    expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
      [302, expiredUrl],
      [302, 'https://example.org/late'],
      [410, undefined],
    ])
    const [, other] = links
    const resolved = await test.rest.get(`/v1/urls/redirect/${encodeURIComponent(`${second.host}/${other?.shortUrl}`)}`)
    expect(resolved.json.routing.expiredUrl).toBe('https://example.org/late')
  })

  it('has the preview, the QR code and the password form of its links', async () => {
    const { shortUrl } = await link(first, { password: 'swordfish' })
    expect((await get(first.host, `/${shortUrl}+`)).status).toBe(200)
    expect((await get(first.host, `/${shortUrl}/qr`)).text).toContain(`${first.host}/${shortUrl}`)
    expect((await get(first.host, `/${shortUrl}/qr.svg`)).headers['content-type']).toContain('image/svg+xml')
    expect((await get(first.host, `/${shortUrl}`)).text).toContain('type="password"')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = await visit(port, first.host, `/${shortUrl}`, { method: 'POST', body: 'password=swordfish', headers })
    expect([form.status, form.headers.location]).toEqual([303, `/${shortUrl}`])
    const cookie = String(form.headers['set-cookie']).split(';')[0] ?? ''
    expect((await get(first.host, `/${shortUrl}`, { cookie })).status).toBe(302)
  })

  it('leads to the form for reports at the service itself, with the full address', async () => {
    const { shortUrl } = await link(first)
    const { status, headers } = await get(first.host, `/report?link=${shortUrl}`)
    const address = `http://${first.host}/${shortUrl}`
    expect([status, headers.location]).toEqual([302, `http://tack.test/report?link=${encodeURIComponent(address)}`])
    expect((await get(first.host, '/report?link=%3Cscript%3E')).headers.location).toBe('http://tack.test/report')
  })

  it('is no destination: links to short links would lead in circles', async () => {
    for (const longUrl of [`https://${first.host}/x`, `http://${second.host.toUpperCase()}:8080`])
      expectError(await test.rest.post('/v1/urls', { longUrl }, { token: ada.token }), 400, 'DESTINATION_LOOP', [
        'longUrl',
      ])
    // The site of a company is often next to its domain for links.
    expect((await link(null, { longUrl: `https://www.${first.host}/x` })).originalUrl).toContain('www.')
  })
})

describe('behind a proxy', () => {
  it('with TRUST_PROXY, X-Forwarded-Host names the host, and without the header Host does', async () => {
    const { shortUrl } = await link(first)
    const request = (host: string, forwarded?: string) => {
      const headers: Record<string, string> = forwarded ? { 'x-forwarded-host': forwarded } : {}
      return visit(port, host, `/${shortUrl}`, { headers, localAddress: proxyAddress })
    }
    for (const _request of [1, 2]) {
      expect((await request('tack:3000', first.host)).status).toBe(302)
      expect((await request('tack:3000', `evil.example, ${first.host}`)).status).toBe(302)
      expect((await request(first.host)).status).toBe(302)
      expect((await request(first.host, hostOf(test))).status).toBe(421)
      expect((await request('tack:3000', 'tack.test')).status).toBe(404)
    }
  })
})
