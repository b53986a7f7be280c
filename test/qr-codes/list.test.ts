import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isUnfoldedSql } from '../../src/modules/visits/clicks/store/postgres/rollups/watermark.queries.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { type Page, pageFields, readAllPages } from '../support/connections.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { as } from '../support/visitor.ts'
import { codeOf, logoOf, type SeededCode } from './seed.ts'

let test: TestApp
let ada: SeededAccount
let link: SeededLink
/** Ada's twelve codes, newest first; `codes[n]` has n scans. */
const codes: SeededCode[] = []
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  await codeOf(test, await test.seed.account())
  const { id: logoId } = await logoOf(test, ada)
  for (let index = 0; index < 12; index++) {
    if (index % 3 !== 0) test.clock.advance({ seconds: 1 })
    codes.unshift(await codeOf(test, ada, { title: `Poster ${index}`, logoId: index % 2 === 0 ? logoId : null }))
  }
  link = await test.seed.link(ada)
  await test.rest.get(`/${link.shortUrl}?qr=1`, as('iphone'))
  for (const [n, { shortCode }] of codes.entries()) {
    for (let scan = 0; scan < n; scan++) await test.rest.get(`/${shortCode}?qr=1`, as('iphone'))
  }
})
afterAll(() => test.close())

const own = () => ({ token: ada.token })
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

interface SeededDesign {
  readonly logoId: string | null
}

async function readPage(args: string): Promise<Page> {
  const { data, errors } = await test.graph(`{ dynamicQrs(${args}) ${pageFields} }`, own())
  expect(errors).toBeUndefined()
  return data.dynamicQrs
}

/** Number of statements of a request; those of background jobs are not logged. */
async function countStatements(request: () => Promise<unknown>): Promise<number> {
  test.statements.splice(0)
  await request()
  return test.statements.splice(0).filter((sql) => /^\W*(select|with)/i.test(sql)).length
}

describe('GET /dynamic-qr', () => {
  it('returns 200 with the newest first, their scans, and the total', async () => {
    const { status, json, headers } = await test.rest.get('/v1/dynamic-qr', own())
    expect([status, headers['x-total-count']]).toEqual([200, '12'])
    expect(idsOf(json)).toEqual(idsOf(codes))
    expect(json.map(({ scans }: SeededCode) => scans)).toEqual(codes.map((_, n) => n))
    for (const one of json) expect(one).toEqual((await test.rest.get(`/v1/dynamic-qr/${one.id}`, own())).json)
  })

  it('returns all codes in one statement unless a page is requested', async () => {
    const account = await test.seed.account()
    const made: SeededCode[] = []
    for (let count = 0; count < 25; count++) made.unshift(await codeOf(test, account))
    const list = (query: string) => test.rest.get(`/v1/dynamic-qr${query}`, { token: account.token })
    test.statements.splice(0)
    const all = await list('')
    expect(test.statements.filter((sql) => /from "dynamic_qr"/.test(sql))).toHaveLength(1)
    expect(idsOf(all.json)).toEqual(idsOf(made))
    expect([all.headers['x-total-count'], all.headers.link]).toEqual(['25', undefined])
    const second = await list('?page=2')
    expect(idsOf(second.json)).toEqual(idsOf(made.slice(20)))
    expect(second.headers['x-total-count']).toBe('25')
    expect(idsOf((await list('?limit=3')).json)).toEqual(idsOf(made.slice(0, 3)))
  })

  it('returns each code on one page, and 400 for an invalid page', async () => {
    const seen: string[] = []
    for (let page = 1; page <= 3; page++) {
      seen.push(...idsOf((await test.rest.get(`/v1/dynamic-qr?page=${page}&limit=5`, own())).json))
    }
    expect(seen).toEqual(idsOf(codes))
    for (const query of ['limit=0', 'limit=101', 'page=0', 'page=x']) {
      expect((await test.rest.get(`/v1/dynamic-qr?${query}`, own())).status, query).toBe(400)
    }
  })

  it.each(['forwards', 'backwards'] as const)(
    'returns each code on one page over GraphQL, read %s',
    async (direction) => {
      expect(await readAllPages(direction, readPage)).toEqual(idsOf(codes))
    },
  )

  it('returns over GraphQL the total alone with first: 0, and INVALID_PARAMS for a cursor of another list', async () => {
    expect(await readPage('first: 0')).toMatchObject({ totalCount: 12, nodes: [] })
    const { data } = await test.graph('{ urls(first: 1) { pageInfo { endCursor } } }', own())
    const document = `{ dynamicQrs(after: "${data.urls.pageInfo.endCursor}") { totalCount } }`
    const { errors } = await test.graph(document, own())
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_PARAMS'])
  })

  it('returns over GraphQL the link, the logo and the analytics of each code', async () => {
    const document = `{ dynamicQrs { nodes { id code shortUrl destination scans
      url { id destination } design { logo { id name } } analytics { totalClicks } } } }`
    const { data, errors } = await test.graph(document, own())
    expect(errors).toBeUndefined()
    expect(data.dynamicQrs.nodes).toEqual(
      codes.map(({ id, urlId, shortCode, targetUrl, design }, index) => ({
        id,
        code: shortCode,
        shortUrl: `http://tack.test/${shortCode}`,
        destination: targetUrl,
        scans: index,
        url: { id: urlId, destination: targetUrl },
        design: { logo: (design as SeededDesign).logoId && { id: (design as SeededDesign).logoId, name: 'Mark' } },
        analytics: { totalClicks: index },
      })),
    )
  })

  it('sends as many statements for twelve codes as for one', async () => {
    const rest = (limit: number) => countStatements(() => test.rest.get(`/v1/dynamic-qr?limit=${limit}`, own()))
    expect(await rest(12)).toBe(await rest(1))
    expect(await rest(12)).toBeLessThanOrEqual(4)
    const graph = (first: number) => {
      const document = `{ dynamicQrs(first: ${first}) { nodes {
        scans code url { title } design { logo { id } } analytics { totalClicks } } } }`
      return countStatements(() => test.graph(document, own()))
    }
    expect(await graph(12)).toBe(await graph(1))
  })

  it('counts the same scans from click rows, from rollups, and from both', async () => {
    const scans = async () => (await test.rest.get('/v1/dynamic-qr', own())).json.map((code: SeededCode) => code.scans)
    const expected = codes.map((_, n) => n)
    expect(await scans()).toEqual(expected)
    const tail = `select count(*)::int as rows from click where ${isUnfoldedSql}`
    await expect.poll(async () => (await test.sql<{ rows: number }>(tail))[0]?.rows, settling).toBe(0)
    expect(await scans()).toEqual(expected)
    await test.rest.get(`/${codes[0]?.shortCode}?qr=1`, as('android'))
    expect((await scans())[0]).toBe(1)
  })
})

