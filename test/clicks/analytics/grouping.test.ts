import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { insertClickRows } from '../rows.ts'
import { beforeAndAfterFold, readAnalytics } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let link: SeededLink
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  link = await test.seed.link(ada)
  const others = [await test.seed.link(ada), await test.seed.link(ada)]
  for (const other of others) await insertClickRows(test, other, [{}, { referrer_host: 'c.example' }])
  await insertClickRows(test, link, [
    ...['DE-BE', 'DE-BE', 'DE-BE'].map((region) => ({ region, country: 'DE' })),
    ...['DE-HH', 'DE-HH', 'DE-SN', 'DE-BY'].map((region) => ({ region, country: 'DE' })),
    ...['spring', 'spring', 'spring', 'Unknown', 'Unknown'].map((utm_campaign) => ({ utm_campaign, country: 'JP' })),
    { utm_source: 'Unknown', utm_medium: 'Unknown', utm_term: 'Unknown', referrer_host: 'a.example' },
    { utm_source: 'paper', utm_medium: 'Other', referrer_host: 'a.example', is_bot: true, country: 'BR' },
    { device: null, browser: null, os: null },
  ])
})
afterAll(() => test.close())

it('counts small regions as Other, and the value Unknown with clicks without a value, before it sorts', () =>
  beforeAndAfterFold(test, async () => {
    const { regionStats, utmStats, totalClicks } = await readAnalytics(test, ada.token, '', link)
    expect(totalClicks).toBe(14)
    expect(regionStats).toEqual([
      { region: 'Unknown', count: 7 },
      { region: 'Other', count: 4 },
      { region: 'DE-BE', count: 3 },
    ])
    expect(utmStats.campaign).toEqual([
      { value: 'Unknown', count: 11 },
      { value: 'spring', count: 3 },
    ])
    expect(utmStats.source).toEqual([{ value: 'Unknown', count: 14 }])
  }))

it.each([
  ['one link', '', true],
  ['one link with bots', '&includeBots=true', true],
  ['one link with a filter', '&trigger=link', true],
  ['all links', '', false],
])('returns with a smaller limit the beginning of the longer answer, for %s', (_, query, isOne) =>
  beforeAndAfterFold(test, async () => {
    const read = (limit: number) => readAnalytics(test, ada.token, `?limit=${limit}${query}`, isOne ? link : undefined)
    const long = await read(500)
    for (const limit of [1, 2, 3]) {
      const short = await read(limit)
      for (const [field, rows] of Object.entries({ ...long, ...long.utmStats })) {
        if (!Array.isArray(rows) || field === 'timeseries') continue
        expect({ ...short, ...short.utmStats }[field], `${field} ${limit}`).toEqual(rows.slice(0, limit))
      }
      expect(short.totalClicks).toBe(long.totalClicks)
    }
  }),
)

it('adds up each breakdown to the total', async () => {
  for (const query of ['', '?includeBots=true', '?country=DE']) {
    const answer = await readAnalytics(test, ada.token, query)
    for (const [field, rows] of Object.entries({ ...answer, ...answer.utmStats })) {
      if (!Array.isArray(rows) || field === 'timeseries') continue
      expect(
        rows.reduce((sum: number, { count }) => sum + count, 0),
        `${field}${query}`,
      ).toBe(answer.totalClicks)
    }
  }
})
