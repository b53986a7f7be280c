import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import { addAuthenticatorApp, codeOf } from '../support/authenticator-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import {
  headingOf,
  linkOn,
  newPerson,
  type Organisation,
  OrganisationBrowser,
  sharedOrganisation,
} from './organisation.ts'

let organisation: Organisation
beforeAll(async () => {
  organisation = await sharedOrganisation()
})
afterAll(() => organisation.close())

/** A person who logs in at the provider, and has added an authenticator app. */
async function protectedPerson() {
  const { test, provider } = organisation
  const person = newPerson()
  provider.person = person
  const { own } = await loggedIn()
  const adding = await own.submit(await own.open('/account/security'), { act: 'add' })
  const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(adding.text)?.[1] ?? ''
  await own.submit(adding, { act: 'confirm', code: codeOf(secret, test.clock.now()) })
  const nextCode = () => {
    test.clock.advance({ seconds: 30 })
    return codeOf(secret, test.clock.now())
  }
  return { person, nextCode }
}

async function loggedIn(): Promise<OrganisationBrowser> {
  const browser = new OrganisationBrowser(organisation)
  await browser.logIn()
  return browser
}

it('a login by a provider needs the second factor of the account, and is still the session of the provider', async () => {
  const { person, nextCode } = await protectedPerson()
  const browser = new OrganisationBrowser(organisation)
  const page = await browser.logIn('?next=..%2Fapp%2Flinks')
  expect([page.status, headingOf(page)]).toEqual([200, 'Enter your code'])
  expect((await browser.own.open('/account/overview')).text).not.toContain(person.email)
  const wrong = await browser.own.submit(page, { code: '000000' })
  expect(wrong.status).toBe(401)
  expect(new URL((await browser.own.submit(wrong, { code: nextCode() })).url).pathname).toBe('/app/links')
  expect((await browser.own.open('/account/security')).text).toContain('identity provider, authenticator app')
  const sessions = await organisation.test.sql<{ sign_in_methods: string[] }>(
    `select sign_in_methods from provider_session join session on session.id = session_id
       join account on account.id = account_id where email = ? order by session.created_at`,
    [person.email],
  )
  expect(sessions.map(({ sign_in_methods }) => sign_in_methods)).toEqual([
    ['identity_provider', 'authenticator_app'],
    ['identity_provider', 'authenticator_app'],
  ])
})

it('an authorization of an application needs it too', async () => {
  const { test } = organisation
  const { nextCode } = await protectedPerson()
  const owner = await test.seed.account()
  const flow = new Flow(test, await seedClient(test, owner, { name: 'Link Gardener' }), owner)
  const browser = new OrganisationBrowser(organisation)
  const login = await browser.own.open(flow.address())
  const page = await browser.open(linkOn(login, '/account/oidc/sso'))
  expect(headingOf(page)).toBe('Enter your code')
  const consent = await browser.own.submit(page, { code: nextCode() })
  expect(consent.text).toContain('Link Gardener')
  expect((await browser.own.submit(consent, { act: 'allow' })).url).toContain('code=')
})

it('removing an identity provider needs a code again when the last proof is older than 10 minutes', async () => {
  const { test } = organisation
  const { nextCode } = await protectedPerson()
  const browser = new OrganisationBrowser(organisation)
  await browser.own.submit(await browser.logIn(), { code: nextCode() })
  const identities = await browser.own.open('/account/identities')
  test.clock.advance({ minutes: 10 })
  const prove = await browser.own.submit(identities, { act: 'remove' })
  expect(headingOf(prove)).toBe('Is it still you?')
  const back = await browser.own.submit(prove, { code: nextCode() })
  expect(new URL(back.url).pathname).toBe('/account/identities')
})

describe('the password of an account with the same address', () => {
  /** An account with an authenticator app, whose address a new person at the provider has. */
  async function connectable() {
    const { test, provider } = organisation
    const account = await test.seed.account()
    await test.sql('update account set email_verified_at = created_at where id = ?', [account.id])
    const app = await addAuthenticatorApp(test, account)
    provider.person = newPerson({ email: account.email })
    const browser = new OrganisationBrowser(organisation)
    const page = await browser.own.submit(await browser.logIn(), { password: account.password })
    return { account, app, browser, page }
  }
  const identitiesOf = ({ id }: SeededAccount) =>
    organisation.test.sql('select 1 from account_identity where account_id = ?', [id])

  it('connects nothing before the second factor', async () => {
    const { account, app, browser, page } = await connectable()
    expect([page.status, headingOf(page)]).toEqual([200, 'Enter your code'])
    expect(await identitiesOf(account)).toEqual([])
    const wrong = await browser.own.submit(page, { code: '000000' })
    expect([wrong.status, headingOf(wrong)]).toEqual([401, 'Enter your code'])
    expect(await identitiesOf(account)).toEqual([])
    expect(new URL((await browser.own.submit(wrong, { code: app.nextCode() })).url).pathname).toBe('/app')
    expect(await identitiesOf(account)).toHaveLength(1)
    expect((await browser.own.open('/account/security')).text).toContain(
      'identity provider, password, authenticator app',
    )
  })

  it('connects no other account, whose second factor is proved instead', async () => {
    const { account, browser, page } = await connectable()
    const other = await connectable()
    const { json } = await organisation.test.rest.post('/v1/auth/login', {
      email: other.account.email,
      password: other.account.password,
    })
    const answer = await browser.own.submit(page, { challenge: json.error.challenge, code: other.app.nextCode() })
    expect(answer.status).toBe(409)
    for (const each of [account, other.account]) expect(await identitiesOf(each)).toEqual([])
  })

  it('is asked for again when a logout has ended the login', async () => {
    const { account, app, browser, page } = await connectable()
    await organisation.test.rest.post('/v1/auth/logout', {}, { token: account.token })
    const ended = await browser.own.submit(page, { code: app.nextCode() })
    expect([ended.status, headingOf(ended)]).toEqual([401, 'Connect both once'])
    expect(await identitiesOf(account)).toEqual([])
  })
})
