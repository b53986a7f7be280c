import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { folderOf, tagOf } from '../organizing/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, seedTeam } from '../workspaces/team.ts'
import { openStats, readStats, statsPageOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
let urlId: string
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  urlId = (await test.seed.link(ada)).id
})
afterAll(() => test.close())

const create = (body: object, account = ada) => test.rest.post('/v1/shared-stats', body, as(account))
const inOneDay = () => new Date(test.clock.now().getTime() + 86_400_000).toISOString()

describe('POST /shared-stats', () => {
  it('returns 201 with the address of a page about a link, and the defaults', async () => {
    const now = test.clock.now().toISOString()
    const { status, json } = await create({ urlId })
    expect([status, json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^ssp_[0-9a-z]{26}$/),
        workspaceId: ada.workspaceId,
        subject: 'link',
        urlId,
        folderId: null,
        tagId: null,
        url: expect.stringMatching(/^http:\/\/tack\.test\/stats\/tkp_[0-9a-z]{26}_[\w-]{43}$/),
        title: null,
        showsLinkTitles: false,
        interval: null,
        from: null,
        to: null,
        timezone: 'UTC',
        expiresAt: null,
        createdAt: now,
        updatedAt: now,
      },
    ])
    const read = await test.rest.get(`/v1/shared-stats/${json.id}`, as(ada))
    expect(read.json).toEqual(json)
    expect((await openStats(test, json)).status).toBe(200)
  })

  it('returns 201 for a folder and a tag, in the workspace that has them', async () => {
    const team = await seedTeam(test)
    const inTeam = { headers: { 'x-workspace-id': team.id }, token: team.member.token }
    const { json: folder } = await test.rest.post('/v1/folders', { name: test.seed.word() }, inTeam)
    const { json: tag } = await test.rest.post('/v1/tags', { name: test.seed.word() }, inTeam)
    // Without naming the workspace.
    const [ofFolder, ofTag] = await Promise.all([
      create({ folderId: folder.id, title: ' Spring ', interval: '30d' }, team.member),
      create({ tagId: tag.id, from: '2026-01-01T00:00:00Z', timezone: 'Europe/Berlin' }, team.member),
    ])
    expect([ofFolder.status, ofFolder.json]).toMatchObject([
      201,
      { workspaceId: team.id, subject: 'folder', folderId: folder.id, title: 'Spring', interval: '30d' },
    ])
    expect([ofTag.status, ofTag.json]).toMatchObject([
      201,
      { workspaceId: team.id, subject: 'tag', tagId: tag.id, from: '2026-01-01T00:00:00.000Z' },
    ])
  })

  it.each([
    ['no subject', { urlId: null }, ['urlId']],
    ['two subjects', { folderId: 'fld_1' }, ['urlId']],
    ['an empty title', { title: ' ' }, ['title']],
    ['a title that changes the direction', { title: 'a\u202eb' }, ['title']],
    ['an unknown zone', { timezone: 'Mars/Olympus' }, ['timezone']],
    ['an unknown interval', { interval: '3d' }, ['interval']],
    ['an interval with dates', { interval: '7d', from: '2026-01-01T00:00:00Z' }, ['interval']],
    ['an early start', { from: '1999-12-31T23:59:59Z' }, ['from']],
    ['a start in the future', { from: '2098-01-01T00:00:00Z' }, ['from']],
    ['a start after its end', { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, ['from']],
    ['a far end', { to: '9999-01-01T00:00:00Z' }, ['to']],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
    ['an unknown field', { destination: 'https://example.com' }, ['destination']],
  ])('returns 400 for %s', async (_what, change, fields) => {
    expectError(await create({ urlId, ...change }), 400, 'INVALID_PARAMS', fields)
  })

  it('returns 401 without a credential, 403 to a viewer, and 404 for what is not of the caller', async () => {
    expect((await test.rest.post('/v1/shared-stats', { urlId })).status).toBe(401)
    const team = await seedTeam(test)
    const inTeam = { headers: { 'x-workspace-id': team.id }, token: team.member.token }
    const { json: link } = await test.rest.post('/v1/urls', { longUrl: 'https://example.com/' }, inTeam)
    expectError(await create({ urlId: link.id }, team.viewer), 403, 'ROLE_TOO_LOW')
    expect((await create({ urlId: link.id }, team.member)).status).toBe(201)
    expectError(await create({ urlId: link.id }), 404, 'LINK_NOT_FOUND')
    const [folder, tag] = [await folderOf(test, team.member), await tagOf(test, team.member)]
    expectError(await create({ folderId: folder.id }), 404, 'FOLDER_NOT_FOUND')
    expectError(await create({ tagId: tag.id }), 404, 'TAG_NOT_FOUND')
  })

  it('returns 404 for the link that counts the views of a bio page', async () => {
    const body = { slug: test.seed.word(), title: 'Ada' }
    const { json: page } = await test.rest.post('/v1/bio-pages', body, as(ada))
    expectError(await create({ urlId: page.urlId }), 404, 'LINK_NOT_FOUND')
  })

  it('returns 403 beyond 500 pages, also to requests at the same time', async () => {
    const eve = await test.seed.account()
    const { id } = await test.seed.link(eve)
    await test.sql(
      `insert into shared_stats_page (id, workspace_id, link_id, shows_link_titles, timezone, created_at, updated_at)
       select 'ssp_' || ? || number, ?, ?, false, 'UTC', now(), now() from generate_series(1, 498) as number`,
      [id, eve.workspaceId, id],
    )
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ urlId: id }, eve)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403])
    const refused = answers.find(({ status }) => status === 403)
    expect(refused?.json.error).toMatchObject({ code: 'PLAN_LIMIT_REACHED', details: [{ limit: 500, used: 500 }] })
  })

  it('returns 201 or 404, and never an error, while the link is deleted', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await test.seed.link(ada)
      const [created] = await Promise.all([create({ urlId: id }), test.rest.delete(`/v1/urls/${id}`, as(ada))])
      expect([201, 404]).toContain(created.status)
      if (created.status === 201) expect((await readStats(test, created.json)).status).toBe(410)
    }
  })
})

