import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  headingOf,
  newPerson,
  type Organisation,
  OrganisationBrowser,
  sharedOrganisation,
  startOrganisation,
} from './organisation.ts'

let organisation: Organisation
beforeAll(async () => {
  organisation = await sharedOrganisation()
})
afterAll(() => organisation.close())
beforeEach(() => {
  organisation.provider.quirks = {}
  organisation.provider.person = newPerson()
})

const isLoggedIn = async ({ own }: OrganisationBrowser) => !(await own.open('/account/overview')).url.includes('login')
const countIdentities = async () =>
  (await organisation.test.sql<{ count: number }>('select count(*)::int as count from account_identity'))[0]?.count
const lastReason = () =>
  organisation.test.logs.findLast(({ msg }) =>
    String(msg).startsWith('the answer of an identity provider was rejected: '),
  )?.msg

describe('a login that began in another browser', () => {
  it('is not completed, so that nobody logs a stranger in to their own account', async () => {
    const [attacker, victim] = [new OrganisationBrowser(organisation), new OrganisationBrowser(organisation)]
    const address = await attacker.callbackAddress()
    for (const browser of [victim, new OrganisationBrowser(organisation)]) {
      const page = await browser.own.open(address)
      expect(page.status).toBe(400)
      expect(headingOf(page)).toBe('Please log in again')
      expect(await isLoggedIn(browser)).toBe(false)
    }
  })

  it('is not completed with the state of the own browser', async () => {
    const [attacker, victim] = [new OrganisationBrowser(organisation), new OrganisationBrowser(organisation)]
    const [stolen, own] = [await attacker.callbackAddress(), await victim.callbackAddress()].map(
      (each) => new URL(each),
    )
    own?.searchParams.set('code', stolen?.searchParams.get('code') ?? '')
    const page = await victim.own.open(own?.href ?? '')
    expect(page.status).toBe(502)
    expect(await isLoggedIn(victim)).toBe(false)
  })
})

describe('two tabs of a browser', () => {
  it('complete their logins in any order, each with its own page to go to', async () => {
    const browser = new OrganisationBrowser(organisation)
    const first = await browser.callbackAddress('/account/oidc/sso?next=../app/first')
    const second = await browser.callbackAddress('/account/oidc/sso?next=../app/second')
    expect((await browser.own.open(second)).url).toContain('/app/second')
    expect((await browser.own.open(first)).url).toContain('/app/first')
  })

  it('are no more than five at a time, so that the cookies never fill a request', async () => {
    const browser = new OrganisationBrowser(organisation)
    const addresses: string[] = []
    for (let count = 0; count < 6; count++) addresses.push(await browser.callbackAddress())
    expect((await browser.own.open(addresses[0] ?? '')).status).toBe(400)
    expect((await browser.own.open(addresses[5] ?? '')).status).toBe(200)
  })
})

describe('an answer that is used twice', () => {
  it('leads the person who is logged in on, as Back in a browser does, and returns 400 to others', async () => {
    const browser = new OrganisationBrowser(organisation)
    const address = await browser.callbackAddress()
    expect((await browser.own.open(address)).status).toBe(200)
    const again = await browser.own.open(address)
    expect([again.status, new URL(again.url).pathname]).toEqual([200, '/app'])
    expect((await new OrganisationBrowser(organisation).own.open(address)).status).toBe(400)
  })

  it('returns 502 to a thief of the cookies, because the provider takes a code once', async () => {
    const browser = new OrganisationBrowser(organisation)
    const address = await browser.callbackAddress()
    const cookie = browser.own.received.map((each) => each.split(';')[0]).join('; ')
    expect((await browser.own.open(address)).status).toBe(200)
    const { status, headers } = await fetch(address, { headers: { cookie }, redirect: 'manual' })
    expect(status).toBe(502)
    expect(headers.getSetCookie().join()).not.toContain('tack_session')
  })

  it('returns 400 ten minutes after the login began', async () => {
    const browser = new OrganisationBrowser(organisation)
    const address = await browser.callbackAddress()
    organisation.test.clock.advance({ minutes: 10, seconds: 1 })
    expect((await browser.own.open(address)).status).toBe(400)
  })
})

