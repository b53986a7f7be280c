import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../contract/oauth.ts'
import { expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { listings } from './rows.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

/** Visits a link of the account, and returns the id of the click. */
async function visited(
  account: SeededAccount,
  options: Record<string, unknown> = {},
): Promise<{ id: string; link: SeededLink }> {
  const link = await test.seed.link(account, options)
  await test.rest.get(`/${link.shortUrl}`, as('chrome'))
  const { json } = await test.rest.get(`/v1/clicks?urlId=${link.id}`, { token: account.token })
  return { id: json[0].id, link }
}

const read = (id: string, token: string | undefined = ada.token) =>
  test.graph('query ($id: ID!) { click(id: $id) { id urlId country } }', { token, variables: { id } })
const readNode = (id: string, token: string | undefined = ada.token) =>
  test.graph('query ($id: ID!) { node(id: $id) { __typename id ... on ClickItem { urlId } } }', {
    token,
    variables: { id },
  })

const unknownIds = ['', 'clk_', 'clk_1', 'clk_00000000000000000000000000', `clk_7${'z'.repeat(25)}`, 'clk_unknown']

describe('click', () => {
  it('returns a click of the caller in one statement, also one in privacy mode', async () => {
    for (const options of [{}, { privacyMode: true }]) {
      const { id, link } = await visited(ada, options)
      listings(test)
      expect((await read(id)).data.click).toMatchObject({ id, urlId: link.id })
      expect(listings(test)).toHaveLength(1)
    }
  })

  it('returns a click whose id has a later time than the click, because the clock was corrected', async () => {
    const link = await test.seed.link(ada)
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    test.clock.advance({ seconds: -30 })
    await test.rest.get(`/${link.shortUrl}`, as('firefox'))
    test.clock.advance({ seconds: 30 })
    const { json } = await test.rest.get(`/v1/clicks?urlId=${link.id}`, { token: ada.token })
    expect(json).toHaveLength(2)
    for (const { id } of json) expect((await read(id)).data.click.id).toBe(id)
  })

  it('answers CLICK_NOT_FOUND for the click of another account and for an unknown id', async () => {
    const { id } = await visited(await test.seed.account())
    for (const each of [id, ...unknownIds]) expectGraphqlError(await read(each), 404, 'CLICK_NOT_FOUND')
  })

  it('answers CLICK_NOT_FOUND for a click of a deleted link', async () => {
    const { id, link } = await visited(ada)
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    expectGraphqlError(await read(id), 404, 'CLICK_NOT_FOUND')
  })

  it('answers 400 for an id that cannot be stored, and 401 without a credential', async () => {
    expectGraphqlError(await read('clk_\u0000'), 400, 'INVALID_PARAMS', ['id'])
    const { id } = await visited(ada)
    expectGraphqlError(await test.graph(`{ click(id: "${id}") { id } }`), 401, 'UNAUTHENTICATED')
  })
})

describe('node', () => {
  it('returns a click of the caller', async () => {
    const { id, link } = await visited(ada)
    expect((await readNode(id)).data.node).toEqual({ __typename: 'ClickItem', id, urlId: link.id })
  })

  it('returns null for the click of another account and for an unknown id', async () => {
    const { id } = await visited(await test.seed.account())
    for (const each of [id, ...unknownIds]) {
      const { data, errors } = await readNode(each)
      expect([data, errors]).toEqual([{ node: null }, undefined])
    }
  })

  it('answers INSUFFICIENT_SCOPE without the scope read:analytics', async () => {
    const { id } = await visited(ada)
    const token = await tokenOf({ test, account: ada, word: () => test.seed.word() }, 'read:links')
    const { data, errors } = await readNode(id, token)
    expect([data, errors?.[0]?.extensions.code]).toEqual([{ node: null }, 'INSUFFICIENT_SCOPE'])
  })

  it('is found for each of several ids', async () => {
    const [one, other] = [await visited(ada), await visited(ada)]
    const { data } = await test.graph('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      token: ada.token,
      variables: { ids: [one.id, 'clk_unknown', other.id] },
    })
    expect(data.nodes).toEqual([{ id: one.id }, null, { id: other.id }])
  })
})
