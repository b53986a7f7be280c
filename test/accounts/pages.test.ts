import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, type Visit } from '../oauth/browser.ts'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedMailApp } from '../support/mail-app.ts'
import { linkOf, type MailServer } from '../support/mail-server.ts'
import { expectOwnScript } from '../support/markup.ts'
import type { SeededAccount } from '../support/seed.ts'

let server: MailServer
let test: ListeningApp
beforeAll(async () => {
  ;({ test, server } = await sharedMailApp())
})
afterAll(async () => {
  // No page that was answered well logs an error, whatever the tests below have done.
  expect(test.errorsOfGoodAnswers()).toEqual([])
  await test.close()
})

const pathOf = ({ url }: Visit) => new URL(url, test.base).pathname
const heading = ({ text }: Visit) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]
const newEmail = () => `${test.seed.word()}@example.com`
const password = 'correct horse battery'

function expectPage({ status, headers, text }: Visit, expected: number): void {
  expect(status).toBe(expected)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expectOwnScript(headers.get('content-security-policy') ?? '', text)
  expect(text).not.toMatch(/style="| on\w+=/i)
}

async function logIn(account: SeededAccount, browser = new Browser(test.base)) {
  const page = await browser.open('/account/login')
  return { browser, page: await browser.submit(page, { email: account.email, password: account.password }) }
}

describe('/account/register', () => {
  it('creates an account, logs in, and sends the link that verifies its address', async () => {
    const browser = new Browser(test.base)
    const page = await browser.open('/account/register')
    expectPage(page, 200)
    const email = newEmail()
    expect(pathOf(await browser.submit(page, { name: 'Ada <b>', email, password }))).toBe('/app')
    const overview = await browser.open('/account/overview')
    expectPage(overview, 200)
    expect(heading(overview)).toBe('Your account')
    expect(overview.text).toContain('href="../app"')
    expect(overview.text).toContain('Ada &#60;b&#62;')
    expect(overview.text).toContain('Not verified yet')
    const link = linkOf(await server.mailTo(email)).href
    const question = await browser.open(link)
    expectPage(question, 200)
    expect(question.text).toContain(`<strong>${email}</strong>`)
    // Opening the page is not enough: mail programs do it too.
    expect((await browser.open('/account/overview')).text).toContain('Not verified yet')
    const verified = await browser.submit(question, {})
    expect(heading(verified)).toBe('Your address is verified')
    expect(verified.text).toContain(`<strong>${email}</strong>`)
    expect((await browser.open('/account/overview')).text).toContain('Verified.')
    expectPage(await browser.open(link), 400)
  })

  it.each([
    ['name', { name: ' ' }, 'Enter a name'],
    ['email', { email: 'ada' }, 'Enter an e-mail address'],
    ['password', { password: 'password123' }, 'Choose another password'],
  ])('returns 400 for a wrong %s with the other values, and without the password', async (field, wrong, message) => {
    const browser = new Browser(test.base)
    const page = await browser.open('/account/register')
    const answer = await browser.submit(page, { name: 'Ada', email: newEmail(), password, ...wrong })
    expectPage(answer, 400)
    expect(answer.text).toMatch(new RegExp(`id="${field}"[^>]*aria-describedby="alarm[^>]*aria-invalid`))
    expect(answer.text).toContain(message)
    expect(answer.text).not.toContain(password)
  })

  it('returns 400 for the address of an account', async () => {
    const { email } = await test.seed.account()
    const browser = new Browser(test.base)
    const page = await browser.open('/account/register')
    const answer = await browser.submit(page, { name: 'Ada', email, password })
    expectPage(answer, 400)
    expect(answer.text).toContain('This address has an account already.')
  })
})

describe('/account/login', () => {
  it('sends a mail about a new device, whose name is in the language of the account', async () => {
    const ada = await test.seed.account()
    await test.sql(`update account set language = 'de' where id = ?`, [ada.id])
    const logInWith = (userAgent: string) =>
      test.rest.post(
        '/v1/auth/login',
        { email: ada.email, password: ada.password },
        { headers: { 'user-agent': userAgent } },
      )
    await logInWith('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0')
    await logInWith('Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0')
    await expect
      .poll(() =>
        server.mails
          .filter(({ recipients }) => recipients.includes(ada.email))
          .map(({ text }) => text)
          .join(),
      )
      .toContain('Firefox unter Linux')
  })

  it('logs in by a cookie that scripts cannot read and the API does not accept', async () => {
    const ada = await test.seed.account()
    const { browser, page } = await logIn(ada)
    expect(pathOf(page)).toBe('/app')
    const session = browser.received.find((cookie) => cookie.startsWith('tack_session='))
    expect(session).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/)
    const cookie = session?.split(';')[0] ?? ''
    expect((await test.rest.get('/v1/auth/me', { headers: { cookie } })).status).toBe(401)
  })

  it('returns the same 401 for a wrong password and an unknown address', async () => {
    const { email } = await test.seed.account()
    const browser = new Browser(test.base)
    const page = await browser.open('/account/login')
    const texts = []
    for (const each of [email, newEmail(), 'not an address']) {
      const answer = await browser.submit(page, { email: each, password: 'not the password' })
      expectPage(answer, 401)
      texts.push(answer.text.replaceAll(each, ''))
    }
    expect(new Set(texts).size).toBe(1)
  })

  it('leads back to itself from the overview without a session, and after the logout, which ends all sessions', async () => {
    expect(pathOf(await new Browser(test.base).open('/account'))).toBe('/account/login')
    const ada = await test.seed.account()
    const { browser } = await logIn(ada)
    const left = await browser.submit(await browser.open('/account/overview'), { act: 'logout' })
    expect(pathOf(left)).toBe('/account/login')
    expect(pathOf(await browser.open('/account/overview'))).toBe('/account/login')
    expect((await test.rest.get('/v1/auth/me', { token: ada.token })).status).toBe(401)
  })
})

