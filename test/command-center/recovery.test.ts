import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/platform/shared/ids.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount } from '../support/seed.ts'
import { readCommandCenter } from './command-center-client.ts'

let test: TestApp
let owner: SeededAccount
let receiver: Receiver
let webhookId: string
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.seed.account()
  receiver = await startReceiver(500)
  webhookId = (await test.seed.webhook(owner, { url: receiver.url, events: ['link.deleted'] })).id
})
afterEach(() => receiver.close())

const hourMs = 3_600_000
const ago = (ms: number) => new Date(test.clock.now().getTime() - ms)
const post = (path: string) => test.rest.post(`/v1/webhooks/${path}`, {}, { token: owner.token })

/** The webhook has failed for two days, and was not disabled: it has had few attempts. */
const setFailing = (failures: number) =>
  test.sql(
    `update webhook set failure_count = ?, failing_since = ?, last_failure_at = ?, last_error = 'answered 500' where id = ?`,
    [failures, ago(48 * hourMs), ago(hourMs), webhookId],
  )

/** Inserts deliveries of events of two days ago that wait for another attempt. */
const insertWaiting = (count: number) => insertDeliveries(count, 'failed', null)

/** Inserts deliveries whose last attempt failed at an instant, with their sums. */
async function insertExhausted(count: number, at: Date): Promise<string[]> {
  const ids = await insertDeliveries(count, 'exhausted', at)
  await test.sql(
    `insert into webhook_sum (subject_id, span, starts_at, measure, bucket, count, total_ms)
     select ?, span, date_bin(('1 ' || span)::interval, ?::timestamptz, 'epoch'), 'exhausted', 117, ?, ?
       from (values ('hour'), ('day')) as spans (span)
     on conflict (subject_id, span, starts_at, measure, bucket) do update
       set count = webhook_sum.count + excluded.count, total_ms = webhook_sum.total_ms + excluded.total_ms`,
    [webhookId, at, count, count * 10],
  )
  return ids
}

async function insertDeliveries(count: number, state: string, settledAt: Date | null): Promise<string[]> {
  const at = ago(48 * hourMs)
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const eventId = newId('evt', at)
    await test.sql(
      `insert into event (id, kind, workspace_id, payload, created_at) values (?, 'link.deleted', ?, '{}', ?)`,
      [eventId, owner.workspaceId, at],
    )
    const id = newId('dlv', at)
    const nextAttemptAt = settledAt ? null : ago(-10 * hourMs)
    await test.sql(
      `insert into webhook_delivery (id, webhook_id, event_id, state, attempt, created_at, settled_at, next_attempt_at, duration_ms)
       values (?, ?, ?, ?, 8, ?, ?, ?, 10)`,
      [id, webhookId, eventId, state, at, settledAt, nextAttemptAt],
    )
    ids.push(id)
  }
  return ids
}

const view = async (range = '24h') => {
  const answer = await readCommandCenter(test, owner, `source=webhooks&range=${range}`)
  const { status, failed, running, succeeded } = answer.workflows[0]
  const level = (metric: string) => answer.sla.find((each: { metric: string }) => each.metric === metric)
  return {
    workflow: { status, failed, running, succeeded },
    rate: level('delivery_success_rate'),
    latency: level('delivery_latency_p95'),
    alerts: answer.alerts.map(({ kind }: { kind: string }) => kind),
    recommended: answer.recommendations.map(({ kind }: { kind: string }) => kind),
    titles: answer.recommendations.map(({ title }: { title: string }) => title),
    summary: answer.summary,
  }
}

const expectSoon = (expected: object) =>
  vi.waitFor(async () => expect(await view()).toMatchObject(expected), { timeout: 20_000, interval: 100 })

describe('an endpoint that has been down for two days', () => {
  it('breaches its service levels with the events that wait', async () => {
    await setFailing(9)
    await insertWaiting(20)
    const { workflow, rate, latency, summary } = await view()
    expect(workflow).toEqual({ status: 'failing', failed: 20, running: 0, succeeded: 0 })
    expect(rate).toMatchObject({ status: 'breached', actual: 0, sampleSize: 20 })
    expect(latency).toMatchObject({ status: 'breached', actual: 48 * hourMs, sampleSize: 20 })
    expect(summary).toMatchObject({ failures: 20, slaBreaches: 2 })
  })

  it('is running nothing and still in breach when the service has disabled it', async () => {
    await insertWaiting(3)
    await test.sql(`update webhook set is_active = false, disabled_at = ?, disabled_reason = 'failures' where id = ?`, [
      test.clock.now(),
      webhookId,
    ])
    expect(await view()).toMatchObject({
      workflow: { status: 'failing', failed: 3, running: 0 },
      rate: { status: 'breached', sampleSize: 3 },
      recommended: ['enable_endpoint'],
    })
  })

  it('has nothing to measure when its owner has switched it off', async () => {
    await insertWaiting(3)
    await test.rest.patch(`/v1/webhooks/${webhookId}`, { isActive: false }, { token: owner.token })
    expect(await view()).toMatchObject({
      workflow: { status: 'paused', failed: 0, running: 0 },
      rate: { status: 'no_data', sampleSize: 0 },
      latency: { status: 'no_data', sampleSize: 0 },
    })
  })

  it('counts an event of the last hour as running, and as late', async () => {
    await insertWaiting(1)
    await test.sql(`update webhook_delivery set created_at = ? where webhook_id = ?`, [ago(hourMs / 2), webhookId])
    expect(await view()).toMatchObject({
      workflow: { status: 'healthy', failed: 0, running: 1 },
      rate: { status: 'no_data' },
      latency: { status: 'breached', actual: hourMs / 2, sampleSize: 1 },
    })
  })
})

