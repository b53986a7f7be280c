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

it('counts a site with and without www., and campaign values in any case, as one, also when a filter names it', async () => {
  const site = await test.seed.link(ada)
  const hosts = ['www.site.example', 'site.example', 'www.site.example', 'other.example', 'www.example']
  const campaigns = ['Spring', 'spring', 'SPRING', 'Été', 'été']
  const clicks = hosts.map((referrer_host, index) => ({ referrer_host, utm_campaign: campaigns[index] ?? null }))
  await insertClickRows(test, site, [...clicks, { referrer_host: null, utm_campaign: 'unknown' }])
  await beforeAndAfterFold(test, async () => {
    for (const query of ['', '?trigger=link']) {
      const { referrerStats, utmStats } = await readAnalytics(test, ada.token, query, site)
      expect(referrerStats).toEqual([
        { referrer: 'site.example', count: 3 },
        { referrer: 'Direct', count: 1 },
        { referrer: 'other.example', count: 1 },
        { referrer: 'www.example', count: 1 },
      ])
      expect(utmStats.campaign).toEqual([
        { value: 'spring', count: 3 },
        { value: 'été', count: 2 },
        { value: 'Unknown', count: 1 },
      ])
    }
    for (const [query, count] of [
      ['referrer=site.example', 3],
      ['referrer=WWW.Site.example', 3],
      ['referrer=-www.site.example', 3],
      ['referrer=example', 0],
      ['utmCampaign=%C3%89T%C3%89', 2],
    ] as const)
      expect((await readAnalytics(test, ada.token, `?${query}`, site)).totalClicks, query).toBe(count)
  })
  await test.rest.delete(`/v1/urls/${site.id}`, { token: ada.token })
})

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
