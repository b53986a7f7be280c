import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { homePage } from '../../src/modules/frontend/website/home-page.ts'
import { type Language, languages } from '../../src/platform/web/language.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import { sendForm, textOf } from './form.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ SHORT_URL: 'http://go.test' })
})
afterAll(() => test.close())

const lang = (header: string) => ({ headers: { 'accept-language': header } })
/** A home page with these statistics. */
const homeWith = (lang: Language, totalLinks: number) =>
  homePage({
    lang,
    publicUrl: '',
    ownerName: null,
    stats: { totalLinks, totalClicks: 1234567, totalUsers: 80, activeWorkspaces: 70 },
  })
const countLinks = async () => (await test.sql<{ n: number }>('select count(*)::int as n from link'))[0]?.n

function expectPage({ headers }: RestAnswer, form: "'self'" | "'none'"): void {
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  const policy = headers['content-security-policy']?.split('; ') ?? []
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "base-uri 'none'", `form-action ${form}`]))
  expect(policy.join()).not.toMatch(/unsafe/)
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-frame-options': 'DENY' })
  expect(headers).not.toHaveProperty('set-cookie')
}

describe('GET /', () => {
  it('returns 200 with the form, the login and the links for developers, without a script', async () => {
    const answer = await test.rest.get('/')
    expect(answer.status).toBe(200)
    expectPage(answer, "'self'")
    expect(answer.headers['content-security-policy']).not.toContain('script-src')
    expect(answer.text).toMatch(/<input id="longUrl" [^>]*placeholder="https:\/\/example\.com\//)
    for (const path of ['/docs', '/docs/errors', '/graphql', '/account/login', '/account/register']) {
      expect(answer.text).toContain(`href="http://tack.test${path}"`)
    }
    expect(answer.text).not.toContain('<script')
  })

  it.each([
    ['en', 'en-GB', 'Short links, counted honestly'],
    ['de', 'de-AT,en;q=0.5', 'Kurze Links, ehrlich gezählt'],
    ['fr', 'fr', 'Des liens courts, comptés honnêtement'],
    ['es', 'es-MX', 'Enlaces cortos, contados con honestidad'],
    ['en', 'ja', 'Short links, counted honestly'],
  ])('answers in %s for Accept-Language %s', async (language, header, heading) => {
    const { text, headers } = await test.rest.get('/', lang(header))
    expect(text).toContain(`<html lang="${language}">`)
    expect(text).toContain(`<h1>${heading}</h1>`)
    expect(headers['content-language']).toBe(language)
  })

  it.each(languages)(
    'shows in %s the statistics of 1,000 links and more, with its way to write numbers',
    (language) => {
      const { body } = homeWith(language, 1000)
      for (const count of [1000, 1234567, 80, 70])
        expect(body).toContain(`<dd>${new Intl.NumberFormat(language).format(count)}</dd>`)
      expect(homeWith(language, 999).body).not.toContain('<dd>')
    },
  )

  it('leads to pages that exist', async () => {
    const { text } = await test.rest.get('/')
    const paths = [...text.matchAll(/(?:href|content)="(?:http:\/\/tack\.test)?(\/[^"]*)"/g)].map(([, path]) => path)
    expect(paths.length).toBeGreaterThan(8)
    for (const path of new Set(paths)) {
      const { status } = await test.rest.get(path ?? '', { headers: { accept: 'text/html' } })
      expect([path, status]).toEqual([path, 200])
    }
  })

  it('has a social card with absolute addresses, in the language of the page', async () => {
    const { text } = await test.rest.get('/', lang('de'))
    for (const tag of [
      '<meta property="og:title" content="Kurze Links, ehrlich gezählt">',
      '<meta property="og:url" content="http://tack.test/">',
      '<meta property="og:image" content="http://tack.test/social-card.png">',
      '<meta name="twitter:card" content="summary_large_image">',
    ])
      expect(text).toContain(tag)
  })

  it('answers HEAD like GET, and returns 405 with Allow for other methods', async () => {
    const head = await test.rest.send('HEAD', '/')
    expect([head.status, head.text]).toEqual([200, ''])
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await test.rest.send(method, '/')
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST'])
    }
  })
})

