import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../src/platform/web/language.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { type AgentName, as, counted } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp({ ABUSE_CONTACT: 'abuse@tack.test' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

const open = (path: string, headers?: Record<string, string>) => test.rest.get(`/${path}`, as('chrome', headers))
const change = (id: string, changes: object) => test.rest.patch(`/v1/urls/${id}`, changes, { token: ada.token })
const block = ({ id }: SeededLink) => test.sql('update link set blocked_at = now() where id = ?', [id])

/** A page as it is read: what was escaped, and without the emphasis of the host. */
const shown = ({ text }: RestAnswer) =>
  text.replaceAll(/<\/?strong>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

describe('GET /{code}+', () => {
  it('shows the title, the destination and the day, links to the short address, and counts nothing', async () => {
    const longUrl = `https://shop.example.com/spring/${test.seed.word()}?a=1&b=2#top`
    const link = await test.seed.link(ada, { longUrl, title: 'Spring <b>sale</b>', utmSource: 'mail' })
    const answer = await open(`${link.shortUrl}+`)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'en',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    expect(answer.headers).not.toHaveProperty('location')
    const destination = String((await open(link.shortUrl)).headers.location)
    expect(destination).toContain('utm_source=mail')
    const text = shown(answer)
    expect(text).toContain('<span class="name" dir="ltr">shop.example.com</span>')
    expect(text).toContain(`>${destination}<`)
    expect(answer.text).toContain('Spring &#60;b&#62;sale&#60;/b&#62;')
    expect(text).toContain(`<time datetime="${test.clock.now().toISOString().slice(0, 10)}`)
    expect(text).toContain(`<a class="button" href="/${link.shortUrl}">Continue</a>`)
    expect(text).toContain('href="mailto:abuse@tack.test?subject=')
    // The visit after the preview.
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it.each<[string, AgentName, Record<string, unknown>]>([
    ['a bot', 'googlebot', {}],
    ['a link preview of a chat', 'slackbot', {}],
    ['a visitor of a cloaked link', 'chrome', { isCloaked: true }],
    ['a visitor of a link in privacy mode', 'chrome', { privacyMode: true }],
    ['a visitor of a permanent link', 'chrome', { redirectType: 301 }],
  ])('is the same for %s, not cached and not counted', async (_who, agent, options) => {
    const link = await test.seed.link(ada, options)
    const answer = await test.rest.get(`/${link.shortUrl}+`, as(agent))
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(shown(answer)).toContain(`>${link.originalUrl}<`)
    expect(answer.text).not.toContain('<iframe')
    expect(await counted(test, link)).toEqual({ counter: 0, people: 0, robots: 0 })
  })

  it('is found case-insensitively, with an encoded plus sign, and with a trailing slash', async () => {
    const { shortUrl, originalUrl } = await test.seed.link(ada)
    for (const path of [`${shortUrl.toUpperCase()}+`, `${shortUrl}%2B`, `${shortUrl}%2b`, `${shortUrl}+/`]) {
      expect(shown(await open(path)), path).toContain(`>${originalUrl}<`)
    }
    for (const path of [`${shortUrl}++`, `${shortUrl}%252B`, '+', '%2B']) {
      expect((await open(path)).status, path).toBe(404)
    }
  })

  it('shows the destination with the query, and forwards the query', async () => {
    const { shortUrl, originalUrl } = await test.seed.link(ada)
    const text = shown(await open(`${shortUrl}+?ref=a"><b>&qr=1`))
    expect(text).toContain(`>${originalUrl}?ref=a`)
    expect(text).toContain(`href="/${shortUrl}?ref=a`)
    expect(text).not.toMatch(/<b>[^%]/)
  })

  it('shows only that the link needs a password, also with an unlock token', async () => {
    const link = await test.seed.link(ada, { password: 'sesame', title: 'The secret plan' })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const right = await test.rest.post(`/${link.shortUrl}`, 'password=sesame', { headers: form })
    const cookie = String(right.headers['set-cookie']).split(';')[0] ?? ''
    for (const headers of [undefined, { cookie }]) {
      const answer = await open(`${link.shortUrl}+`, headers)
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('This link needs a password')
      expect(shown(answer)).toContain(`<a class="button" href="/${link.shortUrl}">`)
      expect(answer.text).not.toContain('<form')
      expectSecret(answer, link)
      expect(answer.text).not.toContain('The secret plan')
    }
  })

  it('does not show the destination of a limited link, nor a title with it, and consumes no click', async () => {
    const link = await test.seed.link(ada, { clickLimit: 1 })
    const named = await test.seed.link(ada, { clickLimit: 1, title: 'Launch day' })
    const answer = await open(`${link.shortUrl}+`)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('A short link')
    expectSecret(answer, link)
    expect((await open(`${named.shortUrl}+`)).text).toContain('<h1 dir="auto">Launch day</h1>')
    expect((await open(link.shortUrl)).status).toBe(302)
    expect((await open(`${link.shortUrl}+`)).status).toBe(410)
  })

  it.each<[string, number, (link: SeededLink) => Promise<unknown>]>([
    ['expired', 410, ({ id }) => change(id, { expiresAt: test.clock.now().toISOString() })],
    ['blocked', 403, block],
    ['switched off', 404, ({ id }) => change(id, { isActive: false })],
    ['deleted', 404, ({ id }) => test.rest.delete(`/v1/urls/${id}`, { token: ada.token })],
  ])('of a link that is %s answers %i with the page of a visit, without a link', async (_how, status, closeLink) => {
    const link = await test.seed.link(ada)
    await closeLink(link)
    const answer = await open(`${link.shortUrl}+`)
    expect(answer.status).toBe(status)
    expect(answer.text).toBe((await open(link.shortUrl)).text)
    expectSecret(answer, link)
  })

  it('does not redirect to the expiredUrl of an expired link', async () => {
    const link = await test.seed.link(ada, { clickLimit: 1, expiredUrl: 'https://example.org/over' })
    await open(link.shortUrl)
    const answer = await open(`${link.shortUrl}+`)
    expect([answer.status, answer.headers.location]).toEqual([410, undefined])
    expect(answer.text).not.toContain('example.org')
  })
})

describe('other methods', () => {
  it('HEAD answers the headers of GET without a body', async () => {
    const { shortUrl } = await test.seed.link(ada)
    const { text, ...got } = await open(`${shortUrl}+`)
    const answer = await test.rest.send('HEAD', `/${shortUrl}+`, as('chrome'))
    expect(answer.text).toBe('')
    const { date: _, 'x-request-id': __, ...headers } = got.headers
    expect(answer).toMatchObject({ status: 200, headers })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s answers 405, also for a link with a password', async (method) => {
    const { shortUrl } = await test.seed.link(ada, { password: 'sesame' })
    for (const path of [`/${shortUrl}+`, '/no-such-code+']) {
      const { status, headers } = await test.rest.send(method, path, as('chrome'))
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
    }
  })
})

describe('the language of a page', () => {
  it.each(languages)('is %s by Accept-Language, with the lang attribute', async (lang) => {
    const languageHeaders = { 'accept-language': `nl, ${lang};q=0.8, en;q=0.1` }
    const [plain, locked, over, blocked] = await Promise.all([
      test.seed.link(ada),
      test.seed.link(ada, { password: 'sesame' }),
      test.seed.link(ada, { clickLimit: 1 }),
      test.seed.link(ada),
    ])
    await open(over.shortUrl)
    await block(blocked)
    const limited = await test.seed.link(ada, { clickLimit: 1 })
    const pages = [
      ...(await Promise.all([locked, over, blocked].map(({ shortUrl }) => open(shortUrl, languageHeaders)))),
      ...(await Promise.all([plain, locked, limited].map(({ shortUrl }) => open(`${shortUrl}+`, languageHeaders)))),
      await test.rest.get(`/${limited.shortUrl}`, as('googlebot', languageHeaders)),
      await open('no-such-code', languageHeaders),
      await test.rest.post(`/${locked.shortUrl}`, 'password=x', {
        headers: { ...languageHeaders, 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ]
    expect(pages.map(({ status }) => status)).toEqual([200, 410, 403, 200, 200, 200, 200, 404, 401])
    for (const { headers, text } of pages) {
      expect(headers['content-language']).toBe(lang)
      expect(text).toContain(`<html lang="${lang}">`)
    }
    const ofEach = await Promise.all(languages.map((each) => open('no-such-code', { 'accept-language': each })))
    expect(new Set(ofEach.map(({ text }) => text)).size).toBe(languages.length)
  })

  it.each(languages)('has the same bytes for an inactive, a deleted and an unknown link in %s', async (lang) => {
    const languageHeaders = { 'accept-language': lang }
    const [off, deleted] = [await test.seed.link(ada, { password: 'sesame' }), await test.seed.link(ada)]
    await change(off.id, { isActive: false })
    await test.rest.delete(`/v1/urls/${deleted.id}`, { token: ada.token })
    for (const suffix of ['', '+']) {
      const [first, ...others] = await Promise.all(
        ['no-such-code', off.shortUrl, deleted.shortUrl].map((code) => open(`${code}${suffix}`, languageHeaders)),
      )
      const { date: _, 'x-request-id': __, ...headers } = first?.headers ?? {}
      for (const other of others) expect(other).toMatchObject({ status: 404, text: first?.text, headers })
    }
  })
})

function expectSecret(answer: RestAnswer, { originalUrl }: SeededLink): void {
  expect(shown(answer)).not.toContain(new URL(originalUrl).host)
  expect(shown(answer)).not.toContain(new URL(originalUrl).pathname)
}