describe('/account/overview of an account that is being deleted', () => {
  it('says so, and keeps the account with one button', async () => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada)
    await test.rest.post('/v1/auth/me/deletion', { password: ada.password }, { token: ada.token })
    const { browser, page } = await logIn(ada)
    expectPage(page, 200)
    expect(page.text).toContain('Your account is being deleted')
    // It would be refused.
    expect(page.text).not.toContain('Send the mail again')
    const kept = await browser.submit(page, { act: 'keep' })
    expectPage(kept, 200)
    expect(kept.text).not.toContain('being deleted')
    expect((await test.rest.get(`/${link.shortUrl}`)).status).toBe(302)
  })
})

describe('every form', () => {
  it.each(['login', 'register', 'forgot', 'overview'])(
    'of /account/%s is 400 without the token of this browser',
    async (name) => {
      const ada = await test.seed.account()
      const { browser } = await logIn(ada)
      const { browser: another, page: foreign } = await logIn(await test.seed.account())
      await another.open(`/account/${name}`)
      const stolen = /name="token" value="([^"]+)"/.exec(foreign.text)?.[1] ?? ''
      const fields = { name: 'Ada', email: newEmail(), password, act: 'logout' }
      for (const token of ['', 'x', stolen]) {
        expectPage(await browser.open(`/account/${name}`, { ...fields, token }), 400)
      }
      expect((await test.rest.get('/v1/auth/me', { token: ada.token })).status).toBe(200)
    },
  )

  it.each(['same-site', 'cross-site'])('from a %s page is 403, with the token and the cookie too', async (site) => {
    const ada = await test.seed.account()
    const browser = new Browser(test.base)
    const page = await browser.open('/account/login')
    const received = browser.received.length
    const fields = { email: ada.email, password: ada.password }
    expectPage(await browser.submit(page, fields, { 'sec-fetch-site': site }), 403)
    expect(browser.received).toHaveLength(received)
    expect(pathOf(await browser.submit(page, fields, { 'sec-fetch-site': 'same-origin' }))).toBe('/app')
  })

  it('that is too large or sent twice is answered with a page', async () => {
    const browser = new Browser(test.base)
    const page = await browser.open('/account/login')
    expectPage(await browser.submit(page, { email: 'x'.repeat(9000), password }), 400)
  })

  it.each(['/account', '/account/login', '/account/reset'])('of %s is 405 for other methods', async (path) => {
    const { status, headers } = await test.rest.send('DELETE', path)
    expect(status).toBe(405)
    expect(headers.allow).toContain('GET')
  })
})

