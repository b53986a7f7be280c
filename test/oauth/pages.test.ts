import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedListening } from '../support/mail-app.ts'
import { expectOwnScript } from '../support/markup.ts'
import type { SeededAccount } from '../support/seed.ts'
import { Browser, type Visit } from './browser.ts'
import { type ClientOptions, seedClient } from './client.ts'
import { Flow } from './flow.ts'
import type { ListeningApp } from './service.ts'

let test: ListeningApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedListening()
  ada = await test.seed.account({ name: 'Ada <b>Lovelace</b>' })
})
afterAll(() => test.close())

const flowFor = async (options: ClientOptions = {}) => new Flow(test, await seedClient(test, ada, options), ada)
const grants = async ({ client }: Flow) =>
  test.sql("select 1 from oauth_record where model = 'Grant' and client_id = ?", [client.id])

/** Decodes character references. */
const decoded = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

function expectPage({ status, headers, text }: Visit, expected: number): void {
  expect(status).toBe(expected)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-language')).toBe('en')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expectOwnScript(headers.get('content-security-policy') ?? '', text)
  expect(text).not.toMatch(/style="| on\w+=/i)
}

describe('the login page', () => {
  it('names the application, supports autofill, and posts only to itself', async () => {
    const page = await new Browser(test.base).open(
      (await flowFor({ name: 'Link Gardener' })).address({ login_hint: ada.email }),
    )
    expectPage(page, 200)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(page.text).toContain('<strong dir="auto">Link Gardener</strong>')
    expect(page.text).toMatch(/<input id="email"[^>]* autocomplete="username"/)
    expect(page.text).toContain(`value="${ada.email}"`)
    expect(page.text).toMatch(/<input id="password"[^>]* autocomplete="current-password"/)
    expect(page.text).toContain('name="viewport"')
  })

  it('returns the same 401 for a wrong password and an unknown address, and keeps the address', async () => {
    const flow = await flowFor()
    const browser = new Browser(test.base)
    const page = await browser.open(flow.address())
    const answers = []
    for (const email of [ada.email, 'nobody@example.com']) {
      const again = await browser.submit(page, { act: 'login', email, password: 'not the password' })
      expectPage(again, 401)
      expect(again.text).toContain(`value="${email}"`)
      expect(again.text).not.toContain('not the password')
      answers.push(again.text.replace(email, ''))
    }
    expect(answers[0]).toBe(answers[1])
  })

  it.each([
    ['a NUL in the address', { email: 'ada\u0000@example.com', password: 'x' }],
    ['an address too long', { email: `${'a'.repeat(250)}@example.com`, password: 'x' }],
    ['a password too long', { email: 'ada@example.com', password: 'x'.repeat(1025) }],
    ['a NUL in the password', { email: 'ada@example.com', password: 'x\u0000' }],
    ['no password', { email: 'ada@example.com', password: '' }],
    ['nothing', {}],
  ])('returns 401 for %s', async (_name, filled) => {
    const browser = new Browser(test.base)
    const page = await browser.open((await flowFor()).address())
    expectPage(await browser.submit(page, { act: 'login', ...(filled as Record<string, string>) }), 401)
  })

  it('returns 400 for a form that is too large', async () => {
    const browser = new Browser(test.base)
    const page = await browser.open((await flowFor()).address())
    expectPage(await browser.submit(page, { act: 'login', email: 'x'.repeat(70_000), password: 'x' }), 400)
  })

  it('appears in every authorization, also the second in one browser', async () => {
    const flow = await flowFor()
    const { browser, page } = await flow.beforeConsent()
    await browser.submit(page, { act: 'allow' })
    const second = await browser.open(flow.address())
    expect(second.text).toContain('type="password"')
  })

  it('does not accept the consent before the login', async () => {
    const flow = await flowFor()
    const browser = new Browser(test.base)
    const page = await browser.open(flow.address())
    expectPage(await browser.submit(page, { act: 'allow' }), 401)
    expect(await grants(flow)).toEqual([])
  })
})

describe('the consent page', () => {
  it('shows the application, the account, the scopes and the destination', async () => {
    const { page } = await (await flowFor({ name: 'Link Gardener' })).beforeConsent({
      scope: 'write:links read:profile',
    })
    expectPage(page, 200)
    expect(page.text).toContain('Link Gardener')
    expect(page.text).toContain(ada.email)
    expect(page.text).toContain('app.example')
    expect(page.text).toContain('Create, modify and delete links.')
    expect(page.text).toContain('Read profile and account details.')
    expect(page.text).not.toContain('Read click telemetry')
  })

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onfocus='alert(1)",
    '&lt;b&gt;',
    '\u202egnp.exe',
  ])('escapes the name %s, on both pages', async (name) => {
    const flow = await flowFor({ name })
    const login = await new Browser(test.base).open(flow.address({ login_hint: `${name}@x` }))
    const { page } = await flow.beforeConsent()
    for (const { text } of [login, page]) {
      expect(text.replace(/<script>[\s\S]*?<\/script>\n?<\/body>/, '')).not.toMatch(/<script|<img|<b>/)
      expect(decoded(text)).toContain(name)
    }
    expect(page.text).toContain('Ada &#60;b&#62;')
  })

  it('redirects with access_denied if the user denies on either page, and creates no grant', async () => {
    const flow = await flowFor()
    const browser = new Browser(test.base)
    const login = await browser.open(flow.address())
    const { browser: other, page } = await flow.beforeConsent()
    for (const { url } of [await browser.submit(login, { act: 'deny' }), await other.submit(page, { act: 'deny' })]) {
      expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
        error: 'access_denied',
        state: 'a state',
        iss: test.base,
      })
    }
    expect(await grants(flow)).toEqual([])
  })

  it('is followed by a page with a Refresh header', async () => {
    const flow = await flowFor()
    const { browser, page } = await flow.beforeConsent()
    const uid = page.url.split('/').at(-1)
    const fieldOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
    const cookies = browser.received.filter((cookie) => cookie.includes('path=/oauth/interaction/'))
    const answer = await fetch(page.url, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') },
      body: new URLSearchParams({ token: fieldOf('token'), workspace: fieldOf('workspace'), act: 'allow' }),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('refresh')).toBe(`0; url=${test.base}/oauth/authorize/${uid}`)
    expect(await answer.text()).toContain(`<a class="button" href="${test.base}/oauth/authorize/${uid}">`)
  })

  it('works once: its form and its end return 400 the second time', async () => {
    const flow = await flowFor()
    const { browser, page } = await flow.beforeConsent()
    await browser.submit(page, { act: 'allow' })
    expectPage(await browser.submit(page, { act: 'allow' }), 400)
    expectPage(await browser.open(page.url.replace('interaction', 'authorize')), 400)
    expect(await grants(flow)).toHaveLength(1)
  })

  it.each(['account', 'application'])('returns 400 if the %s was deleted in the meantime', async (kind) => {
    const grace = await test.seed.account()
    const flow = new Flow(test, await seedClient(test, ada), grace)
    const { browser, page } = await flow.beforeConsent()
    if (kind === 'account') await test.sql('delete from account where id = ?', [grace.id])
    else await test.sql('delete from oauth_app where id = ?', [flow.client.id])
    expectPage(await browser.submit(page, { act: 'allow' }), 400)
  })

  it.each([
    ['a logout', '/v1/auth/logout', undefined],
    ['a new password', '/v1/auth/password', { newPassword: 'another horse battery' }],
  ])('returns 400 after %s, and its URL asks for the password again', async (_name, path, change) => {
    const [{ client }, person] = [await flowFor(), await test.seed.account()]
    const { browser, page } = await new Flow(test, client, person).beforeConsent()
    const body = change && { currentPassword: person.password, ...change }
    expect((await test.rest.post(path, body, { token: person.token })).status).toBe(200)
    expectPage(await browser.submit(page, { act: 'allow' }), 400)
    expect((await browser.open(page.url)).text).toContain('type="password"')
    const [row] = await test.sql<{ grants: number }>(
      `select count(*)::int as grants from oauth_record where model = 'Grant' and account_id = ?`,
      [person.id],
    )
    expect(row?.grants).toBe(0)
  })

  it('expires after ten minutes', async () => {
    const { browser, page } = await (await flowFor()).beforeConsent()
    test.clock.advance({ minutes: 9 })
    expectPage(await browser.open(page.url), 200)
    test.clock.advance({ minutes: 1 })
    expectPage(await browser.submit(page, { act: 'allow' }), 400)
  })
})

