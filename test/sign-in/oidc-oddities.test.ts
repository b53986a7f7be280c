import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OidcProvider } from '../../src/config/oidc.ts'
import { readSettings } from '../../src/config.ts'
import { ProviderClient } from '../../src/modules/identity/identity-providers/provider-client.ts'
import type { SafeHttpClient } from '../../src/platform/http-client/safe-http-client.ts'
import type { Visit } from '../oauth/browser.ts'
import { type ListeningApp, startListening } from '../oauth/service.ts'
import { TestClock } from '../support/clock.ts'
import {
  type IdentityProvider,
  type PersonClaims,
  type Quirks,
  startIdentityProvider,
} from '../support/identity-provider.ts'
import { freePort } from '../support/port.ts'
import type { SeededAccount } from '../support/seed.ts'
import { headingOf, newPerson, OrganisationBrowser } from './organisation.ts'

/** What the products do differently, with the sources in docs/decisions/identity-providers.md. One service has them all. */
const options = {
  plain: {},
  trusted: { trustEmail: true },
  limited: { allowedDomains: ['example.org', 'EXAMPLE.net'] },
  ours: { allowedDomains: ['example.com'] },
  bare: {},
  closed: { autoCreate: false },
} as const
type Id = keyof typeof options

let test: ListeningApp
let providers: Record<Id, IdentityProvider>
beforeAll(async () => {
  const port = await freePort()
  const start = (id: Id) =>
    startIdentityProvider({ base: `http://127.0.0.1:${port}`, id, hasBareIdTokens: id === 'bare' })
  const ids = Object.keys(options) as Id[]
  providers = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await start(id)]))) as typeof providers
  const folder = await mkdtemp(join(tmpdir(), 'tack-providers-'))
  const file = join(folder, 'providers.json')
  const list = ids.map((id) => {
    const {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    } = providers[id].environment
    return { id, name: id, issuer, clientId, clientSecret, ...options[id] }
  })
  await writeFile(file, JSON.stringify(list))
  test = await startListening({ OIDC_PROVIDERS_FILE: file }, port)
  await rm(folder, { recursive: true })
})
afterAll(async () => {
  await test.close()
  await Promise.all(Object.values(providers).map((provider) => provider.close()))
})

async function isVerified(email: string): Promise<boolean | undefined> {
  const sql = 'select email_verified_at is not null as "isVerified" from account where email_key = ?'
  return (await test.sql<{ isVerified: boolean }>(sql, [email]))[0]?.isVerified
}

/** An account whose address is verified. */
async function verifiedAccount(): Promise<SeededAccount> {
  const account = await test.seed.account()
  await test.sql('update account set email_verified_at = created_at where id = ?', [account.id])
  return account
}

/** Logs a person in at a provider. */
function logIn(id: Id, person: PersonClaims): Promise<Visit> {
  const provider = providers[id]
  provider.person = person
  return new OrganisationBrowser({ test, provider }).open(`/account/oidc/${id}`)
}
const isHome = ({ url }: { readonly url: string }) => new URL(url).pathname === '/app'

/** The page after a login at a provider whose description is changed. Descriptions are kept for a while. */
async function logInDescribed(description: NonNullable<Quirks['description']>): Promise<Visit> {
  test.clock.advance({ hours: 25 })
  providers.plain.quirks = { description }
  const page = await logIn('plain', newPerson())
  providers.plain.quirks = {}
  test.clock.advance({ hours: 25 })
  return page
}

describe('Authentik, which calls every address unverified', () => {
  it('connects no account by its addresses, unless the operator says that they are verified', async () => {
    for (const [id, heading] of [
      ['plain', 'This address has an account already'],
      ['trusted', 'Connect both once'],
    ] as const) {
      const { email } = await verifiedAccount()
      expect(headingOf(await logIn(id, newPerson({ email, email_verified: false })))).toBe(heading)
      const person = newPerson({ email_verified: false })
      expect(isHome(await logIn(id, person))).toBe(id === 'trusted')
      expect(await isVerified(person.email)).toBe(id === 'trusted' ? true : undefined)
    }
  })

  it('gets 409 for a person whose subject has changed, because the address alone proves nothing', async () => {
    const person = newPerson()
    await logIn('plain', person)
    expect((await logIn('plain', { ...person, sub: `hashed-${person.sub}` })).status).toBe(409)
  })
})

describe('Keycloak, whose admins create people with unverified addresses', () => {
  it('creates no account before the claim changes', async () => {
    const person = newPerson({ email_verified: false, preferred_username: 'ada', name: undefined })
    expect((await logIn('plain', person)).status).toBe(403)
    expect(isHome(await logIn('plain', { ...person, email_verified: true }))).toBe(true)
    expect(await isVerified(person.email)).toBe(true)
    const [account] = await test.sql('select name from account where email_key = ?', [person.email])
    expect(account).toEqual({ name: 'ada' })
  })
})

describe('Entra', () => {
  it('says nothing about addresses, which therefore count as unverified', async () => {
    const person = newPerson({ email_verified: undefined })
    expect((await logIn('plain', person)).status).toBe(403)
    expect(await isVerified(person.email)).toBeUndefined()
  })

  it('gets 502 for a description whose issuer is a template for all organisations', async () => {
    const template = `${providers.plain.issuer}/{tenantid}/v2.0`
    const page = await logInDescribed((all) => ({ ...all, issuer: template }))
    expect(page.status).toBe(502)
    expect(test.logs.map(({ msg }) => msg).join()).toContain('issuer')
  })
})

describe('Google', () => {
  it('lets in only verified addresses of the domains that are allowed', async () => {
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
      const page = await logIn('limited', newPerson({ ...claims }))
      expect(isHome(page)).toBe(isAllowed)
      if (!isAllowed) expect([page.status, headingOf(page)]).toEqual([403, 'You cannot log in with this address'])
    }
  })

  it('lets nobody in any more whose domain is not allowed any more', async () => {
    const person = newPerson()
    expect(isHome(await logIn('ours', person))).toBe(true)
    expect((await logIn('ours', { ...person, email: 'ada@elsewhere.example' })).status).toBe(403)
  })
})

describe('a provider whose addresses are scripts', () => {
  it.each(['authorization_endpoint', 'end_session_endpoint'])('gets 502 (%s)', async (name) => {
    expect((await logInDescribed((all) => ({ ...all, [name]: 'javascript:alert(1)' }))).status).toBe(502)
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
    const person = newPerson({ email_verified })
    providers.bare.quirks = { claims: (all) => ({ ...all, ...inToken }) }
    expect(isHome(await logIn('bare', person))).toBe(expected)
    expect(await isVerified(person.email)).toBe(expected || undefined)
  })
})

describe('an installation where a login creates no account', () => {
  it('returns 403 for a new person, and lets those in who have an account', async () => {
    const page = await logIn('closed', newPerson())
    expect([page.status, headingOf(page)]).toEqual([403, 'You have no account here'])
    const { email } = await verifiedAccount()
    expect(headingOf(await logIn('closed', newPerson({ email })))).toBe('Connect both once')
  })
})