describe('the form', () => {
  it('is filled in by the address, for bookmarks and other pages', async () => {
    const { status, text } = await test.rest.get(`/?url=${encodeURIComponent('https://example.com/"><b>&a=1')}`)
    expect(status).toBe(200)
    expect(text).toContain('value="https://example.com/&#34;&#62;&#60;b&#62;&#38;a&#61;1"')
    expect((await test.rest.get('/?url=a&url=b')).status).toBe(200)
  })

  it('creates an anonymous link and redirects to its page', async () => {
    const customCode = test.seed.word()
    const pasted = `https://tack.test/${customCode}?a=1`
    const { status, headers } = await sendForm(test, { longUrl: 'https://example.com/page?a=1', customCode: pasted })
    expect([status, headers.location]).toEqual([303, `?made=${customCode}`])
    expect(headers['cache-control']).toBe('private, no-store')
    const [row] = await test.sql('select original_url, workspace_id, expires_at from link where code = ?', [customCode])
    expect(row).toMatchObject({ original_url: 'https://example.com/page?a=1', workspace_id: null })
    const page = await test.rest.get(`/${headers.location}`)
    expect(page.status).toBe(200)
    expectPage(page, "'none'")
    expect(textOf(page.text, 'shortUrl')).toBe(`http://go.test/${customCode}`)
    for (const suffix of ['', '+', '/qr']) expect(page.text).toContain(`href="http://go.test/${customCode}${suffix}"`)
    expect(page.text).not.toContain('example.com')
  })

  it('creates a link in the workspace of a logged-in person, and leads to its page in the console', async () => {
    const ada = await test.seed.account({ name: 'Ada <b>' })
    const headers = { cookie: `tack_session=${ada.token}` }
    const home = await test.rest.get('/', { headers })
    expect(home.text).toContain('>Ada &#60;b&#62;’s workspace</a>')
    expect(home.text).not.toContain('/account/login')
    const customCode = test.seed.word()
    const answer = await sendForm(test, { longUrl: 'https://https://example.com/own', customCode }, { headers })
    expect([answer.status, answer.headers.location]).toEqual([303, `app/links/${customCode}`])
    const [row] = await test.sql('select workspace_id, original_url, expires_at from link where code = ?', [customCode])
    expect(row).toEqual({ workspace_id: ada.workspaceId, original_url: 'https://example.com/own', expires_at: null })
    const foreign = { ...headers, 'sec-fetch-site': 'cross-site' }
    expect(
      (await sendForm(test, { longUrl: 'https://example.com', customCode: '' }, { headers: foreign })).status,
    ).toBe(403)
  })

  it('is anonymous after the session has ended', async () => {
    const ada = await test.seed.account()
    const headers = { cookie: `tack_session=${ada.token}` }
    await test.rest.post('/v1/auth/logout', undefined, { token: ada.token })
    expect((await test.rest.get('/', { headers })).text).toContain('/account/login')
    const answer = await sendForm(test, { longUrl: 'https://example.com/after', customCode: '' }, { headers })
    expect(answer.headers.location).toMatch(/^\?made=/)
  })

  it('shows the QR code on the page of the link, and a button that copies by a script of known hash', async () => {
    const { location = '' } = (await sendForm(test, { longUrl: 'https://example.com/copied', customCode: '' })).headers
    const { text, headers } = await test.rest.get(`/${location}`)
    const image = await test.rest.get(`/${/<img src="([^"]+)"/.exec(text)?.[1]}`)
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    const script = /<script>(.*?)<\/script>/s.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${hash}'`)
    // Without scripts there is no button that does nothing.
    expect(text).toMatch(/<button id="copy" [^>]*hidden>Copy</)
  })

  it('shows the expiry of the link in each language', async () => {
    const { location = '' } = (await sendForm(test, { longUrl: 'https://example.com', customCode: '' })).headers
    const expiry = new Date(test.clock.now().getTime() + 7 * 24 * 3600 * 1000)
    for (const language of ['en', 'de', 'fr', 'es']) {
      const { text } = await test.rest.get(`/${location}`, lang(language))
      const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(expiry)
      expect(textOf(text, 'works')).toContain(day)
      expect(textOf(text, 'works')).toMatch(/ UTC\.$/)
    }
  })

  it('creates one link, however often its page is reloaded', async () => {
    const { location = '' } = (await sendForm(test, { longUrl: 'https://example.com/once' })).headers
    const before = await countLinks()
    for (let reload = 0; reload < 3; reload++) expect((await test.rest.get(`/${location}`)).status).toBe(200)
    expect(await countLinks()).toBe(before)
  })

  it.each([
    ['example.com', 'https://example.com'],
    ['example.com:8443/a?b=c', 'https://example.com:8443/a?b=c'],
    ['  http://example.com/plain  ', 'http://example.com/plain'],
  ])('accepts %s as %s', async (typed, expected) => {
    const customCode = test.seed.word()
    expect((await sendForm(test, { longUrl: typed, customCode })).status).toBe(303)
    expect(await test.sql('select original_url from link where code = ?', [customCode])).toEqual([
      { original_url: expected },
    ])
  })
})

describe('the page of a link', () => {
  const fetchPage = async (code: string) => (await test.rest.get(`/?made=${encodeURIComponent(code)}`)).text

  it('is the home page for an owned link and for an unknown code', async () => {
    const home = (await test.rest.get('/')).text
    const { shortUrl } = await test.seed.link(await test.seed.account(), { expiresAt: '2099-01-01T00:00:00Z' })
    for (const code of [shortUrl, 'nobody-has-this', '', '"><script>', 'a'.repeat(5000)]) {
      expect(await fetchPage(code)).toBe(home)
    }
    expect((await test.rest.get('/?made=a&made=b')).text).toBe(home)
  })

  it('disappears when the link is blocked or expires', async () => {
    const customCode = test.seed.word()
    await sendForm(test, { longUrl: 'https://example.com', customCode })
    expect(await fetchPage(customCode.toUpperCase())).toContain(`http://go.test/${customCode}`)
    await test.sql('update link set blocked_at = now() where code = ?', [customCode])
    test.clock.advance({ seconds: 6 })
    expect(await fetchPage(customCode)).not.toContain(customCode)
    await test.sql('update link set blocked_at = null where code = ?', [customCode])
    test.clock.advance({ seconds: 6 })
    expect(await fetchPage(customCode)).toContain(customCode)
    test.clock.advance({ days: 7 })
    expect(await fetchPage(customCode)).not.toContain(customCode)
  })
})
