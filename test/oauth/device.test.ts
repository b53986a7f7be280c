import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SeededAccount } from '../support/seed.ts'
import { Browser, type Visit } from './browser.ts'
import { type ListeningApp, secrets, startListening } from './service.ts'

let test: ListeningApp
let ada: SeededAccount
beforeAll(async () => {
  test = await startListening({ RATE_LIMITS: 'on', TRUST_PROXY: '1' })
  ada = await test.seed.account()
})
afterAll(() => test.close())
beforeEach(() => {
  // The limits of the test before.
  test.clock.advance({ minutes: 61 })
})

const grantType = 'urn:ietf:params:oauth:grant-type:device_code'

async function post(endpoint: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ client_id: 'tack-cli', ...form })
  const answer = await fetch(`${test.base}/oauth/${endpoint}`, { method: 'POST', body, headers })
  const json = await answer.json()
  secrets.note([form, json])
  return { status: answer.status, json }
}

/** A program asks for a code. */
async function requestCode(headers?: Record<string, string>, form: Record<string, string> = {}) {
  const { json } = await post('device_authorization', { scope: 'read:links write:links', ...form }, headers)
  return json as { device_code: string; user_code: string; verification_uri: string; verification_uri_complete: string }
}

const poll = (deviceCode: string) => post('token', { grant_type: grantType, device_code: deviceCode })

/** Logs in at the page and returns what follows: the page for the code. */
async function logIn(address: string, person = ada, browser = new Browser(test.base)) {
  const login = await browser.open(address)
  const { email, password } = person
  return { browser, page: await browser.submit(login, { act: 'login', email, password }) }
}

const textOf = ({ text }: Visit) => text.replaceAll(/<[^>]*>/g, '')

describe('the device flow (RFC 8628)', () => {
  it('gives a program access after a login, the code, and the consent', async () => {
    const metadata = await (await fetch(`${test.base}/.well-known/oauth-authorization-server`)).json()
    expect(metadata.device_authorization_endpoint).toBe(`${test.base}/oauth/device_authorization`)
    expect(metadata.grant_types_supported).toContain(grantType)
    const device = await requestCode()
    expect(device).toMatchObject({
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: `${test.base}/oauth/device`,
      expires_in: 600,
    })
    expect((await poll(device.device_code)).json.error).toBe('authorization_pending')
    const { browser, page } = await logIn(device.verification_uri)
    expect(page.text).toContain('name="user_code" value=""')
    const consent = await browser.submit(page, { act: 'code', user_code: device.user_code.toLowerCase() })
    expect(textOf(consent)).toContain('Allow Tack CLI access to your account?')
    expect(textOf(consent)).toContain('(write:links)')
    const done = await browser.submit(consent, { act: 'allow' })
    expect(done.status).toBe(200)
    expect(done.text).toContain('The program has access')
    const { json } = await poll(device.device_code)
    expect(json).toMatchObject({ token_type: 'Bearer', scope: 'read:links write:links' })
    expect((await test.rest.get('/v1/urls', { token: json.access_token })).status).toBe(200)
    const grants = await test.rest.get('/v1/oauth/grants', { token: await test.seed.session(ada.id) })
    expect(grants.json).toMatchObject([{ app: { name: 'Tack CLI' }, scopes: ['read:links', 'write:links'] }])
    const refreshed = await post('token', { grant_type: 'refresh_token', refresh_token: json.refresh_token })
    expect(refreshed.status).toBe(200)
    // A stolen device code ends the grant (RFC 9700, 4.14.2).
    expect((await poll(device.device_code)).json.error).toBe('invalid_grant')
    expect((await test.rest.get('/v1/urls', { token: refreshed.json.access_token })).status).toBe(401)
  })

  it('refuses: the program learns it, and the code is used up', async () => {
    const device = await requestCode()
    const { browser, page } = await logIn(device.verification_uri_complete)
    const consent = await browser.submit(page, { act: 'code', user_code: device.user_code })
    expect((await browser.submit(consent, { act: 'deny' })).text).toContain('The program has no access')
    expect((await poll(device.device_code)).json.error).toBe('access_denied')
    expect(await test.sql("select 1 from oauth_record where model = 'Grant' and client_id = 'tack-cli'")).toEqual([])
  })

  it('answers polls that come too soon with slow_down, and an old code with expired_token', async () => {
    const { device_code: code } = await requestCode()
    expect((await poll(code)).json.error).toBe('authorization_pending')
    expect(await poll(code)).toMatchObject({ status: 400, json: { error: 'slow_down' } })
    test.clock.advance({ seconds: 5 })
    expect((await poll(code)).json.error).toBe('authorization_pending')
    test.clock.advance({ minutes: 10 })
    expect((await poll(code)).json.error).toBe('expired_token')
  })

  it.each([
    ['no scope', { scope: '' }, 'invalid_scope'],
    ['a scope that the command does not have', { scope: 'write:profile' }, 'invalid_scope'],
    ['another resource', { resource: 'https://elsewhere.example' }, 'invalid_target'],
    ['an unknown client', { client_id: 'app_unknown' }, 'invalid_client'],
  ])('gives no code for %s', async (_, form, error) => {
    expect((await post('device_authorization', form)).json.error).toBe(error)
  })

  it('gives 30 codes an hour to a network', async () => {
    const from = { 'x-forwarded-for': '198.51.100.30' }
    for (let count = 0; count < 30; count++) await requestCode(from)
    const refused = await post('device_authorization', { scope: 'read:links' }, from)
    expect(refused).toMatchObject({ status: 429, json: { error: 'temporarily_unavailable' } })
  })
})

