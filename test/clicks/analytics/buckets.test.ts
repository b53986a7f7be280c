import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { insertClickRows } from '../rows.ts'
import { beforeAndAfterFold, foldAll, readAnalytics } from './answers.ts'

let test: TestApp
let ada: SeededAccount
const now = new Date('2026-11-18T12:20:30Z')
const at = (time: string) => new Date(`2026-11-${time}Z`)
beforeAll(async () => {
  test = await sharedApp()
  test.clock.set(now)
  ada = await test.seed.account()
})
afterAll(() => test.close())

interface BucketAnswer {
  readonly timestamp: string
  readonly clicks: number
  readonly uniqueVisitors: number | null
  readonly isPartial: boolean
}

/** The buckets with a click, as `time clicks visitors`. */
const bucketsOf = (series: readonly BucketAnswer[]) =>
  series
    .filter(({ clicks }) => clicks > 0)
    .map(({ timestamp, clicks, uniqueVisitors }) => `${timestamp.slice(8, 16)} ${clicks} ${uniqueVisitors}`)

describe('buckets of minutes', () => {
  it('have each click in its minute after it was folded, and breakdowns add up', async () => {
    const link = await test.seed.link(ada)
    await insertClickRows(test, link, [
      { at: at('18T12:07:10'), visitor: 'eve', country: 'DE' },
      { at: at('18T12:07:50'), visitor: 'eve', country: 'FR' },
      { at: at('18T12:19:59'), visitor: 'eve' },
    ])
    await beforeAndAfterFold(test, async () => {
      for (const query of [
        '?unit=minute',
        '?unit=minute&from=2026-11-18T12:05:30Z',
        '?unit=minute&timezone=Asia/Tokyo',
      ]) {
        const answer = await readAnalytics(test, ada.token, query, link)
        expect(bucketsOf(answer.timeseries), query).toEqual(['18T12:07 2 1', '18T12:19 1 1'])
        expect(answer).toMatchObject({ totalClicks: 3, uniqueVisitors: 1 })
        expect(answer.countryStats.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1])
      }
      const { timeseries } = await readAnalytics(test, ada.token, '?unit=minute', link)
      expect(timeseries).toHaveLength(14)
    })
  })
})

it('are right for a zone whose offset is no multiple of a quarter of an hour', async () => {
  const link = await test.seed.link(ada)
  // Liberia was 44 minutes and 30 seconds behind UTC until 1972.
  await insertClickRows(test, link, [
    { at: new Date('1971-06-02T00:44:29Z'), visitor: 'eve' },
    { at: new Date('1971-06-02T00:44:30Z'), visitor: 'eve' },
  ])
  const query = '?unit=day&timezone=Africa/Monrovia&from=1971-06-01T00:44:30Z&to=1971-06-04T00:44:30Z'
  await beforeAndAfterFold(test, async () => {
    const { timeseries } = await readAnalytics(test, ada.token, query, link)
    expect(bucketsOf(timeseries)).toEqual(['01T00:44 1 1', '02T00:44 1 1'])
  })
})

