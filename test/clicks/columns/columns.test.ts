import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { lockForDeletionSql } from '../../../src/modules/visits/clicks/store/postgres/columns/click-columns.queries.ts'
import { ColumnBuilder } from '../../../src/modules/visits/clicks/store/postgres/columns/column-builder.ts'
import { dayMs } from '../../../src/platform/shared/time.ts'
import { emptiedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { foldAll, readAnalytics } from '../analytics/answers.ts'
import { deleteOldMonths, insertClickRows } from '../rows.ts'

let test: TestApp
let ada: SeededAccount
let link: SeededLink
beforeAll(async () => {
  test = await emptiedApp()
})
beforeEach(async () => {
  test.clock.set(new Date('2026-11-21T10:00:00Z'))
  ada = await test.seed.account()
  link = await test.seed.link(ada)
})
afterAll(() => test.close())

const onServer = inject('database').kind === 'server'

/** Stores days with at least so many clicks, also those before the watermark. */
async function build(minClicks = 1): Promise<void> {
  await test.sql(`update click_columns_watermark set day = '-infinity'`)
  await new ColumnBuilder(test.app.database.orm, test.clock, { minClicks }).run()
}

const storedDays = async ({ id } = link) =>
  (
    await test.sql<{ day: string }>(`select day::text as day from click_day_columns where url_id = ? order by day`, [
      id,
    ])
  ).map(({ day }) => day)

const at = (time: string) => new Date(`2026-11-${time}Z`)

/** Clicks on two past days, and one today. */
async function seedClicks(): Promise<void> {
  await insertClickRows(test, link, [
    { at: at('19T00:00:00.000'), country: 'DE', region: 'DE-BE', city: 'Berlin', browser: 'Firefox', visitor: 'eve' },
    { at: at('19T08:30:00.123'), country: 'DE', browser: 'Chrome', visitor: 'eve', referrer_host: 'a.example' },
    { at: at('19T23:59:59.999'), country: 'US', browser: 'Firefox', visitor: 'alan', utm_source: 'Ünïcode 😀' },
    { at: at('19T12:00:00'), country: 'DE', is_bot: true },
    { at: at('20T18:00:00'), country: 'DE', device: null },
    { at: at('20T19:00:00'), country: 'DE', browser: 'Firefox', visitor: 'grace', utm_source: '' },
    { at: at('21T09:00:00'), country: 'DE', browser: 'Firefox', visitor: 'grace' },
  ])
  await foldAll(test)
}

/** So many clicks on the first of the past days. */
async function seedManyClicks(count: number): Promise<void> {
  await test.sql(
    `insert into click (id, url_id, created_at, trigger, device, is_bot)
     select 'clk_' || ? || n, ?, ?::timestamptz + make_interval(secs => n), 'link', 'Desktop', false
       from generate_series(1, ?) as n`,
    [test.seed.word(), link.id, at('19T00:00:00').toISOString(), count],
  )
  await foldAll(test)
}

const filters = [
  ...['country=DE', 'country=de&includeBots=true', 'country=-DE', 'browser=Firefox&country=DE', 'city=DE-BE:Berlin'],
  ...['referrer=Direct', 'referrer=-Direct', 'referrer=Unknown', 'utmSource=Unknown', 'continent=EU', 'device=Desktop'],
  ...[`utmSource=${encodeURIComponent('ünïcode 😀')}`, 'country=DE&timezone=Asia/Kathmandu&unit=hour'],
  'country=DE&from=2026-11-19T08:30:00.123Z&to=2026-11-19T23:59:59.999Z',
  ...['country=DE&unit=day', 'trigger=link&unit=minute&from=2026-11-19T20:00:00Z&to=2026-11-20T04:00:00Z'],
  'unit=day&timezone=America/New_York',
]

const readAll = () =>
  Promise.all(
    filters.flatMap((filter) => [
      readAnalytics(test, ada.token, `?${filter}`, link),
      readAnalytics(test, ada.token, `?${filter}`),
    ]),
  )

describe('columns of past days', () => {
  it('give the same answers as the rows, which are not read', async () => {
    await seedClicks()
    const before = await readAll()
    await build()
    expect(await storedDays()).toEqual(['2026-11-19', '2026-11-20'])
    expect(await readAll()).toEqual(before)
    // Only the rows of today are left, and the first one, from which the first click is known.
    await test.sql('delete from click where url_id = ? and created_at > ? and created_at < ?', [
      ...[link.id, at('19T00:00:00'), at('21T00:00:00')],
    ])
    expect(await readAll()).toEqual(before)
  })

  it('are not stored of today, nor of days with few clicks', async () => {
    await seedClicks()
    await build(4)
    expect(await storedDays()).toEqual(['2026-11-19'])
    await build(5)
    expect(await storedDays(await test.seed.link(ada))).toEqual([])
  })

  it('are stored in the background', async () => {
    await seedManyClicks(200)
    await test.sql(`update click_columns_watermark set day = '-infinity'`)
    await test.app.recurringTasks.runAll()
    expect(await storedDays()).toEqual(['2026-11-19'])
  })
})

describe('a late click', () => {
  const total = async () => (await readAnalytics(test, ada.token, '?country=DE', link)).totalClicks

  it('counts before it is folded, after that, and in columns that are stored again', async () => {
    await seedClicks()
    await build()
    expect(await total()).toBe(5)
    const [id] = await insertClickRows(test, link, [{ at: at('19T10:00:00'), country: 'DE', visitor: 'eve' }])
    await test.sql('update click set tx = 9000000000000000 where id = ?', [id])
    expect(await total()).toBe(6)
    await test.sql('update click set tx = pg_current_xact_id()::text::bigint where id = ?', [id])
    await foldAll(test)
    expect(await readAnalytics(test, ada.token, '?country=DE', link)).toMatchObject({
      totalClicks: 6,
      uniqueVisitors: 3,
    })
    await build()
    expect(
      await test.sql('select clicks from click_day_columns where url_id = ? and day = ?', [link.id, '2026-11-19']),
    ).toEqual([{ clicks: 5 }])
    expect(await readAnalytics(test, ada.token, '?country=DE', link)).toMatchObject({
      totalClicks: 6,
      uniqueVisitors: 3,
    })
  })

  it('of a day long ago has its day stored again after the daily maintenance', async () => {
    await seedClicks()
    await build()
    await insertClickRows(test, link, [{ at: at('19T10:00:00'), country: 'DE' }])
    await foldAll(test)
    const clicksOf19 = () =>
      test.sql<{ clicks: number }>(`select clicks from click_day_columns where url_id = ? and day = '2026-11-19'`, [
        link.id,
      ])
    const builder = new ColumnBuilder(test.app.database.orm, test.clock, { minClicks: 1 })
    test.clock.set(at('29T10:00:00'))
    await builder.run()
    await test.sql(`update click_columns_watermark set day = '2026-11-27'`)
    await builder.run()
    await builder.reopenIncompleteDays()
    await builder.run()
    expect(await clicksOf19()).toEqual([{ clicks: 5 }])
  })

  it.runIf(onServer)('is in every answer while days are stored and folded at the same time', async () => {
    await seedClicks()
    let expected = await total()
    for (let round = 0; round < 15; round++) {
      const count = 1 + (round % 3)
      await insertClickRows(
        test,
        link,
        Array.from({ length: count }, () => ({ at: at('19T10:00:00'), country: 'DE', visitor: `late ${round}` })),
      )
      expected += count
      const [, , one] = await Promise.all([foldAll(test), build(), total(), build()])
      expect(one).toBe(expected)
      expect(await total()).toBe(expected)
    }
    await foldAll(test)
    await build()
    expect(await storedDays()).toContain('2026-11-19')
    expect(await total()).toBe(expected)
  })
})

describe('deleted clicks', () => {
  it('of a link have no columns', async () => {
    await seedClicks()
    await build()
    expect((await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })).status).toBe(200)
    expect(await storedDays()).toEqual([])
  })

  it('of a link with many have none after the next minute, and no day is stored again', async () => {
    await seedManyClicks(1_500)
    await build()
    expect(await storedDays()).toHaveLength(1)
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    await Promise.all([build(), test.app.recurringTasks.runAll()])
    await build()
    expect(await storedDays()).toEqual([])
  })

  it('of days that the workspace no longer keeps have none', async () => {
    const old = new Date(test.clock.now().getTime() - 50 * dayMs)
    await insertClickRows(test, link, [{ at: old, country: 'DE' }])
    await seedClicks()
    await build()
    expect(await storedDays()).toHaveLength(3)
    const [{ id } = { id: '' }] = await test.sql<{ id: string }>('select workspace_id as id from link where id = ?', [
      link.id,
    ])
    await test.rest.patch(`/v1/workspaces/${id}`, { clickRetentionDays: 40 }, { token: ada.token })
    await test.app.recurringTasks.runAll()
    expect(await storedDays()).toEqual(['2026-11-19', '2026-11-20'])
    expect(await readAnalytics(test, ada.token, '?country=DE', link)).toMatchObject({ totalClicks: 5 })
    // The rollups still count it, so the day is not complete.
    await build()
    expect(await storedDays()).toEqual(['2026-11-19', '2026-11-20'])
  })

  it('of dropped months have none', async () => {
    await insertClickRows(test, link, [{ at: new Date('2026-08-10T10:00:00Z'), country: 'DE' }])
    await seedClicks()
    await build()
    await deleteOldMonths(test, 1)
    expect(await storedDays()).toEqual(['2026-11-19', '2026-11-20'])
    expect(await readAnalytics(test, ada.token, '?country=DE', link)).toMatchObject({ totalClicks: 5 })
  })

  it.runIf(onServer)('are not stored while their deletion has not ended', async () => {
    await seedClicks()
    const deletion = test.app.database.orm.em.fork()
    await deletion.begin()
    await deletion.execute(`select ${lockForDeletionSql}`)
    await deletion.execute(`delete from click where url_id = ? and created_at < '2026-11-20T00:00:00Z'`, [link.id])
    await build()
    expect(await storedDays()).toEqual([])
    await deletion.commit()
    await build()
    expect(await storedDays()).toEqual(['2026-11-20'])
  })
})
