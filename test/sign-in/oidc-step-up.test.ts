import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAuthenticatorApp } from '../support/authenticator-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import {
  headingOf,
  linkOn,
  logInByPassword,
  newPerson,
  type Organisation,
  OrganisationBrowser,
  sessionOf,
  sharedOrganisation,
} from './organisation.ts'

let organisation: Organisation
beforeAll(async () => {
  organisation = await sharedOrganisation()
})
afterAll(() => organisation.close())
beforeEach(() => {
  organisation.provider.person = newPerson()
  organisation.provider.quirks = {}
})

const pathOf = ({ url }: { readonly url: string }) => new URL(url, organisation.test.base).pathname

/** The provider says that people logged in so many seconds before the present of the test. */
function authenticate(secondsAgo: number, more: Record<string, unknown> = {}): void {
  const { test, provider } = organisation
  const claims = (all: Record<string, unknown>) => {
    return { ...all, auth_time: Math.floor(test.clock.now().getTime() / 1000) - secondsAgo, ...more }
  }
  provider.quirks = { claims }
}

async function createKey(browser: OrganisationBrowser): Promise<unknown[]> {
  const { status, json } = await organisation.test.rest.post('/v1/keys', { name: 'ci' }, { token: sessionOf(browser) })
  return [status, json.error?.code]
}
const created = [201, undefined]
const refused = [403, 'STEP_UP_REQUIRED']

/** A new person whose last proof is 10 minutes old. */
async function longLoggedIn(): Promise<OrganisationBrowser> {
  const browser = new OrganisationBrowser(organisation)
  await browser.logIn()
  organisation.test.clock.advance({ minutes: 10 })
  return browser
}

const prove = (browser: OrganisationBrowser) => browser.open('/account/oidc/sso/prove?next=identities')

