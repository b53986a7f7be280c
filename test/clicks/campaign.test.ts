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
  const [row] = await test.sql<{ values: (string | null)[] }>(
    'select array[utm_source, utm_medium, utm_campaign, utm_term, utm_content] as values from click where url_id = ?',
    [link.id],
  )
  return row?.values
}

const path = (query: string) => (code: string) => `/${code}${query}`
const mine = { utmSource: 'paper', utmMedium: 'print', utmCampaign: 'launch', utmTerm: 'ink', utmContent: 'back' }
const none = [null, null, null, null, null]
const sent = { utm_source: 'a', utm_medium: 'b', utm_campaign: 'c', utm_term: 'd', utm_content: 'e' }
/** A campaign with these values only. */
const only = (source: string, medium: string | null = null) => [source, medium, null, null, null]

describe('a click records the campaign parameters of its destination:', () => {
  it.each<[string, Record<string, unknown>, string, (string | null)[]]>([
    ['none', {}, '', none],
    ["the link's values", mine, '', Object.values(mine)],
    ["the visitor's values", {}, '?utm_source=web&utm_medium=a%20b', only('web', 'a b')],
    ['values in their case', mine, '?utm_source=Web', ['Web', 'print', 'launch', 'ink', 'back']],
    ['all five of the visitor', mine, `?${new URLSearchParams(sent)}`, Object.values(sent)],
    ["the visitor's values over the link's", mine, '?utm_source=web', ['web', 'print', 'launch', 'ink', 'back']],
    [
      "the link's values when the query is not forwarded",
      { ...mine, forwardQuery: false },
      '?utm_source=web',
      Object.values(mine),
    ],
    ['none when the query is not forwarded', { forwardQuery: false }, '?utm_source=web', none],
    ["the destination's values", { longUrl: 'https://example.com/?utm_source=site' }, '', only('site')],
    ['percent-encoded names', {}, '?%75tm_source=web', only('web')],
    ['at most 255 characters', {}, `?utm_source=${'x'.repeat(300)}`, only('x'.repeat(255))],
    ['whole characters only', {}, `?utm_source=${'x'.repeat(254)}%F0%9F%98%80`, only(`${'x'.repeat(254)}\ufffd`)],
    ['no NUL', {}, '?utm_source=a%00b', only('ab')],
    ['no empty value', {}, '?utm_source=', none],
  ])('%s', async (_, options, query, campaign) => {
    expect(await campaignOf(options, path(query))).toEqual(campaign)
  })

  it('also for the JSON resolution, which forwards no query', async () => {
    const path = (code: string) => `/v1/urls/redirect/${code}`
    expect(await campaignOf(mine, path)).toEqual(Object.values(mine))
  })

  it('and GraphQL returns them', async () => {
    const link = await test.seed.link(ada, mine)
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    const document = `{ clicks(urlId: "${link.id}") { nodes { utmSource utmMedium utmCampaign utmTerm utmContent region } } }`
    const { data } = await test.graph(document, { token: ada.token })
    expect(data.clicks.nodes).toEqual([{ ...mine, region: 'Unknown' }])
  })

  it('and none in privacy mode', async () => {
    expect(await campaignOf({ ...mine, privacyMode: true }, path('?utm_source=web'))).toEqual(none)
    expect(await campaignOf(mine, path(''), { 'sec-gpc': '1' })).toEqual(none)
  })
})
