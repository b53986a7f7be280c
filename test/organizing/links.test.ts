import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError, visit } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, seedTeam } from '../workspaces/team.ts'
import { folderOf, type SeededFolder, type SeededTag, tagOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
let folder: SeededFolder
/** Named so that their order is not that of their creation. */
let tags: [SeededTag, SeededTag, SeededTag]
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  folder = await folderOf(test, ada)
  tags = [
    await tagOf(test, ada, { name: 'b' }),
    await tagOf(test, ada, { name: 'C', color: 'red' }),
    await tagOf(test, ada, { name: 'A' }),
  ]
})
afterAll(() => test.close())

const longUrl = 'https://example.com/'
const create = (body: object, account = ada) => test.rest.post('/v1/urls', { longUrl, ...body }, as(account))
const patch = (id: string, body: object, account = ada) => test.rest.patch(`/v1/urls/${id}`, body, as(account))
const read = async (id: string) => (await test.rest.get(`/v1/urls/${id}`, as(ada))).json
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describe('folderId and tagIds of a link', () => {
  it('are accepted by POST, and the answer has the tags by name, over GraphQL alike', async () => {
    const [b, c, a] = tags
    const { status, json } = await create({ folderId: folder.id, tagIds: [c.id, b.id, a.id] })
    expect([status, json.folderId, json.tags]).toEqual([201, folder.id, [a, b, c]])
    expect(await read(json.id)).toEqual(json)
    const { data } = await test.graph(
      `mutation($input: CreateUrlInput!) { createUrl(input: $input) { folderId folder { id name } tags { id color } } }`,
      { ...as(ada), variables: { input: { destination: longUrl, folderId: folder.id, tagIds: [c.id] } } },
    )
    const { id, name } = folder
    expect(data.createUrl).toEqual({ folderId: id, folder: { id, name }, tags: [{ id: c.id, color: 'RED' }] })
  })

  it('stay when PATCH leaves them out, are replaced by others, and cleared by null', async () => {
    const [b, c, a] = tags
    const other = await folderOf(test, ada)
    const { id } = (await create({ folderId: folder.id, tagIds: [b.id, c.id] })).json
    expect((await patch(id, { title: 'New' })).json).toMatchObject({ folderId: folder.id, tags: [b, c] })
    const { json } = await patch(id, { folderId: other.id, tagIds: [a.id, c.id] })
    expect(json).toMatchObject({ folderId: other.id, tags: [a, c] })
    expect((await patch(id, { tagIds: [] })).json).toMatchObject({ folderId: other.id, tags: [] })
    await patch(id, { tagIds: [a.id] })
    expect((await patch(id, { folderId: null, tagIds: null })).json).toMatchObject({ folderId: null, tags: [] })
    expect(await read(id)).toMatchObject({ folderId: null, tags: [] })
    expect((await create({ folderId: null, tagIds: null })).json).toMatchObject({ folderId: null, tags: [] })
  })

  it('are fresh in each field of one GraphQL request', async () => {
    const [b, c] = tags
    const { id } = (await create({ folderId: folder.id, tagIds: [b.id] })).json
    const update = (input: string) => `updateUrl(id: "${id}", input: ${input}) { folder { id } tags { id } }`
    const { data } = await test.graph(
      `mutation { one: ${update(`{ tagIds: ["${c.id}"], folderId: null }`)} two: ${update(`{ folderId: "${folder.id}" }`)} }`,
      as(ada),
    )
    const tagsNow = [{ id: c.id }]
    expect(data).toEqual({ one: { folder: null, tags: tagsNow }, two: { folder: { id: folder.id }, tags: tagsNow } })
  })

  it('are part of the activity and the event of the change, and nothing is recorded when they stay', async () => {
    const [b, c] = tags
    const { id } = (await create({ tagIds: [b.id] })).json
    await test.rest.post(
      '/v1/webhooks',
      { name: 'x', url: 'https://hooks.example.com/', events: ['link.updated'] },
      as(ada),
    )
    await patch(id, { tagIds: [b.id], folderId: null })
    await patch(id, { folderId: folder.id, tagIds: [c.id] })
    const activities = await test.sql<{ summary: string }>(
      `select summary from activity where subject_id = ? and type = 'link.updated'`,
      [id],
    )
    expect(activities).toEqual([{ summary: expect.stringMatching(/was changed: folder, tags\.$/) }])
    const [event] = await test.sql<{ payload: string }>(`select payload from event where payload like ?`, [`%${id}%`])
    expect(JSON.parse(event?.payload ?? '{}').data.changes).toEqual({
      folderId: { from: null, to: folder.id },
      tagIds: { from: [b.id], to: [c.id] },
    })
  })

  it('do not change what a visitor gets', async () => {
    const { json } = await create({ folderId: folder.id, tagIds: [tags[0].id] })
    expect((await visit(test, json.shortUrl)).headers.location).toBe(longUrl)
  })

  it.each<[string, unknown[]]>([
    ['folderId', [7, {}, [], 'x'.repeat(65), 'nul\u0000']],
    [
      'tagIds',
      ['x', [7], [null], [['x']], ['x'.repeat(65)], ['a', 'a'], Array.from({ length: 21 }, (_, n) => `tag_${n}`)],
    ],
  ])('return 400 for an invalid %s', async (field, invalid) => {
    const { id } = await test.seed.link(ada)
    for (const value of invalid) {
      for (const answer of [await create({ [field]: value }), await patch(id, { [field]: value })]) {
        expect(answer.json.error.code).toBe('INVALID_PARAMS')
        expect(answer.json.error.details[0].field).toMatch(new RegExp(`^${field}`))
      }
    }
  })

  it('return the same 400 for one that is unknown, deleted, of others, or of another workspace than the link', async () => {
    const team = await seedTeam(test)
    const body = { workspaceId: team.id }
    const deleted = [await folderOf(test, team.member), await tagOf(test, team.member)]
    await test.rest.delete(`/v1/folders/${deleted[0]?.id}`, as(team.member))
    await test.rest.delete(`/v1/tags/${deleted[1]?.id}`, as(team.member))
    const link = await test.seed.link(team.member)
    const inTeam = [await folderOf(test, team.member, body), await tagOf(test, team.member, body)]
    const mine = await tagOf(test, team.member)
    for (const [folderId, tagId] of [
      [folder.id, tags[0].id],
      idsOf(deleted),
      idsOf(inTeam),
      ['fld_00000000000000000000000000', 'tag_00000000000000000000000000'],
      [tags[0].id, folder.id],
      ['', '__proto__'],
    ]) {
      const placement = { folderId, tagIds: [mine.id, tagId] }
      const fields = ['folderId', 'tagIds']
      expectError(await create(placement, team.member), 400, 'INVALID_PARAMS', fields)
      expectError(await patch(link.id, { title: 'Lost', ...placement }, team.member), 400, 'INVALID_PARAMS', fields)
      const answer = await test.graph(
        `mutation($input: UpdateUrlInput!) { updateUrl(id: "${link.id}", input: $input) { id } }`,
        { ...as(team.member), variables: { input: placement } },
      )
      expectGraphqlError(answer, 400, 'INVALID_PARAMS', fields)
    }
    const { json } = await test.rest.get(`/v1/urls/${link.id}`, as(team.member))
    expect(json).toEqual(link)
    expectError(await patch((await test.seed.link(ada)).id, { folderId: 'x' }, team.member), 404, 'LINK_NOT_FOUND')
  })
})

