import { getNamedType, isEnumType, isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toGraphSchema } from '../../src/platform/graphql/graph-schema.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { expectError } from './answers.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account({ name: 'Ada Lovelace' })
})
afterAll(() => test.close())

describe('Link.creator', () => {
  const creator = 'creator { id name email role }'
  const profile = () => ({ id: ada.id, name: 'Ada Lovelace', email: ada.email, role: 'USER' })

  it('is available on every link', async () => {
    const { id } = await test.seed.link(ada)
    const { token } = ada
    const read = await test.graph(`{ url(id: "${id}") { ${creator} } urls { nodes { ${creator} } } }`, { token })
    expect(read.data.url.creator).toEqual(profile())
    expect(read.data.urls.nodes[0].creator).toEqual(profile())
    const written = await test.graph(
      `mutation {
        createUrl(input: { destination: "https://example.com" }) { ${creator} }
        updateUrl(id: "${id}", input: { title: "New" }) { ${creator} }
      }`,
      { token },
    )
    expect(written).toEqual({ data: { createUrl: { creator: profile() }, updateUrl: { creator: profile() } } })
  })

  it('is not available over REST', async () => {
    const { id } = await test.seed.link(ada)
    const { json } = await test.rest.get(`/v1/urls/${id}?creator=1&urls=1`, { token: ada.token })
    expect(json.creator).toBeUndefined()
    const me = await test.rest.get('/v1/auth/me', { token: ada.token })
    expect(Object.keys(me.json).sort()).toEqual([
      'email',
      'emailVerifiedAt',
      'id',
      'language',
      'name',
      'pendingEmail',
      'role',
      'timezone',
      'unwantedMails',
      'workspaces',
    ])
    expectError(await test.rest.get('/v1/links', { token: ada.token }), 404, 'ROUTE_NOT_FOUND')
    const { text } = await test.rest.get('/v1/openapi.json')
    expect(text).not.toMatch(/UrlConnection|UrlEdge|PageInfo/)
  })
})

describe('UserProfile.urls', () => {
  it('returns the caller’s links, with the arguments of urls', async () => {
    const account = await test.seed.account()
    for (const title of ['One', 'Two', 'Three']) await test.seed.link(account, { title })
    const selection = 'totalCount pageInfo { hasNextPage endCursor } edges { node { title } cursor }'
    const document = `{
      me { urls(first: 2, sort: TITLE_ASC, search: "e") { ${selection} } }
      urls(first: 2, sort: TITLE_ASC, search: "e") { ${selection} }
    }`
    const { data, errors } = await test.graph(document, { token: account.token })
    expect(errors).toBeUndefined()
    expect(data.me.urls).toEqual(data.urls)
    const { edges } = data.urls
    expect(edges.map(({ node }: { node: { title: string } }) => node.title)).toEqual(['One', 'Three'])
  })

  it('returns the errors of urls without affecting the other fields', async () => {
    const { data, errors } = await test.graph('{ me { name urls(first: 101) { totalCount } } }', { token: ada.token })
    expect(data).toEqual({ me: { name: 'Ada Lovelace', urls: null } })
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([[['me', 'urls'], 'INVALID_PARAMS']])
  })

  const login = `mutation ($email: String!, $password: String!) {
    login(email: $email, password: $password) { token user { email urls { nodes { id } } } }
  }`

  it('is unauthorized in the answer of a login, which still returns the token', async () => {
    const { email, password } = ada
    const { data, errors } = await test.graph(login, { variables: { email, password } })
    expect(data.login).toEqual({ token: expect.any(String), user: { email, urls: null } })
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED'])
  })

  it('is null on the profile of another account, even after a login to it', async () => {
    await test.seed.link(ada)
    const { token } = await test.seed.account()
    const { email, password } = ada
    const { data, errors } = await test.graph(login, { token, variables: { email, password } })
    expect(errors).toBeUndefined()
    expect(data.login.user).toEqual({ email, urls: null })
  })
})

describe('the statements of a nested query', () => {
  const walks = [
    ['urls(first: 100) { nodes { id creator { name } } }', 2],
    ['urls(first: 100) { totalCount edges { node { id creator { name } } } }', 3],
    ['me { urls(first: 100) { nodes { id creator { name } } } }', 3],
    ['urls(first: 100) { nodes { creator { urls(first: 2) { totalCount nodes { id } } } } }', 4],
  ] as const

  it('are as many for fifty links as for five', async () => {
    const counts: number[][] = []
    for (const many of [5, 50]) {
      const account = await test.seed.account()
      for (let count = 0; count < many; count++) await test.seed.link(account)
      const each: number[] = []
      for (const [walk] of walks) {
        test.statements.splice(0)
        const { errors } = await test.graph(`{ ${walk} }`, { token: account.token })
        expect(errors).toBeUndefined()
        each.push(test.statements.length)
      }
      counts.push(each)
    }
    const expected = walks.map(([, statements]) => statements)
    expect(counts).toEqual([expected, expected])
  })
})

describe('the types of a nested query', () => {
  it('have descriptions on every field, argument and value', () => {
    const { UrlConnection, UrlEdge, PageInfo, LinkSort, UrlItem, UserProfile, Query } = toGraphSchema(
      test.app.schema,
    ).getTypeMap()
    for (const type of [UrlConnection, UrlEdge, PageInfo, LinkSort, UrlItem, UserProfile]) {
      expect(type?.description).toMatch(/\.$/)
      const parts = isEnumType(type) ? type.getValues() : isObjectType(type) ? Object.values(type.getFields()) : []
      for (const { name, description } of parts)
        expect([name, description]).toEqual([name, expect.stringMatching(/.\.$/)])
    }
    const fields = [Query, UserProfile].flatMap((type) => (isObjectType(type) ? [type.getFields().urls] : []))
    expect(fields).toHaveLength(2)
    for (const field of fields) {
      const args = field?.args.map(({ name, type }) => `${name}: ${getNamedType(type).name}`)
      // Only the list of the caller can name a workspace.
      expect(args?.filter((arg) => arg !== 'workspaceId: ID')).toEqual([
        'folderId: ID',
        'tagIds: ID',
        'search: String',
        'isActive: Boolean',
        'state: LinkState',
        'hasPassword: Boolean',
        'creatorId: ID',
        'domainId: ID',
        'createdFrom: DateTime',
        'createdTo: DateTime',
        'unchangedSince: DateTime',
        'importId: ID',
        'hasClicks: Boolean',
        'sort: LinkSort',
        'first: Int',
        'after: String',
        'last: Int',
        'before: String',
      ])
      for (const { description } of field?.args ?? []) expect(description).toMatch(/.\.$/)
    }
  })
})
