import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, domainOf } from '../domains/seed.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { imported, linksOf } from './seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

/** Where a visit leads, or its status. */
async function visit(path: string, host?: string): Promise<string | number | undefined> {
  const { status, headers } = await test.rest.get(path, host === undefined ? {} : at(host))
  return status === 302 ? headers.location : status
}

/** A file of Bitly with back-halves on a host, whose destinations end with their numbers. */
const backHalves = (host: string, aliases: readonly string[]) =>
  [
    'Destination URL,Custom Link',
    ...aliases.map((alias, n) => `https://example.com/${n},https://${host}/${alias}`),
  ].join('\n')

describe('an imported alias on a domain of the workspace', () => {
  const aliases = ['ab_cd', '7', 'US', 'v1.2', '_Foot_Note', 'menu.PDF', 'a']
  let ada: SeededAccount
  let host: string
  beforeAll(async () => {
    ada = await test.seed.account()
    host = (await domainOf(test, ada)).host
    const ended = await imported(test, ada, { source: 'bitly', content: backHalves(host, aliases) })
    expect(ended).toMatchObject({ created: aliases.length, renamed: 0, failed: 0, warnings: [] })
  })

  it('stays as it is, and leads to its destination in any case, twice, with a preview and a QR code', async () => {
    for (const [n, alias] of aliases.entries()) {
      for (const path of [`/${alias}`, `/${alias}`, `/${alias.toUpperCase()}`])
        expect([path, await visit(path, host)]).toEqual([path, `https://example.com/${n}`])
      const [preview, page, image] = await Promise.all(
        ['+', '/qr', '/qr.svg'].map((ending) => test.rest.get(`/${alias}${ending}`, at(host))),
      )
      expect([preview?.status, page?.status, image?.status]).toEqual([200, 200, 200])
      expect(preview?.text).toContain(`https://<strong>example.com</strong>/${n}`)
    }
    const links = await linksOf(test, ada)
    expect(links.ab_cd).toMatchObject({ customUrl: 'ab_cd', domainHost: host })
  })

  it('is found by its exact name first, then without what a text appends, and then with dashes', async () => {
    const content = backHalves(host, ['spring', 'spring_', 'two-words'])
    await imported(test, ada, { source: 'bitly', content })
    const paths = [
      ['/spring_', 1],
      ['/spring', 0],
      ['/spring.', 0],
      ['/spring_.', 1],
      ['/spring%E2%80%A6', 0],
      ['/two_words', 2],
      ['/Two.Words)', 2],
    ] as const
    for (const [path, n] of paths) expect([path, await visit(path, host)]).toEqual([path, `https://example.com/${n}`])
    for (const [path, n] of [
      ['/ab_cd.', 0],
      ['/v1.2%22', 3],
      ['/ab_cd_?a=1', 0],
    ] as const)
      expect(await visit(path, host)).toMatch(new RegExp(`^https://example.com/${n}`))
    expect(await visit('/ab-cd', host)).toBe(404)
  })

  it('is found by its address in the API, by searches and in reports', async () => {
    const resolved = await test.rest.get(`/v1/urls/redirect/${encodeURIComponent(`${host}/V1.2`)}`)
    expect(resolved.json).toMatchObject({ originalUrl: 'https://example.com/3' })
    const { json } = await test.rest.get(`/v1/urls?search=${encodeURIComponent(`${host}/ab_`)}`, { token: ada.token })
    expect(json.map(({ customUrl }: { customUrl: string }) => customUrl)).toEqual(['ab_cd'])
    const report = { shortUrl: `https://${host}/ab_cd`, reason: 'spam' }
    expect((await test.rest.post('/v1/abuse-reports', report)).status).toBe(202)
    const reports = 'select 1 from abuse_report where link_id = ?'
    expect(await test.sql(reports, [(await linksOf(test, ada)).ab_cd.id])).toHaveLength(1)
  })

  it('is named in questions by its address', async () => {
    const question = `How many clicks did ${host}/v1.2 get yesterday?`
    const { json } = await test.rest.post('/v1/analytics-ai/query', { question }, { token: ada.token })
    expect(json.answer).toContain('“example.com/3” was not clicked')
  })

  it('stays valid in an update, and a new one follows the rules of new links', async () => {
    const { id } = (await linksOf(test, ada))._Foot_Note
    const update = (body: object) => test.rest.patch(`/v1/urls/${id}`, body, { token: ada.token })
    const kept = await update({ customUrl: '_foot_NOTE', title: 'Kept' })
    expect([kept.status, kept.json.customUrl, kept.json.title]).toEqual([200, '_foot_NOTE', 'Kept'])
    for (const customUrl of ['other_name', 'x', 'a.b', 'ab_cd'])
      expectError(await update({ customUrl }), 400, 'INVALID_PARAMS', ['customUrl'])
    const body = { longUrl: 'https://example.com/', customUrl: '_foot_note' }
    expectError(await test.rest.post('/v1/urls', body, { token: ada.token }), 400, 'INVALID_PARAMS', ['customUrl'])
    expect(await visit('/_foot_note', host)).toBe('https://example.com/4')
  })

  it('comes back from an export, and to no other workspace', async () => {
    const eve = await test.seed.account()
    const content = (await test.rest.get('/v1/urls/export?format=csv', { token: ada.token })).text
    const ids = Object.values(await linksOf(test, ada)).map(({ id }) => id)
    await test.rest.delete(`/v1/urls/bulk?ids=${ids}`, { token: ada.token })
    expect(await visit('/ab_cd', host)).toBe(404)
    expect(await imported(test, ada, { content })).toMatchObject({ created: ids.length, renamed: 0, failed: 0 })
    expect(await visit('/ab_cd', host)).toBe('https://example.com/0')
    const elsewhere = await imported(test, eve, { content: `longUrl,shortUrl\nhttps://example.com/,${host}/ab_cd` })
    expect(elsewhere.errors).toMatchObject([{ code: 'INVALID_PARAMS', message: expect.stringMatching(/^customUrl: /) }])
  })

  it('is never a name that the service answers there', async () => {
    const names = ['robots.txt', 'Favicon.ICO', 'report', 'v1', '.well-known', 'robots', 'robots%EF%BC%8Etxt']
    const refused = await imported(test, ada, { source: 'bitly', content: backHalves(host, names) })
    expect(refused).toMatchObject({ created: 0, failed: names.length })
    expect(new Set(refused.errors.map(({ code }) => code))).toEqual(new Set(['SLUG_RESERVED']))
    const denied = await imported(test, ada, { source: 'bitly', content: backHalves(host, ['holy_shit', 'a.b/c']) })
    expect(denied.errors.map(({ code }) => code)).toEqual(['SLUG_NOT_ALLOWED', 'INVALID_PARAMS'])
    const content = backHalves(host, ['robots.txt'])
    expect(await imported(test, ada, { source: 'bitly', onConflict: 'rename', content })).toMatchObject({ renamed: 1 })
    expect((await test.rest.get('/robots.txt', at(host))).text).toContain('User-agent')
    expect(await visit('/robots-txt', host)).toBe('https://example.com/0')
  })

  it('gets the clicks of its address', async () => {
    const clicks = `click_time,user_agent,shorturl\n2026-01-02 03:04:05,,https://${host}/AB_cd`
    expect(await imported(test, ada, { source: 'yourls', content: clicks })).toMatchObject({ created: 1, failed: 0 })
  })
})

