import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
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
  organisation.provider.quirks = {}
  organisation.provider.person = newPerson()
})

const isLoggedIn = async ({ own }: OrganisationBrowser) => !(await own.open('/account/overview')).url.includes('login')
const event = 'http://schemas.openid.net/event/backchannel-logout'

async function logIn(): Promise<OrganisationBrowser> {
  const browser = new OrganisationBrowser(organisation)
  await browser.logIn()
  return browser
}

function claimsOf(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const now = Math.floor(organisation.test.clock.now().getTime() / 1000)
  const { issuer: iss, person } = organisation.provider
  const claims = { iss, aud: 'tack', sub: person.sub, iat: now, exp: now + 120, jti: crypto.randomUUID() }
  return { ...claims, events: { [event]: {} }, ...changes }
}

async function sendToken(token: string) {
  return fetch(`${organisation.test.base}/account/oidc/sso/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  })
}

describe('a logout on the page of the account', () => {
  it('leads a person whom the provider has logged in to the logout of the provider', async () => {
    const browser = await logIn()
    const page = await browser.own.open('/account/overview')
    const away = await browser.own.submit(page, { act: 'logout' })
    const address = new URL(away.url)
    expect(address.origin).toBe(organisation.provider.issuer)
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'tack',
      post_logout_redirect_uri: `${organisation.test.base}/account/login`,
    })
    expect(await isLoggedIn(browser)).toBe(false)
  })

  it('leads a person who has logged in by a password, and everybody while the provider is away, to the login', async () => {
    const ada = await organisation.test.seed.account()
    const browser = new OrganisationBrowser(organisation)
    await browser.own.submit(await browser.own.open('/account/login'), { email: ada.email, password: ada.password })
    const page = await browser.own.open('/account/overview')
    expect((await browser.own.submit(page, { act: 'logout' })).url).toContain('/account/login')
    const other = await logIn()
    organisation.provider.quirks = { outage: 503 }
    organisation.test.clock.advance({ hours: 2 })
    const overview = await other.own.open('/account/overview')
    expect((await other.own.submit(overview, { act: 'logout' })).url).toContain('/account/login')
    expect(await isLoggedIn(other)).toBe(false)
    // After the pause in which the provider is left alone.
    organisation.test.clock.advance({ seconds: 6 })
  })
})

describe('a logout of the console', () => {
  const leave = async ({ own }: OrganisationBrowser) => {
    const token = sessionOf({ own } as OrganisationBrowser)
    const headers = { 'tack-console': '1', 'sec-fetch-site': 'same-origin', cookie: `tack_session=${token}` }
    const answer = await fetch(`${organisation.test.base}/app/session`, { method: 'DELETE', headers })
    expect(answer.headers.get('set-cookie')).toMatch(/^tack_session=;/)
    return answer
  }

  it('is told the logout of the provider that has begun the session, and nothing for another one', async () => {
    const answer = await leave(await logIn())
    const { location } = (await answer.json()) as { location: string }
    expect([answer.status, new URL(location).origin]).toEqual([200, organisation.provider.issuer])
    const other = await logInByPassword(organisation, await organisation.test.seed.account())
    expect((await leave(other)).status).toBe(204)
  })
})

describe('a back-channel logout', () => {
  it('ends the session that it names, from the next request on', async () => {
    const [browser, other] = [await logIn(), await logIn()]
    const sids = await organisation.test.sql<{ sid: string }>(
      `select provider_session_id as sid from provider_session join session on session.id = session_id
        join account_identity on account_identity.id = identity_id where subject = ? order by session.id`,
      [organisation.provider.person.sub],
    )
    expect(sids).toHaveLength(2)
    const { sub: _, ...nobody } = claimsOf({ sid: sids[0]?.sid })
    const answer = await sendToken(organisation.provider.sign(nobody, { typ: 'logout+jwt' }))
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect([await isLoggedIn(browser), await isLoggedIn(other)]).toEqual([false, true])
  })

  it('ends all sessions of a person without the name of one, and none of other people or of passwords', async () => {
    const [browser, other] = [await logIn(), await logIn()]
    const { person } = organisation.provider
    organisation.provider.person = newPerson()
    const stranger = await logIn()
    const claims = claimsOf({ sub: person.sub })
    expect((await sendToken(organisation.provider.sign(claims))).status).toBe(200)
    expect(await Promise.all([browser, other, stranger].map(isLoggedIn))).toEqual([false, false, true])
  })

  it('ends the change of the address that a session began which it ends', async () => {
    const { test, provider } = organisation
    const browser = await logIn()
    const email = `${test.seed.word()}@example.net`
    const { status } = await test.rest.post('/v1/auth/me/email', { email }, { token: sessionOf(browser) })
    expect(status).toBe(202)
    const pending = () => test.sql('select email from account where pending_email = ?', [email])
    expect(await pending()).toHaveLength(1)
    expect((await sendToken(provider.sign(claimsOf()))).status).toBe(200)
    expect([await isLoggedIn(browser), await pending()]).toEqual([false, []])
  })

  it('ends nothing that began later, when a token is sent again', async () => {
    await logIn()
    const token = organisation.provider.sign(claimsOf())
    organisation.test.clock.advance({ minutes: 1 })
    const later = await logIn()
    expect((await sendToken(token)).status).toBe(200)
    expect((await sendToken(token)).status).toBe(200)
    expect(await isLoggedIn(later)).toBe(true)
  })

  it.each([
    ['another issuer', { iss: 'https://other.example' }],
    ['another audience', { aud: 'another-client' }],
    ['no event', { events: {} }],
    ['another event', { events: { 'http://example.com/event': {} } }],
    ['a nonce, as an ID token has', { nonce: 'x' }],
    ['neither a person nor a session', { sub: undefined }],
    ['no id', { jti: undefined }],
    ['an issue date of yesterday', { iat: 1_700_000_000 }],
    ['an end that has passed', { exp: 1_700_000_000 }],
  ])('returns 400 for a token with %s', async (_title, changes) => {
    const browser = await logIn()
    const claims = Object.fromEntries(Object.entries(claimsOf(changes)).filter(([, value]) => value !== undefined))
    const answer = await sendToken(organisation.provider.sign(claims))
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'invalid_request' }])
    expect(await isLoggedIn(browser)).toBe(true)
  })

  it('returns 400 for a token of another signer, of nobody, and for no token', async () => {
    const browser = await logIn()
    const unsigned = [{ alg: 'none' }, claimsOf()].map((each) =>
      Buffer.from(JSON.stringify(each)).toString('base64url'),
    )
    for (const token of [organisation.provider.sign(claimsOf(), {}, true), `${unsigned.join('.')}.`, 'x', ''])
      expect((await sendToken(token)).status).toBe(400)
    expect(await isLoggedIn(browser)).toBe(true)
  })

  it('returns 405 for a GET, and an ID token ends nothing', async () => {
    const browser = await logIn()
    const { events: _, ...claims } = claimsOf()
    expect((await sendToken(organisation.provider.sign(claims))).status).toBe(400)
    expect((await organisation.test.rest.get('/account/oidc/sso/backchannel-logout')).status).toBe(405)
    expect(await isLoggedIn(browser)).toBe(true)
  })
})
