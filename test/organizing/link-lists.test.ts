import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, seedTeam, type Team } from '../workspaces/team.ts'
import { folderOf, type SeededFolder, type SeededTag, tagOf } from './seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const create = (body: object, account: SeededAccount) =>
  test.rest.post('/v1/urls', { longUrl: 'https://example.com/', ...body }, as(account))
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

describe('links by folder and tag', () => {
  let owner: SeededAccount
  let team: Team
  let folders: SeededFolder[]
  let own: SeededTag[]
  /** In folder 0 with tag 0; in folder 0 with both; in folder 1 with tag 1; in none without. Newest last. */
  let ids: string[]
  beforeAll(async () => {
    team = await seedTeam(test)
    owner = await test.seed.account()
    folders = [await folderOf(test, owner), await folderOf(test, owner)]
    own = [await tagOf(test, owner), await tagOf(test, owner)]
    ids = []
    for (const [place, tagged] of [
      [0, [0]],
      [0, [0, 1]],
      [1, [1]],
      [null, []],
    ] as const) {
      const folderId = place === null ? null : folders[place]?.id
      const { json } = await create({ folderId, tagIds: tagged.map((each) => own[each]?.id) }, owner)
      ids.push(json.id)
    }
  })

  it.each<[string, (f: string[], t: string[]) => string, number[]]>([
    ['in a folder', ([f]) => `folderId=${f}`, [1, 0]],
    ['with a tag', (_, [, t]) => `tagIds=${t}`, [2, 1]],
    ['with any of two tags, each once', (_, [t, u]) => `tagIds=${t},${u}`, [2, 1, 0]],
    ['with any of two tags as repeated parameters', (_, [t, u]) => `tagIds=${t}&tagIds=${u}`, [2, 1, 0]],
    ['in a folder with a tag', ([f], [, t]) => `folderId=${f}&tagIds=${t}`, [1]],
    ['in a folder that does not exist', () => 'folderId=fld_1', []],
    ['with a tag that does not exist, or another', (_, [t]) => `tagIds=tag_1,${t}`, [1, 0]],
    ['in a folder, also disabled ones', ([, f]) => `folderId=${f}&isActive=false`, []],
  ])(
    'are listed %s, with their number, over both faces and of an account and a workspace',
    async (_what, query, places) => {
      const expected = places.map((place) => ids[place])
      const text = query(idsOf(folders), idsOf(own))
      const { json, headers } = await test.rest.get(`/v1/urls?limit=2&count=true&${text}`, as(owner))
      expect([idsOf(json), headers['x-total-count']]).toEqual([expected.slice(0, 2), String(expected.length)])
      const parameters = new URLSearchParams(text)
      const variables = {
        folderId: parameters.get('folderId'),
        tagIds: parameters.has('tagIds') ? parameters.getAll('tagIds').join().split(',') : null,
        isActive: parameters.has('isActive') ? false : null,
      }
      const args = '(folderId: $folderId, tagIds: $tagIds, isActive: $isActive) { totalCount nodes { id } }'
      const { data } = await test.graph(
        `query($folderId: ID, $tagIds: [ID!], $isActive: Boolean) {
        urls${args} me { urls${args} workspaces { workspace { urls${args} } } } }`,
        { ...as(owner), variables },
      )
      const page = { totalCount: expected.length, nodes: expected.map((id) => ({ id })) }
      expect([data.urls, data.me.urls, data.me.workspaces[0].workspace.urls]).toEqual([page, page, page])
    },
  )

  it('are paged by cursors in each order', async () => {
    const page = (after: string) =>
      test.graph(
        `{ urls(first: 1, sort: TITLE_ASC, folderId: "${folders[0]?.id}"${after}) { nodes { id } pageInfo { endCursor } } }`,
        as(owner),
      )
    const first = (await page('')).data.urls
    const second = (await page(`, after: "${first.pageInfo.endCursor}"`)).data.urls
    expect([...idsOf(first.nodes), ...idsOf(second.nodes)].sort()).toEqual([ids[0], ids[1]].sort())
  })

  it('are those of the folder and the tag in the graph, counted, also for all of a list', async () => {
    const links = 'urlCount urls(first: 5) { totalCount nodes { id } }'
    const { data } = await test.graph(
      `{ folders { nodes { ${links} } } tags { nodes { ${links} } }
         tag(id: "${own[0]?.id}") { urls(folderId: "${folders[1]?.id}") { totalCount } none: urls(tagIds: ["${own[1]?.id}"]) { totalCount } } }`,
      as(owner),
    )
    const of = (...places: number[]) => ({
      urlCount: places.length,
      urls: { totalCount: places.length, nodes: places.map((place) => ({ id: ids[place] })) },
    })
    expect(data.folders.nodes).toEqual([of(2), of(1, 0)])
    expect(data.tags.nodes).toEqual([of(2, 1), of(1, 0)])
    expect(data.tag).toEqual({ urls: { totalCount: 0 }, none: { totalCount: 1 } })
  })

  it('have their former names too, which are deprecated and not in REST', async () => {
    const { data, errors } = await test.graph(
      `{ folders { nodes { linkCount urlCount } } me { workspaces { workspace { links { totalCount } urls { totalCount } linkCount urlCount } } }
         __type(name: "Workspace") { fields(includeDeprecated: true) { name deprecationReason } } }`,
      as(owner),
    )
    expect(errors).toBeUndefined()
    for (const { linkCount, urlCount } of data.folders.nodes) expect(linkCount).toBe(urlCount)
    for (const { workspace } of data.me.workspaces) {
      expect(workspace.urlCount).toBeTypeOf('number')
      expect([workspace.links, workspace.linkCount]).toEqual([workspace.urls, workspace.urlCount])
    }
    const deprecated = data.__type.fields.filter((each: { deprecationReason: unknown }) => each.deprecationReason)
    expect(deprecated).toEqual(
      expect.arrayContaining([
        { name: 'linkCount', deprecationReason: 'Use `urlCount`.' },
        { name: 'links', deprecationReason: 'Use `urls`.' },
      ]),
    )
    const rest = (await test.rest.get(`/v1/workspaces/${owner.workspaceId}`, as(owner))).json
    expect(rest.linkCount).toBeTypeOf('number')
    expect(rest).not.toHaveProperty('urlCount')
  })

  it('are none for a folder or a tag of another account or workspace', async () => {
    const ada = await test.seed.account()
    const inTeam = await folderOf(test, team.member, { workspaceId: team.id })
    await create({ folderId: inTeam.id, workspaceId: team.id }, team.member)
    const count = async (query: string, account: SeededAccount) =>
      (await test.rest.get(`/v1/urls?${query}`, as(account))).json.length
    expect(await count(`folderId=${folders[0]?.id}`, ada)).toBe(0)
    expect(await count(`tagIds=${own[0]?.id}`, ada)).toBe(0)
    expect(await count(`folderId=${inTeam.id}`, team.member)).toBe(0)
    expect(await count(`folderId=${inTeam.id}&workspaceId=${team.id}`, team.member)).toBe(1)
  })

  it.each([
    ['folderId', `folderId=${'x'.repeat(65)}`],
    ['tagIds', `tagIds=${'x'.repeat(65)}`],
    ['tagIds', `tagIds=${Array.from({ length: 21 }, (_, n) => n).join()}`],
  ])('return 400 for an invalid %s', async (field, query) => {
    expectError(await test.rest.get(`/v1/urls?${query}`, as(owner)), 400, 'INVALID_PARAMS', [field])
  })

  it('return 400 for an empty list of tags', async () => {
    expectGraphqlError(await test.graph('{ urls(tagIds: []) { totalCount } }', as(owner)), 400, 'INVALID_PARAMS', [
      'tagIds',
    ])
  })
})
