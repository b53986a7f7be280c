import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPartitions } from '../../../src/modules/visits/clicks/store/postgres/writing/click-partitions.queries.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { deleteOldMonths, forgetDeletedMonths, insertClickRows } from '../rows.ts'
import { foldAll, readAnalytics } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let link: SeededLink
let recent: SeededLink
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  ;[link, recent] = [await test.seed.link(ada), await test.seed.link(ada)]
  for (const month of ['2026-03', '2026-06']) await createPartitions(test.app.database.orm, new Date(`${month}-01`))
  await insertClickRows(test, link, [
    { at: new Date('2026-03-10T10:05:00Z'), visitor: 'eve', country: 'DE' },
    { at: new Date('2026-04-20T10:20:00Z'), visitor: 'eve', country: 'DE' },
    { at: new Date('2026-04-20T23:30:00Z'), visitor: 'eve', country: 'DE' },
    { at: new Date('2026-06-10T10:00:00Z'), visitor: 'eve', country: 'DE' },
  ])
  await insertClickRows(test, recent, [{ at: new Date('2026-06-11T10:00:00Z'), visitor: 'eve', country: 'DE' }])
  await foldAll(test)
  test.clock.set(new Date('2026-06-15T12:00:00Z'))
  await deleteOldMonths(test, 1)
  ada = { ...ada, token: await test.seed.session(ada.id) }
})
afterAll(async () => {
  await forgetDeletedMonths(test)
  await test.close()
})

/** After the quarter of an hour of the last deleted click. */
const from = '2026-04-20T23:45:00.000Z'

it('analytics of deleted clicks are complete and say so where the rollups have them', async () => {
  for (const query of ['', '?unit=month', '?from=2026-03-01T00:00:00Z&to=2026-05-01T00:00:00Z']) {
    const answer = await readAnalytics(test, ada.token, query, link)
    expect(answer, query).toMatchObject({ countsFrom: null, bucketVisitorsMissing: null })
  }
  expect(await readAnalytics(test, ada.token, '', link)).toMatchObject({ totalClicks: 4, uniqueVisitors: 3 })
})

it.each([
  ['with a filter', '?country=DE', 1, from],
  ['with a filter from within the deleted time', '?country=DE&from=2026-04-01T00:00:00Z', 1, from],
  ['with a filter from after it', '?country=DE&from=2026-05-01T00:00:00Z', 1, null],
  ['with a filter before the first click', '?country=DE&to=2026-03-01T00:00:00Z', 0, null],
  ['in minutes', '?unit=minute&from=2026-04-20T23:00:00Z&to=2026-04-20T23:50:00Z', 0, from],
  ['of less than a day', '?from=2026-04-20T10:00:00Z&to=2026-04-20T20:00:00Z', 0, from],
  ['that begins within a day', '?from=2026-04-20T10:00:00Z&unit=month', 1, from],
  ['that begins within an earlier day', '?from=2026-03-10T09:00:00Z&unit=month', 3, '2026-03-11T00:00:00.000Z'],
  ['that ends within a day', '?from=2026-03-01T00:00:00Z&to=2026-03-10T20:00:00Z', 0, null],
])('an answer %s says from when on it counts', async (_, query, totalClicks, countsFrom) => {
  expect(await readAnalytics(test, ada.token, query, link)).toMatchObject({ totalClicks, countsFrom })
})

it('an answer about all links says from when on it counts the clicks of each', async () => {
  expect(await readAnalytics(test, ada.token, '?country=DE')).toMatchObject({ totalClicks: 2, countsFrom: from })
  expect(await readAnalytics(test, ada.token, '?country=DE', recent)).toMatchObject({
    totalClicks: 1,
    countsFrom: null,
  })
})

it('the map says from when on it counts', async () => {
  const draw = async (query: string) => (await test.rest.get(`/v1/clicks/geojson${query}`, { token: ada.token })).json
  expect(await draw('')).toMatchObject({ countsFrom: from, features: [{ properties: { count: 2 } }] })
  expect(await draw(`?urlId=${recent.id}`)).toMatchObject({ countsFrom: null })
  expect(await draw('?from=2026-05-01T00:00:00Z')).toMatchObject({ countsFrom: null })
})

it('buckets that are no days in UTC have no visitors where clicks are deleted', async () => {
  const answer = await readAnalytics(test, ada.token, '?unit=month&timezone=Europe/Berlin', link)
  const buckets = answer.timeseries.map(({ clicks, uniqueVisitors }: Record<string, number | null>) => [
    clicks,
    uniqueVisitors,
  ])
  expect(buckets).toEqual([
    [1, null],
    [2, null],
    [0, 0],
    [1, 1],
  ])
  expect(answer).toMatchObject({ totalClicks: 4, uniqueVisitors: 3, bucketVisitorsMissing: 'clicks_deleted' })
  const later = await readAnalytics(test, ada.token, '?unit=hour&interval=7d', link)
  expect(later.bucketVisitorsMissing).toBeNull()
  const { data } = await test.graph(
    `{ accountAnalytics(unit: MONTH, filter: { country: { in: ["DE"] } }) { countsFrom bucketVisitorsMissing } }`,
    { token: ada.token },
  )
  expect(data.accountAnalytics).toEqual({ countsFrom: from, bucketVisitorsMissing: 'CLICKS_DELETED' })
})
