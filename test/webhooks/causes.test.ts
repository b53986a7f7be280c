import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  publishClickEvents,
  repairEventWatermark,
} from '../../src/modules/visits/clicks/store/postgres/events/click-events.ts'
import { EventPublisher } from '../../src/platform/events/event-publisher.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { agents } from '../support/visitor.ts'
import { sendDueDeliveries } from './due-deliveries.ts'

let test: TestApp
let owner: SeededAccount
let receiver: Receiver
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.seed.account()
  receiver = await startReceiver()
  const events = ['link.clicked', 'link.expired', 'link.limit_reached']
  await test.seed.webhook(owner, { url: receiver.url, events })
  return () => receiver.close()
})

const as = () => ({ token: owner.token })
const click = (link: SeededLink, agent: string = agents.chrome, query = '') =>
  test.rest.get(`/${link.shortUrl}${query}`, { headers: { 'user-agent': agent } })
const of = (type: string) => receiver.received.filter(({ json }) => json.type === type).map(({ json }) => json)

/** Publishes and sends until the check succeeds. On a server, an open transaction delays the clicks. */
const until = (check: () => unknown) =>
  vi.waitFor(async () => {
    await sendDueDeliveries(test, owner)
    check()
  }, settling)

describe('link.clicked', () => {
  it('is sent once for each click, without data that identifies the visitor', async () => {
    const link = await test.seed.link(owner)
    for (let n = 0; n < 30; n++) await click(link)
    await click(link, agents.chrome, '?qr=1')
    await until(() => expect(of('link.clicked').length).toBeGreaterThanOrEqual(31))
    await sendDueDeliveries(test, owner)
    const clicks = of('link.clicked').map(({ data }) => data.click ?? {})
    const rows = await test.sql<{ id: string }>('select id from click where url_id = ?', [link.id])
    expect(clicks.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    expect(clicks.filter(({ trigger }) => trigger === 'qr')).toHaveLength(1)
    expect(Object.keys(clicks[0] ?? {}).toSorted()).toEqual([
      'browser',
      'clickedAt',
      'code',
      'country',
      'device',
      'domainHost',
      'id',
      'isBot',
      'linkId',
      'os',
      'referrerHost',
      'trigger',
    ])
    expect(clicks[0]).toMatchObject({ linkId: link.id, code: link.shortUrl, browser: 'Chrome', isBot: false })
  })

  it('is not sent for clicks before the subscription, nor for those of another account', async () => {
    const [early, late] = [await test.seed.account(), await startReceiver()]
    const link = await test.seed.link(early)
    for (let n = 0; n < 3; n++) await click(link)
    await sendDueDeliveries(test, owner)
    await test.seed.webhook(early, { url: late.url, events: ['link.clicked'] })
    await click(link)
    await until(() => expect(late.received).toHaveLength(1))
    await sendDueDeliveries(test, owner)
    expect(late.received).toHaveLength(1)
    expect(receiver.received).toEqual([])
    await late.close()
  })

  it('is sent after a restore into another database, whose transaction ids start anew', async () => {
    await test.sql('update event_click_watermark set tx = tx + 1000000')
    await test.sql('update event_interest set since_tx = since_tx + 1000000')
    await repairEventWatermark(test.app.database)
    const link = await test.seed.link(owner)
    await click(link)
    await until(() => expect(of('link.clicked')).toHaveLength(1))
  })

  it('is rolled back when a handler fails, and published in the next round', async () => {
    const link = await test.seed.link(owner)
    const failing = new EventPublisher()
    failing.onPublished(() => Promise.reject(new Error('handler failed')))
    await click(link)
    const dependencies = { orm: test.app.database.orm, events: failing, clock: test.clock }
    await publishClickEvents(dependencies).catch((error: Error) => expect(error.message).toBe('handler failed'))
    await until(() => expect(of('link.clicked')).toHaveLength(1))
    await sendDueDeliveries(test, owner)
    expect(of('link.clicked')).toHaveLength(1)
  })
})

describe('link.limit_reached', () => {
  it('is sent once with the last click of a limit, and again for a higher limit', async () => {
    const link = await test.seed.link(owner, { clickLimit: 2 })
    await click(link)
    await until(() => expect(of('link.clicked')).toHaveLength(1))
    expect(of('link.limit_reached')).toEqual([])
    for (let n = 0; n < 4; n++) await click(link)
    await until(() => expect(of('link.limit_reached')).toHaveLength(1))
    await test.rest.patch(`/v1/urls/${link.id}`, { clickLimit: 3 }, as())
    for (let n = 0; n < 3; n++) await click(link)
    await until(() => expect(of('link.limit_reached')).toHaveLength(2))
    await sendDueDeliveries(test, owner)
    expect(of('link.limit_reached').map(({ data }) => data.link)).toMatchObject([
      { id: link.id, clickLimit: 2 },
      { id: link.id, clickLimit: 3 },
    ])
    expect(of('link.clicked')).toHaveLength(3)
  })
})

describe('link.expired', () => {
  it('is sent once when the date has passed, and again for a later date', async () => {
    const inAnHour = () => new Date(test.clock.now().getTime() + 3_600_000)
    const link = await test.seed.link(owner, { expiresAt: inAnHour() })
    await sendDueDeliveries(test, owner)
    expect(of('link.expired')).toEqual([])
    test.clock.advance({ hours: 1 })
    await until(() => expect(of('link.expired')).toHaveLength(1))
    await test.rest.patch(`/v1/urls/${link.id}`, { expiresAt: inAnHour() }, as())
    test.clock.advance({ hours: 1 })
    await until(() => expect(of('link.expired')).toHaveLength(2))
    await sendDueDeliveries(test, owner)
    expect(of('link.expired')).toHaveLength(2)
  })
})
