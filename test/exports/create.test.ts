import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs } from '../../src/platform/shared/time.ts'
import { insertClickRows } from '../clicks/rows.ts'
import { openToAnyone, tokenWith } from '../contract/anyone.ts'
import { expectError } from '../links/answers.ts'
import { folderOf, tagOf } from '../organizing/seed.ts'
import { sharedApp, type TestApp, withSettings } from '../support/app.ts'
import { as, seedTeam } from '../workspaces/team.ts'
import { downloadOf, endOf, exported, exportOf, sendJob } from './seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const textOf = async (account: { readonly token: string }, path: string) => (await test.rest.get(path, account)).text
const fileOf = async (...parameters: Parameters<typeof exported> extends [unknown, ...infer P] ? P : never) =>
  downloadOf(test, await exported(test, ...parameters))

describe('POST /exports/links', () => {
  it('returns 202, and writes a file that can be downloaded for 24 hours without a credential', async () => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada, { title: '=1+1' })
    const begun = await exportOf(test, ada)
    expect(begun).toMatchObject({
      id: expect.stringMatching(/^exp_/),
      workspaceId: ada.workspaceId,
      content: 'links',
      format: 'csv',
      isWeekly: false,
      state: 'queued',
      rowCount: 0,
      download: null,
      startedAt: null,
      finishedAt: null,
      failureMessage: null,
    })
    const ended = await endOf(test, ada, begun.id)
    const answer = await downloadOf(test, ended)
    const fileName = `links-${test.clock.now().toISOString().slice(0, 10)}.csv`
    expect(ended).toMatchObject({
      state: 'completed',
      rowCount: 1,
      finishedAt: expect.any(String),
      download: {
        fileName,
        mediaType: 'text/csv; charset=utf-8; header=present',
        byteCount: Buffer.byteLength(answer.text),
        expiresAt: new Date(test.clock.now().getTime() + dayMs).toISOString(),
      },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${fileName}"`)
    expect(answer.text).toContain(link.id)
    // No spreadsheet takes the title for a formula.
    expect(answer.text).toContain(",'=1+1,")
    const files = await test.sql('select 1 from stored_file where workspace_id = ?', [ada.workspaceId])
    expect(files).toHaveLength(1)
  })

  it('has the same bytes as the direct export, in each format and with each filter', async () => {
    const ada = await test.seed.account()
    const [folder, tag] = [await folderOf(test, ada), await tagOf(test, ada)]
    await test.seed.link(ada, { title: 'Grüße', folderId: folder.id })
    await test.seed.link(ada, { title: 'Tagged', tagIds: [tag.id] })
    const off = await test.seed.link(ada, { title: 'Off' })
    await test.rest.patch(`/v1/urls/${off.id}`, { isActive: false }, as(ada))
    const tomorrow = new Date(test.clock.now().getTime() + dayMs).toISOString()
    const inputs = [
      {},
      { format: 'json' },
      { bom: true, search: 'grüße' },
      { folderId: folder.id, format: 'json' },
      { tagIds: [tag.id] },
      { isActive: false },
      { createdFrom: tomorrow },
      { createdTo: tomorrow, format: 'json' },
    ]
    for (const input of inputs) {
      const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
      const direct = await textOf(ada, `/v1/urls/export?${query}`)
      expect({ input, text: (await fileOf(ada, 'links', input)).text }).toEqual({ input, text: direct })
    }
  })

  it('has the links of the workspace that the request names, and is not seen in another one', async () => {
    const team = await seedTeam(test)
    const { id: linkId } = await test.seed.link(team.member, { workspaceId: team.id })
    await test.seed.link(team.member)
    const ended = await exported(test, team.viewer, 'links', { workspaceId: team.id, format: 'json' })
    expect(JSON.parse((await downloadOf(test, ended)).text)).toEqual([expect.objectContaining({ id: linkId })])
    expect((await test.rest.get('/v1/exports', as(team.viewer))).json).toEqual([])
    const { json } = await test.rest.get(`/v1/exports?workspaceId=${team.id}`, as(team.admin))
    expect(json).toMatchObject([{ id: ended.id, workspaceId: team.id }])
  })

  it('returns 400 that names the field, for a map of links and for an unknown field', async () => {
    const ada = await test.seed.account()
    const details = async (body: object) => {
      const answer = await test.rest.post('/v1/exports/links', body, as(ada))
      expectError(answer, 400, 'INVALID_PARAMS')
      return answer.json.error.details
    }
    expect(await details({ format: 'geojson' })).toEqual([
      { field: 'format', issue: 'must be one of the following values: csv, json' },
    ])
    expect(await details({ urlId: 'x' })).toMatchObject([{ field: 'urlId' }])
    expect(await details({ search: 'x'.repeat(256) })).toMatchObject([{ field: 'search' }])
  })

  it('returns 401 without a credential', async () => {
    expectError(await test.rest.post('/v1/exports/links', {}), 401, 'UNAUTHENTICATED')
  })

  it('returns 403 for the sixth export that has not ended', async () => {
    const ada = await test.seed.account()
    for (let count = 0; count < 5; count++) await exported(test, ada)
    await test.sql(`update file_export set state = 'queued', finished_at = null where workspace_id = ?`, [
      ada.workspaceId,
    ])
    expectError(await test.rest.post('/v1/exports/links', {}, as(ada)), 403, 'PLAN_LIMIT_REACHED')
    await test.sql(`update file_export set is_weekly = true where workspace_id = ?`, [ada.workspaceId])
    expect((await exported(test, ada)).state).toBe('completed')
  })

  it('returns one export for two requests with the same idempotency key', async () => {
    const ada = await test.seed.account()
    const options = { ...as(ada), headers: { 'idempotency-key': test.seed.word() } }
    const [first, second] = [
      await test.rest.post('/v1/exports/links', {}, options),
      await test.rest.post('/v1/exports/links', {}, options),
    ]
    expect([first.status, second.status, second.json.id]).toEqual([202, 202, first.json.id])
    expect((await endOf(test, ada, first.json.id)).state).toBe('completed')
    expect((await test.rest.get('/v1/exports', as(ada))).json).toHaveLength(1)
  })
})