describe('/account/forgot', () => {
  it('sends a link with which a new password is chosen, and answers the same for an unknown address', async () => {
    const ada = await test.seed.account()
    const browser = new Browser(test.base)
    const page = await browser.open('/account/forgot')
    const sent = await browser.submit(page, { email: ada.email })
    expectPage(sent, 200)
    expect(sent.text).toContain(`If an account has ${ada.email}`)
    const unknown = newEmail()
    const other = await browser.submit(page, { email: unknown })
    expect(other.text.replaceAll(unknown, '')).toBe(sent.text.replaceAll(ada.email, ''))
    const reset = await browser.open(linkOf(await server.mailTo(ada.email)).href)
    expectPage(reset, 200)
    const wrong = await browser.submit(reset, { password: 'password123' })
    expectPage(wrong, 400)
    const done = await browser.submit(wrong, { password: 'a much better one' })
    expect(pathOf(done)).toBe('/app')
    expect((await logIn({ ...ada, password: 'a much better one' })).page.status).toBe(200)
    expectPage(await browser.submit(reset, { password: 'another good one' }), 400)
  })

  it('sends the link again by the button of the page that says so', async () => {
    const ada = await test.seed.account()
    const browser = new Browser(test.base)
    const sent = await browser.submit(await browser.open('/account/forgot'), { email: ada.email })
    await server.mailTo(ada.email)
    server.mails.length = 0
    expectPage(await browser.submit(sent, {}), 200)
    await server.mailTo(ada.email)
  })

  it('keeps API keys, or revokes them if the box is checked', async () => {
    const ada = await test.seed.account()
    await test.sql('update account set email_verified_at = now() where id = ?', [ada.id])
    const { key } = await test.seed.key(ada)
    const browser = new Browser(test.base)
    const statuses = []
    for (const fields of [{}, { revoke: 'yes' }] as Record<string, string>[]) {
      const token = await test.seed.mailToken(ada, 'password_reset')
      const page = await browser.open(`/account/reset?token=${token}`)
      await browser.submit(page, { password: 'a much better one', ...fields })
      statuses.push((await test.rest.get('/v1/urls', { token: key })).status)
    }
    expect(statuses).toEqual([200, 401])
  })

  it.each(['', '?token=', '?token=x', '?token=%00', `?token=${'x'.repeat(200)}`, '?token=a&token=b'])(
    'of an invalid link /account/reset%s is 400',
    async (query) => {
      expectPage(await new Browser(test.base).open(`/account/reset${query}`), 400)
      expectPage(await new Browser(test.base).open(`/account/verify${query}`), 400)
    },
  )
})

describe('an authorization', () => {
  it('continues with consent after a registration', async () => {
    const ada = await test.seed.account()
    const flow = new Flow(test, await seedClient(test, ada, { name: 'Link Gardener' }), ada)
    const browser = new Browser(test.base)
    const login = await browser.open(flow.address())
    const registerUrl = /href="([^"]*\/register)"/.exec(login.text)?.[1] ?? ''
    const page = await browser.open(registerUrl)
    expectPage(page, 200)
    expectPage(await browser.submit(page, { name: 'Grace', email: 'grace', password }), 400)
    const email = newEmail()
    const consent = await browser.submit(page, { name: 'Grace', email, password })
    expectPage(consent, 200)
    expect(consent.text).toContain('Grace')
    expect(consent.text).toContain('Link Gardener')
    const back = await browser.submit(consent, { act: 'allow' })
    expect(back.url).toContain('code=')
    expectPage(await new Browser(test.base).open(registerUrl), 400)
  })

  it('is not registered for without the token of its form', async () => {
    const ada = await test.seed.account()
    const flow = new Flow(test, await seedClient(test, ada), ada)
    const browser = new Browser(test.base)
    const login = await browser.open(flow.address())
    const registerUrl = /href="([^"]*\/register)"/.exec(login.text)?.[1] ?? ''
    const email = newEmail()
    expectPage(await browser.open(registerUrl, { name: 'Grace', email, password }), 400)
    expect(await test.sql('select 1 from account where email_key = ?', [email])).toEqual([])
  })

  it('leads to the page for a forgotten password, and back to its login', async () => {
    const ada = await test.seed.account()
    const flow = new Flow(test, await seedClient(test, ada), ada)
    const browser = new Browser(test.base)
    const login = await browser.open(flow.address())
    const forgotUrl = (/href="([^"]*\/account\/forgot[^"]*)"/.exec(login.text)?.[1] ?? '').replaceAll(
      /&#(\d+);/g,
      (_, code) => String.fromCharCode(Number(code)),
    )
    const sent = await browser.submit(await browser.open(forgotUrl), { email: ada.email })
    const backPath = /href="(\.\.\/oauth\/interaction\/[\w-]+)"/.exec(sent.text)?.[1] ?? ''
    const again = await browser.open(new URL(backPath, new URL(sent.url, test.base)).href)
    expect(heading(again)).toBe('Log in to go on')
  })

  it('is no way to another site', async () => {
    const browser = new Browser(test.base)
    for (const interaction of ['//evil.example', 'https://evil.example', '../../x', 'a b', '"><b>']) {
      const page = await browser.open(`/account/forgot?sent&interaction=${encodeURIComponent(interaction)}`)
      expectPage(page, 200)
      expect(page.text).not.toContain('oauth/interaction')
      expect(page.text).not.toContain('evil.example')
    }
  })
})
