import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { codeOf, publishedPage, type SeededBlock } from './seed.ts'

let test: TestApp
let ada: SeededAccount
let link: SeededLink
let block: SeededBlock
let page: Awaited<ReturnType<typeof publishedPage>>
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  link = await test.seed.link(ada, { title: 'A link' })
  page = await publishedPage(test, ada, [{ title: 'Hidden shop' }], { title: 'Hidden page' })
  block = page.blocks[0] as SeededBlock
  for (let count = 0; count < 3; count++) await test.rest.get(`/p/${page.slug}`, as('chrome'))
  await test.rest.get(`/${await codeOf(test, block)}`, as('chrome'))
  await test.rest.get(`/${link.shortUrl}`, as('chrome'))
})
afterAll(() => test.close())

const get = async (path: string) => (await test.rest.get(path, { token: ada.token })).json
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

it('the links of a page and its blocks are in no list, search and count of links, and no operation on links finds them', async () => {
  expect(idsOf(await get('/v1/urls'))).toEqual([link.id])
  expect(await get('/v1/urls?search=hidden')).toEqual([])
  const document = `query ($ids: [ID!]!) { urls { totalCount } me { urls { totalCount } } nodes(ids: $ids) { id } }`
  const variables = { ids: [page.urlId, block.urlId] }
  const { data } = await test.graph(document, { token: ada.token, variables })
  expect(data.urls.totalCount).toBe(1)
  expect(data.me.urls.totalCount).toBe(1)
  expect(data.nodes).toEqual([null, null])
  const { token } = ada
  for (const id of [page.urlId, block.urlId]) {
    const answers = await Promise.all([
      test.rest.get(`/v1/urls/${id}`, { token }),
      test.rest.patch(`/v1/urls/${id}`, { title: 'Mine' }, { token }),
      test.rest.delete(`/v1/urls/${id}`, { token }),
      test.rest.get(`/v1/urls/${id}/pixels`, { token }),
      test.rest.get(`/v1/urls/${id}/device-rules`, { token }),
      test.rest.get(`/v1/urls/${id}/health`, { token }),
      test.rest.get(`/v1/urls/${id}/qr`),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  }
  const [workspace] = await test.sql('select link_count from workspace where id = ?', [ada.workspaceId])
  expect(workspace).toEqual({ link_count: 1 })
  const watched = await test.sql('select link_id from link_health where link_id in (?)', [variables.ids])
  expect(watched).toEqual([])
})

it.each(['before', 'after'])(
  'clicks of blocks are clicks of the account, and views are none, %s folding',
  async (when) => {
    if (when === 'after') await test.app.recurringTasks.runAll()
    const summary = await get('/v1/clicks/analytics')
    expect(summary).toMatchObject({ totalClicks: 2, topLinks: expect.any(Array) })
    const top = summary.topLinks.map(({ urlId, kind }: { urlId: string; kind: string }) => `${kind} ${urlId}`)
    expect(top.toSorted()).toEqual([`bio ${block.urlId}`, `link ${link.id}`].toSorted())
    const clicks = await get('/v1/clicks')
    expect(clicks.map(({ trigger }: { trigger: string }) => trigger).toSorted()).toEqual(['bio', 'link'])
    expect(await get(`/v1/clicks?urlId=${page.urlId}`)).toEqual([])
    const map = await test.rest.get('/v1/clicks/geojson', { token: ada.token })
    expect(map.json.unlocated).toBe(2)
    const file = await test.rest.get('/v1/clicks/export?format=csv', { token: ada.token })
    expect(file.text.trim().split('\n')).toHaveLength(3)
    const fewest = await test.graph('{ accountAnalytics { leastClickedLinks { totalCount links { urlId } } } }', {
      token: ada.token,
    })
    expect(fewest.data.accountAnalytics.leastClickedLinks).toEqual({ totalCount: 1, links: [{ urlId: link.id }] })
  },
)

it('a question does not take a block or a page for a link', async () => {
  const ask = async (question: string) =>
    (await test.rest.post('/v1/analytics-ai/query', { question }, { token: ada.token })).json
  const named = await ask('How many clicks has "Hidden shop"?')
  expect(JSON.stringify(named)).not.toContain(block.urlId)
  expect(JSON.stringify(named)).not.toContain(page.urlId)
})

it('a webhook for clicks receives the clicks of blocks, and no views', async () => {
  const eve = await test.seed.account()
  await test.seed.webhook(eve, { events: ['link.clicked', 'bio_page.published'] })
  const shown = await publishedPage(test, eve, [{}])
  await test.rest.get(`/p/${shown.slug}`, as('chrome'))
  await test.rest.get(`/${await codeOf(test, shown.blocks[0] as SeededBlock)}`, as('chrome'))
  await test.app.recurringTasks.runAll()
  const rows = await test.sql<{ kind: string; link_id: string }>(
    'select kind, link_id from event where workspace_id = ? order by kind',
    [eve.workspaceId],
  )
  expect(rows).toEqual([
    { kind: 'bio_page.published', link_id: shown.urlId },
    { kind: 'link.clicked', link_id: shown.blocks[0]?.urlId },
  ])
})