describe('POST /exports/clicks', () => {
  it('has the same bytes as the direct export, in each format and with each filter', async () => {
    const ada = await test.seed.account()
    const [one, two] = [await test.seed.link(ada), await test.seed.link(ada)]
    const hoursAgo = (hours: number) => new Date(test.clock.now().getTime() - hours * 3_600_000)
    await insertClickRows(test, one, [
      { country: 'DE', referrer_host: '=cmd()', at: hoursAgo(1) },
      { country: 'US', at: hoursAgo(30) },
      { is_bot: true, at: hoursAgo(2) },
    ])
    await insertClickRows(test, two, [{ country: 'FR', at: hoursAgo(3) }])
    const inputs = [
      {},
      { format: 'json' },
      { format: 'geojson' },
      { bom: true, urlId: one.id },
      { includeBots: true, format: 'json' },
      { interval: '24h', format: 'json' },
      { from: hoursAgo(40).toISOString(), to: hoursAgo(2).toISOString() },
      { country: '-DE,US' },
    ]
    const sizes = new Set<number>()
    for (const input of inputs) {
      const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
      const direct = await textOf(ada, `/v1/clicks/export?${query}`)
      const { text } = await fileOf(ada, 'clicks', input)
      expect({ input, text }).toEqual({ input, text: direct })
      sizes.add(text.length)
    }
    expect(sizes.size).toBe(inputs.length)
    expect((await fileOf(ada, 'clicks')).text).toContain(",'=cmd(),")
  })

  it('returns 400 for a link, a folder, tags and a domain that are not of the workspace, and begins nothing', async () => {
    const [ada, team] = [await test.seed.account(), await seedTeam(test)]
    const link = await test.seed.link(team.member, { workspaceId: team.id })
    const [folder, tag] = [
      await folderOf(test, await test.seed.account()),
      await tagOf(test, await test.seed.account()),
    ]
    const filters: [string, string, object][] = [
      ['clicks', 'urlId', { urlId: link.id }],
      ['clicks', 'urlId', { urlId: 'lnk_nothing' }],
      ['clicks', 'folderId', { folderId: folder.id }],
      ['clicks', 'tagIds', { tagIds: [tag.id] }],
      ['links', 'folderId', { folderId: folder.id }],
      ['links', 'tagIds', { tagIds: [tag.id] }],
      ['links', 'domainId', { domainId: 'dom_nothing' }],
    ]
    for (const [content, field, filter] of filters) {
      const answer = await test.rest.post(`/v1/exports/${content}`, filter, as(ada))
      expectError(answer, 400, 'INVALID_PARAMS')
      expect(answer.json.error.details).toMatchObject([{ field, issue: expect.stringContaining('of the workspace') }])
    }
    // A link of another workspace of the same person is not of the one that the request names either.
    const answer = await test.rest.post('/v1/exports/clicks', { urlId: link.id }, as(team.member))
    expectError(answer, 400, 'INVALID_PARAMS')
    expect((await test.rest.get('/v1/exports', as(ada))).json).toEqual([])
  })

  it('has the period of the request, however late its job begins', async () => {
    const ada = await test.seed.account()
    await insertClickRows(test, await test.seed.link(ada), [{}])
    const { id } = await exported(test, ada, 'clicks', { interval: '24h' })
    const [row] = await test.sql<{ filter: object; late: Date }>(
      `update file_export set state = 'queued', finished_at = null, created_at = created_at + interval '3 days'
        where id = ? returning filter, created_at as late`,
      [id],
    )
    expect(row?.filter).toMatchObject({ filter: { interval: '24h', timezone: 'UTC', includeBots: false } })
    await sendJob(test, { id, workspaceId: ada.workspaceId })
    expect(await endOf(test, ada, id)).toMatchObject({ state: 'completed', rowCount: 0 })
  })

  it('returns 400 for a period that ends before it begins, and begins nothing', async () => {
    const ada = await test.seed.account()
    const body = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }
    expectError(await test.rest.post('/v1/exports/clicks', body, as(ada)), 400, 'INVALID_PARAMS')
    expect((await test.rest.get('/v1/exports', as(ada))).json).toEqual([])
  })

  it('returns 403 for a token without read:analytics, which does not see exports of clicks either', async () => {
    const ada = await test.seed.account()
    const [links, clicks] = [await exported(test, ada), await exported(test, ada, 'clicks')]
    const anyone = await openToAnyone(test, ada)
    const reader = { token: tokenWith('oauth', 'read:links') }
    const refused = await anyone.rest.post('/v1/exports/clicks', {}, reader)
    expectError(refused, 403, 'INSUFFICIENT_SCOPE')
    expect(refused.json.error.details).toMatchObject([{ field: 'scope' }])
    const { json } = await anyone.rest.get('/v1/exports', reader)
    expect(json.map(({ id }: { id: string }) => id)).toEqual([links.id])
    expectError(await anyone.rest.get(`/v1/exports/${clicks.id}`, reader), 403, 'INSUFFICIENT_SCOPE')
    expectError(await anyone.rest.post(`/v1/exports/${clicks.id}/cancel`, {}, reader), 403, 'INSUFFICIENT_SCOPE')
    const both = { token: tokenWith('oauth', 'read:links', 'read:analytics') }
    expect((await anyone.rest.post('/v1/exports/clicks', {}, both)).status).toBe(202)
    expect((await anyone.rest.get('/v1/exports', both)).json).toHaveLength(3)
    await anyone.close()
  })
})

