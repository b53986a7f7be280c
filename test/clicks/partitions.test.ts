import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUnfoldedSql } from '../../src/modules/visits/clicks/store/postgres/rollups/watermark.queries.ts'
import { createPartitions } from '../../src/modules/visits/clicks/store/postgres/writing/click-partitions.queries.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { as, counted } from '../support/visitor.ts'
import { createRollupWorker } from './rollups/fold-worker.ts'
import { deleteOldMonths, forgetDeletedMonths } from './rows.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(async () => {
  await forgetDeletedMonths(test)
  await test.close()
})

const make = (at: string) => createPartitions(test.app.database.orm, new Date(at))

async function partitions(year: number): Promise<string[]> {
  const rows = await test.sql<{ name: string; bounds: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
       from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = 'click'::regclass and c.relname like ? order by name`,
    [`click_${year}%`],
  )
  return rows.map(({ name }) => name)
}

/** The partition in which a click of this instant is stored. */
async function placeOf(at: string): Promise<string | undefined> {
  const link = await test.seed.link(ada)
  const [row] = await test.sql<{ name: string }>(
    `insert into click (id, url_id, created_at, trigger, is_bot) values (?, ?, ?, 'link', false)
     returning tableoid::regclass::text as name`,
    [`clk_${test.seed.word()}`, link.id, at],
  )
  return row?.name
}

it('are created for this month and the next two, also at the end of a year', async () => {
  await make('2029-11-30T23:59:59.999Z')
  expect(await partitions(2029)).toEqual(['click_2029_11', 'click_2029_12'])
  expect(await partitions(2030)).toEqual(['click_2030_01'])
})

it('begin and end at the first instant of a month in UTC', async () => {
  await make('2031-01-15T00:00:00Z')
  expect(await placeOf('2031-01-31T23:59:59.999Z')).toBe('click_2031_01')
  expect(await placeOf('2031-02-01T00:00:00.000Z')).toBe('click_2031_02')
  expect(await placeOf('2031-02-28T23:59:59.999+00:00')).toBe('click_2031_02')
  expect(await placeOf('2031-03-01T01:00:00.000+02:00')).toBe('click_2031_02')
})

it('exist for the current month when the service starts', async () => {
  const link = await test.seed.link(ada)
  await test.rest.get(`/${link.shortUrl}`, as('chrome'))
  const [row] = await test.sql<{ name: string }>(
    'select tableoid::regclass::text as name from click where url_id = ?',
    [link.id],
  )
  expect(row?.name).toBe(`click_${test.clock.now().toISOString().slice(0, 7).replace('-', '_')}`)
})

it('can be created again, and by several nodes at once', async () => {
  await make('2032-05-01T00:00:00Z')
  await make('2032-05-31T00:00:00Z')
  await Promise.all(Array.from({ length: 8 }, () => make('2032-06-01T00:00:00Z')))
  expect(await partitions(2032)).toEqual(['click_2032_05', 'click_2032_06', 'click_2032_07', 'click_2032_08'])
})

it('store a click of a month without a partition in the default partition, and the next months are still created', async () => {
  expect(await placeOf('2033-03-10T00:00:00Z')).toBe('click_other')
  await make('2033-02-01T00:00:00Z')
  expect(await partitions(2033)).toEqual(['click_2033_02', 'click_2033_04'])
  expect(await placeOf('2033-03-11T00:00:00Z')).toBe('click_other')
})

it('give the same counts, whichever partition has the click', async () => {
  const link = await test.seed.link(ada)
  const now = test.clock.now()
  for (const at of [now, new Date('2034-07-01T00:00:00Z')]) {
    test.clock.set(at)
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
  }
  test.clock.set(now)
  expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
  const { json } = await test.rest.get(`/v1/clicks/analytics/${link.id}`, { token: ada.token })
  expect(json).toMatchObject({ totalClicks: 2, uniqueVisitors: 2, lastClickAt: '2034-07-01T00:00:00.000Z' })
  await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
  expect(await counted(test, link)).toEqual({ counter: null, people: 0, robots: 0 })
})

describe('retention', () => {
  const drop = (monthsKept: number) => deleteOldMonths(test, monthsKept)

  async function visitedAt(link: SeededLink, ...instants: string[]): Promise<void> {
    const now = test.clock.now()
    for (const at of instants) {
      test.clock.set(new Date(at))
      await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    }
    test.clock.set(now)
  }

  it('drops the clicks of folded months beyond the retention, and keeps the rollups', async () => {
    await make('2020-05-10T00:00:00Z')
    const link = await test.seed.link(ada)
    await visitedAt(link, '2020-05-31T23:59:59.999Z', '2020-06-01T00:00:00.000Z', '2019-02-03T00:00:00.000Z')
    const now = test.clock.now()
    const summary = async () =>
      (await test.rest.get(`/v1/clicks/analytics/${link.id}?unit=month`, { token: ada.token })).json
    const before = await summary()
    expect(before).toMatchObject({ totalClicks: 3, uniqueVisitors: 3 })
    test.clock.set(new Date('2021-06-15T00:00:00Z'))
    const folded = async () => {
      await createRollupWorker(test).fold()
      return (await test.sql(`select 1 from click where ${isUnfoldedSql} limit 1`)).length
    }
    await expect.poll(folded, settling).toBe(0)
    await drop(12)
    test.clock.set(now)
    expect(await partitions(2020)).toEqual(['click_2020_06', 'click_2020_07'])
    expect(await counted(test, link)).toEqual({ counter: 3, people: 1, robots: 0 })
    expect(await summary()).toEqual(before)
  })

  it('keeps a month with a click that is not folded', async () => {
    await make('2018-05-10T00:00:00Z')
    const link = await test.seed.link(ada)
    await visitedAt(link, '2018-05-01T00:00:00.000Z')
    await test.sql('update click set tx = 9000000000000000 where url_id = ?', [link.id])
    await drop(12)
    expect(await partitions(2018)).toEqual(['click_2018_05'])
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
    // Other files fold all clicks of this database.
    await test.sql('update click set tx = pg_current_xact_id()::text::bigint where url_id = ?', [link.id])
  })
})
