import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, counted } from '../support/visitor.ts'
import { decoded } from './decode.ts'
import { codeOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '10000', RATE_LIMIT_PER_HOUR: '100000' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

const fetchBytes = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: responseHeaders, rawPayload, body } = await test.app.server.inject({ url, headers })
  return { status: statusCode, headers: responseHeaders, bytes: rawPayload, text: body }
}
const policyOf = (csp: unknown) => String(csp).split('; ')
const own = () => ({ token: ada.token })

describe('GET /{code}/qr', () => {
  it('returns 200 with the short URL, the image and two downloads, which all decode to the short URL', async () => {
    const { shortUrl } = await test.seed.link(ada, { customUrl: 'Summer-Fair' })
    const { status, headers, text } = await fetchBytes(`/${shortUrl.toLowerCase()}/qr`)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<strong>tack.test/Summer-Fair</strong>')
    expect(policyOf(headers['content-security-policy'])).toEqual(
      expect.arrayContaining(["default-src 'none'", "img-src 'self'", "frame-ancestors 'none'"]),
    )
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    const addresses = [...text.matchAll(/(?:src|href)="(\/S[^"]+)"/g)].map(([, address]) => String(address))
    expect(addresses).toEqual(['/Summer-Fair/qr.svg', '/Summer-Fair/qr.svg', '/Summer-Fair/qr.png'])
    for (const address of addresses) {
      const image = await fetchBytes(address)
      expect(image.status).toBe(200)
      expect(await decoded(image.bytes)).toBe('http://tack.test/Summer-Fair?qr=1')
    }
  })

  it.each([
    ['de-AT, de;q=0.9', 'de', 'Diesen Code scannen'],
    ['fr', 'fr', 'Scannez ce code'],
    ['es-MX', 'es', 'Escanee este código'],
    ['nl', 'en', 'Scan this code'],
  ])('answers in the language of %s', async (acceptLanguage, lang, title) => {
    const { shortUrl } = await test.seed.link(ada)
    const { text, headers } = await fetchBytes(`/${shortUrl}/qr`, { 'accept-language': acceptLanguage })
    expect(text).toContain(`<html lang="${lang}">`)
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(headers['content-language']).toBe(lang)
  })

  it.each([
    ['qr.', 'text/html; charset=utf-8'],
    ['qr)', 'text/html; charset=utf-8'],
    ['qr.svg.', 'image/svg+xml'],
    ['qr.png%E2%80%8B', 'image/png'],
    ['qr.png%22,', 'image/png'],
    ['qr.svg&size=256', 'image/svg+xml'],
  ])('drops what a program has left after the address: %s', async (name, type) => {
    const { shortUrl } = await test.seed.link(ada)
    const { status, headers } = await fetchBytes(`/${shortUrl}/${name}`)
    expect([status, headers['content-type']]).toEqual([200, type])
  })

  it('says that a saved design without a light area needs a light surface, unless the query gives it one', async () => {
    const hint = 'can only be scanned on a light surface'
    const plain = await codeOf(test, ada)
    const transparent = await codeOf(test, ada, { isTransparent: true })
    const bare = await codeOf(test, ada, { margin: 0 })
    const hasHint = async (path: string) => (await fetchBytes(path)).text.includes(hint)
    expect(await hasHint(`/${plain.shortCode}/qr`)).toBe(false)
    expect(await hasHint(`/${plain.shortCode}/qr?isTransparent=true`)).toBe(true)
    expect(await hasHint(`/${transparent.shortCode}/qr`)).toBe(true)
    expect(await hasHint(`/${bare.shortCode}/qr`)).toBe(true)
    expect(await hasHint(`/${bare.shortCode}/qr?margin=4`)).toBe(false)
  })

  it.each(['qr.gif', 'qrx', 'qr.svg.exe'])('returns 404 for %s', async (name) => {
    const { shortUrl } = await test.seed.link(ada)
    expect((await fetchBytes(`/${shortUrl}/${name}`)).status).toBe(404)
  })

  it('uses the design of the dynamic QR code, and design options of the query instead', async () => {
    const code = await codeOf(test, ada, { color: '#7c2d12' })
    const fetchImage = async (query: string) => {
      const { text } = await fetchBytes(`/${code.shortCode}/qr${query}`)
      const [, src = ''] = /src="([^"]+)"/.exec(text) ?? []
      return (await fetchBytes(src.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&#61;', '='))).text
    }
    expect(await fetchImage('')).toContain('fill="#7c2d12"')
    const changed = await fetchImage('?color=14532d&size=128&isTransparent=true&utm_source=x')
    expect(changed).toMatch(/width="128".*fill="#14532d"/)
    expect(changed).not.toContain('ffffff')
  })

  it('returns 400 naming the invalid design option', async () => {
    const { shortUrl } = await test.seed.link(ada)
    for (const [query, field] of [
      ['size=12', 'size'],
      ['size=big', 'size'],
      ['size=1025', 'size'],
      ['level=Z', 'level'],
      ['color=%22%3E%3Cscript%3E', 'color'],
      ['isTransparent=perhaps', 'isTransparent'],
      ['color=ffffff', 'color'],
    ] as const) {
      for (const path of ['qr', 'qr.svg', 'qr.png']) {
        const { status, json } = await test.rest.get(`/${shortUrl}/${path}?${query}`)
        expect([status, json.error.details[0].field], `${path}?${query}`).toEqual([400, field])
      }
    }
  })

  it('returns images of at most 1,024 pixels, also for a code whose saved design is larger', async () => {
    const { shortUrl } = await test.seed.link(ada)
    const { shortCode } = await codeOf(test, ada, { size: 2048 })
    for (const path of [`${shortUrl}/qr.svg?size=1024`, `${shortCode}/qr.svg`])
      expect((await fetchBytes(`/${path}`)).text).toContain('<svg xmlns="http://www.w3.org/2000/svg" width="1024"')
  })

  it('returns 429 with a page to the 61st image for a network within a minute, while its page and others still come', async () => {
    const { shortUrl } = await test.seed.link(ada)
    const [from, other] = ['203.0.113.60', '203.0.113.61']
    for (let image = 1; image <= 60; image++)
      expect((await test.rest.get(`/${shortUrl}/qr.${image % 2 ? 'svg' : 'png'}`, { from })).status).toBe(200)
    const refused = await test.rest.get(`/${shortUrl}/qr.svg`, { from })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    expect(refused.headers['content-type']).toContain('text/html')
    expect((await test.rest.get(`/${shortUrl}/qr`, { from })).status).toBe(200)
    expect((await test.rest.get(`/${shortUrl}/qr.svg`, { from: other })).status).toBe(200)
  })

  it('records no click', async () => {
    const link = await test.seed.link(ada, { clickLimit: 2 })
    for (const path of ['qr', 'qr.svg', 'qr.png']) {
      expect((await test.rest.get(`/${link.shortUrl}/${path}?qr=1`, as('iphone'))).status).toBe(200)
      expect((await test.rest.send('HEAD', `/${link.shortUrl}/${path}`, as('iphone'))).status).toBe(200)
    }
    expect(await counted(test, link)).toEqual({ counter: 0, people: 0, robots: 0 })
  })

  it('returns 200 for a link with a password, without its destination', async () => {
    const link = await test.seed.link(ada, {
      password: 'a long enough password',
      longUrl: 'https://secret.example/plan',
    })
    const { status, text } = await fetchBytes(`/${link.shortUrl}/qr`)
    expect(status).toBe(200)
    expect(text).not.toContain('secret.example')
  })

  it('returns the same error page as the link if the link is unknown, off, blocked or expired', async () => {
    const off = await test.seed.link(ada)
    await test.rest.patch(`/v1/urls/${off.id}`, { isActive: false }, own())
    const blocked = await test.seed.link(ada)
    await test.sql('update link set blocked_at = now() where id = ?', [blocked.id])
    const expired = await test.seed.link(ada)
    await test.rest.patch(`/v1/urls/${expired.id}`, { expiresAt: '2020-01-01T00:00:00Z' }, own())
    const cases = [
      ['nobody-has-this', 404],
      ['%00', 404],
      [off.shortUrl, 404],
      [blocked.shortUrl, 403],
      [expired.shortUrl, 410],
    ] as const
    for (const [code, status] of cases) {
      const visit = await fetchBytes(`/${code}`)
      expect(visit.status, code).toBe(status)
      for (const path of ['qr', 'qr.svg', 'qr.png']) {
        const { status: imageStatus, text } = await fetchBytes(`/${code}/${path}`)
        expect([imageStatus, text], `${code}/${path}`).toEqual([status, visit.text])
      }
    }
  })

  it('does not exist below the API roots, which return 404 in JSON', async () => {
    for (const path of ['/v1/qr', '/api/qr', '/v1/qr.svg', '/api/v1/qr']) {
      const { status, json, headers } = await test.rest.get(path)
      expect([status, json.error.code, headers['access-control-allow-origin']], path).toEqual([
        404,
        'ROUTE_NOT_FOUND',
        '*',
      ])
    }
  })

  it('returns 304 for an image with a matching ETag', async () => {
    const { shortUrl } = await test.seed.link(ada)
    const { headers } = await fetchBytes(`/${shortUrl}/qr.png`)
    expect((await fetchBytes(`/${shortUrl}/qr.png`, { 'if-none-match': String(headers.etag) })).status).toBe(304)
  })

  it('counts toward the rate limit of visitors, and not toward the API quota', async () => {
    const { shortUrl } = await test.seed.link(ada)
    const from = '203.0.113.77'
    const requestPage = () => test.rest.get(`/${shortUrl}/qr`, { from })
    for (let count = 0; count < 300; count++) {
      const { status, headers } = await requestPage()
      expect([status, headers['ratelimit-limit']]).toEqual([200, undefined])
    }
    const limited = await requestPage()
    expect([limited.status, limited.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  })
})
