import { assert, asyncProperty, constantFrom, integer, option, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { expectGraphqlError } from './answers.ts'

interface Row {
  readonly id: string
  readonly title: string
  readonly clicks: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number
  readonly lastClickAt: number
}

let test: TestApp
let ada: SeededAccount
const rows: Row[] = []
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  await test.seed.link(await test.seed.account())
  for (let index = 0; index < 12; index++) {
    // Equal times, titles and clicks, so that the id decides.
    if (index % 3 === 0) test.clock.advance({ seconds: 1 })
    const title = ['Alpha', 'bravo', 'alpha', 'Charlie'][index % 4] ?? ''
    const clicks = (index * 5) % 4
    const { id } = await test.seed.link(ada, { title })
    const createdAt = test.clock.now().getTime()
    const [updatedAt, expiry, lastClick] = [5, 7, 11].map((step) => createdAt + ((index * step) % 4) * 5_000) as [
      number,
      number,
      number,
    ]
    const expiresAt = index % 4 === 1 ? null : new Date(expiry - (expiry % 10_000))
    const lastClickAt = clicks === 0 ? null : new Date(lastClick - (lastClick % 10_000))
    await test.sql('update link set updated_at = ?, expires_at = ? where id = ?', [new Date(updatedAt), expiresAt, id])
    await test.sql('update link_click_total set clicks = ?, last_click_at = ? where link_id = ?', [
      clicks,
      lastClickAt,
      id,
    ])
    rows.push({
      ...{ id, title: title.toLowerCase(), clicks, createdAt, updatedAt },
      expiresAt: expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
      lastClickAt: lastClickAt?.getTime() ?? Number.NEGATIVE_INFINITY,
    })
  }
})
afterAll(() => test.close())

/** Compares by a key, and equal keys by id. */
const by = (key: (row: Row) => string | number) => (one: Row, other: Row) => {
  const [a, b] = key(one) === key(other) ? [one.id, other.id] : [key(one), key(other)]
  return a < b ? -1 : 1
}
const ascending = {
  CREATED_ASC: by(({ createdAt }) => createdAt),
  CREATED_DESC: by(({ createdAt }) => createdAt),
  UPDATED_DESC: by(({ updatedAt }) => updatedAt),
  CLICKS_DESC: by(({ clicks }) => clicks),
  CLICKS_ASC: by(({ clicks }) => clicks),
  LAST_CLICK_DESC: by(({ lastClickAt }) => lastClickAt),
  EXPIRES_ASC: by(({ expiresAt }) => expiresAt),
  TITLE_ASC: by(({ title }) => title),
  TITLE_DESC: by(({ title }) => title),
}
type Sort = keyof typeof ascending
const sorts = Object.keys(ascending) as Sort[]

/** The ids of all links, sorted without a database. */
function sortedIds(sort: Sort): string[] {
  const sorted = rows.toSorted(ascending[sort]).map(({ id }) => id)
  return sort.endsWith('DESC') ? sorted.reverse() : sorted
}

const document = `query ($sort: LinkSort, $first: Int, $after: String, $last: Int, $before: String) {
  urls(sort: $sort, first: $first, after: $after, last: $last, before: $before) {
    totalCount
    nodes { id }
    edges { node { id } cursor }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`
const ask = (variables: Record<string, unknown>) => test.graph(document, { token: ada.token, variables })

async function browse(variables: Record<string, unknown>) {
  const { data, errors } = await ask(variables)
  expect(errors).toBeUndefined()
  return data.urls
}

async function cursorsOf(sort: Sort): Promise<string[]> {
  const { edges } = await browse({ sort, first: 100 })
  return edges.map(({ cursor }: { cursor: string }) => cursor)
}

