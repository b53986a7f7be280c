import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
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
beforeEach(() => {
  organisation.provider.quirks = {}
})

const pathOf = ({ url }: { readonly url: string }) => new URL(url).pathname
const accountOf = (email: string) =>
  organisation.test.sql<{ id: string; name: string; email_verified_at: Date | null; password_hash: string | null }>(
    'select id, name, email_verified_at, password_hash from account where email_key = ?',
    [email.toLowerCase()],
  )

describe('a first login by a provider', () => {
  it('creates an account with a verified address and no password, and leads to the console', async () => {
    const person = newPerson({ name: 'Ada Lovelace' })
    organisation.provider.person = person
    const browser = new OrganisationBrowser(organisation)
    expect(pathOf(await browser.logIn())).toBe('/app')
    expect(await accountOf(person.email)).toEqual([
      expect.objectContaining({ name: 'Ada Lovelace', email_verified_at: expect.anything(), password_hash: null }),
    ])
    const overview = await browser.own.open('/account/overview')
    expect(overview.text).toContain(person.email)
    const { id } = (await accountOf(person.email))[0] as { id: string }
    const workspaces = await organisation.test.sql('select 1 from workspace_member where account_id = ?', [id])
    expect(workspaces).toHaveLength(1)
  })

  it.each([
    ['given_name and family_name', { given_name: 'Grace', family_name: 'Hopper' }, 'Grace Hopper'],
    ['a name that is not empty', { name: ' ', given_name: 'Grace', preferred_username: 'grace' }, 'Grace'],
    ['a long name, cut between characters', { name: `${'x'.repeat(99)}😀 y` }, 'x'.repeat(99)],
    ['its name in the directory', { name: 'Grace\u0000', preferred_username: 'grace' }, 'grace'],
  ])('names the account by %s', async (_, claims, name) => {
    const person = newPerson({ name: undefined, ...claims })
    organisation.provider.person = person
    await new OrganisationBrowser(organisation).logIn()
    expect(await accountOf(person.email)).toEqual([expect.objectContaining({ name })])
  })

  it('takes the name of the address when the provider names nobody, or writes what no name may have', async () => {
    for (const name of [undefined, '', 'Ada\u202eLovelace', { given: 'Ada' }]) {
      const person = newPerson({ name })
      organisation.provider.person = person
      await new OrganisationBrowser(organisation).logIn()
      expect((await accountOf(person.email))[0]?.name).toBe(person.sub)
    }
  })

  it('returns 403 for a person without an address, or with a text that is none', async () => {
    for (const email of [undefined, 'ada', 'a@b', `${'x'.repeat(300)}@example.com`]) {
      organisation.provider.person = newPerson({ email })
      const page = await new OrganisationBrowser(organisation).logIn()
      expect(page.status).toBe(403)
      expect(headingOf(page)).toBe('Your e-mail address is missing')
    }
  })

  it('leads back to the page from which the person came, and to no other site', async () => {
    organisation.provider.person = newPerson()
    const browser = new OrganisationBrowser(organisation)
    const page = await browser.logIn(`?${new URLSearchParams({ next: '../app/links?sort=NEWEST' })}`)
    expect(page.url).toContain('/app/links?sort=NEWEST')
    expect(pathOf(await browser.logIn('?next=https://evil.example'))).toBe('/app')
  })
})

describe('a later login', () => {
  it('finds the account by issuer and subject, whatever address and name the person has now', async () => {
    const person = newPerson()
    organisation.provider.person = person
    await new OrganisationBrowser(organisation).logIn()
    organisation.provider.person = { ...person, email: `other-${person.email}`, name: 'Somebody' }
    expect(pathOf(await new OrganisationBrowser(organisation).logIn())).toBe('/app')
    expect(await accountOf(`other-${person.email}`)).toEqual([])
    const [account] = await accountOf(person.email)
    const identities = await organisation.test.sql(
      'select issuer, subject, email, provider_name from account_identity where account_id = ?',
      [account?.id],
    )
    const { issuer } = organisation.provider
    expect(identities).toEqual([{ issuer, subject: person.sub, email: `other-${person.email}`, provider_name: 'Acme' }])
  })

  it('creates one account when two tabs complete the first login at once', async () => {
    const person = newPerson()
    organisation.provider.person = person
    const browsers = [new OrganisationBrowser(organisation), new OrganisationBrowser(organisation)]
    const addresses = await Promise.all(browsers.map((browser) => browser.callbackAddress()))
    const pages = await Promise.all(browsers.map((browser, index) => browser.own.open(addresses[index] ?? '')))
    expect(pages.map(pathOf)).toEqual(['/app', '/app'])
    expect(await accountOf(person.email)).toHaveLength(1)
  })
})

