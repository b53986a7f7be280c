import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/shared/ids.ts'
import { openToAnyone, tokenWith } from '../contract/anyone.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { idsOf, type Page, pageFields, readAllPages } from '../support/connections.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
let anyone: TestApp
let links: SeededLink[]
/** Ada's anomalies, newest first; those with the same parity are of the same link, and some are of the same instant. */
let ids: string[]
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  anyone = await openToAnyone(test, ada)
  links = [await test.seed.link(ada), await test.seed.link(ada)]
  const now = test.clock.now()
  for (let index = 0; index < 7; index++) {
    const at = new Date(now.getTime() + Math.floor(index / 2) * 1000)
    await test.sql(
      `insert into anomaly (id, workspace_id, url_id, kind, severity, observed, expected, score, level, window_start,
                            window_end, status, detected_at, cleared_at)
       values (?, ?, ?, 'spike', 'error', 240, 60.5, 7.5, 1, ?, ?, 'open', ?, ?)`,
      [newId('anm', at), ada.workspaceId, links[index % 2]?.id, now, now, at, now],
    )
  }
  const rows = await test.sql<{ id: string }>(
    'select id from anomaly where workspace_id = ? order by detected_at desc, id desc',
    [ada.workspaceId],
  )
  ids = rows.map(({ id }) => id)
})
afterAll(async () => {
  await anyone.close()
  await test.close()
})

const own = () => ({ token: ada.token })

async function readPage(args: string, linkId?: string): Promise<Page> {
  const list = `anomalies(${args}) ${pageFields}`
  const { data, errors } = await test.graph(linkId ? `{ url(id: "${linkId}") { ${list} } }` : `{ ${list} }`, own())
  expect(errors).toBeUndefined()
  return linkId ? data.url.anomalies : data.anomalies
}

describe.each(['forwards', 'backwards'] as const)('anomalies read %s', (direction) => {
  it('are complete and in the order of the list, of the account and of a link', async () => {
    expect(await readAllPages(direction, readPage)).toEqual(ids)
    const ofLink = await readAllPages(direction, (args) => readPage(args, links[0]?.id))
    expect(ofLink).toHaveLength(4)
    expect(ofLink).toEqual(ids.filter((id) => ofLink.includes(id)))
  })
})

describe('a page of anomalies', () => {
  it('with first: 0 has the total only', async () => {
    const empty = { totalCount: 7, nodes: [], pageInfo: expect.objectContaining({ endCursor: null }) }
    expect(await readPage('first: 0')).toMatchObject(empty)
    expect(await readPage('first: 0', links[1]?.id)).toMatchObject({ ...empty, totalCount: 3 })
  })

  it('between two cursors has the items between them', async () => {
    const [all, ofLink] = [await readPage('first: 7'), await readPage('first: 7', links[0]?.id)]
    for (const [page, linkId] of [[all], [ofLink, links[0]?.id]] as const) {
      const { startCursor, endCursor } = page.pageInfo
      const between = await readPage(`first: 9 after: "${startCursor}" before: "${endCursor}"`, linkId)
      expect(idsOf(between)).toEqual(idsOf(page).slice(1, -1))
    }
  })

  it('after a cursor of another list is INVALID_PARAMS', async () => {
    const { data } = await test.graph('{ urls(first: 1) { pageInfo { endCursor } } }', own())
    const cursor = data.urls.pageInfo.endCursor
    for (const document of [
      `{ anomalies(after: "${cursor}") { nodes { id } } }`,
      `{ url(id: "${links[0]?.id}") { anomalies(before: "${cursor}") { nodes { id } } } }`,
    ]) {
      const { errors } = await test.graph(document, own())
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_PARAMS'])
    }
  })

  it('leads from each anomaly to its link in one statement for all of them', async () => {
    test.statements.splice(0)
    const { data } = await test.graph('{ anomalies { nodes { urlId url { id code shortUrl } } } }', own())
    for (const { urlId, url } of data.anomalies.nodes) {
      const link = links.find(({ id }) => id === urlId)
      expect(url).toEqual({ id: urlId, code: link?.shortUrl, shortUrl: `http://tack.test/${link?.shortUrl}` })
    }
    expect(test.statements.filter((sql) => sql.includes('from "link"')).length).toBeLessThanOrEqual(1)
  })

  it('shows the id of a link, but not the link, without the scope read:links', async () => {
    const document = '{ anomalies(first: 1) { nodes { urlId url { id } } } }'
    const { data, errors } = await anyone.graph(document, { token: tokenWith('apiKey', 'read:analytics') })
    expect(data.anomalies.nodes).toEqual([{ urlId: expect.stringMatching(/^lnk_/), url: null }])
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INSUFFICIENT_SCOPE'])
  })
})

describe('node', () => {
  const document = () => `{ node(id: "${ids[0]}") { id ... on Anomaly { kind } } }`

  it('finds an anomaly of the caller, and null for another account', async () => {
    expect((await test.graph(document(), own())).data).toEqual({ node: { id: ids[0], kind: 'SPIKE' } })
    const { token } = await test.seed.account()
    expect(await test.graph(document(), { token })).toEqual({ data: { node: null } })
  })

  it('requires the scope read:analytics', async () => {
    const { errors } = await anyone.graph(document(), { token: tokenWith('apiKey', 'read:links') })
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INSUFFICIENT_SCOPE'])
  })
})