describe('urls', () => {
  it('returns the part between the cursors, from its start or its end, in every order', async () => {
    const cursors = Object.fromEntries(await Promise.all(sorts.map(async (sort) => [sort, await cursorsOf(sort)])))
    const position = option(integer({ min: 0, max: rows.length - 1 }), { nil: null })
    const request = record({
      sort: constantFrom(...sorts),
      size: integer({ min: 0, max: rows.length + 1 }),
      isBackward: constantFrom(true, false),
      after: position,
      before: position,
    })
    await assert(
      asyncProperty(request, async ({ sort, size, isBackward, after, before }) => {
        const part = sortedIds(sort).slice(after === null ? 0 : after + 1, before ?? rows.length)
        const expected = isBackward ? part.slice(Math.max(part.length - size, 0)) : part.slice(0, size)
        const { totalCount, nodes, edges, pageInfo } = await browse({
          sort,
          [isBackward ? 'last' : 'first']: size,
          after: after === null ? null : cursors[sort][after],
          before: before === null ? null : cursors[sort][before],
        })
        const hasMore = part.length > size
        expect(nodes.map(({ id }: Row) => id)).toEqual(expected)
        expect(edges.map(({ node }: { node: Row }) => node)).toEqual(nodes)
        expect(totalCount).toBe(rows.length)
        expect(pageInfo).toEqual({
          hasNextPage: isBackward ? before !== null : hasMore,
          hasPreviousPage: isBackward ? hasMore : after !== null,
          startCursor: edges.at(0)?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
        })
      }),
      { numRuns: 250 },
    )
  })

  it.each(sorts)('returns every link once when a client pages backwards by %s', async (sort) => {
    const seen: string[] = []
    for (let before: string | null = null; ; ) {
      const { nodes, pageInfo } = await browse({ sort, last: 5, before })
      seen.unshift(...nodes.map(({ id }: Row) => id))
      if (!pageInfo.hasPreviousPage) break
      before = pageInfo.startCursor
    }
    expect(seen).toEqual(sortedIds(sort))
  })

  it.each(sorts)('has the same pages over REST by %s, with a filter too', async (sort) => {
    const list = async (query: string) => {
      const { json } = await test.rest.get(`/v1/urls?sort=${sort.toLowerCase()}&limit=5&${query}`, { token: ada.token })
      return json.map(({ id }: Row) => id)
    }
    const pages = [await list('page=1'), await list('page=2'), await list('page=3')]
    expect(pages.flat()).toEqual(sortedIds(sort))
    const alphas = new Set(rows.filter(({ title }) => title === 'alpha').map(({ id }) => id))
    const filtered = [...(await list('search=ALPHA&page=1')), ...(await list('search=ALPHA&page=2'))]
    expect(filtered).toEqual(sortedIds(sort).filter((id) => alphas.has(id)))
  })

  it.each([{ first: 0 }, { last: 0 }])('returns only the total for %j', async (variables) => {
    const { totalCount, edges, nodes } = await browse(variables)
    expect({ totalCount, edges, nodes }).toEqual({ totalCount: rows.length, edges: [], nodes: [] })
  })

  it('returns the same pages in the profile', async () => {
    const [, , cursor] = await cursorsOf('CREATED_DESC')
    const { data } = await test.graph(
      'query ($before: String) { me { urls(last: 2, before: $before) { nodes { id } } } }',
      {
        token: ada.token,
        variables: { before: cursor },
      },
    )
    expect(data.me.urls.nodes.map(({ id }: Row) => id)).toEqual(sortedIds('CREATED_DESC').slice(0, 2))
  })
})

describe('urls returns 400', () => {
  it.each(['after', 'before'])('for a cursor of another order as %s', async (argument) => {
    const [cursor] = await cursorsOf('TITLE_ASC')
    for (const sort of sorts.filter((sort) => sort !== 'TITLE_ASC'))
      expectGraphqlError(await ask({ sort, [argument]: cursor }), 400, 'INVALID_PARAMS', [argument])
  })

  it('for text that is not a cursor as before, without the value', async () => {
    const answer = await ask({ last: 1, before: 'zqmark' })
    expectGraphqlError(answer, 400, 'INVALID_PARAMS', ['before'])
    expect(JSON.stringify(answer)).not.toContain('zqmark')
  })

  it('for first and last at once', async () => {
    expectGraphqlError(await ask({ first: 1, last: 1 }), 400, 'INVALID_PARAMS', ['last'])
  })

  it.each([-1, 101])('for %i items', async (size) => {
    expectGraphqlError(await ask({ first: size }), 400, 'INVALID_PARAMS', ['first'])
    expectGraphqlError(await ask({ last: size }), 400, 'INVALID_PARAMS', ['last'])
  })
})
