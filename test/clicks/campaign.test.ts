import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

async function campaignOf(options: Record<string, unknown>, path: (code: string) => string, headers = {}) {
  const link = await test.seed.link(ada, options)
  expect((await test.rest.get(path(link.shortUrl), as('chrome', headers))).status).toBeLessThan(303)
  const [row] = await test.sql<Record<'utm_source' | 'utm_medium' | 'utm_campaign', string | null>>(
    'select utm_source, utm_medium, utm_campaign from click where url_id = ?',
    [link.id],
  )
  return row && [row.utm_source, row.utm_medium, row.utm_campaign]
}

const path = (query: string) => (code: string) => `/${code}${query}`
const mine = { utmSource: 'paper', utmMedium: 'print', utmCampaign: 'launch' }

describe('a click records the campaign parameters of its destination:', () => {
  it.each<[string, Record<string, unknown>, string, (string | null)[]]>([
    ['none', {}, '', [null, null, null]],
    ["the link's values", mine, '', ['paper', 'print', 'launch']],
    ["the visitor's values", {}, '?utm_source=web&utm_medium=a%20b', ['web', 'a b', null]],
    ["the visitor's values over the link's", mine, '?utm_source=web', ['web', 'print', 'launch']],
    [
      "the link's values when the query is not forwarded",
      { ...mine, forwardQuery: false },
      '?utm_source=web',
      ['paper', 'print', 'launch'],
    ],
    ['none when the query is not forwarded', { forwardQuery: false }, '?utm_source=web', [null, null, null]],
    ["the destination's values", { longUrl: 'https://example.com/?utm_source=site' }, '', ['site', null, null]],
    ['percent-encoded names', {}, '?%75tm_source=web', ['web', null, null]],
    ['at most 255 characters', {}, `?utm_source=${'x'.repeat(300)}`, ['x'.repeat(255), null, null]],
    [
      'whole characters only',
      {},
      `?utm_source=${'x'.repeat(254)}%F0%9F%98%80`,
      [`${'x'.repeat(254)}\ufffd`, null, null],
    ],
    ['no NUL', {}, '?utm_source=a%00b', ['ab', null, null]],
    ['no empty value', {}, '?utm_source=', [null, null, null]],
  ])('%s', async (_, options, query, campaign) => {
    expect(await campaignOf(options, path(query))).toEqual(campaign)
  })

  it('also for the JSON resolution, which forwards no query', async () => {
    const path = (code: string) => `/v1/urls/redirect/${code}`
    expect(await campaignOf(mine, path)).toEqual(['paper', 'print', 'launch'])
  })

  it('and GraphQL returns them', async () => {
    const link = await test.seed.link(ada, mine)
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    const document = `{ clicks(urlId: "${link.id}") { nodes { utmSource utmMedium utmCampaign region } } }`
    const { data } = await test.graph(document, { token: ada.token })
    expect(data.clicks.nodes).toEqual([{ ...mine, region: 'Unknown' }])
  })

  it('and none in privacy mode', async () => {
    expect(await campaignOf({ ...mine, privacyMode: true }, path('?utm_source=web'))).toEqual([null, null, null])
    expect(await campaignOf(mine, path(''), { 'sec-gpc': '1' })).toEqual([null, null, null])
  })
})