describe('a person whose address has an account', () => {
  it('connects both with the password of the account, once', async () => {
    const ada = await organisation.test.seed.account()
    await verifyAddress(ada.id)
    const person = newPerson({ email: ada.email.toUpperCase() })
    organisation.provider.person = person
    const browser = new OrganisationBrowser(organisation)
    const question = await browser.logIn('?next=../app/links')
    expect(headingOf(question)).toBe('Connect both once')
    expect(question.text).toContain(ada.email)
    const wrong = await browser.own.submit(question, { password: 'not the password' })
    expect(wrong.status).toBe(401)
    expect((await browser.own.open('/account/overview')).url).toContain('/account/login')
    expect(pathOf(await browser.own.submit(wrong, { password: ada.password }))).toBe('/app/links')
    expect((await browser.own.open('/account/overview')).text).toContain(ada.email)
    expect(pathOf(await new OrganisationBrowser(organisation).logIn())).toBe('/app')
  })

  it.each([
    ['that the provider has not verified', { isVerifiedHere: true, claims: { email_verified: false } }],
    ['of which the provider says nothing', { isVerifiedHere: true, claims: { email_verified: undefined } }],
    ['that nobody has verified', { isVerifiedHere: false, claims: { email_verified: false } }],
  ])('gets 409 for an address %s, and no question for the password', async (_title, { isVerifiedHere, claims }) => {
    const ada = await organisation.test.seed.account()
    if (isVerifiedHere) await verifyAddress(ada.id)
    organisation.provider.person = newPerson({ email: ada.email, ...claims })
    const browser = new OrganisationBrowser(organisation)
    const page = await browser.logIn()
    expect(page.status).toBe(409)
    expect(headingOf(page)).toBe('This address has an account already')
    expect((await browser.own.open('/account/oidc/sso/connect')).status).toBe(400)
    expect((await browser.own.open('/account/overview')).url).toContain('/account/login')
    const identities = await organisation.test.sql('select 1 from account_identity where account_id = ?', [ada.id])
    expect(identities).toEqual([])
  })

  it('gets 409 for an account that another person at the provider has', async () => {
    const person = newPerson()
    organisation.provider.person = person
    await new OrganisationBrowser(organisation).logIn()
    organisation.provider.person = newPerson({ email: person.email })
    expect((await new OrganisationBrowser(organisation).logIn()).status).toBe(409)
  })
})

async function verifyAddress(id: string): Promise<void> {
  await organisation.test.sql('update account set email_verified_at = created_at where id = ?', [id])
}

describe('an account without a password', () => {
  it('cannot be logged in to by one, and gets one by the link of a mail', async () => {
    const person = newPerson()
    organisation.provider.person = person
    await new OrganisationBrowser(organisation).logIn()
    const { rest, seed } = organisation.test
    for (const password of ['', 'null', 'correct horse battery'])
      expect((await rest.post('/v1/auth/login', { email: person.email, password: password || 'x' })).status).toBe(401)
    const [account] = await accountOf(person.email)
    const token = await seed.mailToken({ id: account?.id ?? '' } as never, 'password_reset')
    const newPassword = 'another horse battery'
    expect((await rest.post('/v1/auth/password/reset', { token, newPassword })).status).toBe(200)
    expect((await rest.post('/v1/auth/login', { email: person.email, password: newPassword })).status).toBe(200)
    expect(pathOf(await new OrganisationBrowser(organisation).logIn())).toBe('/app')
  })
})

describe('the pages of the login', () => {
  it('have a button for the provider, with what leads back', async () => {
    const browser = new OrganisationBrowser(organisation)
    for (const path of ['login', 'register']) {
      const page = await browser.own.open(`/account/${path}?next=../app/links`)
      expect(page.text).toContain('Log in with Acme</a>')
      expect(linkOn(page, 'oidc/')).toBe('oidc/sso?next=../app/links')
    }
  })

  it('answer 404 for a provider that is not there', async () => {
    expect((await organisation.test.rest.get('/account/oidc/other')).status).toBe(404)
  })
})

describe('the login of an application', () => {
  it('goes on with consent after a login by the provider, without a session of this service', async () => {
    const person = newPerson()
    organisation.provider.person = person
    const ada = await organisation.test.seed.account()
    const client = await seedClient(organisation.test, ada)
    const flow = new Flow(organisation.test, client, ada)
    const browser = new OrganisationBrowser(organisation)
    const login = await browser.own.open(flow.address())
    const consent = await browser.open(linkOn(login, '/account/oidc/sso?interaction='))
    expect(consent.text).toContain(person.email)
    const allowed = await browser.own.submit(consent, { act: 'allow' })
    expect(new URL(allowed.url).searchParams.get('code')).toBeTruthy()
    expect((await browser.own.open('/account/overview')).url).toContain('/account/login')
  })

  it('takes no login that belongs to another interaction', async () => {
    organisation.provider.person = newPerson()
    const ada = await organisation.test.seed.account()
    const client = await seedClient(organisation.test, ada)
    const browser = new OrganisationBrowser(organisation)
    await browser.own.open(new Flow(organisation.test, client, ada).address())
    await browser.open('/account/oidc/sso?interaction=of-another-browser')
    const again = await browser.own.open(new Flow(organisation.test, client, ada).address())
    expect(again.text).toContain('name="password"')
  })
})
