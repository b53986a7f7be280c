import { afterAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../src/config.ts'
import type { OidcProvider } from '../../src/config-oidc.ts'
import { ProviderClient } from '../../src/modules/identity/identity-providers/provider-client.ts'
import type { SafeHttpClient } from '../../src/platform/http-client/safe-http-client.ts'
import { TestClock } from '../support/clock.ts'
import { headingOf, newPerson, type Organisation, OrganisationBrowser, startOrganisation } from './organisation.ts'

/** What the products do differently, with the sources in docs/decisions/identity-providers.md. */
const open: Organisation[] = []
afterAll(() => Promise.all(open.map((organisation) => organisation.close())))

async function start(...parameters: Parameters<typeof startOrganisation>): Promise<Organisation> {
  const organisation = await startOrganisation(...parameters)
  open.push(organisation)
  return organisation
}

async function isVerified({ test }: Organisation, email: string): Promise<boolean | undefined> {
  const sql = 'select email_verified_at is not null as "isVerified" from account where email_key = ?'
  return (await test.sql<{ isVerified: boolean }>(sql, [email]))[0]?.isVerified
}

const logIn = (organisation: Organisation) => new OrganisationBrowser(organisation).logIn()
const isHome = ({ url }: { readonly url: string }) => new URL(url).pathname === '/app'

describe('Authentik, which calls every address unverified', () => {
  it('connects no account by its addresses, unless the operator says that they are verified', async () => {
    for (const [trust, heading] of [
      ['off', 'This address has an account already'],
      ['on', 'Connect both once'],
    ] as const) {
      const organisation = await start({ OIDC_TRUST_EMAIL: trust })
      const ada = await organisation.test.seed.account()
      await organisation.test.sql('update account set email_verified_at = created_at where id = ?', [ada.id])
      organisation.provider.person = newPerson({ email: ada.email, email_verified: false })
      expect(headingOf(await logIn(organisation))).toBe(heading)
      const person = newPerson({ email_verified: false })
      organisation.provider.person = person
      expect(isHome(await logIn(organisation))).toBe(true)
      expect(await isVerified(organisation, person.email)).toBe(trust === 'on')
    }
  })

  it('gets 409 for a person whose subject has changed, because the address alone proves nothing', async () => {
    const organisation = await start()
    const person = newPerson()
    organisation.provider.person = person
    await logIn(organisation)
    organisation.provider.person = { ...person, sub: `hashed-${person.sub}` }
    expect((await logIn(organisation)).status).toBe(409)
  })
})

describe('Keycloak, whose admins create people with unverified addresses', () => {
  it('creates an account with an unverified address, which stays as it is when the claim changes', async () => {
    const organisation = await start()
    const person = newPerson({ email_verified: false, preferred_username: 'ada', name: undefined })
    organisation.provider.person = person
    await logIn(organisation)
    organisation.provider.person = { ...person, email_verified: true }
    expect(isHome(await logIn(organisation))).toBe(true)
    expect(await isVerified(organisation, person.email)).toBe(false)
    const [account] = await organisation.test.sql('select name from account where email_key = ?', [person.email])
    expect(account).toEqual({ name: 'ada' })
  })
})

describe('Entra', () => {
  it('says nothing about addresses, which therefore count as unverified', async () => {
    const organisation = await start()
    const person = newPerson({ email_verified: undefined })
    organisation.provider.person = person
    expect(isHome(await logIn(organisation))).toBe(true)
    expect(await isVerified(organisation, person.email)).toBe(false)
  })

  it('gets 502 for a description whose issuer is a template for all organisations', async () => {
    const organisation = await start()
    const template = `${organisation.provider.issuer}/{tenantid}/v2.0`
    organisation.provider.quirks = { description: (all) => ({ ...all, issuer: template }) }
    const page = await logIn(organisation)
    expect(page.status).toBe(502)
    expect(organisation.test.logs.map(({ msg }) => msg).join()).toContain('issuer')
  })
})

describe('Google', () => {
  it('lets in only verified addresses of the domains that are allowed', async () => {
    const organisation = await start({ OIDC_ALLOWED_DOMAINS: 'example.org,EXAMPLE.net' })
    const rows = [
      [{ email: 'ada@example.org' }, true],
      [{ email: 'bob@Example.NET' }, true],
      [{ email: 'eve@gmail.com' }, false],
      [{ email: 'eve@sub.example.org' }, false],
      [{ email: 'eve@example.org', email_verified: false }, false],
      [{ email: 'eve@example.org', email_verified: undefined }, false],
      [{ email: undefined }, false],
      // The domain of the organisation, and an address of another one.
      [{ email: 'eve@gmail.com', hd: 'example.org' }, false],
    ] as const
    for (const [claims, isAllowed] of rows) {
      organisation.provider.person = newPerson({ ...claims })
      const page = await logIn(organisation)
      expect(isHome(page)).toBe(isAllowed)
      if (!isAllowed) expect([page.status, headingOf(page)]).toEqual([403, 'You cannot log in with this address'])
    }
  })

  it('lets nobody in any more whose domain is not allowed any more', async () => {
    const organisation = await start({ OIDC_ALLOWED_DOMAINS: 'example.com' })
    const person = newPerson()
    organisation.provider.person = person
    expect(isHome(await logIn(organisation))).toBe(true)
    organisation.provider.person = { ...person, email: 'ada@elsewhere.example' }
    expect((await logIn(organisation)).status).toBe(403)
  })
})

describe('a provider whose addresses are scripts', () => {
  it.each(['authorization_endpoint', 'end_session_endpoint'])('gets 502 (%s)', async (name) => {
    const organisation = await start()
    organisation.provider.quirks = { description: (all) => ({ ...all, [name]: 'javascript:alert(1)' }) }
    expect((await new OrganisationBrowser(organisation).logIn()).status).toBe(502)
  })
})

describe('a proof at Google', () => {
  it('is asked for without the prompt that Google rejects', async () => {
    const issuer = 'https://accounts.google.com'
    const description = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
    const bodyBytes = Buffer.from(JSON.stringify(description))
    const answer = { status: 200, error: null, headers: { 'content-type': 'application/json' }, bodyBytes }
    const send = async () => answer as unknown as Awaited<ReturnType<SafeHttpClient['send']>>
    const { providers } = readSettings({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'tack' }).oidc
    const dependencies = { httpClient: { send }, publicUrl: 'https://tack.example', allowsHttp: false }
    const client = new ProviderClient(providers[0] as OidcProvider, { ...dependencies, clock: new TestClock() })
    const { searchParams } = new URL(await client.createLoginUrl(client.createChecks(), { isProof: true }))
    expect([searchParams.get('max_age'), searchParams.get('prompt')]).toEqual(['0', null])
  })
})

describe('providers that leave the address out of the token', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    // The token contradicts the other answer.
    [true, { email_verified: false }, false],
  ])('are asked for it (verified %s, in the token %j)', async (email_verified, inToken, expected) => {
    const organisation = await start({}, { hasBareIdTokens: true })
    const person = newPerson({ email_verified })
    organisation.provider.person = person
    organisation.provider.quirks = { claims: (all) => ({ ...all, ...inToken }) }
    expect(isHome(await logIn(organisation))).toBe(true)
    expect(await isVerified(organisation, person.email)).toBe(expected)
  })
})

describe('an installation where a login creates no account', () => {
  it('returns 403 for a new person, and lets those in who have an account', async () => {
    const organisation = await start({ OIDC_AUTO_CREATE: 'off' })
    organisation.provider.person = newPerson()
    const page = await logIn(organisation)
    expect([page.status, headingOf(page)]).toEqual([403, 'You have no account here'])
    const ada = await organisation.test.seed.account()
    await organisation.test.sql('update account set email_verified_at = created_at where id = ?', [ada.id])
    organisation.provider.person = newPerson({ email: ada.email })
    expect(headingOf(await logIn(organisation))).toBe('Connect both once')
  })
})
