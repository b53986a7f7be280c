import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  await test.seed.link(ada)
})
afterAll(() => test.close())

const nested = 'creator { urls(first: 100) { nodes { id } } }'

describe('an operation', () => {
  it('with a full page and its edges returns data', async () => {
    const document =
      '{ urls(first: 100) { nodes { id title creator { name } analytics { totalClicks } } pageInfo { endCursor } } }'
    expect((await test.graph(document, { token: ada.token })).errors).toBeUndefined()
    expect(
      (await test.graph('{ clicks(first: 100) { nodes { id url { id } } } }', { token: ada.token })).errors,
    ).toBeUndefined()
  })

  it.each([
    ['in the document', `{ urls(first: 100) { nodes { ${nested} } } }`, undefined],
    ['in a variable', `query ($n: Int!) { urls(last: $n) { edges { node { ${nested} } } } }`, { n: 100 }],
    [
      'in the default of a variable',
      `query ($n: Int! = 100) { urls(first: $n) { edges { node { ${nested} } } } }`,
      undefined,
    ],
    ['in the default of the argument', `{ urls { edges { node { ${nested} } } } }`, undefined],
  ])(
    'is rejected for list sizes given %s, before any statement but that of its session',
    async (_where, document, variables) => {
      test.statements.splice(0)
      const { errors } = await test.graph(document, { token: ada.token, ...(variables && { variables }) })
      expect(errors).toHaveLength(1)
      expect(errors?.[0]?.message).toMatch(/^The operation costs \d+; at most 1000 is allowed/)
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } })
      expect(test.statements).toEqual([])
    },
  )

  /** 512 spreads of a field inside 20 inline fragments: few fields, and too many selections to count. */
  const doubling = Array.from({ length: 9 }, (_, at) => `fragment F${at} on UrlItem { ...F${at + 1} ...F${at + 1} }`)
  const buried = `${doubling.join(' ')} fragment F9 on UrlItem { ${'... { '.repeat(20)} id ${'}'.repeat(20)} }`

  it.each([
    [
      'an argument that is null',
      `query ($sort: LinkSort) { urls(sort: $sort) { totalCount } more: urls(first: 100) { nodes { ${nested} } } }`,
    ],
    [
      'selections without number',
      `{ more: urls(first: 100) { nodes { creator { urls(first: 100) { nodes { ...F0 } } } } } } ${buried}`,
    ],
  ])('is rejected when its cost cannot be estimated for %s', async (_what, query) => {
    test.statements.splice(0)
    const answer = await test.rest.post('/graphql', { query, variables: { sort: null } }, { token: ada.token })
    expect([answer.status, answer.json.data]).toEqual([400, undefined])
    expect(answer.json.errors[0].extensions.http.status).toBe(400)
    expect(test.statements).toEqual([])
  })

  it('with an invalid variable is rejected for the variable', async () => {
    const { errors } = await test.graph('query ($n: Int!) { urls(first: $n) { totalCount } }', {
      token: ada.token,
      variables: { n: 'x' },
    })
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
  })
})
