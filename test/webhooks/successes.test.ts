import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  recordSuccesses,
  type SuccessfulAttempt,
} from '../../src/modules/integrations/webhooks/deliveries/success.queries.ts'
import { newId } from '../../src/platform/shared/ids.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount } from '../support/seed.ts'
import { sendDueDeliveries } from './due-deliveries.ts'

let test: TestApp
let receiver: Receiver
let owner: SeededAccount
beforeAll(async () => {
  test = await startApp()
  receiver = await startReceiver()
  owner = await test.seed.account()
})
afterAll(async () => {
  await test.close()
  await receiver.close()
})

describe('many successes at once', () => {
  it('are each recorded once, in the delivery, its attempts, the webhook and the sums', async () => {
    const ids: string[] = []
    for (let number = 0; number < 3; number++) {
      const url = `${receiver.url}/${test.seed.word()}`
      ids.push((await test.seed.webhook(owner, { url, events: ['link.created'] })).id)
    }
    await Promise.all(Array.from({ length: 40 }, () => test.seed.link(owner)))
    await sendDueDeliveries(test, owner)
    const deliveries = await test.sql(
      `select state, attempt, http_status, count(*)::int as count, count(duration_ms)::int as durations,
              (select count(*)::int from webhook_attempt) as attempts
         from webhook_delivery group by 1, 2, 3`,
    )
    expect(deliveries).toEqual([
      { state: 'succeeded', attempt: 1, http_status: 204, count: 120, durations: 120, attempts: 120 },
    ])
    const sums = await test.sql(
      `select measure, sum(count)::int as count from webhook_sum where span = 'day' group by 1 order by 1`,
    )
    expect(sums).toEqual([
      { measure: 'latency', count: 120 },
      { measure: 'succeeded', count: 120 },
    ])
    for (const id of ids) {
      const { json } = await test.rest.get(`/v1/webhooks/${id}`, { token: owner.token })
      expect(json).toMatchObject({ lastStatus: 204, failureCount: 0, lastDeliveryAt: expect.any(String) })
    }
  })
})

describe('a batch', () => {
  it('leaves out expired claims, tests and webhooks that have failed', async () => {
    const other = await test.seed.account()
    const [healthy, failed, recovered] = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { id } = await test.seed.webhook(other, { events: ['link.deleted'] })
        // The service sends nothing to it.
        await test.rest.patch(`/v1/webhooks/${id}`, { isActive: false }, { token: other.token })
        return id
      }),
    )
    const at = test.clock.now()
    await test.sql('update webhook set failure_count = 1, failing_since = ?, last_failure_at = ? where id = ?', [
      ...[at, at, failed],
    ])
    await test.sql('update webhook set last_failure_at = ?, recovered_at = ? where id = ?', [at, at, recovered])
    const attemptOf = async (webhookId: string | undefined, isTest = false): Promise<SuccessfulAttempt> => {
      const [id, eventId] = [newId('dlv', at), newId('evt', at)]
      await test.sql(`insert into event (id, kind, workspace_id, payload, created_at) values (?, ?, ?, '{}', ?)`, [
        ...[eventId, 'link.deleted', other.workspaceId, at],
      ])
      await test.sql(
        `insert into webhook_delivery (id, webhook_id, event_id, is_test, state, attempt, created_at)
         values (?, ?, ?, ?, 'delivering', 2, ?)`,
        [id, webhookId, eventId, isTest, at],
      )
      const answer = { httpStatus: 204, durationMs: 5, responseBody: 'ok "\u{1F600}" \\' }
      return { id, webhookId: webhookId ?? '', attempt: 2, startedAt: at, endedAt: at, ...answer }
    }
    const [first, second] = [await attemptOf(healthy), await attemptOf(recovered)]
    const expired = { ...(await attemptOf(healthy)), attempt: 1 }
    const others = [expired, await attemptOf(healthy, true), await attemptOf(failed)]
    const record = () => recordSuccesses(test.app.database.orm.em.fork(), [first, ...others, second])
    expect([...(await record())].sort()).toEqual([first.id, second.id].sort())
    expect([...(await record())]).toEqual([])
    const [row] = await test.sql('select state, response_body from webhook_delivery where id = ?', [first.id])
    expect(row).toEqual({ state: 'succeeded', response_body: first.responseBody })
    for (const { id } of others)
      expect(await test.sql('select state from webhook_delivery where id = ?', [id])).toEqual([{ state: 'delivering' }])
  })
})