describe('a provider that lies', () => {
  it.each([
    ['another issuer', { claims: (all: object) => ({ ...all, iss: 'https://other.example' }) }, /iss/],
    ['another audience', { claims: (all: object) => ({ ...all, aud: 'another-client' }) }, /aud/],
    [
      'two audiences and another authorized party',
      { claims: (all: object) => ({ ...all, aud: ['tack', 'other'], azp: 'other' }) },
      /azp/,
    ],
    ['another nonce', { claims: (all: object) => ({ ...all, nonce: 'of another login' }) }, /nonce/],
    ['no nonce', { claims: ({ nonce: _, ...all }: Record<string, unknown>) => all }, /nonce/],
    ['no subject', { claims: ({ sub: _, ...all }: Record<string, unknown>) => all }, /sub/],
    ['a token that has expired', { claims: (all: object) => ({ ...all, exp: 1_700_000_000 }) }, /exp/],
    ['a token that is not valid yet', { claims: (all: object) => ({ ...all, nbf: 4_000_000_000 }) }, /nbf/],
    [
      'a token of the next hour',
      { claims: (all: { iat?: number }) => ({ ...all, iat: Number(all.iat) + 3600 }) },
      /iat/,
    ],
    ['a token that somebody else has signed', { hasForeignKey: true }, /signature/],
    ['a token that nobody has signed', { isUnsigned: true }, /alg|JWT|signature/],
  ])('gets 502 with a line in the log for %s', async (_title, quirks, reason) => {
    organisation.provider.quirks = quirks
    const before = await countIdentities()
    const browser = new OrganisationBrowser(organisation)
    const page = await browser.logIn()
    expect(page.status).toBe(502)
    expect(headingOf(page)).toBe('This login was not accepted')
    expect(lastReason()).toMatch(reason)
    expect(await isLoggedIn(browser)).toBe(false)
    expect(await countIdentities()).toBe(before)
  })

  it('gets 502 for an answer in the name of another issuer, and for one without a name (RFC 9207)', async () => {
    for (const change of [
      (query: URLSearchParams) => query.set('iss', 'https://other.example'),
      (query: URLSearchParams) => query.delete('iss'),
    ]) {
      const browser = new OrganisationBrowser(organisation)
      const address = new URL(await browser.callbackAddress())
      change(address.searchParams)
      expect((await browser.own.open(address.href)).status).toBe(502)
      expect(lastReason()).toMatch(/iss/)
    }
  })

  it('gets 502 for an answer with a parameter twice', async () => {
    const browser = new OrganisationBrowser(organisation)
    const address = new URL(await browser.callbackAddress())
    address.searchParams.append('code', 'another code')
    expect((await browser.own.open(address.href)).status).toBe(502)
  })
})

describe('a person whom the provider does not let in', () => {
  it('gets 403 and can try again', async () => {
    organisation.provider.quirks = { declines: true }
    const browser = new OrganisationBrowser(organisation)
    const page = await browser.logIn()
    expect(page.status).toBe(403)
    expect(headingOf(page)).toBe('You are not logged in')
    organisation.provider.quirks = {}
    await browser.logIn()
    expect(await isLoggedIn(browser)).toBe(true)
  })
})

describe('a provider that is away', () => {
  it.each([503, 'closed'] as const)('gets 503 (%s), and passwords are not affected', async (outage) => {
    const browser = new OrganisationBrowser(organisation)
    const address = await browser.callbackAddress()
    organisation.provider.quirks = { outage }
    const page = await browser.own.open(address)
    expect(page.status).toBe(503)
    expect(headingOf(page)).toBe('The login does not answer')
    expect(page.text).toContain('Acme cannot be reached')
    const ada = await organisation.test.seed.account()
    const { rest } = organisation.test
    expect((await rest.post('/v1/auth/login', { email: ada.email, password: ada.password })).status).toBe(200)
  })
})

describe('a service that has never read its provider, and sends no mails', () => {
  let other: Organisation
  beforeAll(async () => {
    other = await startOrganisation()
  })
  afterAll(() => other.close())

  it('gets 503 when a login begins before it was ever read, and is tried again after a pause', async () => {
    other.provider.quirks = { outage: 503 }
    const browser = new OrganisationBrowser(other)
    expect((await browser.own.open('/account/oidc/sso')).status).toBe(503)
    const { length } = other.provider.requests
    expect((await browser.own.open('/account/oidc/sso')).status).toBe(503)
    expect(other.provider.requests).toHaveLength(length)
    other.provider.quirks = {}
    other.provider.person = newPerson()
    other.test.clock.advance({ seconds: 6 })
    await browser.logIn()
    expect(await isLoggedIn(browser)).toBe(true)
  })

  it('creates no account when the provider does not say that the address is verified', async () => {
    for (const email_verified of [false, undefined, 'false', 1]) {
      const person = newPerson({ email_verified })
      other.provider.person = person
      const page = await new OrganisationBrowser(other).logIn()
      expect([page.status, headingOf(page)]).toEqual([403, 'Your e-mail address is not verified'])
      expect(await other.test.sql('select 1 from account where email = ?', [person.email])).toEqual([])
    }
  })
})

describe('the password of an account with the same address', () => {
  it('is not asked for in another browser than the one that came from the provider', async () => {
    const ada = await organisation.test.seed.account()
    await organisation.test.sql('update account set email_verified_at = created_at where id = ?', [ada.id])
    organisation.provider.person = newPerson({ email: ada.email })
    const browser = new OrganisationBrowser(organisation)
    expect(headingOf(await browser.logIn())).toBe('Connect both once')
    expect((await new OrganisationBrowser(organisation).own.open('/account/oidc/sso/connect')).status).toBe(400)
  })

  it('is guessed as often as at the login, and not more', async () => {
    organisation.test.change({ RATE_LIMITS: 'on' })
    const limited = organisation
    const ada = await limited.test.seed.account()
    await limited.test.sql('update account set email_verified_at = created_at where id = ?', [ada.id])
    limited.provider.person = newPerson({ email: ada.email })
    const browser = new OrganisationBrowser(limited)
    let page = await browser.logIn()
    for (let attempts = 0; attempts < 5; attempts++) {
      page = await browser.own.submit(page, { password: 'not the password' })
      expect(page.status).toBe(401)
    }
    page = await browser.own.submit(page, { password: ada.password })
    expect(page.status).toBe(429)
    expect(page.headers.get('retry-after')).toMatch(/^\d+$/)
    const login = await limited.test.rest.post('/v1/auth/login', { email: ada.email, password: ada.password })
    expect(login.status).toBe(429)
    organisation.test.change({})
  })
})