describe('the link of a code', () => {
  it('is not in lists or counts of links', async () => {
    const { json, headers } = await test.rest.get('/v1/urls', own())
    expect([idsOf(json), headers['x-total-count']]).toEqual([[link.id], '1'])
    const document = `{ urls(first: 50) { totalCount nodes { id } }
      searched: urls(search: "Poster") { totalCount } me { urls { totalCount } } }`
    const { data } = await test.graph(document, own())
    expect(data.urls).toEqual({ totalCount: 1, nodes: [{ id: link.id }] })
    expect([data.searched.totalCount, data.me.urls.totalCount]).toEqual([0, 1])
  })

  it('returns 404 from the link operations to its owner', async () => {
    const { id, urlId, targetUrl } = codes[3] as SeededCode
    for (const [method, body] of [['GET'], ['PATCH', { originalUrl: 'https://example.org/' }], ['DELETE']] as const) {
      const { status, json } = await test.rest.send(method, `/v1/urls/${urlId}`, { ...own(), body })
      expect([method, status, json.error.code]).toEqual([method, 404, 'LINK_NOT_FOUND'])
    }
    expect((await test.rest.get(`/v1/dynamic-qr/${id}`, own())).json.targetUrl).toBe(targetUrl)
  })

  it('appears in clicks and top links of the account', async () => {
    const { id, urlId, title } = codes.at(-1) as SeededCode
    const { json } = await test.rest.get('/v1/clicks/analytics', own())
    expect(json.topLinks[0]).toEqual({ urlId, kind: 'qr', qrId: id, count: 11 })
    expect(json.topLinks).toContainEqual({ urlId: link.id, kind: 'link', qrId: null, count: 1 })
    const top = await test.graph(
      '{ accountAnalytics { topLinks { urlId kind url { title } qrId qr { title } } } }',
      own(),
    )
    expect(top.data.accountAnalytics.topLinks).toContainEqual({
      urlId,
      kind: 'QR',
      url: { title },
      qrId: id,
      qr: { title },
    })
    expect(top.data.accountAnalytics.topLinks).toContainEqual({
      urlId: link.id,
      kind: 'LINK',
      url: { title: link.title },
      qrId: null,
      qr: null,
    })
    expect((await test.rest.get(`/v1/clicks?urlId=${urlId}`, own())).json).toHaveLength(11)
    const { data } = await test.graph(
      `{ clicks(first: 1, urlId: "${urlId}") { edges { node { url { title } } } } }`,
      own(),
    )
    expect(data.clicks.edges[0].node.url.title).toBe(title)
  })

  it('is deleted with its account', async () => {
    const deleted = await test.seed.account()
    const { id, shortCode } = await codeOf(test, deleted, { logoId: (await logoOf(test, deleted)).id })
    await test.sql('delete from account where id = ?', [deleted.id])
    expect((await test.rest.get(`/v1/dynamic-qr/${id}/image`)).status).toBe(404)
    expect(await test.sql('select 1 from link where code = ?', [shortCode])).toEqual([])
    expect(await test.sql('select 1 from qr_logo where workspace_id = ?', [deleted.workspaceId])).toEqual([])
  })
})
