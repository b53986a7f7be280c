import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertClickRows } from '../clicks/rows.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { monthOfClicks, nextStep, openStats, readStats, statsPageOf, tokenOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const germanClicks = Array.from({ length: 3 }, () => ({ country: 'DE', browser: 'Firefox' }))

describe('GET /stats/{token}', () => {
  it('returns one document without a script, under a policy that allows nothing but its style', async () => {
    const link = await test.seed.link(ada)
    await monthOfClicks(test, [link.id], 500)
    const title = `</title><script>alert(1)</script>"'&`
    const page = await statsPageOf(test, ada, { urlId: link.id, title })
    const { status, headers, text } = await openStats(test, page)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'$/,
    )
    expect(text).not.toMatch(/<script|\sstyle=|https?:\/\/(?!db-ip\.com")/)
    expect(text).toContain('&#60;/title&#62;&#60;script&#62;')
    expect(Buffer.byteLength(text)).toBeLessThan(60_000)
  })

  it.each([
    ['de', 'Klicks im Zeitverlauf', 'Deutschland', 'Länderdaten'],
    ['fr', 'Clics au fil du temps', 'Allemagne', 'Données des pays\u00a0'],
    ['es', 'Clics a lo largo del tiempo', 'Alemania', 'Datos de países'],
    ['pt', 'Clicks over time', 'Germany', 'Country data'],
  ])('speaks the language of the visitor: %s', async (lang, heading, country, source) => {
    const link = await test.seed.link(ada)
    await insertClickRows(test, link, germanClicks)
    nextStep(test)
    const { text, headers } = await openStats(test, await statsPageOf(test, ada, { urlId: link.id }), {
      'accept-language': lang,
    })
    expect(headers['content-language']).toBe(lang === 'pt' ? 'en' : lang)
    const attribution = `<a href="https://db-ip.com" rel="noreferrer">${source}: IP Geolocation by DB-IP</a>`
    for (const words of [heading, country, attribution]) expect(text).toContain(words)
  })

  it('returns 404 for an address that was never given out, and 405 for other methods', async () => {
    const page = await statsPageOf(test, ada, { urlId: (await test.seed.link(ada)).id })
    const token = tokenOf(page)
    const other = tokenOf(await statsPageOf(test, ada, { urlId: page.urlId }))
    const mixed = `${token.slice(0, 31)}${other.slice(31)}`
    for (const wrong of [mixed, token.replace('tkp_', 'tkd_'), page.id, token.slice(0, -1), 'x', '%00'])
      expect((await test.rest.get(`/stats/${wrong}`)).status).toBe(404)
    expect((await test.rest.post(`/stats/${token}`, {})).status).toBe(405)
    expect((await test.rest.get(`/stats/${token}`, { headers: { host: 'other.example' } })).status).toBe(421)
  })

  it('can be read for any period, from the first year to the end of the next one', async () => {
    const { id: urlId } = await test.seed.link(ada)
    await monthOfClicks(test, [urlId], 20)
    const to = new Date(test.clock.now().getTime() + 365 * 86_400_000).toISOString()
    for (const period of [
      { from: '2000-01-01T00:00:00Z', to },
      { to },
      { interval: '24h' },
      { to: '1970-01-01T00:00:00Z' },
    ]) {
      const page = await statsPageOf(test, ada, { urlId, ...period, timezone: 'America/St_Johns' })
      const { status, json } = await readStats(test, page)
      expect([status, (await openStats(test, page)).status]).toEqual([200, 200])
      expect(json.timeseries.length).toBeLessThan(400)
    }
  })
})
