import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver, verified } from '../support/receiver.ts'
import type { SeededAccount, SeededWebhook } from '../support/seed.ts'

const kinds = ['link.created', 'link.updated', 'link.disabled', 'link.deleted']

let test: TestApp
let owner: SeededAccount
let receiver: Receiver
let webhook: SeededWebhook
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.seed.account()
  receiver = await startReceiver()
  webhook = await test.seed.webhook(owner, { url: receiver.url, events: kinds })
  return () => receiver.close()
})

const as = () => ({ token: owner.token })
const typesOf = ({ received }: Receiver) => received.map(({ json }) => json.type)
const until = (check: () => unknown) => vi.waitFor(check, 20_000)
const deliveries = async (id = webhook.id) => (await test.rest.get(`/v1/webhooks/${id}/deliveries`, as())).json

describe('an event', () => {
  it('has a signature that the reference library verifies', async () => {
    const link = await test.seed.link(owner, { title: 'Grüße 🎉' })
    await until(() => expect(receiver.received).toHaveLength(1))
    const [received] = receiver.received
    if (!received) throw new Error('Nothing arrived.')
    expect(verified(webhook.secret, received)).toMatchObject({
      id: received.headers['webhook-id'],
      type: 'link.created',
      timestamp: test.clock.now().toISOString(),
      data: { link: { id: link.id, code: link.shortUrl, title: 'Grüße 🎉', hasPassword: false } },
    })
    expect(received.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Tack-Webhooks/1' })
    expect(() => verified(webhook.secret, { ...received, body: received.body.replace('link', 'lint') })).toThrow()
    expect(() => verified(`whsec_${Buffer.alloc(32).toString('base64')}`, received)).toThrow()
  })

  it('has the old and the new values of a change, never a password, and is not sent if nothing changed', async () => {
    const link = await test.seed.link(owner, { title: 'Before' })
    const change = (body: object) => test.rest.patch(`/v1/urls/${link.id}`, body, as())
    await change({ title: 'After', password: 'the secret password' })
    await change({ title: 'After' })
    await change({ password: 'another secret password' })
    await change({ isActive: false })
    await test.rest.delete(`/v1/urls/${link.id}`, as())
    await until(() => expect(receiver.received).toHaveLength(6))
    expect(typesOf(receiver).toSorted()).toEqual([
      ...['link.created', 'link.deleted', 'link.disabled', 'link.updated', 'link.updated', 'link.updated'],
    ])
    const changes = receiver.received.map(({ json }) => json.data.changes).filter(Boolean)
    expect(changes).toEqual(
      expect.arrayContaining([
        { title: { from: 'Before', to: 'After' }, hasPassword: { from: false, to: true } },
        { hasPassword: { from: true, to: true } },
        { isActive: { from: true, to: false } },
      ]),
    )
    expect(JSON.stringify(receiver.received)).not.toMatch(/secret password|argon2/)
  })

  it('is sent only to webhooks that subscribe to its kind and its link', async () => {
    const [subscribed, other] = [await test.seed.link(owner), await test.seed.link(owner)]
    const selective = await startReceiver()
    await test.seed.webhook(owner, {
      url: selective.url,
      events: ['link.updated', 'link.deleted'],
      linkIds: [subscribed.id],
    })
    for (const { id } of [subscribed, other]) await test.rest.patch(`/v1/urls/${id}`, { title: 'New' }, as())
    await test.seed.link(await test.seed.account())
    await until(() => expect(receiver.received).toHaveLength(4))
    await until(() => expect(selective.received).toHaveLength(1))
    expect(selective.received[0]?.json).toMatchObject({ type: 'link.updated', data: { link: { id: subscribed.id } } })
    await selective.close()
  })

  it('is not stored without subscribers, nor if its cause is rejected', async () => {
    const before = await test.sql<{ n: number }>('select count(*)::int as n from event')
    await test.seed.link(await test.seed.account())
    const { status } = await test.rest.post('/v1/urls', { longUrl: 'ftp://example.com' }, as())
    expect(status).toBe(400)
    expect(await test.sql('select count(*)::int as n from event')).toEqual(before)
  })

  it('is sent once for two requests with one idempotency key', async () => {
    const headers = { 'idempotency-key': test.seed.word() }
    const body = { longUrl: 'https://example.com/twice' }
    for (let n = 0; n < 2; n++) await test.rest.post('/v1/urls', body, { ...as(), headers })
    await test.seed.link(owner)
    await until(() => expect(receiver.received).toHaveLength(2))
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(2)
  })
})

describe('a webhook', () => {
  it('has deliveries signed with both secrets for a day after a rotation, and then with the new one', async () => {
    const { json: rotated } = await test.rest.post(`/v1/webhooks/${webhook.id}/rotate-secret`, {}, as())
    await test.seed.link(owner)
    await until(() => expect(receiver.received).toHaveLength(1))
    const [first] = receiver.received
    if (!first) throw new Error('Nothing arrived.')
    for (const secret of [webhook.secret, rotated.secret]) expect(verified(secret, first)).toEqual(first.json)
    expect(String(first.headers['webhook-signature']).split(' ')).toHaveLength(2)
    test.clock.advance({ hours: 24 })
    owner = {
      ...owner,
      token: (await test.rest.post('/v1/auth/login', { email: owner.email, password: owner.password })).json.token,
    }
    await test.seed.link(owner)
    await until(() => expect(receiver.received).toHaveLength(2))
    expect(String(receiver.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
  })

  it('gets a test event even if it is switched off, which does not count for its health', async () => {
    await test.rest.patch(`/v1/webhooks/${webhook.id}`, { isActive: false }, as())
    receiver.answer = 500
    const { status, json } = await test.rest.post(`/v1/webhooks/${webhook.id}/test`, {}, as())
    expect([status, json.eventType, json.state]).toEqual([201, 'webhook.test', 'pending'])
    await until(async () => expect((await deliveries())[0]).toMatchObject({ state: 'exhausted', httpStatus: 500 }))
    expect(typesOf(receiver)).toEqual(['webhook.test'])
    expect((await test.rest.get(`/v1/webhooks/${webhook.id}`, as())).json.failureCount).toBe(0)
  })

  it('delays no other webhook when it is slow', async () => {
    const pending: (() => void)[] = []
    receiver.answer = (response) => void pending.push(() => response.writeHead(204).end())
    const fast = await startReceiver()
    await test.seed.webhook(owner, { url: fast.url, events: ['link.created'] })
    for (let n = 0; n < 6; n++) await test.seed.link(owner)
    await until(() => expect(fast.received).toHaveLength(6))
    expect(receiver.received.length).toBeLessThanOrEqual(2)
    receiver.answer = 204
    for (const release of pending) release()
    await until(() => expect(receiver.received).toHaveLength(6))
    await fast.close()
  })
})
