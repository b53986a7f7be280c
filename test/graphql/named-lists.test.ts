import { domainToASCII } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageOf } from '../bio-pages/seed.ts'
import { addDomain } from '../domains/seed.ts'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { folderOf, tagOf } from '../organizing/seed.ts'
import { codeOf } from '../qr-codes/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount

interface Row {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  updatedAt: number
}

interface List {
  readonly name: string
  readonly path: string
  readonly table: string
  /** By creation; the second and the third at the same instant, so that the id decides. */
  readonly names: readonly string[]
  readonly create: (name: string) => Promise<{ readonly id: string; readonly host?: string }>
  /** A change that leaves the name. */
  readonly change: object
  /** The indexes of the names that each search finds. */
  readonly searches: readonly (readonly [string, readonly number[]])[]
}

const names = ['delta Crème 5', 'beta 100%', 'echo_x', 'alpha', 'Charlie']
const searches = [
  ['CREME', [0]],
  ['100% beta', [1]],
  ['%', [1]],
  ['_', [2]],
  ['\\', []],
  ['creme nothing', []],
  ['  ', [0, 1, 2, 3, 4]],
] as const

const lists: readonly List[] = [
  {
    ...{ name: 'tags', path: '/v1/tags', table: 'tag', names, searches },
    create: (name) => tagOf(test, ada, { name }),
    change: { color: 'red' },
  },
  {
    ...{ name: 'folders', path: '/v1/folders', table: 'folder', names, searches },
    create: (name) => folderOf(test, ada, { name }),
    change: {},
  },
  {
    ...{ name: 'dynamicQrs', path: '/v1/dynamic-qr', table: 'dynamic_qr', names: [...names, 'ALPHA'] },
    create: (title) => codeOf(test, ada, { title, targetUrl: `https://münchen.example.com/${encodeURI(title)}` }),
    change: { isActive: false },
    searches: [
      ['CREME', [0]],
      ['munchen beta', [1]],
      ['_', [2]],
      ['alpha', [3, 5]],
    ],
  },
  {
    ...{ name: 'bioPages', path: '/v1/bio-pages', table: 'bio_page', names: [...names.slice(0, 4), 'Alpha'] },
    create: (title) => pageOf(test, ada, { title }),
    change: { description: 'New' },
    searches: [
      ['CREME', [0]],
      ['%', [1]],
      ['/p/ alpha', [3, 4]],
    ],
  },
  {
    ...{ name: 'domains', path: '/v1/domains', table: 'domain' },
    names: ['delta-münchen', 'beta-1', 'echo-x', 'alpha', 'Charlie'],
    create: (name) => addDomain(test, ada, { host: `${name}.example.com` }),
    change: { notFoundUrl: 'https://example.org/' },
    searches: [
      ['MUNCHEN', [0]],
      [domainToASCII('delta-münchen.example.com'), [0]],
      ['example 1', [1]],
      ['_', []],
    ],
  },
]

const rowsOf: Record<string, Row[]> = {}
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  await tagOf(test, await test.seed.account(), { name: 'delta of another account' })
  for (const { name: list, names, create, path, change } of lists) {
    const rows: Row[] = []
    for (const [index, name] of names.entries()) {
      if (index !== 2) test.clock.advance({ seconds: 1 })
      const now = test.clock.now().getTime()
      const { id, host = name } = await create(name)
      rows.push({ id, name: host.toLowerCase(), createdAt: now, updatedAt: now })
    }
    test.clock.advance({ seconds: 1 })
    const [, changed] = rows as [Row, Row]
    const { status } = await test.rest.patch(`${path}/${changed.id}`, change, { token: ada.token })
    expect(status).toBe(200)
    changed.updatedAt = test.clock.now().getTime()
    rowsOf[list] = rows
  }
})
afterAll(() => test.close())

const by = (key: (row: Row) => string | number) => (one: Row, other: Row) => {
  const [a, b] = key(one) === key(other) ? [one.id, other.id] : [key(one), key(other)]
  return a < b ? -1 : 1
}
const ascending = {
  created: by(({ createdAt }) => createdAt),
  updated: by(({ updatedAt }) => updatedAt),
  name: by(({ name }) => name),
}
const sorts = ['created_desc', 'created_asc', 'updated_desc', 'name_asc', 'name_desc'] as const

