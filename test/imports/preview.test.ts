import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSource } from '../../src/modules/integrations/imports/reading/source-signs.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { samples } from './samples.ts'
import { imported, linksOf } from './seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const as = ({ token }: SeededAccount) => ({ token })
const preview = async (account: SeededAccount, input: object) =>
  (await test.rest.post('/v1/imports/preview', input, as(account))).json

describe('POST /imports/preview', () => {
  it('returns the first ten rows as the import makes them, and creates nothing', async () => {
    const ada = await test.seed.account()
    const [free, taken] = [test.seed.word(), test.seed.word()]
    await test.seed.link(ada, { customUrl: taken })
    const rows = [
      `https://example.com/1,${free},One`,
      `https://example.com/2,${taken},`,
      'javascript:alert(1),,',
      'https://example.com/4,,',
    ]
    const others = Array.from({ length: 2_000 }, (_, index) => `https://example.com/${index},,`)
    const content = ['longUrl,customUrl,title', ...rows, ...others].join('\n')
    const shown = await preview(ada, { content: content.slice(0, 64 * 1024), isWhole: false })
    expect(shown).toMatchObject({ source: 'csv', content: 'links', failureMessage: null })
    expect(shown.rows).toHaveLength(10)
    expect(shown.rows.slice(0, 4)).toMatchObject([
      { row: 1, outcome: 'created', alias: free, shortUrl: `http://tack.test/${free}`, title: 'One', error: null },
      { row: 2, outcome: 'skipped', alias: taken, shortUrl: null },
      { row: 3, outcome: 'failed', error: { row: 3, code: 'INVALID_PARAMS', cells: [{ field: 'longUrl' }] } },
      { row: 4, outcome: 'created', alias: null, shortUrl: null, destination: 'https://example.com/4' },
    ])
    const renamed = await preview(ada, { content, onConflict: 'rename' }).catch(() => null)
    expect(renamed.rows?.[1]?.shortUrl).toMatch(new RegExp(`/${taken}-`))
    expect(Object.keys(await linksOf(test, ada))).toEqual([taken])
    expect((await test.rest.get('/v1/imports', as(ada))).json).toEqual([])
  })

  it.each(samples)('recognizes $source ($file)', async ({ source, content }) => {
    const ada = await test.seed.account()
    const text = content.replaceAll('{one}', test.seed.word()).replaceAll('{two}', test.seed.word())
    const shown = await preview(ada, { content: text })
    expect([shown.source, shown.rows.map(({ outcome }: { outcome: string }) => outcome)]).toEqual([
      source,
      ['created', 'created'],
    ])
  })

  it.each([
    ['shlink', 'browser os userAgent referer country region city latitude longitude potentialBot visitedUrl date'],
    ['yourls', 'click_id click_time shorturl referrer user_agent ip_address country_code'],
    ['kutt', 'id address description banned password expire_in target user_id visit_count created_at updated_at'],
    ['tly', 'short_url long_url domain short_id description'],
    ['csv', 'alias domain long_url tags created_at expires_at'],
    ['csv', 'longUrl customUrl title'],
  ])('takes columns for those of %s', (source, columns) => {
    expect(findSource(columns.split(' '))).toBe(source)
  })

  it('says why a file cannot be read, and 400 for a longer text than it reads', async () => {
    const ada = await test.seed.account()
    expect(await preview(ada, { content: 'PK\u0003\u0004' })).toMatchObject({
      rows: [],
      failureMessage: expect.stringContaining('workbook'),
    })
    expect(await preview(ada, { content: 'name,age\nAda,36' })).toMatchObject({
      rows: [],
      failureMessage: expect.stringContaining('longUrl'),
    })
    expectError(
      await test.rest.post('/v1/imports/preview', { content: 'x'.repeat(131_073) }, as(ada)),
      400,
      'INVALID_PARAMS',
      ['content'],
    )
  })
})

describe('an import with errors', () => {
  it('has the values of their rows, which become links when they are corrected', async () => {
    const ada = await test.seed.account()
    const word = test.seed.word()
    const content = `Bitlink,Long URL,Title,Created,Tags,Password\nbit.ly/${word},example,Spring,1680674828,"red, blue",yes\n`
    const ended = await imported(test, ada, { source: 'bitly', content })
    const [error] = ended.errors as unknown as { cells: { column: string; field: string; value: string }[] }[]
    expect(error?.cells.map(({ field }) => field)).toEqual(['shortUrl', 'longUrl', 'title', 'createdAt', 'tags'])
    const corrected = error?.cells.map(({ column, field, value }) => [
      column,
      field === 'longUrl' ? 'https://example.com/spring' : value,
    ])
    const mended = JSON.stringify([Object.fromEntries(corrected ?? [])])
    expect(await imported(test, ada, { source: 'bitly', content: mended })).toMatchObject({ created: 1, failed: 0 })
    const link = (await linksOf(test, ada))[word]
    expect(link).toMatchObject({ title: 'Spring', createdAt: '2023-04-05T06:07:08.000Z' })
    expect(link.tags.map(({ name }: { name: string }) => name)).toEqual(['blue', 'red'])
  })
})

describe('the links of an import', () => {
  it('are listed, and deleted when nobody has clicked or changed them since', async () => {
    const ada = await test.seed.account()
    const [changed, clicked] = [test.seed.word(), test.seed.word()]
    await test.seed.link(ada)
    const content = `url,slug\nhttps://example.com/1,${changed}\nhttps://example.com/2,${clicked}\nhttps://example.com/3,\n`
    const { id, finishedAt } = await imported(test, ada, { content })
    const links = await linksOf(test, ada)
    await test.rest.patch(`/v1/urls/${links[changed].id}`, { title: 'Mine' }, as(ada))
    await test.sql('update link set current_clicks = 1 where id = ?', [links[clicked].id])
    expect((await test.rest.get(`/v1/urls?importId=${id}`, as(ada))).json).toHaveLength(3)
    const undo = { action: 'delete', importId: id, hasClicks: false, unchangedSince: finishedAt }
    const { json } = await test.rest.post('/v1/urls/bulk/selection', undo, as(ada))
    expect(json).toMatchObject({ matched: 1, changed: 1, remaining: 0 })
    expect(Object.keys(await linksOf(test, ada))).toHaveLength(3)
  })
})
