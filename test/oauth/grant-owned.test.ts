import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { liveClient } from '../support/live.ts'
import type { SeededAccount, SeededApp, SeededKey, SeededWebhook } from '../support/seed.ts'
import { givenGrant, type SeededGrant } from './app-rows.ts'

const onServer = inject('database').kind === 'server'

let test: TestApp
let dev: SeededAccount
let app: SeededApp
const scopes = ['read:links', 'read:profile', 'write:profile']
beforeAll(async () => {
  test = await sharedApp()
  dev = await test.seed.account()
  app = await test.seed.app(dev, { name: 'Link Gardener', scopes })
})
afterAll(() => test.close())

interface Owned {
  readonly ada: SeededAccount
  readonly grant: SeededGrant
  readonly key: SeededKey
  readonly webhook: SeededWebhook
}

/** An account, and what an application has created with its grant. */
async function givenOwned(ofApp = app, days = 14): Promise<Owned> {
  const ada = await test.seed.account()
  const grant = await givenGrant(test, ada, ofApp, { scopes, days })
  const asApp = { ...ada, token: grant.token }
  return { ada, grant, key: await test.seed.key(asApp), webhook: await test.seed.webhook(asApp) }
}

const codeFor = async ({ key }: SeededKey, { rest }: Pick<TestApp, 'rest'> = test) => {
  const { status, json } = await rest.get('/v1/urls', { token: key })
  return json.error?.code ?? status
}
const withdraw = ({ ada, grant }: Owned) => test.rest.delete(`/v1/oauth/grants/${grant.id}`, { token: ada.token })
const webhookOf = async ({ ada, webhook }: Owned) =>
  (await test.rest.get(`/v1/webhooks/${webhook.id}`, { token: ada.token })).json
const summariesOf = async ({ token }: SeededAccount) =>
  (await test.rest.get('/v1/activity', { token })).json.map(({ summary }: { summary: string }) => summary)

/** Expects that the key is revoked and the webhook off, both with this cause in the activity log. */
async function expectEnded(owned: Owned, cause: string): Promise<void> {
  expect(await codeFor(owned.key)).toBe('API_KEY_REVOKED')
  expect((await webhookOf(owned)).isActive).toBe(false)
  const { json: keys } = await test.rest.get('/v1/keys', { token: owned.ada.token })
  expect(keys).toMatchObject([{ id: owned.key.id, isActive: false }])
  expect(await summariesOf(owned.ada)).toEqual(
    expect.arrayContaining([
      `API key "${owned.key.name}" was revoked: ${cause}.`,
      `Webhook "${owned.webhook.name}" was switched off: ${cause}.`,
    ]),
  )
  const subscriptions = await test.sql('select 1 from event_interest where listener_id = ?', [owned.webhook.id])
  expect(subscriptions).toEqual([])
}

