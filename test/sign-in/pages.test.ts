import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, type Visit } from '../oauth/browser.ts'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { addAuthenticatorApp, codeOf } from '../support/authenticator-app.ts'
import { sharedListening } from '../support/mail-app.ts'
import { expectOwnScript } from '../support/markup.ts'
import type { SeededAccount } from '../support/seed.ts'
import { verifyEmail } from '../workspaces/team.ts'

let test: ListeningApp
beforeAll(async () => {
  test = await sharedListening()
})
afterAll(() => test.close())

const heading = ({ text }: Visit) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]
const pathOf = ({ url }: Visit) => new URL(url, test.base).pathname

const credentialsOf = ({ email, password }: SeededAccount) => ({ email, password })

async function enterPassword(account: SeededAccount, path = '/account/login') {
  const browser = new Browser(test.base)
  return { browser, page: await browser.submit(await browser.open(path), credentialsOf(account)) }
}

async function protectedAccount() {
  const account = await test.seed.account()
  return { account, app: await addAuthenticatorApp(test, account) }
}

describe('/account/login', () => {
  it('asks an account with an authenticator app for its code, and then leads on', async () => {
    const { account, app } = await protectedAccount()
    const { browser, page } = await enterPassword(account, '/account/login?next=..%2Fapp%2Flinks')
    expect([page.status, heading(page)]).toEqual([200, 'Enter your code'])
    const wrong = await browser.submit(page, { code: '000000' })
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('The code is wrong, too old, or was used before.')
    expect(pathOf(await browser.submit(wrong, { code: app.nextCode() }))).toBe('/app/links')
  })

  it('begins anew when the code comes too late', async () => {
    const { account, app } = await protectedAccount()
    const { browser, page } = await enterPassword(account)
    test.clock.advance({ minutes: 10 })
    const late = await browser.submit(page, { code: app.nextCode() })
    expect([late.status, heading(late)]).toEqual([401, 'Log in'])
    expect(late.text).toContain('The login took too long.')
  })

  it('keeps two accounts apart in two tabs of one browser', async () => {
    const [{ account: ada, app: adasApp }, { account: eve, app: evesApp }] = [
      await protectedAccount(),
      await protectedAccount(),
    ]
    const { browser, page: adasPage } = await enterPassword(ada)
    const evesPage = await browser.submit(await browser.open('/account/login'), credentialsOf(eve))
    expect((await browser.submit(adasPage, { code: evesApp.nextCode() })).status).toBe(401)
    await browser.submit(adasPage, { code: adasApp.nextCode() })
    expect((await browser.open('/account/overview')).text).toContain(ada.email)
    await browser.submit(evesPage, { code: evesApp.nextCode() })
    expect((await browser.open('/account/overview')).text).toContain(eve.email)
  })

  it('is refused without the token of the form, also in its second step', async () => {
    const { account, app } = await protectedAccount()
    const { json } = await test.rest.post('/v1/auth/login', { email: account.email, password: account.password })
    const forged = await new Browser(test.base).open('/account/login', {
      challenge: json.error.challenge,
      code: app.nextCode(),
    })
    expect(forged.status).toBe(400)
  })
})

describe('/account/reset', () => {
  it('asks an account with an authenticator app for its code beside the new password', async () => {
    const { account, app } = await protectedAccount()
    await verifyEmail(test, account)
    const token = await test.seed.mailToken(account, 'password_reset')
    const browser = new Browser(test.base)
    const page = await browser.open(`/account/reset?token=${token}`)
    expect(page.text).toContain('name="code"')
    const wrong = await browser.submit(page, { password: 'wholly new secret 7', code: '000000' })
    expect([wrong.status, wrong.text.includes('name="code"')]).toEqual([401, true])
    expect(pathOf(await browser.submit(wrong, { password: 'wholly new secret 7', code: app.nextCode() }))).toBe('/app')
  })
})

describe('/account/identities', () => {
  it('says so where the service has no identity provider', async () => {
    const { browser } = await enterPassword(await test.seed.account())
    const page = await browser.open('/account/identities')
    expect([page.status, heading(page)]).toEqual([200, 'Log in with your organisation'])
    expect(page.text).toContain('This service has no identity provider')
    expect(page.text).not.toMatch(/None is connected yet\.|false/)
    expect(pathOf(await new Browser(test.base).open('/account/identities'))).toBe('/account/login')
  })
})

