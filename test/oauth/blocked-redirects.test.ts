import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminOf, Desk } from '../abuse/answers.ts'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { Browser } from './browser.ts'
import { seedClient } from './client.ts'
import { Flow, returnAddressOf } from './flow.ts'
import type { ListeningApp } from './service.ts'

let test: ListeningApp
let ada: SeededAccount
let desk: Desk
beforeAll(async () => {
  test = await sharedListening()
  ada = await test.seed.account()
  desk = new Desk(test, await adminOf(test))
})
afterAll(() => test.close())

const register = (redirectUris: string[], isPublic = false) =>
  test.rest.post(
    '/v1/oauth/apps',
    { name: 'App', scopes: ['read:links'], redirectUris, isPublic },
    { token: ada.token },
  )
const newHost = () => `${test.seed.word()}.example`
const fine = 'https://app.example/cb'

describe('a blocked redirect URI', () => {
  it('returns 400 at registration and update, in every spelling, and stays where it was before', async () => {
    const host = newHost()
    const old = await register([`https://${host}/bad/cb`])
    await desk.list(`${host}/Bad`)
    for (const path of ['bad', 'BAD/cb', '%62ad', 'bad;x', '/bad', 'x/../bad']) {
      const uri = `https://www.${host}/${path}`
      expectError(await register([fine, uri]), 400, 'DESTINATION_BLOCKED', ['redirectUris.1'])
    }
    expectError(await register([`http://127.0.0.1/cb`, `https://${host}/bad`], true), 400, 'DESTINATION_BLOCKED')
    expect((await register([fine, `https://${host}/good`, 'com.example.app:/bad'], true)).status).toBe(201)
    const { json } = await register([fine])
    const change = (id: string, redirectUris: string[]) =>
      test.rest.patch(`/v1/oauth/apps/${id}`, { redirectUris }, { token: ada.token })
    expectError(await change(json.id, [`https://${host}/bad`]), 400, 'DESTINATION_BLOCKED', ['redirectUris.0'])
    const document = `mutation { updateOauthApp(id: "${json.id}", input: { redirectUris: ["https://${host}/bad"] }) { id } }`
    expectGraphqlError(await test.graph(document, { token: ada.token }), 400, 'DESTINATION_BLOCKED', ['redirectUris.0'])
    expect((await change(old.json.id, [`https://${host}/bad/cb`, fine])).status).toBe(200)
  })

  it('that was blocked after the registration gets no visitor, and no code', async () => {
    const host = newHost()
    const client = await seedClient(test, ada, { redirectUris: [`https://${host}/cb`, fine] })
    const flow = new Flow(test, client, ada)
    const { browser, page } = await flow.beforeConsent()
    const waiting = await new Browser(test.base).open(flow.address())
    const { json: entry } = await desk.list(host)
    const browserOfWaiting = new Browser(test.base)
    const answers = [
      await browserOfWaiting.open(flow.address()),
      await browserOfWaiting.open(flow.address({ prompt: 'none' })),
      await browserOfWaiting.open(flow.address({ scope: 'nothing' })),
      await browser.submit(page, { act: 'allow' }),
    ]
    for (const { status, text, url } of answers) {
      expect([status, new URL(url).origin]).toEqual([400, test.base])
      expect(text).toContain('invalid_redirect_uri')
      expect(text).not.toContain(host)
    }
    expect(waiting.status).toBe(200)
    expect(
      await test.sql(`select 1 from oauth_record where model = 'AuthorizationCode' and client_id = ?`, [client.id]),
    ).toEqual([])
    expect((await flow.allow({ redirect_uri: fine })).url).toMatch(/^https:\/\/app\.example\/cb\?code=/)
    await desk.unlist(entry.id)
    expect((await flow.allow()).url).toMatch(new RegExp(`^https://${host}/cb\\?code=`))
  })

  it('that was blocked before the visitor denies access gets no visitor', async () => {
    const host = newHost()
    const flow = new Flow(test, await seedClient(test, ada, { redirectUris: [`https://${host}/cb`] }), ada)
    const { browser, page } = await flow.beforeConsent()
    await desk.list(host)
    const { status, text } = await browser.submit(page, { act: 'deny' })
    expect([status, text.includes(host)]).toEqual([400, false])
  })
})

describe('an authorization request that nobody has answered', () => {
  it.each([
    ['prompt=none', { prompt: 'none' }, 'login_required'],
    ['an unknown scope', { scope: 'nothing' }, 'invalid_scope'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ])('with %s returns a page with a link, and redirects nobody', async (_name, changes, error) => {
    const flow = new Flow(test, await seedClient(test, await test.seed.account()), ada)
    // A grant of this person changes nothing: the browser has no session, so nobody knows who it is.
    await flow.tokens()
    const { status, headers, text } = await new Browser(test.base).open(flow.address(changes))
    expect([status, headers.get('location'), headers.get('refresh')]).toEqual([400, null, null])
    expect(text).toContain('<strong>app.example</strong>')
    const address = new URL(returnAddressOf(text))
    const params = new URLSearchParams(address.search || address.hash.slice(1))
    expect([address.origin, params.get('error'), params.get('state')]).toEqual([
      'https://app.example',
      error,
      'a state',
    ])
  })

  it('returns to an application on the device by a link as well', async () => {
    const client = await seedClient(test, ada, { isPublic: true, redirectUris: ['com.example.app:/cb'] })
    const { status, text } = await new Browser(test.base).open(new Flow(test, client, ada).address({ prompt: 'none' }))
    expect(status).toBe(400)
    expect(text).toContain('an application on this device (com.example.app)')
    expect(returnAddressOf(text)).toMatch(/^com\.example\.app:\/cb\?error=login_required/)
  })

  it('is redirected after the visitor has denied access on a page', async () => {
    const flow = new Flow(test, await seedClient(test, ada), ada)
    const { browser, page } = await flow.beforeConsent()
    const { url } = await browser.submit(page, { act: 'deny' })
    expect(url).toMatch(/^https:\/\/app\.example\/cb\?error=access_denied/)
  })
})
