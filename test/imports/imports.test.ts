import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { endOf, imported, importOf, linksOf } from './seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

/** A word that no other link has. */
const slug = () => test.seed.word()
const as = ({ token }: SeededAccount) => ({ token })

describe('POST /imports', () => {
  it('returns 202, and imports the rows of a table with any column names', async () => {
    const ada = await test.seed.account()
    const [one, two] = [slug(), slug()]
    const content = `\uFEFFLong URL;Custom URL;Title;Tags;Folder;Expires At;Max clicks;Colour
https://example.com/one;${one};"Eins; zwei";red, blue;Spring;2099-01-02 03:04:05;5;green
https://example.com/two;${two};'=Sum;;;;;
https://example.com/three;;;;;;;
`
    const begun = await importOf(test, ada, { content })
    expect(begun).toMatchObject({ source: 'csv', onConflict: 'skip', dryRun: false, processed: 0, errors: [] })
    const ended = await endOf(test, ada, begun.id)
    expect(ended).toMatchObject({ state: 'completed', total: 3, processed: 3, created: 3, skipped: 0, failed: 0 })
    expect(ended.mapping).toMatchObject([
      { column: 'Long URL', field: 'longUrl', warning: null },
      { column: 'Custom URL', field: 'slug' },
      { column: 'Title', field: 'title' },
      { column: 'Tags', field: 'tags' },
      { column: 'Folder', field: 'folder' },
      { column: 'Expires At', field: 'expiresAt' },
      { column: 'Max clicks', field: 'clickLimit' },
      { column: 'Colour', field: null },
    ])
    const links = await linksOf(test, ada)
    expect(Object.keys(links)).toHaveLength(3)
    expect(links[one]).toMatchObject({
      originalUrl: 'https://example.com/one',
      customUrl: one,
      title: 'Eins; zwei',
      expiresAt: '2099-01-02T03:04:05.000Z',
      clickLimit: 5,
    })
    expect(links[one].tags.map(({ name }: { name: string }) => name)).toEqual(['blue', 'red'])
    const { json: folders } = await test.rest.get('/v1/folders', as(ada))
    expect(folders).toMatchObject([{ id: links[one].folderId, name: 'Spring' }])
    expect(links[two]).toMatchObject({ title: '=Sum', folderId: null })
    const visit = await test.rest.get(`/${one}`)
    expect([visit.status, visit.headers.location]).toEqual([302, 'https://example.com/one'])
    expect(await test.sql('select 1 from stored_file where account_id = ?', [ada.id])).toEqual([])
  })

  it.each([
    ['NUL', '\u0000'],
    ['half of a surrogate pair', '\ud800'],
  ])('refuses each row with %s, and imports the others', async (_title, evil) => {
    const ada = await test.seed.account()
    const good = slug()
    const rows = [
      { longUrl: 'https://example.com/', customUrl: slug(), title: `a${evil}b` },
      { longUrl: 'https://example.com/', customUrl: slug(), tags: [`a${evil}b`] },
      { longUrl: 'https://example.com/', customUrl: slug(), folder: `a${evil}b` },
      { longUrl: 'https://example.com/', customUrl: `${slug()}${evil}` },
      { longUrl: `https://example.com/${evil}`, customUrl: slug() },
      { longUrl: 'https://example.com/', customUrl: good, [`${evil}`]: evil },
    ]
    const ended = await imported(test, ada, { content: JSON.stringify(rows) })
    expect([ended.state, ended.processed, ended.failed + ended.created]).toEqual(['completed', 6, 6])
    const links = await linksOf(test, ada)
    expect(links[good]).toMatchObject({ originalUrl: 'https://example.com/' })
    expect(JSON.stringify([ended, links])).not.toContain(JSON.stringify(evil).slice(1, -1))
  })

  it('applies the rules, the block list and the limit to each row, and lists their errors as CSV', async () => {
    const ada = await test.seed.account()
    const good = slug()
    await test.sql('update workspace set link_count = 999 where id = ?', [ada.workspaceId])
    const content = [
      'longUrl,slug,password,redirectType,clickLimit',
      `https://example.com/,${good},,,`,
      `javascript:alert(1),${slug()},,,`,
      `https://example.com/,api,,,`,
      `https://example.com/,a_b,,,`,
      `https://example.com/,${slug()},yes,,`,
      `https://example.com/,${slug()},,301,5`,
      `,${slug()},,,`,
      `https://example.com/,${slug()},,,`,
    ].join('\n')
    const ended = await imported(test, ada, { content })
    expect(ended).toMatchObject({ state: 'completed', processed: 8, created: 1, failed: 7 })
    expect(ended.errors.map(({ row, code }) => [row, code])).toEqual([
      [2, 'INVALID_PARAMS'],
      [3, 'SLUG_RESERVED'],
      [4, 'INVALID_PARAMS'],
      [5, 'INVALID_PARAMS'],
      [6, 'OPTION_CONFLICT'],
      [7, 'INVALID_PARAMS'],
      [8, 'PLAN_LIMIT_REACHED'],
    ])
    const file = await test.rest.get(`/v1/imports/${ended.id}/errors`, as(ada))
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(file.text.split('\r\n')).toHaveLength(9)
    expect(file.text).toContain('\r\n3,SLUG_RESERVED,"The slug ""api"" is reserved."\r\n')
    await test.sql('update workspace set link_count = 1 where id = ?', [ada.workspaceId])
  })

  it('skips, renames or refuses rows whose alias is taken, also by an earlier row', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const [taken, twice] = [slug(), slug()]
    await test.seed.link(eve, { customUrl: taken })
    const content = `url,slug\nhttps://example.com/1,${taken.toUpperCase()}\nhttps://example.com/2,${twice}\nhttps://example.com/3,${twice}`
    const skipped = await imported(test, ada, { content })
    expect(skipped).toMatchObject({ created: 1, renamed: 0, skipped: 2, failed: 0 })
    const refused = await imported(test, ada, { content, onConflict: 'fail' })
    expect(refused).toMatchObject({ created: 0, skipped: 0, failed: 3 })
    expect(new Set(refused.errors.map(({ code }) => code))).toEqual(new Set(['SLUG_TAKEN']))
    const renamed = await imported(test, ada, { content, onConflict: 'rename' })
    expect(renamed).toMatchObject({ created: 3, renamed: 3, failed: 0 })
    const codes = Object.keys(await linksOf(test, ada))
    expect(codes.filter((code) => code.startsWith(`${twice}-`))).toHaveLength(2)
    expect(codes.filter((code) => code.startsWith(`${taken.toUpperCase()}-`))).toHaveLength(1)
  })

  it('creates nothing in a dry run, and counts the same', async () => {
    const ada = await test.seed.account()
    const content = `longUrl,slug,tags,folder\nhttps://example.com/,${slug()},new,new\nnowhere,,,\n`
    const ended = await imported(test, ada, { content, dryRun: true })
    expect(ended).toMatchObject({ state: 'completed', dryRun: true, created: 1, failed: 1 })
    expect(await linksOf(test, ada)).toEqual({})
    for (const list of ['tags', 'folders']) expect((await test.rest.get(`/v1/${list}`, as(ada))).json).toEqual([])
  })

  it('fails for a file without destinations, and for one that cannot be read to its end', async () => {
    const ada = await test.seed.account()
    const contents = [
      ['csv', 'name,place\na,b', 'No column of the file has destinations, such as longUrl.'],
      [
        'csv',
        'longUrl\nhttps://example.com/\n"never closed',
        expect.stringMatching(/^The file is not well-formed CSV/),
      ],
      ['kutt', '{"data":[{"target":"https://example.com/"},', 'The JSON of the file is incomplete.'],
      ['kutt', '{"data":[oh', expect.stringMatching(/^The file is not well-formed JSON/)],
    ] as const
    for (const [source, content, failureMessage] of contents)
      expect(await imported(test, ada, { source, content })).toMatchObject({ state: 'failed', failureMessage })
    expect(await imported(test, ada, { content: 'longUrl\n' })).toMatchObject({ state: 'completed', total: 0 })
  })

  it('returns 403 for the sixth import that has not ended', async () => {
    const ada = await test.seed.account()
    for (let count = 0; count < 5; count++) await importOf(test, ada)
    const answer = await test.rest.post('/v1/imports', { source: 'csv' }, as(ada))
    expectError(answer, 403, 'PLAN_LIMIT_REACHED')
  })

  it('publishes one event, and one activity, for all links', async () => {
    const ada = await test.seed.account()
    const { id } = await test.seed.webhook(ada, { events: ['link.created', 'import.completed'] })
    const ended = await imported(test, ada, { content: 'url\nhttps://example.com/a\nhttps://example.com/b' })
    await imported(test, ada, { content: 'url\nhttps://example.com/a', dryRun: true })
    const deliveries = await test.rest.get(`/v1/webhooks/${id}/deliveries`, as(ada))
    expect(deliveries.json.map(({ eventType }: { eventType: string }) => eventType)).toEqual(['import.completed'])
    const { json } = await test.rest.get('/v1/activity', as(ada))
    expect(json.filter(({ type }: { type: string }) => /import|link/.test(type))).toMatchObject([
      {
        type: 'import.completed',
        subjectType: 'import',
        subjectId: ended.id,
        source: 'imports',
        summary: 'Import from csv has ended: 2 created, 0 skipped, 0 with errors.',
      },
    ])
  })
})

