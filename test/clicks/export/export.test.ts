import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots, expectError, expectGraphqlError } from '../../links/answers.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount } from '../../support/seed.ts'
import { insertClickRows, listings, manyClicks } from '../rows.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const header =
  'id,urlId,createdAt,country,region,device,browser,os,referrerHost,trigger,utmSource,utmMedium,utmCampaign,isBot,botName,qrId,city,continent,utmTerm,utmContent,ruleId,variant'

const take = ({ token }: SeededAccount, query = '', root = '/v1') =>
  test.rest.get(`${root}/clicks/export${query}`, { token })
const linesOf = (text: string) => text.split('\r\n').slice(0, -1)
const day = () => test.clock.now().toISOString().slice(0, 10)

describe('200', () => {
  it.each(apiRoots)('returns a CSV file under %s by default', async (root) => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada)
    const [id] = await insertClickRows(test, link, [
      { country: 'DE', utm_source: '=cmd()', referrer_host: 'a.example' },
    ])
    const { status, headers, text } = await take(ada, '', root)
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    expect(headers['content-disposition']).toBe(`attachment; filename="clicks-${day()}.csv"`)
    const at = test.clock.now().toISOString()
    expect(text).toBe(
      `${header}\r\n${id},${link.id},${at},DE,,Desktop,Unknown,Unknown,a.example,link,'=cmd(),,,false,,,,EU,,,,\r\n`,
    )
  })

  it('begins with a byte order mark with ?bom=true', async () => {
    const ada = await test.seed.account()
    expect((await take(ada, '?bom=true')).text).toBe(`\uFEFF${header}\r\n`)
    expect((await take(ada, '?bom=true&format=json')).json).toEqual([])
  })

  it('returns a JSON array with ?format=json, with the fields of the list and more', async () => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada)
    await insertClickRows(test, link, [
      { country: 'DE', region: 'DE-BE', city: 'Berlin', utm_campaign: 'Spring', utm_term: 'shoes' },
    ])
    const { headers, json } = await take(ada, '?format=json')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    const [listed] = (await test.rest.get('/v1/clicks', { token: ada.token })).json
    expect(json).toEqual([
      {
        ...listed,
        region: 'DE-BE',
        city: 'Berlin',
        continent: 'EU',
        os: 'Unknown',
        referrerHost: null,
        trigger: 'link',
        isBot: false,
        botName: null,
        qrId: null,
        utmSource: null,
        utmMedium: null,
        utmCampaign: 'Spring',
        utmTerm: 'shoes',
        ruleId: null,
        variant: null,
        utmContent: null,
      },
    ])
  })

  it('returns a feature collection with ?format=geojson; a click without coordinates has no geometry', async () => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada)
    const ids = await insertClickRows(test, link, [{ country: 'DE' }, { country: null }, { country: 'ZZ' }])
    const { headers, json } = await take(ada, '?format=geojson')
    expect(headers['content-type']).toBe('application/geo+json')
    expect(headers['content-disposition']).toBe(`attachment; filename="clicks-${day()}.geojson"`)
    expect(json).toMatchObject({ type: 'FeatureCollection', unlocated: 2 })
    const byId = new Map(json.features.map((feature: { id: string }) => [feature.id, feature]))
    expect([...byId.keys()].toSorted()).toEqual(ids.toSorted())
    expect(byId.get(ids[0])).toMatchObject({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [10.35, 51.03] },
      properties: { urlId: link.id, country: 'DE' },
    })
    expect([byId.get(ids[1]), byId.get(ids[2])]).toMatchObject([{ geometry: null }, { geometry: null }])
  })

  it('returns a valid file of each format without clicks', async () => {
    const ada = await test.seed.account()
    expect((await take(ada)).text).toBe(`${header}\r\n`)
    expect((await take(ada, '?format=json')).json).toEqual([])
    expect((await take(ada, '?format=geojson')).json).toEqual({ type: 'FeatureCollection', features: [], unlocated: 0 })
  })

  it('returns each click once, link by link, newest first, read in pages', async () => {
    const ada = await test.seed.account()
    const links = [await test.seed.link(ada), await test.seed.link(ada), await test.seed.link(ada)]
    for (const [n, link] of links.entries()) await manyClicks(test, link, [2500, 0, 1300][n] ?? 0)
    await manyClicks(test, await test.seed.link(await test.seed.account()), 10)
    listings(test)
    const { json } = await take(ada, '?format=json')
    // Pages of 1000 clicks.
    expect(listings(test)).toHaveLength(4)
    const listed = (
      await Promise.all(
        [1, 2, 3, 4].map((page) => test.rest.get(`/v1/clicks?limit=1000&page=${page}`, { token: ada.token })),
      )
    ).flatMap((page) => page.json)
    expect(json).toHaveLength(3800)
    const idsOf = (clicks: { id: string }[]) => clicks.map(({ id }) => id)
    expect(idsOf(json).toSorted()).toEqual(idsOf(listed).toSorted())
    const order = json.map((click: { urlId: string; createdAt: string }) => [click.urlId, -Date.parse(click.createdAt)])
    const sorted = (order as [string, number][]).toSorted(
      ([a, at], [b, bt]) => Number(a > b) - Number(a < b) || at - bt,
    )
    expect(order).toEqual(sorted)
  })

  it('returns clicks of the same microsecond across pages once', async () => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada)
    await test.sql(
      `insert into click (id, url_id, created_at, trigger, is_bot)
       select ? || n, ?, ?::timestamptz + interval '123 microseconds', 'link', false from generate_series(10000, 11500) as n`,
      [`clk_${test.seed.word()}`, link.id, test.clock.now().toISOString()],
    )
    const ids = (await take(ada, '?format=json')).json.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(1501)
    expect(ids).toHaveLength(1501)
  })

  it('applies the filters', async () => {
    const ada = await test.seed.account()
    const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    const [id] = await insertClickRows(test, link, [
      { country: 'DE' },
      { country: 'US' },
      { country: 'DE', is_bot: true },
    ])
    await insertClickRows(test, other, [{ country: 'DE' }])
    const { text } = await take(ada, `?urlId=${link.id}&country=de&interval=7d`)
    expect(
      linesOf(text)
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual([id])
    expect(linesOf((await take(ada, `?country=DE&includeBots=true`)).text)).toHaveLength(4)
    const eve = await test.seed.account()
    expect(linesOf((await take(eve, `?urlId=${link.id}`)).text)).toHaveLength(1)
  })

  it('answers HEAD with the headers, without reading clicks', async () => {
    const ada = await test.seed.account()
    await manyClicks(test, await test.seed.link(ada), 2000)
    listings(test)
    const { status, headers, text } = await test.rest.send('HEAD', '/v1/clicks/export', { token: ada.token })
    expect([status, text, headers['content-type']]).toEqual([200, '', 'text/csv; charset=utf-8; header=present'])
    expect(listings(test)).toEqual([])
  })
})

