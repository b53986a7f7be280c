import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { publishClickEvents, repairEventWatermark } from '../../src/modules/clicks/index.ts'
import { EventPublisher } from '../../src/platform/events/event-publisher.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { agents } from '../support/visitor.ts'

let test: TestApp
let owner: SeededAccount
let receiver: Receiver
beforeAll(async () => {
  test = await startApp()
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
const until = (check: () => unknown) => vi.waitFor(check, settling)
const click = (link: SeededLink, agent: string = agents.chrome, query = '') =>
  test.rest.get(`/${link.shortUrl}${query}`, { headers: { 'user-agent': agent } })
const of = (type: string) => receiver.received.filter(({ json }) => json.type === type).map(({ json }) => json)

/** Two beats of what tells: whatever was there to be told has been. */
const beats = () => new Promise((passed) => setTimeout(passed, 2_500))

describe('link.clicked', () => {
  it('comes once for each click, with what is known of it and nothing that tells who came', async () => {
    const link = await test.seed.link(owner)
    for (let n = 0; n < 30; n++) await click(link)
    await click(link, agents.chrome, '?qr=1')
    await until(() => expect(of('link.clicked').length).toBeGreaterThanOrEqual(31))
    await beats()
    const told = of('link.clicked').map(({ data }) => data.click ?? {})
    const rows = await test.sql<{ id: string }>('select id from click where url_id = ?', [link.id])
    expect(told.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    expect(told.filter(({ trigger }) => trigger === 'qr')).toHaveLength(1)
    expect(Object.keys(told[0] ?? {}).toSorted()).toEqual([
      'browser',
      'clickedAt',
      'code',
      'country',
      'device',
      'id',
      'isBot',
      'linkId',
      'os',
      'referrerHost',
      'trigger',
    ])
    expect(told[0]).toMatchObject({ linkId: link.id, code: link.shortUrl, browser: 'Chrome', isBot: false })
  })

  it('is told of no click that came before the wish, nor of those of another account', async () => {
    const [early, late] = [await test.seed.account(), await startReceiver()]
    const link = await test.seed.link(early)
    for (let n = 0; n < 3; n++) await click(link)
    await beats()
    await test.seed.webhook(early, { url: late.url, events: ['link.clicked'] })
    await click(link)
    await until(() => expect(late.received).toHaveLength(1))
    await beats()
    expect(late.received).toHaveLength(1)
    expect(receiver.received).toEqual([])
    await late.close()
  })

  it('goes on after the rows were restored into another database, where transactions are counted anew', async () => {
    await test.sql('update event_click_watermark set tx = tx + 1000000')
    await test.sql('update event_interest set since_tx = since_tx + 1000000')
    await repairEventWatermark(test.app.database)
    const link = await test.seed.link(owner)
    await click(link)
    await until(() => expect(of('link.clicked')).toHaveLength(1))
  })

  it('is rolled back whole when a teller fails, and told by the next', async () => {
    const link = await test.seed.link(owner)
    const failing = new EventPublisher()
    failing.onPublished(() => Promise.reject(new Error('fell over')))
    await click(link)
    const parts = { orm: test.app.database.orm, events: failing, clock: test.clock }
    await publishClickEvents(parts).catch((error: Error) => expect(error.message).toBe('fell over'))
    await until(() => expect(of('link.clicked')).toHaveLength(1))
    await beats()
    expect(of('link.clicked')).toHaveLength(1)
  })
})

describe('link.limit_reached', () => {
  it('comes once with the click that a limit granted last, and again for a higher limit', async () => {
    const link = await test.seed.link(owner, { clickLimit: 2 })
    await click(link)
    await until(() => expect(of('link.clicked')).toHaveLength(1))
    expect(of('link.limit_reached')).toEqual([])
    for (let n = 0; n < 4; n++) await click(link)
    await until(() => expect(of('link.limit_reached')).toHaveLength(1))
    await test.rest.patch(`/v1/urls/${link.id}`, { clickLimit: 3 }, as())
    for (let n = 0; n < 3; n++) await click(link)
    await until(() => expect(of('link.limit_reached')).toHaveLength(2))
    await beats()
    expect(of('link.limit_reached').map(({ data }) => data.link)).toMatchObject([
      { id: link.id, clickLimit: 2 },
      { id: link.id, clickLimit: 3 },
    ])
    expect(of('link.clicked')).toHaveLength(3)
  })
})

describe('link.expired', () => {
  it('comes once when the date has passed, and again for a later date', async () => {
    const inAnHour = () => new Date(test.clock.now().getTime() + 3_600_000)
    const link = await test.seed.link(owner, { expiresAt: inAnHour() })
    await beats()
    expect(of('link.expired')).toEqual([])
    test.clock.advance({ hours: 1 })
    await until(() => expect(of('link.expired')).toHaveLength(1))
    await test.rest.patch(`/v1/urls/${link.id}`, { expiresAt: inAnHour() }, as())
    test.clock.advance({ hours: 1 })
    await until(() => expect(of('link.expired')).toHaveLength(2))
    await beats()
    expect(of('link.expired')).toHaveLength(2)
  })
})