describe('a failing webhook', () => {
  beforeEach(async () => {
    await setFailing(12)
    await insertWaiting(20)
    await insertExhausted(5, ago(2 * hourMs))
  })
  const trouble = {
    workflow: { status: 'failing', failed: 25, succeeded: 0 },
    alerts: ['webhook_failing'],
    recommended: ['fix_endpoint', 'redeliver_events'],
  }

  it('stays failing after a test event that fails', async () => {
    expect(await view()).toMatchObject(trouble)
    const { json } = await post(`${webhookId}/test`)
    await vi.waitFor(async () => {
      const [row] = await test.sql<{ state: string }>('select state from webhook_delivery where id = ?', [json.id])
      expect(row?.state).toBe('exhausted')
    }, 20_000)
    expect(await view()).toMatchObject(trouble)
  })

  it('is healthy after a test event that arrives, and has no alert and nothing left after the redelivery', async () => {
    receiver.answer = 204
    expect((await view()).titles).toEqual([
      expect.stringMatching(/^Fix the endpoint of the webhook ".+", then send a test event$/),
      expect.stringMatching(/^When the endpoint works again, send 25 failed events to the webhook ".+" again$/),
    ])
    await post(`${webhookId}/test`)
    await expectSoon({
      workflow: { status: 'healthy', failed: 25 },
      rate: { status: 'breached' },
      alerts: [],
      recommended: ['redeliver_events'],
      titles: [expect.stringMatching(/^Send 25 failed events to the webhook ".+" again$/)],
    })
    const activities = (await test.rest.get('/v1/activity?type=webhook.recovered', { token: owner.token })).json
    expect(activities).toMatchObject([{ summary: expect.stringContaining('works again after 12 failures') }])

    expect((await post(`${webhookId}/redeliver`)).json).toEqual({ queued: 25 })
    // What was missed stays in the range.
    await expectSoon({
      workflow: { status: 'healthy', failed: 5, succeeded: 25, running: 0 },
      alerts: [],
      recommended: [],
    })
    const sent = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect([sent.length, new Set(sent).size]).toEqual([26, 26])
  })

  it('is healthy after the redelivery of one event', async () => {
    const [id] = await insertExhausted(1, ago(hourMs))
    receiver.answer = 204
    await post(`deliveries/${id}/redeliver`)
    await expectSoon({ workflow: { status: 'healthy' }, alerts: [], recommended: ['redeliver_events'] })
  })

  it('stays healthy in ranges that begin after the recovery, while events of before still wait', async () => {
    receiver.answer = 204
    await post(`${webhookId}/test`)
    await expectSoon({ workflow: { status: 'healthy' } })
    test.clock.advance({ hours: 2 })
    expect((await view('1h')).workflow).toEqual({ status: 'healthy', failed: 20, running: 0, succeeded: 0 })
  })

  it('is failing again when events fail after the recovery', async () => {
    receiver.answer = 204
    await post(`${webhookId}/test`)
    await expectSoon({ workflow: { status: 'healthy' } })
    await insertExhausted(3, ago(-60_000))
    test.clock.advance({ minutes: 2 })
    expect(await view()).toMatchObject({
      workflow: { status: 'failing' },
      recommended: expect.arrayContaining(['fix_endpoint']),
    })
  })

  it('is healthy at another URL', async () => {
    const url = `https://${test.seed.word()}.example/hook`
    await test.rest.patch(`/v1/webhooks/${webhookId}`, { url }, { token: owner.token })
    expect(await view()).toMatchObject({ workflow: { status: 'healthy' }, alerts: [] })
  })
})

it('sends each event once when two redeliveries are requested at once', { tags: 'race' }, async () => {
  receiver.answer = 204
  await insertExhausted(4, ago(hourMs))
  const answers = await Promise.all([post(`${webhookId}/redeliver`), post(`${webhookId}/redeliver`)])
  expect(answers.reduce((sum, { json }) => sum + json.queued, 0)).toBe(4)
})

it('does not send a test event again that failed', async () => {
  const { json } = await post(`${webhookId}/test`)
  await vi.waitFor(async () => {
    const [row] = await test.sql<{ state: string }>('select state from webhook_delivery where id = ?', [json.id])
    expect(row?.state).toBe('exhausted')
  }, 20_000)
  expect((await view()).recommended).toEqual([])
  expect((await post(`${webhookId}/redeliver`)).json).toEqual({ queued: 0 })
})
