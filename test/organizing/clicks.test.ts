import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUnfoldedSql } from '../../src/modules/visits/clicks/store/postgres/rollups/watermark.queries.ts'
import { createRollupWorker } from '../clicks/rollups/fold-worker.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../workspaces/team.ts'
import { folderOf, tagOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
let folderId: string
let tagIds: [string, string]
/** With 1, 2, 4 and 8 clicks: in the folder with the first tag, in the folder with both, with the second tag, without. */
let ids: string[]
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  folderId = (await folderOf(test, ada)).id
  tagIds = [(await tagOf(test, ada)).id, (await tagOf(test, ada)).id]
  ids = []
  const places = [{ folderId, tagIds: [tagIds[0]] }, { folderId, tagIds }, { tagIds: [tagIds[1]] }, {}]
  for (const [index, place] of places.entries()) {
    const { json } = await test.rest.post('/v1/urls', { longUrl: 'https://example.com/', ...place }, as(ada))
    ids.push(json.id)
    // Before and after what is folded, and on two days.
    await test.sql(
      `insert into click (id, url_id, created_at, trigger, country, device, browser, os, is_bot)
       select 'clk_' || ? || n, ?, ?::timestamptz - n * interval '20 hours', 'link', case when n % 2 = 0 then 'DE' else 'US' end,
              'Desktop', 'Firefox', 'Linux', false
         from generate_series(1, ?::int) as n`,
      [json.id, json.id, test.clock.now(), 2 ** index],
    )
  }
  test.statements.splice(0)
})
afterAll(() => test.close())

async function isFolded(): Promise<boolean> {
  const [row] = await test.sql<{ left: number }>(`select count(*)::int as left from click where ${isUnfoldedSql}`)
  return row?.left === 0
}

type Query = readonly [what: string, query: () => Record<string, string>, clicks: number]
const queries: readonly Query[] = [
  ['a folder', () => ({ folderId }), 3],
  ['a tag', () => ({ tagIds: tagIds[1] }), 6],
  ['any of two tags, each click once', () => ({ tagIds: tagIds.join() }), 7],
  ['a folder and a tag', () => ({ folderId, tagIds: tagIds[1] }), 2],
  ['a folder and a country', () => ({ folderId, country: 'DE' }), 1],
  ['a folder that does not exist', () => ({ folderId: 'fld_1' }), 0],
  ['no place', () => ({}), 15],
]

describe.each(['before', 'after'])('clicks by folder and tag %s they are in the rollups', (when) => {
  beforeAll(async () => {
    const worker = createRollupWorker(test, 50)
    if (when === 'after') while (!(await isFolded())) await worker.fold()
  })

  it.each(queries)('of %s are as many in the list, the file, the map and the summary', async (_what, query, clicks) => {
    const text = new URLSearchParams(query())
    const get = async (path: string) => (await test.rest.get(`/v1/clicks${path}${text}`, as(ada))).json
    const listed = await test.rest.get(`/v1/clicks?${text}`, as(ada))
    expect([listed.json.length, listed.headers['x-total-count']]).toEqual([clicks, String(clicks)])
    const summary = await get('/analytics?')
    const sum = (rows: readonly { count?: number; clicks?: number }[]) =>
      rows.reduce((total, row) => total + (row.count ?? row.clicks ?? 0), 0)
    expect(summary.totalClicks).toBe(clicks)
    expect([summary.topLinks, summary.countryStats, summary.timeseries].map(sum)).toEqual([clicks, clicks, clicks])
    const map = await get('/geojson?')
    expect(sum(map.features.map(({ properties }: { properties: { count: number } }) => properties))).toBe(clicks)
    expect(await get('/export?format=json&')).toHaveLength(clicks)
  })

  it('are the same over GraphQL, with the least clicked links of the place alone', async () => {
    const { data } = await test.graph(
      `query($folderId: ID, $tagIds: [ID!]) {
        clicks(folderId: $folderId, tagIds: $tagIds) { totalCount }
        clickMap(folderId: $folderId, tagIds: $tagIds) { features { properties { count } } }
        clickExport(folderId: $folderId, tagIds: $tagIds, format: JSON) { href }
        accountAnalytics(folderId: $folderId, tagIds: $tagIds) {
          totalClicks topLinks { urlId count } leastClickedLinks { totalCount unclickedCount links { urlId count } } } }`,
      { ...as(ada), variables: { folderId, tagIds: [tagIds[0], tagIds[1]] } },
    )
    expect(data.clicks.totalCount).toBe(3)
    const links = [
      { urlId: ids[0], count: 1 },
      { urlId: ids[1], count: 2 },
    ]
    expect(data.accountAnalytics).toEqual({
      totalClicks: 3,
      topLinks: links.toReversed(),
      leastClickedLinks: { totalCount: 2, unclickedCount: 0, links },
    })
    const file = await test.rest.get(
      new URL(data.clickExport.href).pathname + new URL(data.clickExport.href).search,
      as(ada),
    )
    expect(file.json).toHaveLength(3)
  })
})

describe('clicks by folder and tag', () => {
  it('can be of one link, and are none when it is elsewhere', async () => {
    const count = async (query: object) =>
      (await test.rest.get(`/v1/clicks?${new URLSearchParams({ ...query })}`, as(ada))).json.length
    expect(await count({ urlId: ids[1], folderId })).toBe(2)
    expect(await count({ urlId: ids[2], folderId })).toBe(0)
  })

  it('are none for another account, and 400 for an invalid id', async () => {
    const eve = await test.seed.account()
    const answer = await test.rest.get(`/v1/clicks/analytics?folderId=${folderId}&tagIds=${tagIds[0]}`, as(eve))
    expect([answer.status, answer.json.totalClicks]).toEqual([200, 0])
    for (const path of ['/v1/clicks', '/v1/clicks/analytics', '/v1/clicks/geojson', '/v1/clicks/export']) {
      const long = 'x'.repeat(65)
      expectError(await test.rest.get(`${path}?folderId=${long}`, as(ada)), 400, 'INVALID_PARAMS', ['folderId'])
      expectError(await test.rest.get(`${path}?tagIds=${long}`, as(ada)), 400, 'INVALID_PARAMS', ['tagIds'])
    }
  })
})
