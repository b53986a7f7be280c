import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../contract/oauth.ts'
import { expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
let link: SeededLink
let another: SeededLink
let foreign: SeededLink
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  link = await test.seed.link(ada, { title: 'One' })
  another = await test.seed.link(ada, { title: 'Two' })
  foreign = await test.seed.link(await test.seed.account())
})
afterAll(() => test.close())

const node = (id: string, token: string | undefined = ada.token) =>
  test.graph('query ($id: ID!) { node(id: $id) { __typename id ... on UrlItem { title } } }', {
    token,
    variables: { id },
  })
const nodes = (ids: readonly string[], token: string | undefined = ada.token) =>
  test.graph('query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on UrlItem { title } } }', { token, variables: { ids } })

const unknownId = 'lnk_00000000000000000000000000'

describe('node', () => {
  it("returns the caller's link", async () => {
    const { data, errors } = await node(link.id)
    expect(errors).toBeUndefined()
    expect(data.node).toEqual({ __typename: 'UrlItem', id: link.id, title: 'One' })
  })

  it('returns null for a link of another account and for an unknown one', async () => {
    for (const id of [foreign.id, unknownId]) expect(await node(id)).toEqual({ data: { node: null } })
  })

  it.each(['', '_', 'lnk', 'lnk_', 'LNK_x', 'nothing_x', '__proto__', 'constructor_x', 'x'.repeat(3000)])(
    'returns null for %s, which no object has',
    async (id) => {
      expect(await node(id)).toEqual({ data: { node: null } })
    },
  )

  it('returns INVALID_PARAMS for an id that the database cannot store', async () => {
    expectGraphqlError(await node('lnk_\u0000'), 400, 'INVALID_PARAMS', ['id'])
  })

  it('returns 401 without a valid credential, the same for every link', async () => {
    for (const id of [link.id, unknownId]) {
      expectGraphqlError(await node(id, ''), 401, 'UNAUTHENTICATED')
      expectGraphqlError(await node(id, 'worthless'), 401, 'INVALID_TOKEN')
    }
  })

  it('returns 403 without the scope of the query for such objects', async () => {
    const actor = { test, account: ada, word: () => test.seed.word() }
    const token = await tokenOf(actor, 'read:profile')
    for (const id of [link.id, unknownId])
      expectGraphqlError(await node(id, token), 403, 'INSUFFICIENT_SCOPE', ['scope'])
    expect((await node(link.id, await tokenOf(actor, 'read:links'))).data.node.id).toBe(link.id)
  })
})

describe('nodes', () => {
  it('returns the objects in the order of the ids, with null for those that do not exist', async () => {
    const { data, errors } = await nodes([another.id, foreign.id, link.id, 'nothing', another.id])
    expect(errors).toBeUndefined()
    const [one, two] = [link, another].map(({ id, title }) => ({ id, title }))
    expect(data.nodes).toEqual([two, null, one, null, two])
  })

  it('returns an error for each object that fails, and null in its place', async () => {
    const { data, errors } = await nodes([link.id, 'nothing', unknownId], '')
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['nodes', 0], 'UNAUTHENTICATED'],
      [['nodes', 2], 'UNAUTHENTICATED'],
    ])
    expect(data.nodes).toEqual([null, null, null])
  })

  it('accepts none and a hundred, and refuses more', async () => {
    expect((await nodes([])).data.nodes).toEqual([])
    const { data } = await nodes(Array(100).fill(link.id))
    expect(data.nodes).toHaveLength(100)
    expectGraphqlError(await nodes(Array(101).fill(link.id)), 400, 'INVALID_PARAMS', ['ids'])
  })

  it('prices every id', async () => {
    const document =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on UrlItem { creator { urls { nodes { id } } } } } }'
    const { errors } = await test.graph(document, { token: ada.token, variables: { ids: Array(100).fill(link.id) } })
    expect(errors?.[0]?.message).toMatch(/^The operation costs \d+; at most 1000 is allowed/)
  })
})
