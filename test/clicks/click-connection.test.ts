import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { listings, manyClicks } from './rows.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

interface Click {
  readonly id: string
}

const list = (token: string) => test.rest.get('/v1/clicks', { token })
const idsOf = (clicks: readonly Click[]) => clicks.map(({ id }) => id)
const cursorOf = (key: string) => Buffer.from(key).toString('base64url')

async function accountWith(clicks: number): Promise<SeededAccount> {
  const account = await test.seed.account()
  await manyClicks(test, await test.seed.link(account), clicks)
  return account
}

describe('the connection clicks', () => {
  const document = `query ($first: Int, $after: String, $last: Int, $before: String) {
    clicks(first: $first, after: $after, last: $last, before: $before) {
      nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`

  async function read(token: string, variables: object) {
    const { data, errors } = await test.graph(document, { token, variables: { ...variables } })
    expect(errors).toBeUndefined()
    return data.clicks
  }

  /** The clicks of two links, from one page to the next, with the number of statements of each page. */
  async function readAll(token: string, isBackward: boolean, size: number): Promise<string[]> {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      listings(test)
      const args: object = isBackward ? { last: size, before: cursor } : { first: size, after: cursor }
      const { nodes, edges, pageInfo } = await read(token, args)
      expect(listings(test)).toHaveLength(1)
      expect(edges.map(({ node }: { node: Click }) => node)).toEqual(nodes)
      expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([edges[0].cursor, edges.at(-1).cursor])
      expect(isBackward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage).toBe(cursor !== null)
      ids.splice(isBackward ? 0 : ids.length, 0, ...idsOf(nodes))
      const hasMore = isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage
      cursor = hasMore ? (isBackward ? pageInfo.startCursor : pageInfo.endCursor) : null
    } while (cursor !== null)
    return ids
  }

  it('pages through all clicks once, forwards and backwards, in the order of REST', async () => {
    const account = await accountWith(30)
    await manyClicks(test, await test.seed.link(account), 30)
    const all = idsOf((await list(account.token)).json)
    expect(all).toHaveLength(60)
    expect(await readAll(account.token, false, 10)).toEqual(all)
    expect(await readAll(account.token, true, 10)).toEqual(all)
  })

  it('has 20 clicks by default, and the clicks between two cursors', async () => {
    const { token } = await accountWith(30)
    const all = idsOf((await list(token)).json)
    const { edges } = await read(token, {})
    expect(edges.map(({ node }: { node: Click }) => node.id)).toEqual(all.slice(0, 20))
    const between = { after: edges[2].cursor, before: edges[7].cursor }
    expect(idsOf((await read(token, between)).nodes)).toEqual(all.slice(3, 7))
    expect(idsOf((await read(token, { ...between, last: 2 })).nodes)).toEqual(all.slice(5, 7))
  })

  it('has only the total with first: 0', async () => {
    const { token } = await accountWith(30)
    const { data } = await test.graph('{ clicks(first: 0) { nodes { id } totalCount pageInfo { hasNextPage } } }', {
      token,
    })
    expect(data.clicks).toEqual({ nodes: [], totalCount: 30, pageInfo: { hasNextPage: true } })
  })
})

describe('400 INVALID_PARAMS', () => {
  it.each([
    ['first', 'first: 101'],
    ['first', 'first: -1'],
    ['last', 'last: 101'],
    ['last', 'first: 1, last: 1'],
    ['after', 'after: "not a cursor"'],
    ['before', `before: "${cursorOf('["CREATED_DESC",1,"lnk_1"]')}"`],
    ['after', `after: "${cursorOf('["CLICKED_DESC","1","clk_1"]')}"`],
  ])('with the field %s for clicks(%s)', async (field, args) => {
    const { token } = await test.seed.account()
    const document = `{ clicks(${args}) { totalCount } }`
    expectGraphqlError(await test.graph(document, { token }), 400, 'INVALID_PARAMS', [field])
  })
})
