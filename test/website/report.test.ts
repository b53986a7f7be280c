import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../src/platform/web/language.ts'
import { translator } from '../../src/platform/web/texts.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer, RestOptions } from '../support/rest.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

/** Each case has a network of its own. */
let network = 0
const newNetwork = () => `198.51.${Math.floor(++network / 250)}.${(network % 250) + 1}`

function send(fields: Readonly<Record<string, string>>, { headers, from = newNetwork() }: RestOptions = {}) {
  return test.rest.post('/report', new URLSearchParams(fields).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    from,
  })
}

const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
const reportsOf = ({ id }: SeededLink) =>
  test.sql('select reason, details, email from abuse_report where link_id = ? order by created_at, id', [id])

function expectFormError({ status, text }: RestAnswer, expected: number, message: string): void {
  const alarm = /<p class="alarm" id="alarm" role="alert">([^<]*)</.exec(text)?.[1] ?? ''
  expect([status, unescaped(alarm)]).toEqual([expected, expect.stringContaining(message)])
}

describe('GET /report', () => {
  it.each(languages)('is a page with a form in %s, without scripts, not cached, and with labels', async (lang) => {
    const { status, headers, text } = await test.rest.get('/report', { headers: { 'accept-language': lang } })
    expect([status, headers['content-language'], headers['cache-control']]).toEqual([200, lang, 'private, no-store'])
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    expect(text).not.toContain('<script')
    expect(unescaped(text)).toContain(`<h1>${translator(lang)('page.report.heading')}</h1>`)
    for (const name of ['link', 'reason', 'details', 'email']) {
      expect(text).toContain(`<label for="${name}">`)
      expect(text).toMatch(new RegExp(`<(input|select|textarea) id="${name}" name="${name}"`))
    }
    for (const [, id] of text.matchAll(/aria-describedby="([^"]*)"/g)) expect(text).toContain(`id="${id}"`)
  })

  it('has the link of the query, escaped', async () => {
    const { text } = await test.rest.get(`/report?${new URLSearchParams({ link: '"><b>x', reason: 'spam' })}`)
    expect(text).toContain('value="&#34;&#62;&#60;b&#62;x"')
    expect(text).toContain('<option value="spam" selected>')
  })

  it('is linked from the preview of a link, and from the page of a blocked one', async () => {
    const link = await test.seed.link(ada)
    for (const lang of languages) {
      const preview = await test.rest.get(`/${link.shortUrl}+`, { headers: { 'accept-language': lang } })
      expect(preview.text).toContain(`<a href="/report?link=${link.shortUrl}">`)
    }
    await test.sql('update link set blocked_at = now() where id = ?', [link.id])
    const blocked = await test.rest.get(`/${link.shortUrl}`)
    expect([blocked.status, blocked.text.includes('<a href="/report">')]).toEqual([403, true])
  })

  it.each(['PUT', 'PATCH', 'DELETE'] as const)('answers 405 to %s, with Allow', async (method) => {
    const { status, headers } = await test.rest.send(method, '/report')
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  })
})

describe('POST /report', () => {
  it('files a report by code or address, and redirects to a page that a reload may repeat', async () => {
    const link = await test.seed.link(ada)
    const first = await send({
      link: ` ${link.shortUrl} `,
      reason: 'phishing',
      details: 'A bank.\r\nNot mine.',
      email: 'a@b.example',
    })
    expect([first.status, first.headers.location, first.headers['cache-control']]).toEqual([
      303,
      '?sent',
      'private, no-store',
    ])
    expect(
      (await send({ link: `http://tack.test/${link.shortUrl}+`, reason: 'other', details: '', email: '' })).status,
    ).toBe(303)
    expect(await reportsOf(link)).toEqual([
      { reason: 'phishing', details: 'A bank.\r\nNot mine.', email: 'a@b.example' },
      { reason: 'other', details: null, email: null },
    ])
    const { status, text } = await test.rest.get('/report?sent')
    expect([status, text.includes(translator('en')('page.report.sentWhy'))]).toEqual([200, true])
  })

  it('answers the same for a link that does not exist', async () => {
    const { status, headers } = await send({ link: 'nobody-has-this', reason: 'spam' })
    expect([status, headers.location]).toEqual([303, '?sent'])
  })

  it.each([
    ['link', { link: 'https://elsewhere.example/x' }, 'link'],
    ['link', { link: '' }, 'link'],
    ['reason', { reason: '' }, 'reason'],
    ['reason', { reason: 'constructor' }, 'reason'],
    ['details', { details: 'x'.repeat(1001) }, 'details'],
    ['details', { details: 'a\u202eb' }, 'details'],
    ['email', { email: 'nobody' }, 'email'],
  ] as const)('returns 400 at the field %s for %j, and keeps what was entered', async (field, changes, text) => {
    const link = await test.seed.link(ada)
    const answer = await send({ link: link.shortUrl, reason: 'malware', details: 'Kept <b>', ...changes })
    expectFormError(answer, 400, translator('en')(`page.reportError.${text}`))
    expect(answer.text).toMatch(new RegExp(`id="${field}"[^>]* aria-invalid="true" autofocus`))
    if (field !== 'reason') expect(answer.text).toContain('<option value="malware" selected>')
    if (field !== 'details') expect(answer.text).toContain('>Kept &#60;b&#62;</textarea>')
    expect(await reportsOf(link)).toEqual([])
  })

  it('returns 403 to a form of another site, and files nothing', async () => {
    const link = await test.seed.link(ada)
    for (const site of ['cross-site', 'same-site']) {
      const answer = await send({ link: link.shortUrl, reason: 'spam' }, { headers: { 'sec-fetch-site': site } })
      expectFormError(answer, 403, translator('en')('page.reportError.crossSite'))
    }
    expect(await reportsOf(link)).toEqual([])
  })

  it('returns 415 for another type and 413 for a large body, as a page', async () => {
    expectFormError(
      await test.rest.post('/report', { link: 'x' }),
      415,
      translator('en')('page.reportError.unreadable'),
    )
    expectFormError(
      await send({ link: 'x', reason: 'spam', details: 'x'.repeat(40_000) }),
      413,
      translator('en')('page.reportError.unreadable'),
    )
  })

  it('shares the limit of POST /abuse-reports: 20 reports of a network in an hour, then 429 with Retry-After', async () => {
    const from = newNetwork()
    for (let n = 0; n < 10; n++) {
      expect((await send({ link: `code-${n}`, reason: 'spam' }, { from })).status).toBe(303)
      const report = { shortUrl: `other-${n}`, reason: 'spam' }
      expect((await test.rest.post('/v1/abuse-reports', report, { from })).status).toBe(202)
    }
    const answer = await send({ link: 'one-more', reason: 'spam' }, { from })
    expectFormError(answer, 429, translator('en')('page.reportError.rateLimited'))
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.headers['ratelimit-reset']).toBe(answer.headers['retry-after'])
  })
})