describe('GET /shared-stats and GET /shared-stats/{id}', () => {
  it('return those of the workspace, newest first, over both interfaces', async () => {
    const eve = await test.seed.account()
    const { id } = await test.seed.link(eve)
    const made: string[] = []
    for (let count = 0; count < 3; count++) {
      made.unshift((await statsPageOf(test, eve, { urlId: id })).id)
      test.clock.advance({ ms: 1 })
    }
    const { json, headers } = await test.rest.get('/v1/shared-stats?limit=2', as(eve))
    expect(json.map((page: { id: string }) => page.id)).toEqual(made.slice(0, 2))
    expect(headers['x-total-count']).toBe('3')
    const document = `query ($id: ID!) {
      sharedStatsPages { totalCount nodes { id } }
      workspaces { nodes { sharedStatsPages { totalCount } } }
      node(id: $id) { id ... on SharedStatsPage { subject url interval } }
    }`
    const { data } = await test.graph(document, { token: eve.token, variables: { id: made[0] } })
    expect(data).toEqual({
      sharedStatsPages: { totalCount: 3, nodes: made.map((each) => ({ id: each })) },
      workspaces: { nodes: [{ sharedStatsPages: { totalCount: 3 } }] },
      node: { id: made[0], subject: 'LINK', url: expect.stringContaining('/stats/tkp_'), interval: null },
    })
  })

  it("return 404 for another account's page, and in every operation on it", async () => {
    const eve = await test.seed.account()
    const page = await statsPageOf(test, eve, { urlId: (await test.seed.link(eve)).id })
    const path = `/v1/shared-stats/${page.id}`
    const answers = await Promise.all([
      test.rest.get(path, as(ada)),
      test.rest.patch(path, { title: 'Mine' }, as(ada)),
      test.rest.delete(path, as(ada)),
    ])
    for (const answer of answers) expectError(answer, 404, 'SHARED_STATS_NOT_FOUND')
    const document = 'query ($id: ID!) { sharedStatsPage(id: $id) { id } }'
    const answer = await test.graph(document, { token: ada.token, variables: { id: page.id } })
    expectGraphqlError(answer, 404, 'SHARED_STATS_NOT_FOUND')
    expect((await readStats(test, page)).status).toBe(200)
  })
})

describe('PATCH /shared-stats/{id}', () => {
  it('changes what is given, null clears it, and the address stays', async () => {
    const page = await statsPageOf(test, ada, { urlId, title: 'Spring' })
    const change = async (body: object) => (await test.rest.patch(`/v1/shared-stats/${page.id}`, body, as(ada))).json
    const expiresAt = inOneDay()
    test.clock.advance({ ms: 5 })
    const updatedAt = test.clock.now().toISOString()
    const changed = { ...page, showsLinkTitles: true, expiresAt, updatedAt }
    expect(await change({ showsLinkTitles: true, expiresAt })).toEqual(changed)
    expect(await change({ title: null, expiresAt: null })).toEqual({ ...changed, title: null, expiresAt: null })
  })

  it('returns 400 for an end in the past and for null where a value is required, and keeps its subject', async () => {
    const { id } = await statsPageOf(test, ada, { urlId })
    for (const [body, field] of [
      [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
      [{ showsLinkTitles: null }, 'showsLinkTitles'],
    ] as const)
      expectError(await test.rest.patch(`/v1/shared-stats/${id}`, body, as(ada)), 400, 'INVALID_PARAMS', [field])
    const other = await test.seed.link(ada)
    const { json } = await test.rest.patch(`/v1/shared-stats/${id}`, { urlId: other.id }, as(ada))
    expect(json.urlId).toBe(urlId)
  })
})

describe('the activity log', () => {
  it('says who created, changed and deleted a page, without its address', async () => {
    const eve = await test.seed.account()
    const { id: linkId } = await test.seed.link(eve)
    const page = await statsPageOf(test, eve, { urlId: linkId, title: 'Spring' })
    await test.rest.patch(`/v1/shared-stats/${page.id}`, { title: 'Summer', showsLinkTitles: true }, as(eve))
    // Nothing changes.
    await test.rest.patch(`/v1/shared-stats/${page.id}`, { title: 'Summer' }, as(eve))
    await test.rest.delete(`/v1/shared-stats/${page.id}`, as(eve))
    const { json } = await test.rest.get('/v1/activity?limit=3', as(eve))
    const summaries = json.map(({ type, summary, actor }: Record<string, string>) => [type, summary, actor])
    expect(summaries).toEqual([
      ['shared_stats.deleted', 'Page with statistics of a link ("Summer") was deleted.', eve.id],
      [
        'shared_stats.updated',
        'Page with statistics of a link ("Summer") was changed: title, titles of links.',
        eve.id,
      ],
      ['shared_stats.created', 'Page with statistics of a link ("Spring") was created.', eve.id],
    ])
  })
})