describe('the visitors of a bucket', () => {
  let link: SeededLink
  beforeAll(async () => {
    link = await test.seed.link(ada)
    const other = await test.seed.link(ada)
    await insertClickRows(test, link, [
      { at: at('16T10:00'), visitor: 'eve' },
      { at: at('16T10:30'), visitor: 'eve' },
      { at: at('16T23:30'), visitor: 'eve' },
      { at: at('16T23:40'), visitor: 'joe' },
      { at: at('17T00:10'), visitor: 'eve' },
      { at: at('17T00:20'), visitor: 'eve', is_bot: true },
      { at: at('17T00:30'), visitor: null, device: null },
    ])
    await insertClickRows(test, other, [{ at: at('16T23:50'), visitor: 'eve' }])
  })

  it.each([
    ['Europe/Berlin', ['15T23:00 2 1', '16T23:00 4 3']],
    ['America/New_York', ['16T05:00 6 3']],
    ['UTC', ['16T00:00 4 2', '17T00:00 2 1']],
  ])('of a day in %s are all who came in it', (zone, buckets) =>
    beforeAndAfterFold(test, async () => {
      for (const filter of ['', '&trigger=link', '&from=2026-11-10T00:00:00Z', '&from=2026-11-16T09:59:59.999Z']) {
        const answer = await readAnalytics(test, ada.token, `?unit=day&timezone=${zone}${filter}`, link)
        expect(bucketsOf(answer.timeseries), filter).toEqual(buckets)
        expect(answer).toMatchObject({ uniqueVisitors: 3, bucketVisitorsMissing: null })
      }
    }),
  )

  it('of an hour are all who came in it, and of all links together each visitor of each link', () =>
    beforeAndAfterFold(test, async () => {
      const query = '?unit=hour&from=2026-11-16T00:00:00Z&to=2026-11-18T00:00:00Z'
      const one = await readAnalytics(test, ada.token, query, link)
      expect(bucketsOf(one.timeseries)).toEqual(['16T10:00 2 1', '16T23:00 2 2', '17T00:00 2 1'])
      const { timeseries } = await readAnalytics(test, ada.token, query)
      expect(bucketsOf(timeseries)).toEqual(['16T10:00 2 1', '16T23:00 3 3', '17T00:00 2 1'])
    }))

  /** Adds clicks to the rollups of a day, as if so many had been folded. */
  async function addRollups(day: string, clicks: number, botClicks: number): Promise<SeededLink> {
    const large = await test.seed.link(ada)
    await insertClickRows(test, large, [{ at: at(`${day}T10:00`), visitor: 'eve' }])
    await foldAll(test)
    await test.sql(
      `update click_rollup set clicks = clicks + ?, bot_clicks = ? where url_id = ? and dimension = 'total'`,
      [clicks - 1 - botClicks, botClicks, large.id],
    )
    return large
  }

  it('are null beyond a million clicks, bots included, and other numbers stay', async () => {
    const query = '?unit=hour&from=2026-11-17T00:00:00Z&to=2026-11-18T00:00:00Z'
    const million = await addRollups('17', 1_000_000, 900_000)
    const counted = await readAnalytics(test, ada.token, query, million)
    expect(bucketsOf(counted.timeseries)).toEqual(['17T10:00 100000 1'])
    expect(counted.bucketVisitorsMissing).toBeNull()
    const large = await addRollups('17', 1_000_001, 900_000)
    const answer = await readAnalytics(test, ada.token, query, large)
    expect(bucketsOf(answer.timeseries)).toEqual(['17T10:00 100001 null'])
    expect(answer).toMatchObject({ totalClicks: 100_001, uniqueVisitors: 1, bucketVisitorsMissing: 'too_many_clicks' })
    // The clicks are outside of this range, and on whole days the rollups have the visitors.
    const later = '?unit=hour&from=2026-11-17T10:15:00Z&to=2026-11-18T00:00:00Z'
    expect(await readAnalytics(test, ada.token, later, large)).toMatchObject({ bucketVisitorsMissing: null })
    const days = await readAnalytics(test, ada.token, '?unit=day', large)
    expect(bucketsOf(days.timeseries)).toEqual(['17T00:00 100001 1'])
    expect(days.bucketVisitorsMissing).toBeNull()
    const document = `query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on UrlItem { analytics(unit: HOUR,
      filter: { from: "2026-11-17T10:00:00Z", to: "2026-11-17T11:00:00Z" }
    ) { timeseries { uniqueVisitors } bucketVisitorsMissing } } } }`
    const ids = [large.id, million.id]
    const { data } = await test.graph(document, { token: ada.token, variables: { ids } })
    expect(data.nodes.map(({ analytics }: { analytics: object }) => analytics)).toEqual([
      { timeseries: [{ uniqueVisitors: null }], bucketVisitorsMissing: 'TOO_MANY_CLICKS' },
      { timeseries: [{ uniqueVisitors: 1 }], bucketVisitorsMissing: null },
    ])
  })

  it('are counted from single clicks only where buckets are not days in UTC', async () => {
    const read = async (query: string) => {
      test.statements.splice(0)
      await readAnalytics(test, ada.token, query, link)
      return test.statements.splice(0).filter((sql) => sql.includes('bucket_visit as')).length
    }
    expect(await read('?unit=day')).toBe(0)
    expect(await read('?unit=month&interval=1y')).toBe(0)
    expect(await read('?unit=day&timezone=Europe/Berlin')).toBe(1)
  })
})

describe('a bucket is partial', () => {
  const partial = async (query: string, link: SeededLink) => {
    const { timeseries } = await readAnalytics(test, ada.token, query, link)
    return timeseries.map(({ isPartial }: BucketAnswer) => (isPartial ? 'partial' : 'whole'))
  }
  const [first, last] = ['partial', 'partial']

  it('at both ends of a rolling interval, in the current unit, and where the range cuts it', async () => {
    const link = await test.seed.link(ada)
    await insertClickRows(test, link, [{ at: at('15T10:10') }])
    expect(await partial('?interval=24h', link)).toEqual([first, ...Array(23).fill('whole'), last])
    expect(await partial('?interval=7d', link)).toEqual([...Array(6).fill('whole'), last])
    // Without a start, the first bucket contains the first click and is whole.
    expect(await partial('?interval=all&unit=day', link)).toEqual(['whole', 'whole', 'whole', last])
    expect(await partial('?unit=day&to=2026-11-17T00:00:00Z', link)).toEqual(['whole', 'whole'])
    const range = (from: string, to: string) => `?unit=day&from=2026-11-${from}Z&to=2026-11-${to}Z`
    expect(await partial(range('14T00:00:00', '16T00:00:00'), link)).toEqual(['whole', 'whole'])
    expect(await partial(range('14T00:00:00.001', '15T23:59:59.999'), link)).toEqual([first, last])
    expect(await partial(range('18T00:00:00', '20T00:00:00'), link)).toEqual([last, last])
    expect(await partial('?unit=month&from=2026-10-01T00:00:00Z&to=2026-11-18T00:00:00Z', link)).toEqual([
      'whole',
      last,
    ])
  })
})
