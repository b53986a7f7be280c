import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loginPage } from '../../src/modules/identity/accounts/pages/account-pages.ts'
import { adminCommands } from '../../src/modules.ts'
import { runAdminCommand } from '../../src/platform/admin-command.ts'
import { Browser } from '../oauth/browser.ts'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import { addAuthenticatorApp } from '../support/authenticator-app.ts'
import { PasskeyDevice } from '../support/passkey-device.ts'
import {
  headingOf,
  linkOn,
  newPerson,
  type Organisation,
  OrganisationBrowser,
  sessionOf,
  startOrganisation,
} from './organisation.ts'
import { addPasskey, codesOf, optionsOf } from './passkey-person.ts'

let organisation: Organisation
beforeAll(async () => {
  organisation = await startOrganisation({ PASSWORD_LOGIN: 'off' }, {}, 'localhost')
})
afterAll(() => organisation.close())
beforeEach(() => {
  organisation.provider.person = newPerson()
  organisation.provider.quirks = {}
})

const pathOf = ({ url }: { readonly url: string }) => new URL(url, organisation.test.base).pathname

const command = (...args: string[]) => {
  const { app, settings } = organisation.test
  return runAdminCommand(adminCommands, { em: app.database.orm.em.fork(), settings }, args)
}
const linkFor = async (id: string) => (await command('login-link', id)).text.split('\n')[1] ?? ''

describe('operations about passwords', () => {
  const off = { code: 'PASSWORD_LOGIN_OFF', status: 403 }

  it('answer 403 PASSWORD_LOGIN_OFF over REST', async () => {
    const { rest, seed } = organisation.test
    const account = await seed.account()
    const { email, password, token } = account
    const newPassword = 'wholly new secret 7'
    const link = await seed.mailToken(account, 'password_reset')
    const answers = [
      await rest.post('/v1/auth/login', { email, password }),
      await rest.post('/v1/auth/register', { name: 'Eve', email: 'eve@example.org', password: newPassword }),
      await rest.post('/v1/auth/password', { currentPassword: password, newPassword }, { token }),
      await rest.post('/v1/auth/password/reset-requests', { email }),
      await rest.post('/v1/auth/password/reset', { token: link, newPassword }),
      await rest.post('/v1/auth/sessions/proofs', { password }, { token }),
    ]
    expect(answers.map(({ status, json }) => ({ code: json.error.code, status }))).toEqual(answers.map(() => off))
    expect(await organisation.test.sql("select 1 from account where email = 'eve@example.org'")).toEqual([])
  })

  it('answer it for a proof after 10 minutes too, which is left to a new login', async () => {
    const { rest, seed, clock } = organisation.test
    const { password, token } = await seed.account()
    clock.advance({ minutes: 10 })
    const { json } = await rest.post('/v1/keys', { name: 'ci' }, { token })
    expect([json.error.code, json.error.ways, json.error.resolution]).toEqual([
      'STEP_UP_REQUIRED',
      [],
      'Prove it again by a new login. Then repeat the request.',
    ])
    expect((await rest.post('/v1/auth/sessions/proofs', { password }, { token })).json.error.code).toBe(off.code)
    expect((await rest.post('/v1/keys', { name: 'ci' }, { token })).status).toBe(403)
  })

  it('answer it over GraphQL', async () => {
    const { email, password } = await organisation.test.seed.account()
    const login =
      'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'
    const { errors } = await organisation.test.graph(login, { variables: { email, password } })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'PASSWORD_LOGIN_OFF', http: { status: 403 } })
  })
})