describe('what an application creates with its grant ends', () => {
  it('when the grant is withdrawn', async () => {
    const owned = await givenOwned()
    const own = await test.seed.key(owned.ada)
    const other = await givenOwned()
    expect(await codeFor(owned.key)).toBe(200)
    expect((await withdraw(owned)).status).toBe(200)
    expect(await codeFor(own)).toBe(200)
    await test.rest.delete(`/v1/keys/${own.id}`, { token: owned.ada.token })
    await test.sql('delete from api_key where id = ?', [own.id])
    await expectEnded(owned, 'the access of "Link Gardener" was withdrawn')
    expect([await codeFor(other.key), (await webhookOf(other)).isActive]).toEqual([200, true])
  })

  it('when the application is deleted', async () => {
    const mine = await test.seed.app(dev, { name: 'Short-lived', scopes })
    const owned = await givenOwned(mine)
    await test.rest.delete(`/v1/oauth/apps/${mine.id}`, { token: dev.token })
    await expectEnded(owned, '"Short-lived" was deleted')
    const [{ actor }] = (await test.rest.get('/v1/activity?type=api_key.revoked', { token: owned.ada.token })).json
    expect(actor).toBe(mine.id)
  })

  it('when the application gives up a scope of the grant', async () => {
    const mine = await test.seed.app(dev, { name: 'Narrower', scopes })
    const owned = await givenOwned(mine)
    await test.rest.patch(`/v1/oauth/apps/${mine.id}`, { scopes: ['read:links'] }, { token: dev.token })
    await expectEnded(owned, '"Narrower" gave up a scope')
  })

  it('when the password is changed', async () => {
    const owned = await givenOwned()
    const { json } = await changePassword(owned)
    const ada = { ...owned.ada, token: json.token }
    await expectEnded({ ...owned, ada }, 'the password was changed')
    expect((await test.rest.get('/v1/oauth/grants', { token: ada.token })).json).toEqual([])
  })

  it('when the grant expires, within a minute', async () => {
    const owned = await givenOwned(app, 1 / 24)
    const { json: keys } = await test.rest.get('/v1/keys', { token: owned.ada.token })
    expect(Date.parse(keys[0].expiresAt)).toBeLessThanOrEqual(test.clock.now().getTime() + 3_600_000)
    test.clock.advance({ minutes: 61 })
    expect(await codeFor(owned.key)).toBe('API_KEY_EXPIRED')
    await test.app.recurringTasks.runAll()
    expect((await webhookOf(owned)).isActive).toBe(false)
    expect(await summariesOf(owned.ada)).toContain(
      `Webhook "${owned.webhook.name}" was switched off: the access of "Link Gardener" has expired.`,
    )
    expect((await test.rest.get('/v1/urls', { token: owned.grant.token })).json.error.code).toBe('TOKEN_EXPIRED')
    test.clock.advance({ minutes: -61 })
  })

  it('when its rows are deleted in another way', async () => {
    const owned = await givenOwned()
    await test.sql(`delete from oauth_record where model = 'Grant' and digest = ?`, [owned.grant.digest])
    expect(await codeFor(owned.key)).toBe('INVALID_TOKEN')
    expect((await webhookOf(owned)).error.code).toBe('WEBHOOK_NOT_FOUND')
  })

  it.runIf(onServer)('on every node', { tags: 'race' }, async () => {
    const node = await test.sibling()
    const owned = await givenOwned()
    expect(await codeFor(owned.key, node)).toBe(200)
    await withdraw(owned)
    await expect.poll(() => codeFor(owned.key, node)).toBe('API_KEY_REVOKED')
    await node.close()
  })

  it('together with the subscriptions of the key', async () => {
    const owned = await givenOwned()
    const client = await liveClient(test.app.server, { token: owned.key.key })
    await client.connected
    client.subscribe('subscription { clickRecorded { id } }')
    await withdraw(owned)
    expect((await client.closed).reason).toMatch(/^API_KEY_REVOKED/)
  })
})

describe('a webhook whose grant was withdrawn', () => {
  it('sends nothing that waits, until its owner switches it on', async () => {
    const owned = await givenOwned()
    await test.sql(`update webhook set url = 'https://127.0.0.1:1/' where id = ?`, [owned.webhook.id])
    await test.seed.link(owned.ada)
    const attempts = async () => {
      const [delivery] = (
        await test.rest.get(`/v1/webhooks/${owned.webhook.id}/deliveries`, { token: owned.ada.token })
      ).json
      return [delivery?.state, delivery?.attempt]
    }
    await vi.waitFor(async () => expect(await attempts()).toEqual(['failed', 1]), { timeout: 20_000 })
    await withdraw(owned)
    test.clock.advance({ minutes: 10 })
    await test.app.recurringTasks.runAll()
    expect(await attempts()).toEqual(['failed', 1])
    await test.rest.patch(`/v1/webhooks/${owned.webhook.id}`, { isActive: true }, { token: owned.ada.token })
    await test.app.recurringTasks.runAll()
    await vi.waitFor(async () => expect(await attempts()).toEqual(['failed', 2]), { timeout: 20_000 })
    test.clock.advance({ minutes: -10 })
  })
})

describe('an application', () => {
  it('changes the webhooks of its grant, and returns 403 for others', async () => {
    const owned = await givenOwned()
    const own = await test.seed.webhook(owned.ada)
    const again = await givenGrant(test, owned.ada, app, { scopes })
    const change = (id: string, token: string) => test.rest.patch(`/v1/webhooks/${id}`, { name: 'Mine' }, { token })
    const rotate = (id: string, token: string) => test.rest.post(`/v1/webhooks/${id}/rotate-secret`, {}, { token })
    for (const act of [change, rotate]) {
      expectError(await act(own.id, owned.grant.token), 403, 'WEBHOOK_NOT_OF_GRANT')
      expectError(await act(owned.webhook.id, again.token), 403, 'WEBHOOK_NOT_OF_GRANT')
      expect((await act(owned.webhook.id, owned.grant.token)).status).toBe(200)
      expect((await act(owned.webhook.id, owned.ada.token)).status).toBe(200)
    }
  })
})