/** The ids of a list, sorted without a database. */
function sortedIds(list: string, sort: (typeof sorts)[number]): string[] {
  const [key, direction] = sort.split('_') as [keyof typeof ascending, string]
  const sorted = (rowsOf[list] ?? []).toSorted(ascending[key]).map(({ id }) => id)
  return direction === 'desc' ? sorted.reverse() : sorted
}

async function read(list: string, args: string) {
  const selection = '{ totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }'
  const { data, errors } = await test.graph(`{ ${list}(${args}) ${selection} }`, { token: ada.token })
  expect(errors).toBeUndefined()
  return { ...data[list], ids: data[list].nodes.map(({ id }: Row) => id) }
}

describe.each(lists.map((list) => [list.name, list] as const))('%s', (name, { path, searches, table }) => {
  it.each(sorts)('returns each item once by %s, forwards, backwards and over REST', async (sort) => {
    const expected = sortedIds(name, sort)
    const argument = `sort: ${sort.toUpperCase()}`
    const forwards: string[] = []
    for (let after = ''; ; ) {
      const { ids, pageInfo } = await read(name, `${argument}, first: 2${after}`)
      forwards.push(...ids)
      if (!pageInfo.hasNextPage) break
      after = `, after: "${pageInfo.endCursor}"`
    }
    const backwards: string[] = []
    for (let before = ''; ; ) {
      const { ids, pageInfo } = await read(name, `${argument}, last: 2${before}`)
      backwards.unshift(...ids)
      if (!pageInfo.hasPreviousPage) break
      before = `, before: "${pageInfo.startCursor}"`
    }
    const paged: string[] = []
    for (let page = 1; page <= 3; page++) {
      const { json, headers } = await test.rest.get(`${path}?sort=${sort}&limit=2&page=${page}`, { token: ada.token })
      expect(headers['x-total-count']).toBe(String(expected.length))
      paged.push(...json.map(({ id }: Row) => id))
    }
    expect([forwards, backwards, paged]).toEqual([expected, expected, expected])
  })

  it.each(searches)('finds %j', async (search, indexes) => {
    const expected = indexes.map((index) => rowsOf[name]?.[index]?.id).sort()
    const { ids, totalCount } = await read(name, `search: ${JSON.stringify(search)}`)
    expect([ids.toSorted(), totalCount]).toEqual([expected, expected.length])
    const { json } = await test.rest.get(`${path}?search=${encodeURIComponent(search)}`, { token: ada.token })
    expect(json.map(({ id }: Row) => id)).toEqual(ids)
  })

  it('keeps the search in the pages of an order', async () => {
    const [search] = searches[0] ?? ['']
    const { pageInfo } = await read(name, `search: ${JSON.stringify(search)}, sort: NAME_ASC, first: 1`)
    const after = `after: "${pageInfo.endCursor}"`
    expect((await read(name, `search: ${JSON.stringify(search)}, sort: NAME_ASC, ${after}`)).ids).toEqual([])
  })

  it('is the same in the workspace', async () => {
    const document = `{ workspace(id: "${ada.workspaceId}") { ${name}(sort: NAME_DESC) { nodes { id } } } }`
    const { data } = await test.graph(document, { token: ada.token })
    expect(data.workspace[name].nodes.map(({ id }: Row) => id)).toEqual(sortedIds(name, 'name_desc'))
  })

  it('reads a page by one statement, and by two with a search', async () => {
    const statementsOf = async (args: string) => {
      test.statements.splice(0)
      await test.graph(`{ ${name}(${args}) { nodes { id } } }`, { token: ada.token })
      return test.statements.filter((each) => each.includes(`from "${table}"`)).length
    }
    expect(await statementsOf('sort: NAME_ASC')).toBe(1)
    expect(await statementsOf('sort: NAME_ASC, search: "a"')).toBe(2)
  })

  it('returns 400 for another order, a cursor of another order, and a search that is too long', async () => {
    const { token } = ada
    expectError(await test.rest.get(`${path}?sort=NAME`, { token }), 400, 'INVALID_PARAMS', ['sort'])
    expectError(await test.rest.get(`${path}?search=${'a'.repeat(256)}`, { token }), 400, 'INVALID_PARAMS', ['search'])
    const { pageInfo } = await read(name, 'sort: NAME_ASC, first: 1')
    const answer = await test.graph(`{ ${name}(sort: NAME_DESC, after: "${pageInfo.endCursor}") { totalCount } }`, {
      token,
    })
    expectGraphqlError(answer, 400, 'INVALID_PARAMS', ['after'])
  })
})