describe('the pages', () => {
  it('offer passkeys too, where browsers do', () => {
    const options = { email: '', search: '', providers: [], allowsPasswords: false }
    const pageWith = (hasPasskeys: boolean) => loginPage({ lang: 'en', token: '' }, { ...options, hasPasskeys }).body
    expect([pageWith(true), pageWith(false)].map((body) => body.includes('href="passkey"'))).toEqual([true, false])
  })

  it('show only the other ways to log in', async () => {
    const { own } = new OrganisationBrowser(organisation)
    for (const [path, status] of [
      ['login', 200],
      ['register', 403],
      ['forgot', 403],
      ['reset?token=x', 403],
    ]) {
      const page = await own.open(`/account/${path}`)
      expect([page.status, page.text.includes('Passwords are switched off here.')], `${path}`).toEqual([status, true])
      expect(page.text).toContain('Log in with Acme')
      expect(page.text).not.toMatch(/name="password"|href="(register|forgot)/)
    }
  })

  it('log nobody in who sends a password all the same', async () => {
    const account = await organisation.test.seed.account()
    const { email, password } = account
    const { own } = new OrganisationBrowser(organisation)
    const withToken = await own.open(await linkFor(account.id))
    const answer = await own.submit({ ...withToken, url: '/account/login' }, { email, password })
    expect([answer.status, answer.text.includes('Log in with Acme')]).toEqual([403, true])
    expect(pathOf(await own.open('/account/overview'))).toBe('/account/login')
  })

  it('lead an authorization of an application to the provider, which has no registration', async () => {
    const { test } = organisation
    const owner = await test.seed.account()
    const flow = new Flow(test, await seedClient(test, owner, { name: 'Link Gardener' }), owner)
    const browser = new OrganisationBrowser(organisation)
    const login = await browser.own.open(flow.address())
    expect(login.text).not.toContain('name="password"')
    const { email, password } = owner
    expect((await browser.own.submit(login, { act: 'login', email, password })).text).toContain('Log in with Acme')
    expect(pathOf(await browser.own.open(`${new URL(login.url).pathname}/register`))).toBe(pathOf(login))
    const consent = await browser.open(linkOn(login, '/account/oidc/sso'))
    expect(consent.text).toContain('Link Gardener')
  })
})

describe('an account that has a password from before', () => {
  /** Connects it by the password, which is asked for once. */
  async function connected() {
    const account = await organisation.test.seed.account()
    await organisation.test.sql('update account set email_verified_at = created_at where id = ?', [account.id])
    organisation.provider.person = newPerson({ email: account.email })
    const browser = new OrganisationBrowser(organisation)
    await browser.own.submit(await browser.logIn(), { password: account.password })
    return { account, browser }
  }

  it('is connected by it, and keeps its only identity, because the password is no way to log in', async () => {
    const { browser } = await connected()
    const page = await browser.own.submit(await browser.own.open('/account/identities'), { act: 'confirm-remove' })
    expect([page.status, page.text.includes('This is the only way to log in')]).toEqual([409, true])
  })

  it('changes its address and is deleted without it, after a proof at the provider', async () => {
    const { account, browser } = await connected()
    const { rest, clock } = organisation.test
    const token = sessionOf(browser)
    clock.advance({ minutes: 10 })
    const change = () => rest.post('/v1/auth/me/email', { email: `new-${account.email}` }, { token })
    expect((await change()).json.error.code).toBe('STEP_UP_REQUIRED')
    const page = await browser.own.open('/account/prove')
    expect(page.text).not.toContain('name="password"')
    const now = Math.floor(clock.now().getTime() / 1000)
    organisation.provider.quirks = { claims: (all) => ({ ...all, auth_time: now }) }
    await browser.open(`/account/${linkOn(page, 'oidc/sso/prove')}`)
    expect((await change()).status).toBe(202)
    expect((await rest.post('/v1/auth/me/deletion', {}, { token })).status).toBe(202)
  })

  it('is asked for a proof too when it has nothing else', async () => {
    const { rest, clock, seed } = organisation.test
    const { token } = await seed.account()
    clock.advance({ minutes: 10 })
    expect((await rest.post('/v1/keys', { name: 'ci' }, { token })).json.error.code).toBe('STEP_UP_REQUIRED')
  })
})

describe('admin login-link', () => {
  beforeEach(() => organisation.test.clock.set(new Date()))

  it('makes a link that logs in once, and is in the activity log', async () => {
    const account = await organisation.test.seed.account()
    const link = await linkFor(account.id)
    const [browser, other] = [new OrganisationBrowser(organisation), new OrganisationBrowser(organisation)]
    const pages = [await browser.own.open(link), await other.own.open(link)]
    expect(pages[0]?.text).toContain(account.email)
    const security = await browser.own.submit(pages[0] ?? expect.fail(), {})
    expect(pathOf(security)).toBe('/account/security')
    expect(security.text).toContain('link of the operator')
    const again = await other.own.submit(pages[1] ?? expect.fail(), {})
    expect([again.status, headingOf(again)]).toEqual([404, 'This link is not valid'])
    const { data } = await organisation.test.graph('{ activities(first: 1) { nodes { type } } }', {
      token: sessionOf(browser),
    })
    expect(data).toEqual({ activities: { nodes: [{ type: 'ACCOUNT_LOGIN_LINK_CREATED' }] } })
  })

  it('makes a link that expires after 15 minutes', async () => {
    const account = await organisation.test.seed.account()
    const link = await linkFor(account.id)
    organisation.test.clock.advance({ minutes: 16 })
    expect((await new OrganisationBrowser(organisation).own.open(link)).status).toBe(404)
  })

  it('does not replace the second factor', async () => {
    const { test } = organisation
    const account = await test.seed.account()
    const app = await addAuthenticatorApp(test, account)
    const { own } = new OrganisationBrowser(organisation)
    const page = await own.submit(await own.open(await linkFor(account.id)), {})
    expect(headingOf(page)).toBe('Enter your code')
    expect(pathOf(await own.open('/account/overview'))).toBe('/account/login')
    expect(pathOf(await own.submit(page, { code: app.nextCode() }))).toBe('/account/security')
  })

  it('shows the account of an address, and makes no link for it or for nobody', async () => {
    const account = await organisation.test.seed.account()
    const found = await command('login-link', account.email)
    expect(found).toEqual({ isDone: false, text: expect.stringContaining(`admin login-link ${account.id}`) })
    expect((await command('login-link', 'acc_nobody')).isDone).toBe(false)
  })
})

it('a passkey is a second factor, and does not log in alone', async () => {
  const { test } = organisation
  const account = await test.seed.account()
  const browser = new Browser(test.base)
  const followLink = async () => browser.submit(await browser.open(await linkFor(account.id)), {})
  expect(pathOf(await followLink())).toBe('/account/security')
  const device = new PasskeyDevice(test.base)
  expect(codesOf(await addPasskey(browser, device))).toHaveLength(10)
  const step = await followLink()
  const done = await browser.submit(step, { credential: device.get(optionsOf(step)) })
  expect(pathOf(done)).toBe('/account/security')
  expect((await browser.open('/account/login')).text).not.toContain('passkey')
  expect(pathOf(await browser.open('/account/passkey'))).toBe('/account/login')
  const credential = device.get({ ...optionsOf(step), allowCredentials: [] })
  const token = /name="token" value="([^"]*)"/.exec(step.text)?.[1] ?? ''
  const answer = await browser.open('/account/passkey', { credential, token })
  expect([pathOf(answer), answer.text.includes('Passwords are switched off here.')]).toEqual(['/account/login', true])
})
