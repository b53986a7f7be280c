import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount } from '../../support/seed.ts'
import { as } from '../../support/visitor.ts'
import { insertClickRows } from '../rows.ts'
import { beforeAndAfterFold, readAnalytics } from './answers.ts'

let test: TestApp
let ada: SeededAccount
const noon = new Date('2026-11-18T12:00:00Z')
const at = (time: string) => new Date(`2026-11-${time}Z`)
beforeAll(async () => {
  test = await sharedApp()
  test.clock.set(noon)
})
afterAll(() => test.close())
beforeEach(async () => {
  ada = await test.seed.account()
})

const draw = async (query = '') => (await test.rest.get(`/v1/clicks/geojson${query}`, { token: ada.token })).json
const visitorsOf = (map: { features: { properties: { country: string; uniqueVisitors: number } }[] }) =>
  Object.fromEntries(map.features.map(({ properties }) => [properties.country, properties.uniqueVisitors]))
const figures = (isAvailable: boolean, isPartial: boolean) => ({
  uniqueVisitorsAvailable: isAvailable,
  uniqueVisitorsPartial: isPartial,
})

describe('a visitor', () => {
  it('counts once for each link and UTC day in summaries, buckets and the map, and there in each country', async () => {
    const [first, second] = [await test.seed.link(ada), await test.seed.link(ada)]
    await insertClickRows(test, first, [
      { at: at('17T10:00'), visitor: 'eve', country: 'DE' },
      { at: at('17T11:00'), visitor: 'eve', country: 'DE' },
      { at: at('17T12:00'), visitor: 'eve', country: 'FR' },
      { at: at('18T10:00'), visitor: 'eve', country: 'DE' },
    ])
    await insertClickRows(test, second, [{ at: at('17T10:00'), visitor: 'eve', country: 'DE' }])
    await beforeAndAfterFold(test, async () => {
      for (const query of ['?from=2026-11-17T00:00:00Z&unit=day', '?from=2026-11-17T00:00:00Z&unit=day&trigger=link']) {
        const one = await readAnalytics(test, ada.token, query, first)
        expect(one).toMatchObject({ uniqueVisitors: 2, ...figures(true, false) })
        const all = await readAnalytics(test, ada.token, query)
        expect(all).toMatchObject({ uniqueVisitors: 3, ...figures(true, false) })
        expect(all.timeseries).toMatchObject([{ uniqueVisitors: 2 }, { uniqueVisitors: 1 }])
      }
      expect(visitorsOf(await draw())).toEqual({ DE: 3, FR: 1 })
    })
  })

  it('of a link that is in privacy mode now is withheld everywhere, also for clicks before', async () => {
    const [open, closed] = [await test.seed.link(ada), await test.seed.link(ada)]
    await insertClickRows(test, open, [{ at: at('18T10:00'), visitor: 'eve', country: 'DE' }])
    await insertClickRows(test, closed, [
      { at: at('17T10:00'), visitor: 'eve', country: 'DE' },
      { at: at('18T10:00'), visitor: 'joe', country: 'FR' },
    ])
    await test.rest.patch(`/v1/urls/${closed.id}`, { privacyMode: true }, { token: ada.token })
    const visitors = (series: { uniqueVisitors: number }[]) => series.map(({ uniqueVisitors }) => uniqueVisitors)
    await beforeAndAfterFold(test, async () => {
      for (const query of ['?unit=day', '?unit=day&trigger=link', '?unit=hour&from=2026-11-18T10:00:00Z']) {
        const all = await readAnalytics(test, ada.token, query)
        expect(all).toMatchObject({ uniqueVisitors: 1, ...figures(true, true) })
        expect(visitors(all.timeseries).reduce((a, b) => a + b)).toBe(1)
        const one = await readAnalytics(test, ada.token, query, closed)
        expect(one).toMatchObject({ uniqueVisitors: 0, ...figures(false, false) })
        expect(new Set(visitors(one.timeseries))).toEqual(new Set([0]))
      }
      const map = await draw()
      expect(visitorsOf(map)).toEqual({ DE: 1, FR: 0 })
      expect(map).toMatchObject(figures(true, true))
      expect(await draw(`?urlId=${closed.id}`)).toMatchObject(figures(false, false))
      expect(await draw(`?urlId=${open.id}`)).toMatchObject(figures(true, false))
    })
  })
})

describe('visits under Global Privacy Control', () => {
  const visit = async (code: string, ...agents: ('chrome' | 'private' | 'googlebot')[]) => {
    for (const agent of agents) {
      const visitor = agent === 'private' ? as('firefox', { 'sec-gpc': '1' }) : as(agent)
      expect((await test.rest.get(`/${code}`, visitor)).status).toBe(302)
    }
  }

  it.each<[string, ('chrome' | 'private' | 'googlebot')[], number, boolean, boolean]>([
    ['are not counted, and the figure is partial', ['chrome', 'private', 'chrome'], 1, true, true],
    ['leave no figure when there is nobody else', ['private', 'private', 'googlebot'], 0, false, false],
    ['are no bots, which have no visitor either', ['chrome', 'googlebot'], 1, true, false],
    ['are not missed before the first click by a person', ['googlebot'], 0, true, false],
  ])('%s', async (_, agents, uniqueVisitors, isAvailable, isPartial) => {
    const link = await test.seed.link(ada)
    await visit(link.shortUrl, ...agents)
    const expected = { uniqueVisitors, ...figures(isAvailable, isPartial) }
    await beforeAndAfterFold(test, async () => {
      for (const query of ['', '?includeBots=true', '?interval=7d', '?interval=24h', '?trigger=link', '?unit=minute']) {
        expect(await readAnalytics(test, ada.token, query, link), query).toMatchObject(expected)
        expect(await readAnalytics(test, ada.token, query), query).toMatchObject(expected)
      }
      for (const query of ['', '?includeBots=true'])
        expect(await draw(query)).toMatchObject(figures(isAvailable, isPartial))
    })
    const { data } = await test.graph('{ accountAnalytics { uniqueVisitorsAvailable uniqueVisitorsPartial } }', ada)
    expect(data.accountAnalytics).toEqual(figures(isAvailable, isPartial))
  })

  it('belong to the range in which they were', async () => {
    const link = await test.seed.link(ada)
    await insertClickRows(test, link, [
      { at: at('15T10:00'), visitor: null, device: null },
      { at: at('16T10:00'), visitor: 'eve' },
      { at: at('16T11:00'), visitor: null, device: null },
      { at: at('17T10:00'), visitor: 'eve' },
    ])
    const range = (from: string, to: string) => `?from=2026-11-${from}:00Z&to=2026-11-${to}:00Z`
    await beforeAndAfterFold(test, async () => {
      for (const [query, expected] of [
        [range('15T00:00', '16T00:00'), figures(false, false)],
        [range('16T00:00', '17T00:00'), figures(true, true)],
        [range('17T00:00', '18T00:00'), figures(true, false)],
        [range('16T10:30', '18T00:00'), figures(true, true)],
        [range('16T11:30', '18T00:00'), figures(true, false)],
      ] as const)
        expect(await readAnalytics(test, ada.token, query, link), query).toMatchObject(expected)
    })
  })

  it('are in no breakdown and no top link of their own', async () => {
    const link = await test.seed.link(ada)
    await visit(link.shortUrl, 'chrome', 'private')
    await beforeAndAfterFold(test, async () => {
      const { topLinks, deviceStats } = await readAnalytics(test, ada.token, '')
      expect(topLinks).toMatchObject([{ urlId: link.id, count: 2 }])
      expect(deviceStats).toHaveLength(2)
    })
  })
})
