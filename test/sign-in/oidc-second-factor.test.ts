import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import { codeOf } from '../support/authenticator-app.ts'
import {
  headingOf,
  linkOn,
  newPerson,
  type Organisation,
  OrganisationBrowser,
  startOrganisation,
} from './organisation.ts'

let organisation: Organisation
beforeAll(async () => {
  organisation = await startOrganisation()
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
