import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { Flow } from './flow.ts'
import type { ListeningApp } from './service.ts'

let test: ListeningApp
let dev: SeededAccount
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedListening()
  dev = await test.seed.account()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const redirectUri = 'https://app.example.com/cb'

/** A flow of an application registered over the API, with Ada as its user. */
async function register(options: Record<string, unknown> = {}) {
  const redirectUris = [redirectUri, 'https://app.example.com/other']
  const scopes = ['read:links', 'write:links', 'read:profile', 'write:profile']
  const { id, clientSecret } = await test.seed.app(dev, { redirectUris, scopes, ...options })
  return new Flow(test, { id, secret: clientSecret, redirectUri }, ada)
}

const change = ({ client }: Flow, body: object) =>
  test.rest.patch(`/v1/oauth/apps/${client.id}`, body, { token: dev.token })
const grants = async () => (await test.rest.get('/v1/oauth/grants?limit=100', { token: ada.token })).json
const grantOf = async ({ client }: Flow) =>
  (await grants()).find(({ app }: { app: { id: string } }) => app.id === client.id)

describe('an application registered over the API', () => {
  it.each([false, true])('gets tokens, and appears in the grants of the user (public: %s)', async (isPublic) => {
    const flow = await register({ isPublic, name: 'Link Board' })
    const { access } = await flow.tokens('read:links read:profile')
    expect(await flow.callApi(access)).toBe(200)
    expect(await grantOf(flow)).toMatchObject({
      app: { id: flow.client.id, name: 'Link Board' },
      scopes: ['read:links', 'read:profile'],
      createdAt: test.clock.now().toISOString(),
    })
    const { data } = await test.graph(`{ oauthApp(id: "${flow.client.id}") { userCount } }`, { token: dev.token })
    expect(data.oauthApp.userCount).toBe(1)
  })

  it('loses its tokens and codes when its grant is withdrawn', async () => {
    const flow = await register()
    const [{ access, refresh }, code] = [await flow.tokens(), await flow.code()]
    for (const { id, app } of await grants()) {
      if (app.id === flow.client.id) await test.rest.delete(`/v1/oauth/grants/${id}`, { token: ada.token })
    }
    expect(await flow.callApi(access)).toBe(401)
    expect(await flow.refresh(refresh)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    expect(await flow.redeem(code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    expect(await grantOf(flow)).toBeUndefined()
  })

  it('keeps the tokens of other scopes when it removes one', async () => {
    const flow = await register()
    const [remaining, removed] = [await flow.tokens('read:links'), await flow.tokens('read:links write:links')]
    expect((await change(flow, { scopes: ['read:links'] })).status).toBe(200)
    expect(await flow.callApi(remaining.access)).toBe(200)
    expect(await flow.callApi(removed.access)).toBe(401)
    expect((await flow.refresh(removed.refresh)).status).toBe(400)
    const { url } = await flow.allow({ scope: 'write:links' }).catch((error: Error) => ({ url: error.message }))
    expect(url).not.toContain('code=')
  })

  it('cannot redeem a code after it removes a redirect URI', async () => {
    const flow = await register()
    const [{ access }, code] = [await flow.tokens(), await flow.code()]
    await change(flow, { redirectUris: ['https://app.example.com/other'] })
    expect((await flow.redeem(code)).status).toBe(400)
    expect(await flow.callApi(access)).toBe(200)
  })

  it('gets no redirect to a removed URI, also in a pending authorization', async () => {
    const flow = await register()
    const { browser, page } = await flow.beforeConsent()
    await change(flow, { redirectUris: ['https://app.example.com/other'] })
    const { url, status } = await browser.submit(page, { act: 'allow' })
    expect(new URL(url).origin).toBe(test.base)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  it('gets no removed scope, also in a pending authorization', async () => {
    const flow = await register()
    const { browser, page } = await flow.beforeConsent({ scope: 'read:links write:links' })
    await change(flow, { scopes: ['read:links'] })
    const { url } = await browser.submit(page, { act: 'allow' })
    expect(new URL(url).searchParams.get('error')).toBe('invalid_scope')
  })

  it('authenticates only with its new secret after a rotation', async () => {
    const flow = await register()
    const code = await flow.code()
    const { id } = flow.client
    const { json } = await test.rest.post(`/v1/oauth/apps/${id}/secret`, undefined, { token: dev.token })
    expect(await flow.redeem(code)).toMatchObject({ status: 401, json: { error: 'invalid_client' } })
    const renewed = new Flow(test, { ...flow.client, secret: json.clientSecret }, ada)
    const { access } = await renewed.tokens()
    expect(await renewed.callApi(access)).toBe(200)
  })

  it('loses all tokens when it is deleted', async () => {
    const flow = await register()
    const { access, refresh } = await flow.tokens()
    await test.rest.delete(`/v1/oauth/apps/${flow.client.id}`, { token: dev.token })
    expect(await flow.callApi(access)).toBe(401)
    expect((await flow.refresh(refresh)).status).toBe(401)
    expect(await grantOf(flow)).toBeUndefined()
  })

  it('returns 200 when it reads applications and 403 when it changes them, with any scope', async () => {
    const flow = await register()
    const { access: token } = await flow.tokens('read:profile write:profile')
    const { id } = await test.seed.app(ada)
    expect((await test.rest.get('/v1/oauth/apps', { token })).status).toBe(200)
    const answers = [
      await test.rest.post('/v1/oauth/apps', {}, { token }),
      await test.rest.patch(`/v1/oauth/apps/${id}`, { redirectUris: ['https://evil.example/'] }, { token }),
      await test.rest.post(`/v1/oauth/apps/${id}/secret`, undefined, { token }),
      await test.rest.delete(`/v1/oauth/apps/${id}`, { token }),
    ]
    for (const { status, json } of answers) expect([status, json.error.code]).toEqual([403, 'SESSION_REQUIRED'])
  })
})