describe('sensitive changes of a person of a provider', () => {
  it('answer 403 10 minutes after the login, until a new login at the provider proves it, for this session', async () => {
    const [browser, other] = [new OrganisationBrowser(organisation), new OrganisationBrowser(organisation)]
    for (const each of [browser, other]) await each.logIn()
    expect(await createKey(browser)).toEqual(created)
    organisation.test.clock.advance({ minutes: 10 })
    expect(await createKey(browser)).toEqual(refused)
    const page = await browser.own.open('/account/prove?next=identities')
    expect(page.text).not.toContain('name="code"')
    expect(page.text).not.toContain('name="password"')
    authenticate(0)
    const away = await browser.own.open(`/account/${linkOn(page, 'oidc/sso/prove')}`)
    expect(Object.fromEntries(new URL(away.url).searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
    expect(pathOf(await browser.follow(away))).toBe('/account/identities')
    expect(await createKey(browser)).toEqual(created)
    expect(await createKey(other)).toEqual(refused)
  })

  it('stay refused when the provider does not say that the login is new', async () => {
    const browser = await longLoggedIn()
    for (const seconds of [undefined, 180]) {
      if (seconds !== undefined) authenticate(seconds)
      else organisation.provider.quirks = { claims: ({ auth_time: _, ...rest }) => rest }
      const page = await prove(browser)
      expect([page.status, headingOf(page)]).toEqual([403, 'You were not asked again'])
    }
    expect(await createKey(browser)).toEqual(refused)
  })

  it('stay refused when another person logs in there', async () => {
    const browser = await longLoggedIn()
    authenticate(0, { sub: 'somebody else' })
    const page = await prove(browser)
    expect([page.status, headingOf(page)]).toEqual([403, 'This is somebody else'])
    expect(await createKey(browser)).toEqual(refused)
  })

  it('stay refused when the browser has got another session meanwhile', async () => {
    const browser = await longLoggedIn()
    authenticate(0)
    const address = await browser.callbackAddress('/account/oidc/sso/prove')
    const session = sessionOf(browser)
    await browser.logIn()
    expect((await browser.own.open(address)).status).toBe(400)
    const answer = await organisation.test.rest.post('/v1/keys', { name: 'ci' }, { token: session })
    expect(answer.status).toBe(403)
  })

  it('need a proof at once after a login that the provider has not asked for again', async () => {
    authenticate(3600)
    const browser = new OrganisationBrowser(organisation)
    await browser.logIn()
    expect(await createKey(browser)).toEqual(refused)
    authenticate(-3600)
    await browser.logIn()
    expect(await createKey(browser)).toEqual(created)
    organisation.test.clock.advance({ minutes: 10 })
    expect(await createKey(browser)).toEqual(refused)
  })
})

describe('an account without a password', () => {
  it('changes its address and is deleted without one, if the last proof is new', async () => {
    const browser = await longLoggedIn()
    const { rest, seed } = organisation.test
    const token = sessionOf(browser)
    const change = () => rest.post('/v1/auth/me/email', { email: `${seed.word()}@example.com` }, { token })
    const remove = () => rest.post('/v1/auth/me/deletion', {}, { token })
    for (const act of [change, remove]) expect((await act()).json.error.code).toBe('STEP_UP_REQUIRED')
    authenticate(0)
    await prove(browser)
    expect((await change()).status).toBe(202)
    expect((await remove()).status).toBe(202)
  })

  it('does both on pages that ask for the proof at the provider before they show their form, and for no password', async () => {
    const browser = await longLoggedIn()
    const { json } = await organisation.test.rest.get('/v1/auth/me', { token: sessionOf(browser) })
    for (const name of ['email', 'delete'])
      expect(pathOf(await browser.own.open(`/account/${name}`))).toBe('/account/prove')
    authenticate(0)
    await prove(browser)
    const page = await browser.own.open('/account/email')
    expect(page.text).not.toContain('name="password"')
    const email = `${organisation.test.seed.word()}@example.com`
    expect((await browser.own.submit(page, { email })).text).toContain(`A link is on its way to ${email}.`)
    const deletion = await browser.own.open('/account/delete')
    expect(pathOf(await browser.own.submit(deletion, { address: json.email }))).toBe('/account/overview')
  })

  it('confirms a new address after a proof at the provider, to which the link of the mail leads', async () => {
    const browser = await longLoggedIn()
    const { sql, seed, rest } = organisation.test
    const me = () => rest.get('/v1/auth/me', { token: sessionOf(browser) }).then(({ json }) => json)
    const [{ id }, email] = [await me(), `${seed.word()}@example.net`]
    await sql('update account set pending_email = ? where id = ?', [email, id])
    const link = `/account/confirm?token=${await seed.mailToken({ id } as SeededAccount, 'email_change')}`
    const page = await browser.own.open(link)
    expect(pathOf(page)).toBe('/account/prove')
    authenticate(0)
    const question = await browser.follow(await browser.own.open(`/account/${linkOn(page, 'oidc/sso/prove')}`))
    expect(question.text).toContain(`<strong>${email}</strong>`)
    expect(headingOf(await browser.own.submit(question, {}))).toBe('Your address was changed')
    expect((await me()).email).toBe(email)
  })

  it('is the only one that may leave it out', async () => {
    const { rest, seed } = organisation.test
    const { token } = await seed.account()
    for (const [path, body] of [
      ['/v1/auth/me/email', { email: `${seed.word()}@example.com` }],
      ['/v1/auth/me/deletion', {}],
    ] as const) {
      const { status, json } = await rest.post(path, body, { token })
      expect([status, json.error.code, json.error.details[0].field]).toEqual([400, 'INVALID_PARAMS', 'password'])
    }
  })
})

describe('/account/prove', () => {
  it('accepts the password of an account that has one, and connects no more than that', async () => {
    const account = await organisation.test.seed.account()
    const browser = await logInByPassword(organisation, account)
    organisation.test.clock.advance({ minutes: 10 })
    expect(await createKey(browser)).toEqual(created)
    const identities = await browser.own.open('/account/identities')
    const question = await browser.own.submit(identities, { act: 'connect', provider: 'sso' })
    expect([pathOf(question), question.text.includes('Log in with Acme')]).toEqual(['/account/prove', false])
    const proven = await browser.own.submit(question, { password: account.password })
    expect(pathOf(proven)).toBe('/account/identities')
    await browser.follow(await browser.own.submit(proven, { act: 'connect', provider: 'sso' }))
    organisation.test.clock.advance({ minutes: 10 })
    expect(await createKey(browser)).toEqual(refused)
    const page = await browser.own.open('/account/prove')
    expect(page.text).toContain('Log in with Acme')
    const wrong = await browser.own.submit(page, { password: 'not the password' })
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('id="alarm"')
    expect(await createKey(browser)).toEqual(refused)
    expect(pathOf(await browser.own.submit(wrong, { password: account.password }))).toBe('/account/security')
    expect(await createKey(browser)).toEqual(created)
  })

  it('accepts nothing weaker than the second factor of the account', async () => {
    const account = await organisation.test.seed.account()
    const browser = await logInByPassword(organisation, account)
    const identities = await browser.own.open('/account/identities')
    await browser.follow(await browser.own.submit(identities, { act: 'connect', provider: 'sso' }))
    const app = await addAuthenticatorApp(organisation.test, { ...account, token: sessionOf(browser) })
    organisation.test.clock.advance({ minutes: 10 })
    authenticate(0)
    expect(pathOf(await prove(browser))).toBe('/account/prove')
    const page = await browser.own.open('/account/prove')
    expect(page.text).not.toContain('Log in with Acme')
    expect(pathOf(await browser.own.submit(page, { password: account.password }))).toBe('/account/prove')
    expect(await createKey(browser)).toEqual(refused)
    await browser.own.submit(page, { code: app.nextCode() })
    expect(await createKey(browser)).toEqual(created)
  })

  it('leads nobody who is not logged in to the provider', async () => {
    const browser = new OrganisationBrowser(organisation)
    expect(pathOf(await prove(browser))).toBe('/account/login')
  })
})