describe('over GraphQL', () => {
  it('returns the address of the file with the same arguments', async () => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada)
    const [id] = await insertClickRows(test, link, [{ country: 'DE' }, { country: 'US' }])
    const { data } = await test.graph(
      `query ($urlId: ID) { clickExport(format: JSON, urlId: $urlId, filter: {
         country: { in: ["DE", "FR"] }, device: { notIn: [TV] }, from: "2020-01-01T00:00:00+01:00", timezone: "Europe/Berlin"
       }) { fileName mediaType href } }`,
      { token: ada.token, variables: { urlId: link.id } },
    )
    const { fileName, mediaType, href } = data.clickExport
    expect([fileName, mediaType]).toEqual([`clicks-${day()}.json`, 'application/json; charset=utf-8'])
    const { origin, pathname, search } = new URL(href)
    expect(origin).toBe('http://tack.test')
    const { json } = await test.rest.get(pathname + search, { token: ada.token })
    expect(json.map((click: { id: string }) => click.id)).toEqual([id])
    const withComma = '{ clickExport(filter: { utmCampaign: { in: ["a,b"] } }) { href } }'
    expectGraphqlError(await test.graph(withComma, { token: ada.token }), 400, 'INVALID_PARAMS', ['filter.utmCampaign'])
    const unknown = await test.graph('{ clickExport(format: XML) { href } }', { token: ada.token })
    expectGraphqlError(unknown, 400, 'GRAPHQL_VALIDATION_FAILED')
  })
})

it('answers 401 without a credential', async () => {
  expectError(await test.rest.get('/v1/clicks/export'), 401, 'UNAUTHENTICATED')
})