describe('PUT /imports/{id}/content', () => {
  const put = (account: SeededAccount, id: string, body: string, headers: Record<string, string> = {}) =>
    test.rest.put(`/v1/imports/${id}/content`, body, {
      ...as(account),
      headers: { 'content-type': 'text/csv', ...headers },
    })

  it('returns 202 and begins the import; 409 for a second content', async () => {
    const ada = await test.seed.account()
    const { id, state } = await importOf(test, ada)
    expect(state).toBe('waiting')
    const { status, json } = await put(ada, id, 'longUrl\nhttps://example.com/up')
    expect([status, json.state]).toEqual([202, 'queued'])
    expect(await endOf(test, ada, id)).toMatchObject({ state: 'completed', created: 1 })
    expectError(await put(ada, id, 'longUrl\n'), 409, 'IMPORT_HAS_CONTENT')
  })

  it('returns 413 for more than 50 MB, 415 for another media type or compression, and 404 for another account', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const { id } = await importOf(test, ada)
    expectError(await put(ada, id, 'x', { 'content-length': '50000001' }), 413, 'PAYLOAD_TOO_LARGE')
    expectError(await put(ada, id, 'x'.repeat(50_000_001)), 413, 'PAYLOAD_TOO_LARGE')
    expectError(await put(ada, id, 'x', { 'content-type': 'image/png' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    expectError(await put(ada, id, 'x', { 'content-encoding': 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    expectError(await put(eve, id, 'longUrl\n'), 404, 'IMPORT_NOT_FOUND')
    // A body without a length is counted while it arrives.
    const payload = Readable.from(Array.from({ length: 51 }, () => Buffer.alloc(1_000_000, 'x')))
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'text/csv' }
    const chunked = await test.app.server.inject({ method: 'PUT', url: `/v1/imports/${id}/content`, headers, payload })
    expect([chunked.statusCode, chunked.json().error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect((await test.rest.get(`/v1/imports/${id}`, as(ada))).json.state).toBe('waiting')
    expect(await test.sql('select 1 from stored_file where account_id in (?)', [[ada.id, eve.id]])).toEqual([])
  })
})

describe('POST /imports/{id}/cancel', () => {
  it('ends an import that waits, and one whose rows are read, with the links that it has created', async () => {
    const ada = await test.seed.account()
    const waiting = await importOf(test, ada)
    const { status, json } = await test.rest.post(`/v1/imports/${waiting.id}/cancel`, {}, as(ada))
    expect([status, json.state, json.finishedAt]).toEqual([200, 'cancelled', expect.any(String)])
    expectError(await test.rest.post(`/v1/imports/${waiting.id}/cancel`, {}, as(ada)), 409, 'IMPORT_ENDED')

    await test.sql(`update workspace set plan = 'pro' where id = ?`, [ada.workspaceId])
    const rows = Array.from({ length: 20_000 }, (_, n) => `https://example.com/${n}`)
    const { id } = await importOf(test, ada, { content: `longUrl\n${rows.join('\n')}` })
    const read = async () => (await test.rest.get(`/v1/imports/${id}`, as(ada))).json
    await expect.poll(async () => (await read()).created, { timeout: 30_000, interval: 20 }).toBeGreaterThan(0)
    const cancelled = await test.rest.post(`/v1/imports/${id}/cancel`, {}, as(ada))
    expect([cancelled.status, cancelled.json.state]).toEqual([200, 'cancelled'])
    const count = async () =>
      (
        await test.sql<{ n: number }>('select count(*)::int as n from link where workspace_id = ?', [ada.workspaceId])
      )[0]?.n
    expect(cancelled.json.processed).toBeLessThan(20_000)
    expect(await count()).toBe(cancelled.json.created)
    // Whatever slice was under way is rolled back.
    const isActive = `select 1 from jobs.job where name = 'imports' and state = 'active' and data ->> 'importId' = ?`
    await expect.poll(async () => (await test.sql(isActive, [id])).length).toBe(0)
    expect(await count()).toBe((await read()).created)
  })
})

describe('GET /imports', () => {
  it('returns the imports of the workspace, newest first, and 404 for those of others', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const [first, second] = [await importOf(test, ada), await importOf(test, ada)]
    const { json } = await test.rest.get('/v1/imports', as(ada))
    expect(json.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
    expect((await test.rest.get('/v1/imports', as(eve))).json).toEqual([])
    for (const path of ['', '/errors'])
      expectError(await test.rest.get(`/v1/imports/${first.id}${path}`, as(eve)), 404, 'IMPORT_NOT_FOUND')
    expectError(await test.rest.post(`/v1/imports/${first.id}/cancel`, {}, as(eve)), 404, 'IMPORT_NOT_FOUND')
  })
})