const changePassword = ({ ada }: Owned, options: Record<string, unknown> = {}) =>
  test.rest.post(
    '/v1/auth/password',
    { currentPassword: ada.password, newPassword: 'a much better one', ...options },
    { token: ada.token },
  )

describe('POST /auth/password', () => {
  it('keeps API keys of a login, and grants with endGrants false', async () => {
    const owned = await givenOwned()
    const own = await test.seed.key(owned.ada)
    expect((await changePassword(owned, { endGrants: false })).status).toBe(200)
    expect([await codeFor(own), await codeFor(owned.key)]).toEqual([200, 200])
    expect((await test.rest.get('/v1/urls', { token: owned.grant.token })).status).toBe(200)
  })

  it('revokes every API key with revokeApiKeys, over GraphQL', async () => {
    const owned = await givenOwned()
    const own = await test.seed.key(owned.ada)
    const document = `mutation ($current: String!) {
      changePassword(currentPassword: $current, newPassword: "a much better one", endGrants: false, revokeApiKeys: true) {
        token } }`
    const { data } = await test.graph(document, { token: owned.ada.token, variables: { current: owned.ada.password } })
    expect([await codeFor(own), await codeFor(owned.key)]).toEqual(['API_KEY_REVOKED', 'API_KEY_REVOKED'])
    const summaries = await summariesOf({ ...owned.ada, token: data.changePassword.token })
    expect(summaries).toContain(`API key "${own.name}" was revoked: the password was changed.`)
  })

  it('returns 401 for a wrong password, and ends nothing', async () => {
    const owned = await givenOwned()
    expectError(await changePassword(owned, { currentPassword: 'wrong' }), 401, 'INVALID_CREDENTIALS')
    expect(await codeFor(owned.key)).toBe(200)
  })
})

// The embedded database runs one transaction at a time, so these requests race only on a server.
describe('no webhook survives that is created while', () => {
  it('the grant is withdrawn', { tags: 'race' }, async () => {
    for (let round = 0; round < 8; round++) {
      const owned = await givenOwned()
      const input = { name: 'race', events: ['link.created'] }
      const creations = Array.from({ length: 3 }, (_, n) =>
        test.rest.post(
          '/v1/webhooks',
          { ...input, url: `https://hooks.example.com/${round}${n}` },
          { token: owned.grant.token },
        ),
      )
      const [ended, ...created] = await Promise.all([withdraw(owned), ...creations])
      expect(ended.status).toBe(200)
      for (const { status } of created) expect([201, 401]).toContain(status)
      const { json: webhooks } = await test.rest.get('/v1/webhooks', { token: owned.ada.token })
      expect(webhooks.filter(({ isActive }: { isActive: boolean }) => isActive)).toEqual([])
    }
  })
})

describe('no key survives that is created while', () => {
  const createKeys = (token: string, count = 6) =>
    Array.from({ length: count }, () => test.rest.post('/v1/keys', { name: 'race' }, { token }))

  it.each([
    ['the grant is withdrawn', (owned: Owned) => withdraw(owned)],
    ['the password is changed', (owned: Owned) => changePassword(owned)],
  ])('%s', { tags: 'race' }, async (_when, end) => {
    for (let round = 0; round < 8; round++) {
      const owned = await givenOwned()
      const creations = createKeys(owned.grant.token)
      const [ended, ...created] = await Promise.all([end(owned), ...creations])
      expect(ended.status).toBe(200)
      for (const { status, json } of created) {
        expect([201, 401]).toContain(status)
        if (status === 201) expect(await codeFor(json)).toBe('API_KEY_REVOKED')
      }
    }
  })

  it('the password is changed with revokeApiKeys, by a session of the old one', { tags: 'race' }, async () => {
    for (let round = 0; round < 4; round++) {
      const owned = await givenOwned()
      // Hashing takes most of the time of the change, so the keys are created all along it.
      const changed = changePassword(owned, { revokeApiKeys: true })
      const keys: SeededKey[] = []
      for (let status = 201; status === 201; ) {
        const answer = await test.rest.post('/v1/keys', { name: 'race' }, { token: owned.ada.token })
        status = answer.status
        if (status === 201) keys.push(answer.json)
        if (keys.length > 90) break
      }
      expect((await changed).status).toBe(200)
      for (const key of keys) expect(await codeFor(key)).toBe('API_KEY_REVOKED')
    }
  })
})
