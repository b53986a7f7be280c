import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteOldHistory } from '../../src/platform/events/history-retention.queries.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver, verified } from '../support/receiver.ts'
import type { SeededAccount, SeededWebhook } from '../support/seed.ts'
import { sendDueDeliveries } from './due-deliveries.ts'

let test: TestApp
let owner: SeededAccount
let receiver: Receiver
let webhook: SeededWebhook
beforeAll(async () => {
  test = await sharedApp({ LOG_LEVEL: 'info' })
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.seed.account()
  receiver = await startReceiver(500)
  webhook = await test.seed.webhook(owner, { url: receiver.url })
  return () => receiver.close()
})

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 })

/** As the owner, who logs in again if the session has expired. */
async function get(path: string) {
  const { status, json } = await test.rest.get(`/v1${path}`, { token: owner.token })
  if (status !== 401) return json
  const login = await test.rest.post('/v1/auth/login', { email: owner.email, password: owner.password })
  owner = { ...owner, token: login.json.token }
  return (await test.rest.get(`/v1${path}`, { token: owner.token })).json
}

/** What the log says about the webhook. */
const linesOf = ({ id }: SeededWebhook) => test.logs.filter((line) => line.webhook === id).map(({ msg }) => String(msg))

const deliveries = () => get(`/webhooks/${webhook.id}/deliveries`)
const statesOf = async () => (await deliveries()).map(({ state }: { state: string }) => state)

/** When all deliveries that have failed are due. */
async function lastAttemptAt(): Promise<Date> {
  const times: string[] = (await deliveries()).map(({ nextAttemptAt }: { nextAttemptAt: string }) => nextAttemptAt)
  return new Date(times.toSorted().at(-1) ?? '')
}

/** Waits until this many deliveries have failed and wait for another attempt. */
const failed = (count = 1) => until(async () => expect(await statesOf()).toEqual(Array(count).fill('failed')))

describe('a delivery that fails', () => {
  it('is repeated when it is due, with the same id and a new signature, until it succeeds', async () => {
    await test.seed.link(owner)
    await failed()
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ state: 'failed', httpStatus: 500, error: 'answered 500' })
    const waitMs = Date.parse(delivery.nextAttemptAt) - test.clock.now().getTime()
    expect(waitMs).toBeGreaterThanOrEqual(4_000)
    expect(waitMs).toBeLessThanOrEqual(6_000)
    await sendDueDeliveries(test, owner)
    expect(receiver.received).toHaveLength(1)
    receiver.answer = 204
    test.clock.advance({ seconds: 6 })
    await sendDueDeliveries(test, owner)
    await until(async () => expect((await deliveries())[0]).toMatchObject({ state: 'succeeded', attempt: 2 }))
    const [first, second] = receiver.received
    if (!first || !second) throw new Error('Two attempts were made.')
    expect(second.body).toBe(first.body)
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(Number(second.headers['webhook-timestamp'])).toBeGreaterThan(Number(first.headers['webhook-timestamp']))
    expect(verified(webhook.secret, second)).toEqual(first.json)
    const attempts = await get(`/webhooks/deliveries/${delivery.id}/attempts`)
    expect(attempts).toMatchObject([
      { number: 1, httpStatus: 500, error: 'answered 500' },
      { number: 2, httpStatus: 204, error: null },
    ])
  })

  it('waits as long as Retry-After says', async () => {
    receiver.answer = (response) => response.writeHead(429, { 'retry-after': '600' }).end('slow down')
    await test.seed.link(owner)
    await failed()
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ httpStatus: 429, responseBody: 'slow down' })
    expect(Date.parse(delivery.nextAttemptAt) - test.clock.now().getTime()).toBe(600_000)
  })

  it('fails on a redirect, which is not followed', async () => {
    const elsewhere = await startReceiver()
    receiver.answer = (response) => response.writeHead(307, { location: elsewhere.url }).end()
    await test.seed.link(owner)
    await failed()
    expect((await deliveries())[0].error).toBe('answered 307; redirects are not followed')
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })

  it('is exhausted after 10 attempts; 20 consecutive failures disable the webhook; a redelivery sends it again', async () => {
    await test.seed.link(owner)
    await test.seed.link(owner)
    await failed(2)
    for (let attempt = 2; attempt <= 10; attempt++) {
      test.clock.set(await lastAttemptAt())
      await sendDueDeliveries(test, owner)
      expect(receiver.received.length).toBe(attempt * 2)
      if (attempt < 10) await failed(2)
    }
    await until(async () => expect(await statesOf()).toEqual(['exhausted', 'exhausted']))
    const disabled = await get(`/webhooks/${webhook.id}`)
    expect(disabled).toMatchObject({ isActive: false, disabledReason: 'failures', failureCount: 20, lastStatus: 500 })
    expect(disabled.disabledAt).not.toBeNull()
    await test.seed.link(owner)
    await sendDueDeliveries(test, owner)
    expect(receiver.received).toHaveLength(20)

    receiver.answer = 204
    const as = { token: owner.token }
    const revived = await test.rest.patch(`/v1/webhooks/${webhook.id}`, { isActive: true }, as)
    expect(revived.json).toMatchObject({ isActive: true, failureCount: 0, disabledAt: null, disabledReason: null })
    const all = () => test.rest.post(`/v1/webhooks/${webhook.id}/redeliver`, { since: '2026-01-01T00:00:00Z' }, as)
    expect((await all()).json).toEqual({ queued: 2 })
    await until(() => expect(receiver.received).toHaveLength(22))
    await until(async () => expect((await deliveries())[0].state).toBe('succeeded'))
    await until(async () => expect((await deliveries())[1].state).toBe('succeeded'))
    expect(linesOf(webhook)).toEqual([
      'a webhook receiver fails',
      'a webhook was disabled',
      'a webhook receiver works again',
    ])
    expect((await all()).json).toEqual({ queued: 0 })
    const ids = receiver.received.map(({ json }) => json.id)
    expect(new Set(ids.slice(20))).toEqual(new Set(ids.slice(0, 20)))
  }, 120_000)

  it('disables its webhook at once on a response of 410', async () => {
    receiver.answer = 410
    await test.seed.link(owner)
    await until(async () => {
      expect(await get(`/webhooks/${webhook.id}`)).toMatchObject({ isActive: false, disabledReason: 'gone' })
    })
    expect(linesOf(webhook)).toEqual(['a webhook was disabled'])
    receiver.answer = 200
    await test.rest.patch(`/v1/webhooks/${webhook.id}`, { isActive: true }, { token: owner.token })
    await test.seed.link(owner)
    await until(() => expect(linesOf(webhook)).toEqual(['a webhook was disabled', 'a webhook receiver works again']))
    expect(test.logs.findLast(({ webhook: id }) => id === webhook.id)?.seconds).toBeGreaterThanOrEqual(0)
  })
})