describe('/account/security', () => {
  it('adds an authenticator app with its recovery codes, and removes it', async () => {
    const account = await test.seed.account()
    const { browser } = await enterPassword(account)
    const security = await browser.open('/account/security')
    expect(security.text).toContain('Not used: your password alone is enough to log in.')
    const adding = await browser.submit(security, { act: 'add' })
    expect(adding.text).toContain('<svg')
    const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(adding.text)?.[1] ?? ''
    const wrong = await browser.submit(adding, { act: 'confirm', code: '000000' })
    expect([wrong.status, wrong.text.includes(secret)]).toEqual([401, true])
    const codes = await browser.submit(wrong, { act: 'confirm', code: codeOf(secret, test.clock.now()) })
    expect(codes.text.match(/<li><code>/g)).toHaveLength(10)
    const protectedPage = await browser.open('/account/security')
    expect(protectedPage.text).toContain('10 of 10 are left.')
    expect(protectedPage.text).toContain('password, authenticator app')
    const question = await browser.submit(protectedPage, { act: 'remove' })
    expect(heading(question)).toBe('Remove the authenticator app?')
    expect(question.text).toContain('It is your only second factor.')
    expect((await browser.open('/account/security')).text).toContain('10 of 10 are left.')
    const removed = await browser.submit(question, { act: 'confirm-remove' })
    expect(removed.text).toContain('Not used: your password alone is enough to log in.')
    // A second tab with the same question.
    const again = await browser.submit(question, { act: 'confirm-remove' })
    expect([again.status, heading(again)]).toEqual([404, 'How you log in'])
  })

  it('asks for the proof before it asks whether the app is to be removed', async () => {
    const { account, app } = await protectedAccount()
    const { browser, page } = await enterPassword(account)
    await browser.submit(page, { code: app.nextCode() })
    const security = await browser.open('/account/security')
    const questions = {
      remove: await browser.submit(security, { act: 'remove' }),
      renew: await browser.submit(security, { act: 'renew' }),
    }
    test.clock.advance({ minutes: 10 })
    for (const act of ['remove', 'renew'] as const) {
      expect(pathOf(await browser.submit(security, { act }))).toBe('/account/prove')
      expect(pathOf(await browser.submit(questions[act], { act: `confirm-${act}` }))).toBe('/account/prove')
    }
    expect((await browser.open('/account/security')).text).toContain('Used since')
  })

  it('changes nothing of an account that has logged in since the question, in a second tab', async () => {
    const [{ account: ada, app: adasApp }, { account: eve, app: evesApp }] = [
      await protectedAccount(),
      await protectedAccount(),
    ]
    const { browser, page } = await enterPassword(ada)
    await browser.submit(page, { code: adasApp.nextCode() })
    const security = await browser.open('/account/security')
    const questions = await Promise.all(['remove', 'renew'].map((act) => browser.submit(security, { act })))
    const step = await browser.submit(await browser.open('/account/login'), credentialsOf(eve))
    await browser.submit(step, { code: evesApp.nextCode() })
    for (const [index, act] of ['confirm-remove', 'confirm-renew'].entries()) {
      const answer = await browser.submit(questions[index] as Visit, { act })
      expect([answer.status, heading(answer)]).toEqual([400, 'Please try again'])
    }
    expect((await browser.open('/account/security')).text).toContain('10 of 10 are left.')
  })

  it('gives recovery codes as a file without a script, with the account to which they belong', async () => {
    const account = await test.seed.account()
    const { browser } = await enterPassword(account)
    const adding = await browser.submit(await browser.open('/account/security'), { act: 'add' })
    const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(adding.text)?.[1] ?? ''
    const page = await browser.submit(adding, { act: 'confirm', code: codeOf(secret, test.clock.now()) })
    expectOwnScript(page.headers.get('content-security-policy') ?? '', page.text)
    const text = page.text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    const [, file = ''] = /<a[^>]* href="data:text\/plain;charset=utf-8,([^"]*)" download="[^"]+\.txt"/.exec(text) ?? []
    const lines = decodeURIComponent(file).trim().split('\r\n')
    const codes = [...page.text.matchAll(/<li><code>([^<]*)/g)].map(([, code]) => code)
    expect(lines).toEqual([`Recovery codes of ${account.email} at ${test.settings.publicUrl}`, '', ...codes])
    for (const id of ['copy', 'print']) expect(page.text).toMatch(new RegExp(`<button id="${id}"[^>]* hidden>`))
  })

  it('shows where each login came from in words of the person, and logs out the present one alone', async () => {
    const account = await test.seed.account()
    await test.sql(`update session set country = 'DE', device = 'Firefox on Linux' where account_id = ?`, [account.id])
    const { browser } = await enterPassword(account)
    const [german, english] = [
      await browser.open('/account/security', undefined, { 'accept-language': 'de' }),
      await browser.open('/account/security'),
    ]
    expect(german.text).toMatch(/<dt>Firefox unter Linux<\/dt><dd>Deutschland<small>/)
    expect(german.text).toMatch(/<dt>Unbekanntes Gerät <strong>\(dieses\)<\/strong><\/dt><dd>Land unbekannt<small>/)
    expect(german.text).toContain('db-ip.com')
    expect(english.text).toMatch(/<dt>Firefox on Linux<\/dt><dd>Germany<small>/)
    const [own = '', other = ''] = [...english.text.matchAll(/name="session" value="(ses_\w+)"/g)].map(([, id]) => id)
    const out = await browser.submit(english, { act: 'end', session: own })
    expect(pathOf(out)).toBe('/account/login')
    expect(pathOf(await browser.open('/account/security'))).toBe('/account/login')
    const { json } = await test.rest.get('/v1/auth/sessions', { token: account.token })
    expect(json.map(({ id }: { id: string }) => id)).toEqual([other])
  })

  it("does not end another account's session", async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const { json } = await test.rest.get('/v1/auth/sessions', { token: eve.token })
    const { browser } = await enterPassword(ada)
    const answer = await browser.submit(await browser.open('/account/security'), { act: 'end', session: json[0].id })
    expect(answer.status).toBe(404)
    expect((await test.rest.get('/v1/auth/me', { token: eve.token })).status).toBe(200)
  })

  it('asks an account without a second factor for its password before the first one, when the login is 10 minutes old', async () => {
    const account = await test.seed.account()
    const { browser } = await enterPassword(account)
    const security = await browser.open('/account/security')
    test.clock.advance({ minutes: 10 })
    for (const act of ['add', 'add-passkey']) {
      const prove = await browser.submit(security, { act })
      expect([pathOf(prove), heading(prove)]).toEqual(['/account/prove', 'Is it still you?'])
      expect(prove.text).not.toContain('name="code"')
      const wrong = await browser.submit(prove, { password: 'not the password' })
      expect([wrong.status, wrong.text.includes('id="alarm"')]).toEqual([401, true])
      expect((await browser.submit(prove, { password: '' })).status).toBe(200)
      expect(pathOf(await browser.submit(security, { act }))).toBe('/account/prove')
    }
    const back = await browser.submit(await browser.open('/account/prove?next=security'), credentialsOf(account))
    expect(pathOf(back)).toBe('/account/security')
    expect((await browser.submit(back, { act: 'add' })).text).toContain('<svg')
  })

  it('asks for a code again before a change that comes late, and ends the session of another device', async () => {
    const { account, app } = await protectedAccount()
    const { browser, page } = await enterPassword(account)
    await browser.submit(page, { code: app.nextCode() })
    const security = await browser.open('/account/security')
    test.clock.advance({ minutes: 10 })
    const prove = await browser.submit(security, { act: 'renew' })
    expect([pathOf(prove), heading(prove)]).toEqual(['/account/prove', 'Is it still you?'])
    const back = await browser.submit(prove, { code: app.nextCode() })
    expect(pathOf(back)).toBe('/account/security')
    const question = await browser.submit(back, { act: 'renew' })
    expect([heading(question), question.text.includes('<code>')]).toEqual(['Create new recovery codes?', false])
    expect((await browser.submit(question, { act: 'confirm-renew' })).text.match(/<li><code>/g)).toHaveLength(10)
    const { id } = (await test.rest.get('/v1/auth/sessions', { token: account.token })).json[1]
    await browser.submit(back, { act: 'end', session: id })
    expect((await test.rest.get('/v1/auth/me', { token: account.token })).status).toBe(401)
  })

  it('draws no address of another site', async () => {
    const account = await test.seed.account()
    const { browser } = await enterPassword(account)
    const adding = await browser.submit(await browser.open('/account/security'), { act: 'add' })
    const answer = await browser.submit(adding, {
      act: 'confirm',
      code: '000000',
      uri: 'https://evil.example/?secret=A',
    })
    expect(answer.text).not.toContain('evil.example')
  })
})