describe('a device code that somebody was sent', () => {
  it('fills the field, confirms nothing, and says program, network and age', async () => {
    const device = await requestCode({ 'x-forwarded-for': '203.0.113.9' })
    test.clock.advance({ minutes: 3 })
    const { browser, page } = await logIn(device.verification_uri_complete)
    expect(page.text).toContain(`name="user_code" value="${device.user_code}"`)
    // Opening the address and logging in has decided nothing, and neither has a second visit.
    expect((await browser.open(page.url)).text).toContain('name="user_code"')
    expect((await poll(device.device_code)).json.error).toBe('authorization_pending')
    // Nor does the consent without the code.
    const skipped = await browser.submit(page, { act: 'allow' })
    expect(skipped.status).toBe(400)
    const consent = await browser.submit(page, { act: 'code', user_code: device.user_code })
    expect(textOf(consent)).toContain(
      `The request came from the network 203.0.113.9 3 minutes ago. The program shows the code ${device.user_code}. Your browser uses another network.`,
    )
    expect(textOf(consent)).toContain('Allow it only if you have just started the program yourself')
    test.clock.advance({ seconds: 5 })
    expect((await poll(device.device_code)).json.error).toBe('authorization_pending')
  })

  it('is told to nobody before a login', async () => {
    const device = await requestCode()
    const browser = new Browser(test.base)
    const login = await browser.open(device.verification_uri)
    for (const userCode of [device.user_code, 'BBBB-BBBB']) {
      const page = await browser.submit(login, { act: 'code', user_code: userCode })
      expect(page.status).toBe(401)
      expect(page.text).not.toContain('user_code')
    }
  })

  it('is decided once, by the first of two people', async () => {
    const bob = await test.seed.account()
    const device = await requestCode()
    const consents = []
    for (const person of [ada, bob]) {
      const { browser, page } = await logIn(device.verification_uri, person)
      consents.push({ browser, page: await browser.submit(page, { act: 'code', user_code: device.user_code }) })
    }
    const pages = await Promise.all(consents.map(({ browser, page }) => browser.submit(page, { act: 'allow' })))
    expect(pages.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await test.sql("select 1 from oauth_record where model = 'Grant' and expires_at > now()")).toHaveLength(1)
    const late = await logIn(device.verification_uri)
    const wrong = await late.browser.submit(late.page, { act: 'code', user_code: device.user_code })
    expect(wrong.status).toBe(400)
  })

  it('cannot be guessed: five wrong codes in ten minutes, for the account and for the network', async () => {
    const bob = await test.seed.account()
    const device = await requestCode()
    const network = { 'x-forwarded-for': '198.51.100.1' }
    const other = { 'x-forwarded-for': '198.51.100.2' }
    const { browser, page } = await logIn(device.verification_uri)
    for (let count = 0; count < 5; count++) {
      const wrong = await browser.submit(page, { act: 'code', user_code: 'BBBB-BBBB' }, network)
      expect(wrong.status).toBe(400)
      expect(wrong.text).toContain('No program is waiting for this code')
    }
    const right = { act: 'code', user_code: device.user_code }
    expect((await browser.submit(page, right, network)).status).toBe(429)
    expect((await browser.submit(page, right, other)).status).toBe(429)
    const visit = await logIn(device.verification_uri, bob)
    expect((await visit.browser.submit(visit.page, right, network)).status).toBe(429)
    // Right codes do not count.
    expect((await visit.browser.submit(visit.page, right, other)).text).toContain('Tack CLI')
  })
})