describe('a delivery', () => {
  it('can be sent again, as a new delivery of the same event', async () => {
    receiver.answer = 204
    await test.seed.link(owner)
    await until(async () => expect((await deliveries())[0]?.state).toBe('succeeded'))
    const [first] = await deliveries()
    const { status, json } = await test.rest.post(
      `/v1/webhooks/deliveries/${first.id}/redeliver`,
      {},
      { token: owner.token },
    )
    expect([status, json.eventId, json.state]).toEqual([201, first.eventId, 'pending'])
    expect(json.id).not.toBe(first.id)
    await until(() => expect(receiver.received).toHaveLength(2))
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(1)
  })

  it('is one of at most 1,000 that are sent again at a time', async () => {
    const as = { token: owner.token }
    // So that they wait.
    await test.rest.patch(`/v1/webhooks/${webhook.id}`, { isActive: false }, as)
    await test.sql(
      `with missed as (
         insert into event (id, kind, workspace_id, payload, created_at)
         select 'evt_' || lpad(n::text, 26, '0'), 'link.created', ?, '{}', ? from generate_series(1, 1001) as n
         returning id, created_at)
       insert into webhook_delivery (id, webhook_id, event_id, state, created_at)
       select 'dlv_' || right(id, 26), ?, id, 'exhausted', created_at from missed`,
      [owner.workspaceId, test.clock.now(), webhook.id],
    )
    const again = () => test.rest.post(`/v1/webhooks/${webhook.id}/redeliver`, {}, as)
    expect((await again()).json).toEqual({ queued: 1_000 })
    expect((await again()).json).toEqual({ queued: 1 })
  })

  it('waits while its webhook is switched off', async () => {
    await test.seed.link(owner)
    await failed()
    const change = (isActive: boolean) =>
      test.rest.patch(`/v1/webhooks/${webhook.id}`, { isActive }, { token: owner.token })
    await change(false)
    test.clock.advance({ seconds: 10 })
    await sendDueDeliveries(test, owner)
    expect(receiver.received).toHaveLength(1)
    receiver.answer = 204
    await change(true)
    await until(() => expect(receiver.received).toHaveLength(2))
  })

  it('is kept for 30 days', async () => {
    receiver.answer = 204
    await test.seed.link(owner)
    await until(async () => expect((await deliveries())[0]?.state).toBe('succeeded'))
    const inDays = (days: number) => new Date(test.clock.now().getTime() + days * 24 * 3_600_000)
    await deleteOldHistory(test.app.database.orm, inDays(29.9))
    expect(await deliveries()).toHaveLength(1)
    await deleteOldHistory(test.app.database.orm, inDays(30.1))
    expect(await deliveries()).toEqual([])
  })
})