describe('request forgery', () => {
  it('returns 400 for a form without its token or with that of another interaction', async () => {
    const flow = await flowFor()
    const [{ browser, page }, other] = [await flow.beforeConsent(), await flow.beforeConsent()]
    const theirs = /name="token" value="([^"]*)"/.exec(other.page.text)?.[1] ?? ''
    for (const token of ['', 'x', theirs]) expectPage(await browser.submit(page, { act: 'allow', token }), 400)
    expect(await grants(flow)).toEqual([])
  })

  it.each(['same-site', 'cross-site'])('returns 403 for the forms of a %s page', async (site) => {
    const flow = await flowFor()
    const { browser, page } = await flow.beforeConsent()
    const headers = { 'sec-fetch-site': site }
    expectPage(await browser.submit(page, { act: 'allow' }, headers), 403)
    const registration = await browser.open(`${page.url}/register`)
    const email = `${test.seed.word()}@example.com`
    const password = 'correct horse battery'
    expectPage(await browser.submit(registration, { name: 'Grace', email, password }, headers), 403)
    expect(await grants(flow)).toEqual([])
    expect(await test.sql('select 1 from account where email_key = ?', [email])).toEqual([])
  })

  it('returns 400 to a browser without the cookie of the interaction', async () => {
    const flow = await flowFor()
    const { page } = await flow.beforeConsent()
    const otherBrowser = new Browser(test.base)
    expectPage(await otherBrowser.open(page.url), 400)
    expectPage(await otherBrowser.submit(page, { act: 'allow' }), 400)
    expectPage(await otherBrowser.open(page.url.replace('interaction', 'authorize')), 400)
    expect(await grants(flow)).toEqual([])
  })

  it('shows the consent page again if its end is opened first', async () => {
    const flow = await flowFor()
    const { browser, page } = await flow.beforeConsent()
    const again = await browser.open(page.url.replace('interaction', 'authorize'))
    expect(again.text).toContain('Allow access to your account?')
    expect(await grants(flow)).toEqual([])
    const { url } = await browser.submit(again, { act: 'allow' })
    expect(url).toMatch(/^https:\/\/app\.example\/cb\?code=/)
  })

  it('sets signed cookies for this interaction only, with HttpOnly and SameSite', async () => {
    const { browser, page } = await (await flowFor()).beforeConsent()
    const uid = page.url.split('/').at(-1)
    expect(browser.received).toHaveLength(4)
    for (const cookie of browser.received) {
      expect(cookie).toMatch(/; httponly/i)
      expect(cookie).toMatch(/; samesite=lax/i)
      expect(cookie).toMatch(new RegExp(`; path=/oauth/(interaction|authorize)/${uid};`))
    }
    const forged = await fetch(page.url, {
      headers: { cookie: `tack_interaction=${uid}; tack_interaction.sig=${'x'.repeat(27)}` },
    })
    expect(forged.status).toBe(400)
  })
})
