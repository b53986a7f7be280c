import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { AnomalyDetector } from '../../src/modules/anomalies/index.ts'
import { EventPublisher } from '../../src/platform/events/event-publisher.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { startReceiver } from '../support/receiver.ts'
import type { SeededAccount } from '../support/seed.ts'
import { givenClicks, givenHistory, hourPasses, judgedUntil, thisHour } from './hours.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await startApp()
  await hourPasses(test)
})
beforeEach(async () => {
  ada = await test.seed.account()
})
afterAll(() => test.close())

const detectorOf = (events: EventPublisher) =>
  new AnomalyDetector({ orm: test.app.database.orm, clock: test.clock, events, isEmbedded: true })

const endHour = () => test.clock.set(new Date(thisHour(test).getTime() + 3_600_000 + 180_000))

it('hours of a time when the service was away are caught up with, 48 at most', async () => {
  const [missed, link] = [thisHour(test), await test.seed.link(ada)]
  await givenHistory(test, link, { clicks: 60 })
  for (const later of [5, 20]) await givenClicks(test, link, 300, { later })
  test.clock.advance({ hours: 60 })
  await judgedUntil(test, new Date(missed.getTime() + 59 * 3_600_000))
  const { token } = (await test.rest.post('/v1/auth/login', { email: ada.email, password: ada.password })).json
  const { json } = await test.rest.get(`/v1/anomalies?urlId=${link.id}&kind=spike`, { token })
  expect(json).toMatchObject([{ windowStart: new Date(missed.getTime() + 20 * 3_600_000).toISOString() }])
})

it('hours that come again, because a clock was ahead and is set back, are judged', async () => {
  const [hour, link] = [thisHour(test), await test.seed.link(ada)]
  await givenHistory(test, link, { clicks: 60 })
  await givenClicks(test, link, 300)
  const ahead = new Date(hour.getTime() + 1_000 * 3_600_000)
  await test.sql('update anomaly_watermark set hour = ?', [ahead])
  await detectorOf(new EventPublisher()).evaluateClosedHours()
  endHour()
  await judgedUntil(test, hour)
  const found = () => test.sql('select kind from anomaly where url_id = ?', [link.id])
  expect(await found()).toEqual([{ kind: 'spike' }])
})

describe.runIf(inject('database').kind === 'server')('an hour that several nodes judge at once', () => {
  it('is judged once for each link, by one or the other of them', async () => {
    const links = await Promise.all(Array.from({ length: 60 }, () => test.seed.link(ada)))
    for (const link of links) {
      await givenHistory(test, link, { clicks: 30 })
      await givenClicks(test, link, 90)
    }
    const hour = thisHour(test)
    endHour()
    const nodes = Array.from({ length: 4 }, () => detectorOf(new EventPublisher()))
    await Promise.all(nodes.map((node) => node.evaluateClosedHours()))
    await judgedUntil(test, hour)
    const rows = await test.sql<{ urlId: string }>(`select url_id as "urlId" from anomaly where owner_id = ?`, [ada.id])
    expect(rows.map(({ urlId }) => urlId).toSorted()).toEqual(links.map(({ id }) => id).toSorted())
    const noted = await test.sql(`select 1 from activity where owner_id = ? and type = 'anomaly.detected'`, [ada.id])
    expect(noted).toHaveLength(links.length)
  })

  it('leaves alone a link that is being deleted, which waits for nobody then', async () => {
    const link = await test.seed.link(ada)
    await judgedUntil(test, new Date(thisHour(test).getTime() - 3_600_000))
    await test.sql('insert into anomaly_pending (url_id, hour) values (?, ?)', [link.id, thisHour(test)])
    let sweep: Promise<number> | undefined
    await test.app.database.orm.em.fork().transactional(async (em) => {
      await em.execute('select 1 from link where id = ? for update', [link.id])
      sweep = detectorOf(new EventPublisher()).evaluateClosedHours()
      await Promise.race([sweep, new Promise((passed) => setTimeout(passed, 500))])
      await em.execute('delete from link where id = ?', [link.id])
    })
    expect(await sweep).toBe(0)
  })
})

describe('an hour whose judging breaks off', () => {
  it('has left nothing, and is judged by the next who comes', async () => {
    const link = await test.seed.link(ada)
    const receiver = await startReceiver()
    await test.seed.webhook(ada, { url: receiver.url, events: ['anomaly.detected'] })
    await givenHistory(test, link, { clicks: 30 })
    await givenClicks(test, link, 200)
    const failing = new EventPublisher()
    failing.onPublished(() => Promise.reject(new Error('fell over')))
    const hour = thisHour(test)
    endHour()
    // The service itself may have been quicker; then there is nothing left to break off.
    await detectorOf(failing)
      .evaluateClosedHours()
      .catch((error: Error) => expect(error.message).toBe('fell over'))
    await judgedUntil(test, hour)
    for (const table of ['anomaly', 'activity']) {
      const column = table === 'anomaly' ? 'url_id' : 'subject_id'
      const where = table === 'anomaly' ? '' : `and type = 'anomaly.detected'`
      expect(await test.sql(`select 1 from ${table} where ${column} = ? ${where}`, [link.id]), table).toHaveLength(1)
    }
    await receiver.close()
  })
})