describe('an imported alias on the host of the service', () => {
  it('is renamed with dashes, and its printed address still leads to it', async () => {
    const ada = await test.seed.account()
    const [one, two] = [test.seed.word(), test.seed.word()]
    const content = `keyword,url\n_${one}__Sale,https://example.com/sale\n${two}.2026,https://example.com/dot\n`
    const ended = await imported(test, ada, { source: 'yourls', onConflict: 'rename', content })
    expect(ended).toMatchObject({ created: 2, renamed: 2 })
    expect(Object.keys(await linksOf(test, ada)).toSorted()).toEqual([`${one}-Sale`, `${two}-2026`].toSorted())
    for (const path of [`/_${one}__Sale`, `/${one}_sale`, `/${one}_sale.`])
      expect([path, await visit(path)]).toEqual([path, 'https://example.com/sale'])
    expect(await visit(`/${two}.2026`)).toBe('https://example.com/dot')
    expect((await test.rest.get(`/${one}_sale+`)).text).toContain('https://<strong>example.com</strong>/sale')
    expect((await test.rest.get(`/${one}_sale/qr.svg`)).status).toBe(200)
    const resolved = await test.rest.get(`/v1/urls/redirect/${one}_Sale`)
    expect(resolved.json).toMatchObject({ shortUrl: `${one}-Sale`, originalUrl: 'https://example.com/sale' })
    expect(await visit(`/${one}_`)).toBe(404)
    const clicks = `click_time,user_agent,shorturl\n2026-01-02 03:04:05,,_${one}__sale`
    expect(await imported(test, ada, { source: 'yourls', content: clicks })).toMatchObject({ created: 1, failed: 0 })
  })
})

describe('an imported alias whose printed address leads to another link', () => {
  it.each([
    ['with dots and underscores is a warning', '_', '.', 2],
    ['is none where only a slash differs, which no address has', '/', '/', 0],
  ])('%s', async (_what, first, second, warned) => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const word = test.seed.word()
    await test.seed.link(eve, { customUrl: `${word}-cd`, longUrl: 'https://example.com/eve' })
    const content = `keyword,url\n${word}${first}cd,https://example.com/1\n${word}${second}CD,https://example.com/2\n`
    const ended = await imported(test, ada, { source: 'yourls', onConflict: 'rename', content })
    expect(ended).toMatchObject({ created: 2, renamed: 2 })
    expect(ended.warnings.map(({ rows }: { rows: number }) => rows)).toEqual(warned === 0 ? [] : [warned])
    if (warned > 0) expect(await visit(`/${word}_cd`)).toBe('https://example.com/eve')
  })
})

describe('an alias that differs from another one only in case', () => {
  const twinWarning = (rows: number, firstRow: number) => [
    { column: 'customUrl', rows, firstRow, message: expect.stringContaining('upper and lower case') },
  ]

  it.each([
    ['skip', { created: 1, skipped: 2 }],
    ['rename', { created: 3, renamed: 2 }],
  ])('is a warning with %s, and the same file again has none for what is the same', async (onConflict, counts) => {
    const ada = await test.seed.account()
    const word = test.seed.word()
    const row = (slug: string) => `https://example.com/,${slug}`
    const content = ['url,slug', row(`${word}Ab`), row(`${word}aB`), row(`${word}ab`)].join('\n')
    const dry = await imported(test, ada, { content, onConflict, dryRun: true })
    expect(dry).toMatchObject({ ...counts, warnings: twinWarning(2, 2) })
    expect(await imported(test, ada, { content, onConflict })).toMatchObject({ ...counts, warnings: twinWarning(2, 2) })
    const same = ['url,slug', row(`${word}Ab`)].join('\n')
    expect(await imported(test, ada, { content: same, onConflict })).toMatchObject({ warnings: [] })
    const later = await imported(test, ada, { content: `${same}\n${row(`${word.toUpperCase()}AB`)}`, onConflict })
    expect(later.warnings).toEqual(twinWarning(1, 2))
  })
})