describe('deleting', () => {
  it('a folder leaves its links, in no folder, and a tag is taken from its links', async () => {
    const own = [await folderOf(test, ada), await tagOf(test, ada)]
    const { id } = (await create({ folderId: own[0]?.id, tagIds: [own[1]?.id, tags[0].id] })).json
    expect((await test.rest.delete(`/v1/folders/${own[0]?.id}`, as(ada))).status).toBe(200)
    expect((await test.rest.delete(`/v1/tags/${own[1]?.id}`, as(ada))).status).toBe(200)
    expect(await read(id)).toMatchObject({ folderId: null, tags: [tags[0]] })
  })

  it('a folder and a tag that a link is given at once gives 200 or 400, and leaves no dangling id', async () => {
    for (let round = 0; round < 8; round++) {
      const [one, tag] = [await folderOf(test, ada), await tagOf(test, ada)]
      const former = (await create({ folderId: one.id, tagIds: [tag.id] })).json
      const link = await test.seed.link(ada)
      const placement = { folderId: one.id, tagIds: [tag.id, tags[0].id] }
      const [created, changed, ...deleted] = await Promise.all([
        create(placement),
        patch(link.id, placement),
        test.rest.delete(`/v1/folders/${one.id}`, as(ada)),
        test.rest.delete(`/v1/tags/${tag.id}`, as(ada)),
        patch(former.id, { title: 'Meanwhile' }),
        patch(former.id, { folderId: folder.id, tagIds: [tags[1].id] }),
      ])
      expect(deleted.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect([201, 400]).toContain(created.status)
      expect([200, 400]).toContain(changed.status)
      for (const { status, json } of [created, changed]) {
        if (status === 400) expectError({ ...created, status, json }, 400, 'INVALID_PARAMS')
        else expect(await read(json.id)).toMatchObject({ folderId: null, tags: [tags[0]] })
      }
      expect(await read(former.id)).toMatchObject({ folderId: folder.id, tags: [tags[1]] })
    }
  })

  it('leaves one of two lists of tags that are sent at once', async () => {
    const [b, c, a] = tags
    const { id } = (await create({ tagIds: [b.id] })).json
    for (let round = 0; round < 6; round++) {
      const lists = [[a.id, c.id], [b.id]]
      const answers = await Promise.all(lists.map((tagIds) => patch(id, { tagIds })))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(lists).toContainEqual(idsOf((await read(id)).tags))
    }
  })
})
