import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReceiverConcurrency } from '../../src/modules/integrations/webhooks/deliveries/receiver-concurrency.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'

const fast = { isSuccess: true, durationMs: 40 }
const slow = { isSuccess: true, durationMs: 1_001 }
const failed = { isSuccess: false, durationMs: 1 }

describe('the attempts under way to a receiver', () => {
  it('are two at first, one more after each fast success, and at most 32', () => {
    const concurrency = new ReceiverConcurrency()
    expect(concurrency.limitOf('one')).toBe(2)
    concurrency.record('one', fast)
    expect(concurrency.limitOf('one')).toBe(3)
    for (let attempt = 0; attempt < 100; attempt++) concurrency.record('one', fast)
    expect([concurrency.limitOf('one'), concurrency.limitOf('another')]).toEqual([32, 2])
  })

  it.each([
    ['a slow answer', slow],
    ['a failure', failed],
  ])('are half as many after %s, and never fewer than two', (_what, attempt) => {
    const concurrency = new ReceiverConcurrency()
    for (let count = 0; count < 30; count++) concurrency.record('one', fast)
    const limits = Array.from({ length: 5 }, () => {
      concurrency.record('one', attempt)
      return concurrency.limitOf('one')
    })
    expect(limits).toEqual([16, 8, 4, 2, 2])
  })
})

describe('many deliveries', () => {
  let test: TestApp
  let receiver: Receiver
  beforeAll(async () => {
    test = await sharedApp()
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await test.close()
    await receiver.close()
  })

  /** The most requests at once while 80 events are delivered to a receiver that takes so long and answers with a status. */
  async function measureMaxConcurrency(answerMs: number, status: number): Promise<number> {
    const account = await test.seed.account()
    await test.seed.webhook(account, { url: `${receiver.url}/${test.seed.word()}`, events: ['link.created'] })
    receiver.received.splice(0)
    let underWay = 0
    let most = 0
    receiver.answer = async (response) => {
      underWay++
      most = Math.max(most, underWay)
      await pause(answerMs)
      underWay--
      response.writeHead(status).end()
    }
    const items = Array.from({ length: 80 }, () => ({ longUrl: 'https://example.com/' }))
    const created = await test.rest.post('/v1/urls/bulk', { items }, { token: account.token })
    expect(created.json.summary.succeeded).toBe(80)
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(80)
    return most
  }

  it('reach a receiver that answers well by more than two at once, and one that fails by two', async () => {
    const most = await measureMaxConcurrency(200, 204)
    expect(most).toBeGreaterThan(8)
    expect(most).toBeLessThanOrEqual(32)
    expect(await measureMaxConcurrency(20, 500)).toBe(2)
  })
})
