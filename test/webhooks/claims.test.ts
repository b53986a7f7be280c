import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  claimDeliveries,
  findWebhooksWithDueDeliveries,
  insertDeliveries,
  measureWaitingDeliveries,
  releaseClaims,
} from '../../src/modules/integrations/webhooks/deliveries/delivery-queue.queries.ts'
import { newId } from '../../src/platform/shared/ids.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { trials } from '../support/size.ts'

/** How often many processes claim at once. */
const rounds = trials(20, 200)

let test: TestApp
let owner: SeededAccount
let now: Date
beforeAll(async () => {
  test = await sharedApp()
  // Years before any other delivery, so that the app itself finds none of them due.
  test.clock.advance({ days: -3650 })
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.seed.account()
  now = new Date()
})

const em = () => test.app.database.orm.em.fork()
const later = (ms: number) => new Date(now.getTime() + ms)

async function webhookWith(deliveryCount: number, kind = 'link.created'): Promise<string> {
  const { id: webhookId } = await test.seed.webhook(owner, { events: ['link.deleted'] })
  const rows = Array.from({ length: deliveryCount }, () => ({
    id: newId('dlv', now),
    eventId: newId('evt', now),
    webhookId,
    isTest: kind === 'webhook.test',
    createdAt: now,
    dueAt: now,
  }))
  for (const { eventId } of rows)
    await test.sql(`insert into event (id, kind, workspace_id, payload, created_at) values (?, ?, ?, '{}', ?)`, [
      eventId,
      kind,
      owner.workspaceId,
      now,
    ])
  await insertDeliveries(em(), rows)
  return webhookId
}

const claim = (webhookIds: readonly string[], at = now) =>
  claimDeliveries(
    em(),
    webhookIds.map((webhookId) => ({ webhookId, limit: 2, maxRunning: 2 })),
    { now: at, claimedUntil: new Date(at.getTime() + 20_000) },
  )

describe('a claim', () => {
  it('takes two deliveries of a webhook, none more while they are under way, and still reaches the other webhooks', async () => {
    const [slow, quick] = [await webhookWith(20), await webhookWith(3)]
    expect(await claim([slow])).toHaveLength(2)
    const claimed = await claim([slow, quick])
    expect(claimed.map(({ webhookId }) => webhookId)).toEqual([quick, quick])
    expect(claimed).toMatchObject([
      { attempt: 1, isTest: false, payload: '{}' },
      { attempt: 1, isTest: false, payload: '{}' },
    ])
  })

  it('gives each delivery to one of many processes', async () => {
    const webhookIds = [await webhookWith(2), await webhookWith(2), await webhookWith(2)]
    const makeDue = `update webhook_delivery set state = 'pending', next_attempt_at = ?, claimed_until = null 
      where webhook_id = any(string_to_array(?, ','))`
    // Processes that begin in one moment are few on a busy machine.
    for (let round = 1; round <= rounds; round++) {
      const claims = await Promise.all(Array.from({ length: 6 }, () => claim(webhookIds)))
      const claimed = claims.flat().map(({ id }) => id)
      expect([claimed.length, new Set(claimed).size]).toEqual([6, 6])
      await test.sql(makeDue, [now, webhookIds.join()])
    }
  })

  it('takes no delivery that is not due', async () => {
    const webhookId = await webhookWith(1)
    await test.sql('update webhook_delivery set next_attempt_at = ? where webhook_id = ?', [later(1_000), webhookId])
    expect(await claim([webhookId])).toEqual([])
    expect(await findWebhooksWithDueDeliveries(em(), now)).not.toContain(webhookId)
    expect(await findWebhooksWithDueDeliveries(em(), later(1_000))).toContain(webhookId)
    expect(await claim([webhookId], later(1_000))).toHaveLength(1)
  })

  it('expires: the delivery is due again, with the attempt that was cut off counted', async () => {
    const webhookId = await webhookWith(1)
    const [first] = await claim([webhookId])
    await releaseClaims(em(), later(19_999), later(19_999))
    expect(await claim([webhookId], later(19_999))).toEqual([])
    await releaseClaims(em(), later(20_000), later(20_000))
    expect(await claim([webhookId], later(20_000))).toMatchObject([{ id: first?.id, attempt: 2 }])
  })

  it('of a webhook that is switched off takes tests only', async () => {
    const [webhookId, tested] = [await webhookWith(1), await webhookWith(1, 'webhook.test')]
    for (const id of [webhookId, tested])
      await test.rest.patch(`/v1/webhooks/${id}`, { isActive: false }, { token: owner.token })
    const found = await findWebhooksWithDueDeliveries(em(), now)
    expect([found.includes(webhookId), found.includes(tested)]).toEqual([false, true])
    expect(await claim([webhookId, tested])).toMatchObject([{ webhookId: tested, isTest: true }])
  })
})

describe('the metrics of the queue', () => {
  it('count the deliveries that wait, due or not, unless they are under way or their webhook is switched off', async () => {
    const count = async () => (await measureWaitingDeliveries(em(), now)).count
    const before = await count()
    const [webhookId, other] = [await webhookWith(3), await webhookWith(2)]
    await test.sql('update webhook_delivery set next_attempt_at = ? where webhook_id = ?', [later(60_000), other])
    expect(await count()).toBe(before + 5)
    await claim([webhookId])
    expect(await count()).toBe(before + 3)
    await test.rest.patch(`/v1/webhooks/${other}`, { isActive: false }, { token: owner.token })
    expect(await count()).toBe(before + 1)
    await expect.poll(() => test.metrics()).toContain(`\ntack_webhook_deliveries_waiting ${before + 1}\n`)
  })

  it('say how long the oldest due delivery has waited, and 0 while none is due', async () => {
    const webhookId = await webhookWith(2)
    await test.sql(
      'update webhook_delivery set next_attempt_at = ? where id = (select min(id) from webhook_delivery where webhook_id = ?)',
      [later(-3_600_000), webhookId],
    )
    expect((await measureWaitingDeliveries(em(), now)).oldestDueSeconds).toBeCloseTo(3600)
    // Years earlier by the clock of the app.
    await expect.poll(() => test.metrics()).toContain('\ntack_webhook_oldest_due_seconds 0\n')
  })
})
