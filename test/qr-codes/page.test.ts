import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, counted } from '../support/visitor.ts'
import { decoded } from './decode.ts'
import { codeOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await startApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '10000', RATE_LIMIT_PER_HOUR: '100000' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

const fetched = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, headers: answered, rawPayload, body } = await test.app.server.inject({ url, headers })
  return { status: statusCode, headers: answered, bytes: rawPayload, text: body }
}
const policyOf = (csp: unknown) => String(csp).split('; ')
const own = () => ({ token: ada.token })

describe('the page of a code', () => {
  it('answers 200 with the picture, the short address and both downloads, each of which reads as the address', async () => {
    const { shortUrl } = await test.seed.link(ada, { customUrl: 'Summer-Fair' })
    const { status, headers, text } = await fetched(`/${shortUrl.toLowerCase()}/qr`)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain('<strong>tack.test/Summer-Fair</strong>')
    expect(policyOf(headers['content-security-policy'])).toEqual(
      expect.arrayContaining(["default-src 'none'", "img-src 'self'", "frame-ancestors 'none'"]),
    )
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    const addresses = [...text.matchAll(/(?:src|href)="(\/S[^"]+)"/g)].map(([, address]) => String(address))
    expect(addresses).toEqual(['/Summer-Fair/qr.svg', '/Summer-Fair/qr.svg', '/Summer-Fair/qr.png'])
    for (const address of addresses) {
      const image = await fetched(address)
      expect(image.status).toBe(200)
      expect(await decoded(image.bytes)).toBe('http://tack.test/Summer-Fair?qr=1')
    }
  })

  it.each([
    ['de-AT, de;q=0.9', 'de', 'Diesen Code scannen'],
    ['fr', 'fr', 'Scannez ce code'],
    ['es-MX', 'es', 'Escanee este código'],
    ['nl', 'en', 'Scan this code'],
  ])('reads in the language of %s', async (accepted, lang, title) => {
    const { shortUrl } = await test.seed.link(ada)
    const { text, headers } = await fetched(`/${shortUrl}/qr`, { 'accept-language': accepted })
    expect(text).toContain(`<html lang="${lang}">`)
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(headers['content-language']).toBe(lang)
  })

  it('is drawn, as its pictures are, in the design of a dynamic QR code, and otherwise where that is asked for', async () => {
    const code = await codeOf(test, ada, { color: '#7c2d12' })
    const picture = async (query: string) => {
      const { text } = await fetched(`/${code.shortCode}/qr${query}`)
      const [, src = ''] = /src="([^"]+)"/.exec(text) ?? []
      return (await fetched(src.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&#61;', '='))).text
    }
    expect(await picture('')).toContain('fill="#7c2d12"')
    const asked = await picture('?color=14532d&size=128&isTransparent=true&utm_source=x')
    expect(asked).toMatch(/width="128".*fill="#14532d"/)
    expect(asked).not.toContain('ffffff')
  })

  it('answers 400 to a design that could not be read, and says why', async () => {
    const { shortUrl } = await test.seed.link(ada)
    for (const [query, field] of [
      ['size=12', 'size'],
      ['size=big', 'size'],
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

  it('is no click, for whoever and however often it is asked', async () => {
    const link = await test.seed.link(ada, { clickLimit: 2 })
    for (const path of ['qr', 'qr.svg', 'qr.png']) {
      expect((await test.rest.get(`/${link.shortUrl}/${path}?qr=1`, as('iphone'))).status).toBe(200)
      expect((await test.rest.send('HEAD', `/${link.shortUrl}/${path}`, as('iphone'))).status).toBe(200)
    }
    expect(await counted(test, link)).toEqual({ counter: 0, people: 0, robots: 0 })
  })

  it('is there for a link with a password, and tells nothing of where it leads', async () => {
    const link = await test.seed.link(ada, { password: 'the word at the door', longUrl: 'https://secret.example/plan' })
    const { status, text } = await fetched(`/${link.shortUrl}/qr`)
    expect(status).toBe(200)
    expect(text).not.toContain('secret.example')
  })

  it('is the page visitors of the link would meet, where it opens for nobody', async () => {
    const off = await test.seed.link(ada)
    await test.rest.patch(`/v1/urls/${off.id}`, { isActive: false }, own())
    const blocked = await test.seed.link(ada)
    await test.sql('update link set blocked_at = now() where id = ?', [blocked.id])
    const over = await test.seed.link(ada)
    await test.rest.patch(`/v1/urls/${over.id}`, { expiresAt: '2020-01-01T00:00:00Z' }, own())
    const cases = [
      ['nobody-has-this', 404],
      ['%00', 404],
      [off.shortUrl, 404],
      [blocked.shortUrl, 403],
      [over.shortUrl, 410],
    ] as const
    for (const [code, status] of cases) {
      const visited = await fetched(`/${code}`)
      expect(visited.status, code).toBe(status)
      for (const path of ['qr', 'qr.svg', 'qr.png']) {
        const { status: answered, text } = await fetched(`/${code}/${path}`)
        expect([answered, text], `${code}/${path}`).toEqual([status, visited.text])
      }
    }
  })

  it('is none under the root of the API, whose unknown paths are answered in JSON', async () => {
    for (const path of ['/v1/qr', '/api/qr', '/v1/qr.svg', '/api/v1/qr']) {
      const { status, json, headers } = await test.rest.get(path)
      expect([status, json.error.code, headers['access-control-allow-origin']], path).toEqual([
        404,
        'ROUTE_NOT_FOUND',
        '*',
      ])
    }
  })

  it('is 304 as a picture to who has it', async () => {
    const { shortUrl } = await test.seed.link(ada)
    const { headers } = await fetched(`/${shortUrl}/qr.png`)
    expect((await fetched(`/${shortUrl}/qr.png`, { 'if-none-match': String(headers.etag) })).status).toBe(304)
  })

  it('counts as a visit for the guard, and not against the quota of the API', async () => {
    const { shortUrl } = await test.seed.link(ada)
    const from = '203.0.113.77'
    const ask = () => test.rest.get(`/${shortUrl}/qr.svg`, { from })
    for (let asked = 0; asked < 300; asked++) {
      const { status, headers } = await ask()
      expect([status, headers['ratelimit-limit']]).toEqual([200, undefined])
    }
    const refused = await ask()
    expect([refused.status, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  })
})
