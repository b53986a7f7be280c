import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { AnomalyDetector } from '../../src/modules/statistics/anomalies/index.ts'
import { PostgresClickReader } from '../../src/modules/visits/clicks/index.ts'
import { EventPublisher } from '../../src/platform/events/event-publisher.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { startReceiver } from '../support/receiver.ts'
import type { SeededAccount } from '../support/seed.ts'
import { currentHour, finishHour, seedClickHistory, seedClicks, waitUntilEvaluated } from './click-seeds.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  await finishHour(test)
})
beforeEach(async () => {
  ada = await test.seed.account()
})
afterAll(() => test.close())

const createDetector = (events: EventPublisher) =>
  new AnomalyDetector({
    orm: test.app.database.orm,
    store: new PostgresClickReader(),
    clock: test.clock,
    events,
    isEmbedded: true,
  })

const endHour = () => test.clock.set(new Date(currentHour(test).getTime() + 3_600_000 + 180_000))

it('evaluates up to 48 missed hours after downtime', async () => {
  const [missed, link] = [currentHour(test), await test.seed.link(ada)]
  await seedClickHistory(test, link, { clicks: 60 })
  for (const later of [5, 20]) await seedClicks(test, link, 300, { later })
  test.clock.advance({ hours: 60 })
  await waitUntilEvaluated(test, new Date(missed.getTime() + 59 * 3_600_000))
  const { token } = (await test.rest.post('/v1/auth/login', { email: ada.email, password: ada.password })).json
  const { json } = await test.rest.get(`/v1/anomalies?urlId=${link.id}&kind=spike`, { token })
  expect(json).toMatchObject([{ windowStart: new Date(missed.getTime() + 20 * 3_600_000).toISOString() }])
})

it('evaluates every hour once where clocks change', async () => {
  const link = await test.seed.link(ada)
  // In New York it becomes three o'clock at 07:00, in Paris two weeks later at 01:00.
  for (const change of ['2027-03-14T07:00:00Z', '2027-03-28T01:00:00Z']) {
    const changeMs = new Date(change).getTime()
    test.clock.set(new Date(changeMs - 5 * 3_600_000))
    await waitUntilEvaluated(test, new Date(changeMs - 6 * 3_600_000 - 3_600_000))
    await seedClickHistory(test, link, { clicks: 60 })
    for (let later = 0; later < 10; later++) await seedClicks(test, link, later % 2 === 0 ? 600 : 62, { later })
    test.clock.advance({ hours: 10, minutes: 3 })
    await waitUntilEvaluated(test, new Date(changeMs + 4 * 3_600_000))
    const found = await test.sql<{ at: string; hours: number; observed: number }>(
      `select window_start as at, extract(epoch from window_end - window_start)::int / 3600 as hours, observed
         from anomaly where url_id = ? order by window_start`,
      [link.id],
    )
    const expected = [-5, -3, -1, 1, 3].map((hours) => new Date(changeMs + hours * 3_600_000).getTime())
    expect(found.map(({ at }) => new Date(at).getTime())).toEqual(expected)
    expect(found.every(({ hours, observed }) => hours === 1 && observed === 600)).toBe(true)
    await test.sql('delete from anomaly where url_id = ?', [link.id])
    for (const table of ['click_rollup', 'click']) await test.sql(`delete from ${table} where url_id = ?`, [link.id])
  }
})

it('evaluates hours again after a clock that was ahead has been set back', async () => {
  const [hour, link] = [currentHour(test), await test.seed.link(ada)]
  await seedClickHistory(test, link, { clicks: 60 })
  await seedClicks(test, link, 300)
  const ahead = new Date(hour.getTime() + 1_000 * 3_600_000)
  await test.sql('update anomaly_watermark set hour = ?', [ahead])
  await createDetector(new EventPublisher()).evaluateClosedHours()
  endHour()
  await waitUntilEvaluated(test, hour)
  const found = () => test.sql('select kind from anomaly where url_id = ?', [link.id])
  expect(await found()).toEqual([{ kind: 'spike' }])
})

describe.runIf(inject('database').kind === 'server')('an hour that several nodes evaluate at once', () => {
  it('is evaluated once for each link', async () => {
    const links = await Promise.all(Array.from({ length: 60 }, () => test.seed.link(ada)))
    for (const link of links) {
      await seedClickHistory(test, link, { clicks: 30 })
      await seedClicks(test, link, 90)
    }
    const hour = currentHour(test)
    endHour()
    const nodes = Array.from({ length: 4 }, () => createDetector(new EventPublisher()))
    await Promise.all(nodes.map((node) => node.evaluateClosedHours()))
    await waitUntilEvaluated(test, hour)
    const rows = await test.sql<{ urlId: string }>(`select url_id as "urlId" from anomaly where workspace_id = ?`, [
      ada.workspaceId,
    ])
    expect(rows.map(({ urlId }) => urlId).toSorted()).toEqual(links.map(({ id }) => id).toSorted())
    const activities = await test.sql(`select 1 from activity where workspace_id = ? and type = 'anomaly.detected'`, [
      ada.workspaceId,
    ])
    expect(activities).toHaveLength(links.length)
  })

  it('skips a link that is being deleted, so the deletion does not wait', async () => {
    const link = await test.seed.link(ada)
    await waitUntilEvaluated(test, new Date(currentHour(test).getTime() - 3_600_000))
    await test.sql('insert into anomaly_pending (url_id, hour) values (?, ?)', [link.id, currentHour(test)])
    let evaluation: Promise<number> | undefined
    await test.app.database.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1 from link where id = ? for update', [link.id])
      evaluation = createDetector(new EventPublisher()).evaluateClosedHours()
      await Promise.race([evaluation, new Promise((resolve) => setTimeout(resolve, 500))])
      await em.execute('delete from link where id = ?', [link.id])
    })
    expect(await evaluation).toBe(0)
  })
})

describe('an evaluation that fails', () => {
  it('is rolled back and repeated', async () => {
    const link = await test.seed.link(ada)
    const receiver = await startReceiver()
    await test.seed.webhook(ada, { url: receiver.url, events: ['anomaly.detected'] })
    await seedClickHistory(test, link, { clicks: 30 })
    await seedClicks(test, link, 200)
    const failing = new EventPublisher()
    failing.onPublished(() => Promise.reject(new Error('failed on purpose')))
    const hour = currentHour(test)
    endHour()
    // The detector of the service may have been faster. Then there is nothing left to fail.
    await createDetector(failing)
      .evaluateClosedHours()
      .catch((error: Error) => expect(error.message).toBe('failed on purpose'))
    await waitUntilEvaluated(test, hour)
    for (const table of ['anomaly', 'activity']) {
      const column = table === 'anomaly' ? 'url_id' : 'subject_id'
      const where = table === 'anomaly' ? '' : `and type = 'anomaly.detected'`
      expect(await test.sql(`select 1 from ${table} where ${column} = ? ${where}`, [link.id]), table).toHaveLength(1)
    }
    await receiver.close()
  })
})