describe('over GraphQL', () => {
  it('an export is created, found by its id, and listed in its workspace', async () => {
    const ada = await test.seed.account()
    await test.seed.link(ada)
    const fields = 'id content format state rowCount download { fileName href expiresAt }'
    const created = await test.graph(
      `mutation { createLinkExport(format: JSON, search: "example") { ${fields} } }`,
      as(ada),
    )
    expect(created.data.createLinkExport).toMatchObject({ content: 'LINKS', format: 'JSON', state: 'QUEUED' })
    const { id } = created.data.createLinkExport
    await endOf(test, ada, id)
    const query = `query ($id: ID!) {
      export(id: $id) { ${fields} }
      node(id: $id) { ... on Export { ${fields} } }
      workspaces(first: 1) { nodes { exports(first: 1) { totalCount nodes { ${fields} } } } }
    }`
    const { data } = await test.graph(query, { ...as(ada), variables: { id } })
    expect(data.export).toMatchObject({ id, state: 'COMPLETED', rowCount: 1, download: { href: expect.any(String) } })
    expect(data.node).toEqual(data.export)
    expect(data.workspaces.nodes).toEqual([{ exports: { totalCount: 1, nodes: [data.export] } }])
    const clicks = await test.graph(
      `mutation { createClickExport(format: GEOJSON, filter: { country: { in: ["DE"] } }) { id } }`,
      as(ada),
    )
    expect(await endOf(test, ada, clicks.data.createClickExport.id)).toMatchObject({ format: 'geojson', rowCount: 0 })
    const invalid = await test.graph(`mutation { createLinkExport(format: GEOJSON) { id } }`, as(ada))
    expect(invalid.errors?.[0]?.message).toContain('LinkExportFormat accepts CSV, JSON.')
  })
})

describe('with limits', () => {
  it('returns 429 when exports and downloads are more than ten in an hour', async () => {
    const limited = withSettings(test, { RATE_LIMITS: 'on' })
    const ada = await limited.seed.account()
    for (let count = 0; count < 8; count++) await limited.rest.get('/v1/urls/export', as(ada))
    await exported(limited, ada)
    await exported(limited, ada, 'clicks')
    expectError(await limited.rest.post('/v1/exports/links', {}, as(ada)), 429, 'RATE_LIMITED')
    expectError(await limited.rest.get('/v1/clicks/export', as(ada)), 429, 'RATE_LIMITED')
    expect((await limited.rest.get('/v1/exports', as(ada))).json).toHaveLength(2)
    await limited.close()
  })
})
