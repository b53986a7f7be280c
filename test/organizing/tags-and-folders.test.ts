import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, seedTeam } from '../workspaces/team.ts'
import { folderOf, insertMany, tagOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
let eve: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  eve = await test.seed.account()
})
afterAll(() => test.close())

/** What differs between both. Everything else is promised of both. */
const kinds = [
  { noun: 'tag', type: 'Tag', path: '/v1/tags', code: 'TAG', prefix: 'tag', own: { color: 'gray' }, seed: tagOf },
  { noun: 'folder', type: 'Folder', path: '/v1/folders', code: 'FOLDER', prefix: 'fld', own: {}, seed: folderOf },
] as const

describe.each(kinds)('a $noun', ({ noun, type, path, code, prefix, own, seed }) => {
  const [notFound, nameTaken] = [`${code}_NOT_FOUND`, `${code}_NAME_TAKEN`]
  const selection = `id name ${Object.keys(own).join(' ')} workspaceId createdAt updatedAt`
  const create = (body: object, account = ada) => test.rest.post(path, body, as(account))
  const patch = (id: string, body: object, account = ada) => test.rest.patch(`${path}/${id}`, body, as(account))
  const mutate = (field: string, args: string, fields: string, account = ada) =>
    test.graph(`mutation { ${field}${type}(${args}) { ${fields} } }`, as(account))

  it('is created (201) with its name trimmed, over GraphQL alike', async () => {
    const [name, other] = [test.seed.word(), test.seed.word()]
    const at = test.clock.now().toISOString()
    const created = { name, ...own, workspaceId: ada.workspaceId, createdAt: at, updatedAt: at }
    const id = expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{26}$`))
    expect(await create({ name: ` ${name} ` })).toMatchObject({ status: 201, json: { ...created, id } })
    const { data } = await mutate('create', `input: { name: "${other}" }`, 'id name workspaceId createdAt updatedAt')
    const { color: _, ...common } = created as typeof created & { color?: string }
    expect(data[`create${type}`]).toEqual({ ...common, id, name: other })
  })

  it('returns 400 for a name that is missing, empty, too long or not human text', async () => {
    for (const name of [undefined, null, 7, '', ' \t', 'x'.repeat(65), 'a\u0000b', 'a\r\nb', 'a\u202eb'])
      expectError(await create({ name }), 400, 'INVALID_PARAMS', ['name'])
    const { id } = await seed(test, ada)
    for (const name of [null, ' ', 'x'.repeat(65)])
      expectError(await patch(id, { name }), 400, 'INVALID_PARAMS', ['name'])
    expectError(await create({ name: 'x', workspace: 'wsp_1' }), 400, 'INVALID_PARAMS', ['workspace'])
  })

  it('returns 409 for a name of the workspace in any case and normalization, and 201 in another workspace', async () => {
    const { id } = await seed(test, ada, { name: 'Été Straße' })
    for (const name of ['Été Straße', ' été straße', 'ÉTÉ STRAßE', 'E\u0301te\u0301 Straße']) {
      expectError(await create({ name }), 409, nameTaken, ['name'])
      expectGraphqlError(await mutate('create', `input: { name: "${name}" }`, 'id'), 409, nameTaken, ['name'])
    }
    expectError(await patch((await seed(test, ada)).id, { name: 'ÉTÉ straße' }), 409, nameTaken, ['name'])
    expect((await patch(id, { name: 'été straße' })).json.name).toBe('été straße')
    expect((await create({ name: 'Été Straße' }, await test.seed.account())).status).toBe(201)
  })

  it('gives one of concurrent requests with one name 201 or 200, and the others 409', { tags: 'race' }, async () => {
    const [name, other] = [test.seed.word(), test.seed.word()]
    const created = await Promise.all([name, name.toUpperCase(), ` ${name}`].map((each) => create({ name: each })))
    expect(created.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const rows = [await seed(test, ada), await seed(test, ada)]
    const changed = await Promise.all(rows.map(({ id }) => patch(id, { name: other })))
    expect(changed.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('returns 403 beyond 500, also for concurrent requests', { tags: 'race' }, async () => {
    const owner = await test.seed.account()
    await insertMany(test, noun, owner, 498)
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ name: test.seed.word() }, owner)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403])
    expectError(await create({ name: 'one more' }, owner), 403, 'PLAN_LIMIT_REACHED', [`${noun}s`])
    expect((await test.rest.get(path, as(owner))).json).toHaveLength(500)
  })

  it('is listed newest first, in pages, as a connection, and of a workspace', async () => {
    const owner = await test.seed.account()
    const rows = []
    for (const name of ['One', 'Two', 'Three']) rows.unshift(await seed(test, owner, { name }))
    expect((await test.rest.get(path, as(owner))).json).toEqual(rows)
    const page = await test.rest.get(`${path}?page=2&limit=2`, as(owner))
    expect([page.json, page.headers['x-total-count']]).toEqual([rows.slice(2), '3'])
    const list = `${noun}s(first: 2) { totalCount nodes { ${selection} } }`
    const { data } = await test.graph(`{ ${list} me { workspaces { workspace { ${list} } } } }`, as(owner))
    expect(data[`${noun}s`].nodes.map(({ id }: { id: string }) => id)).toEqual(rows.slice(0, 2).map(({ id }) => id))
    expect(data.me.workspaces[0].workspace[`${noun}s`]).toEqual(data[`${noun}s`])
  })

  it('is read, changed and deleted by its id, and is a node', { tags: 'race' }, async () => {
    const row = await seed(test, ada)
    test.clock.advance({ seconds: 5 })
    expect((await test.rest.get(`${path}/${row.id}`, as(ada))).json).toEqual(row)
    const name = test.seed.word()
    const changed = { ...row, name, updatedAt: test.clock.now().toISOString() }
    expect(await patch(row.id, { name })).toMatchObject({ status: 200, json: changed })
    const document = `{ ${noun}(id: "${row.id}") { name } node(id: "${row.id}") { __typename } }`
    expect((await test.graph(document, as(ada))).data).toEqual({ [noun]: { name }, node: { __typename: type } })
    const answers = await Promise.all([1, 2, 3].map(() => test.rest.delete(`${path}/${row.id}`, as(ada))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expectError(await test.rest.get(`${path}/${row.id}`, as(ada)), 404, notFound)
    await seed(test, ada, { name })
  })

  it('is 404 to others, over both faces, and stays as it was', async () => {
    const row = await seed(test, ada)
    for (const id of [row.id, `${prefix}_00000000000000000000000000`]) {
      expectError(await test.rest.get(`${path}/${id}`, as(eve)), 404, notFound)
      expectError(await patch(id, { name: 'Mine' }, eve), 404, notFound)
      expectError(await test.rest.delete(`${path}/${id}`, as(eve)), 404, notFound)
      expectGraphqlError(await mutate('update', `id: "${id}", input: {}`, 'id', eve), 404, notFound)
      expectGraphqlError(await mutate('delete', `id: "${id}"`, 'success', eve), 404, notFound)
      expect((await test.graph(`{ node(id: "${id}") { id } }`, as(eve))).data).toEqual({ node: null })
    }
    expect((await test.rest.get(`${path}/${row.id}`, as(ada))).json).toEqual(row)
    expectError(await test.rest.get(path), 401, 'UNAUTHENTICATED')
  })

  it('is read by viewers and changed by members of its workspace', async () => {
    const team = await seedTeam(test)
    const one = `${path}/${(await seed(test, team.member, { workspaceId: team.id })).id}`
    expect((await test.rest.get(one, as(team.viewer))).status).toBe(200)
    expectError(await test.rest.patch(one, { name: 'x' }, as(team.viewer)), 403, 'ROLE_TOO_LOW')
    expectError(await test.rest.delete(one, as(team.viewer)), 403, 'ROLE_TOO_LOW')
    expectError(await create({ name: 'x', workspaceId: team.id }, team.viewer), 403, 'ROLE_TOO_LOW')
    expectError(await test.rest.patch(one, { name: 'x' }, as(team.stranger)), 404, notFound)
    expect((await test.rest.delete(one, as(team.admin))).status).toBe(200)
  })
})

describe('the color of a tag', () => {
  it('is one of eight, gray by default', async () => {
    const colors = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'gray']
    const tag = await tagOf(test, ada, { color: 'red' })
    for (const color of colors) {
      const { status, json } = await test.rest.patch(`/v1/tags/${tag.id}`, { color }, as(ada))
      expect([status, json.color]).toEqual([200, color])
    }
    const { data } = await test.graph(
      `mutation { updateTag(id: "${tag.id}", input: { color: PINK }) { color name } }`,
      as(ada),
    )
    expect(data.updateTag).toEqual({ color: 'PINK', name: tag.name })
    for (const color of ['brown', 'RED', '', 7, null]) {
      expectError(await test.rest.patch(`/v1/tags/${tag.id}`, { color }, as(ada)), 400, 'INVALID_PARAMS', ['color'])
      // Null is what a serializer writes for no color.
      if (color === null) continue
      const answer = await test.rest.post('/v1/tags', { name: test.seed.word(), color }, as(ada))
      expectError(answer, 400, 'INVALID_PARAMS', ['color'])
    }
  })
})
