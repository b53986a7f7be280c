import { decodeTime } from 'ulid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { as } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
let receiver: Receiver
beforeAll(async () => {
  test = await sharedApp()
  // Within an hour, so that rounded times differ from it.
  test.clock.set(new Date('2026-11-22T12:34:56.789Z'))
  ada = await test.seed.account()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await test.close()
})

const hour = '2026-11-22T12:00:00.000Z'
const timeOf = (id: string) => new Date(decodeTime(id.slice(4).toUpperCase())).toISOString()
const visit = ({ shortUrl }: SeededLink, headers = {}) => test.rest.get(`/${shortUrl}`, as('chrome', headers))

interface TransactionRow {
  readonly url_id: string
  readonly tx: string
  readonly xmin: string
}

const transactionsOf = (...links: SeededLink[]) =>
  test.sql<TransactionRow>(
    `select url_id, tx::text as tx, xmin::text as xmin from click where url_id in (?) order by url_id`,
    [links.map(({ id }) => id)],
  )

describe('a private click', () => {
  it('loses the number of its transaction, which is near that of a visit of the same moment, once it is counted', async () => {
    const open = await test.seed.link(ada)
    const closed = await test.seed.link(ada, { privacyMode: true })
    // At one moment, so in one transaction or in the next one.
    await Promise.all([visit(open), visit(closed), visit(open, { 'sec-gpc': '1' })])
    const readTotals = async () =>
      Promise.all(
        [open, closed].map(async ({ id }) => {
          const { json } = await test.rest.get(`/v1/clicks/analytics/${id}`, { token: ada.token })
          return json.totalClicks
        }),
      )
    expect((await transactionsOf(open, closed)).filter(({ tx }) => tx === '0')).toEqual([])
    expect(await readTotals()).toEqual([2, 1])
    await vi.waitFor(async () => {
      await test.app.recurringTasks.runAll()
      const rows = await transactionsOf(open, closed)
      expect(rows.filter(({ tx }) => tx === '0')).toHaveLength(2)
    }, settling)
    const rows = await transactionsOf(open, closed)
    const [ordinary] = rows.filter(({ tx }) => tx !== '0')
    expect(ordinary?.url_id).toBe(open.id)
    expect(rows.filter(({ tx, xmin }) => tx === '0' && xmin !== ordinary?.xmin)).toHaveLength(2)
    expect(await readTotals()).toEqual([2, 1])
    await test.app.recurringTasks.runAll()
    expect(await readTotals()).toEqual([2, 1])
  })

  it('is sent to webhooks once, at another time within an hour, with the hour as its time in every place', async () => {
    const owner = await test.seed.account()
    const events = ['link.clicked', 'qr.scanned', 'link.limit_reached']
    await test.seed.webhook(owner, { url: receiver.url, events })
    const link = await test.seed.link(owner, { privacyMode: true })
    const limited = await test.seed.link(owner, { clickLimit: 1 })
    await visit(link)
    await test.rest.get(`/${link.shortUrl}?qr=1`, as('chrome'))
    await visit(limited, { 'sec-gpc': '1' })
    const deliveries = () =>
      test.sql<{ id: string; at: string; due: string }>(
        `select delivery.id, delivery.created_at as at, next_attempt_at as due
           from webhook_delivery as delivery join event on event.id = event_id where workspace_id = ?`,
        [owner.workspaceId],
      )
    await vi.waitFor(async () => {
      await test.app.recurringTasks.runAll()
      expect(await deliveries()).toHaveLength(5)
    }, settling)
    expect(receiver.received).toEqual([])
    const now = test.clock.now().getTime()
    for (const { id, at, due } of await deliveries()) {
      expect([new Date(at).toISOString(), timeOf(id)]).toEqual([hour, hour])
      expect(new Date(due).getTime() - now).toBeLessThan(3_600_000)
    }
    test.clock.advance({ hours: 1 })
    await vi.waitFor(async () => {
      await test.app.recurringTasks.runAll()
      expect(receiver.received.length).toBeGreaterThanOrEqual(5)
    }, settling)
    await test.app.recurringTasks.runAll()
    const bodies = receiver.received.map(({ json }) => json)
    const types = ['link.clicked', 'link.clicked', 'link.clicked', 'link.limit_reached', 'qr.scanned']
    expect(bodies.map(({ type }) => type).toSorted()).toEqual(types)
    for (const { id, timestamp, data } of bodies) {
      expect([timestamp, timeOf(id)]).toEqual([hour, hour])
      if (data.click) expect([data.click.clickedAt, timeOf(String(data.click.id))]).toEqual([hour, hour])
    }
    const stored = await test.sql<{ at: string | Date }>('select created_at as at from event where workspace_id = ?', [
      owner.workspaceId,
    ])
    expect(stored.map(({ at }) => new Date(at).toISOString())).toEqual(types.map(() => hour))
    const { json } = await test.rest.get('/v1/activity?type=link.limit_reached', { token: owner.token })
    expect(json).toMatchObject([{ createdAt: hour }])
    expect(timeOf(json[0].id)).toBe(hour)
  })
})

describe('an ordinary click', () => {
  it('keeps its transaction and its time', async () => {
    const link = await test.seed.link(ada)
    await visit(link)
    const before = await transactionsOf(link)
    for (let round = 0; round < 3; round++) await test.app.recurringTasks.runAll()
    expect(await transactionsOf(link)).toEqual(before)
  })
})