describe('each page of an account', () => {
  it.each([
    ['overview', ['verify', 'keep', 'logout']],
    ['security', ['add', 'confirm', 'remove', 'renew', 'add-passkey', 'end']],
    ['prove', ['']],
    ['archive', ['request']],
  ])('%s takes no form of an account whose place another one has taken in a second tab', async (name, acts) => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    await verifyEmail(test, ada)
    const { browser } = await enterPassword(ada)
    const page = await browser.open(`/account/${name}`)
    expect(page.text).toContain('name="token"')
    const own = await browser.submit(await browser.open('/account/login'), credentialsOf(eve))
    expect(pathOf(own)).toBe('/app')
    for (const act of acts) {
      const answer = await browser.submit(page, { act, password: eve.password })
      expect([act, answer.status, heading(answer)]).toEqual([act, 400, 'Please try again'])
      expect(answer.text).toContain(`href="${name}"`)
    }
    expect((await browser.open('/account/overview')).text).toContain(eve.email)
  })
})

describe('an authorization of an application', () => {
  it('asks for the code before it asks for consent', async () => {
    const { account, app } = await protectedAccount()
    const flow = new Flow(test, await seedClient(test, account, { name: 'Link Gardener' }), account)
    const browser = new Browser(test.base)
    const page = await browser.submit(await browser.open(flow.address()), credentialsOf(account))
    expect(heading(page)).toBe('Enter your code')
    const wrong = await browser.submit(page, { code: '000000' })
    expect(wrong.status).toBe(401)
    const consent = await browser.submit(wrong, { code: app.nextCode() })
    expect(consent.text).toContain('Link Gardener')
    expect((await browser.submit(consent, { act: 'allow' })).url).toContain('code=')
  })
})
