import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { endOf, imported, importOf, linksOf, type SeededImport } from './seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

interface Sample {
  readonly file: string
  readonly source?: string
  readonly onConflict?: string
  /** In the file, and random ones in their place, because other tests have them too. */
  readonly aliases: readonly string[]
}

/** Uploads a file of `samples`, and returns the import, its links by the aliases of the file, and all of its links. */
async function importSample({ file, source = 'csv', onConflict, aliases }: Sample) {
  const ada = await test.seed.account()
  const bytes = readFileSync(`test/imports/samples/${file}`)
  const words = aliases.map(() => test.seed.word())
  // Latin-1 has a character for each byte, so that UTF-16 stays as it is.
  const text = aliases.reduce(
    (all, alias, index) => all.replaceAll(alias, words[index] ?? ''),
    bytes.toString('latin1'),
  )
  const { id } = await importOf(test, ada, { source, ...(onConflict && { onConflict }) })
  const headers = { 'content-type': 'application/octet-stream' }
  const body = Buffer.from(text, 'latin1')
  const { status } = await test.rest.put(`/v1/imports/${id}/content`, body, { token: ada.token, headers })
  expect(status).toBe(202)
  const ended = await endOf(test, ada, id)
  const links = await linksOf(test, ada)
  return { ended, links: words.map((word) => links[word]), all: Object.values(links), words }
}

const nothingLost = { state: 'completed', skipped: 0, failed: 0, warnings: [], errors: [] }
const tagsOf = (link: { readonly tags: readonly { readonly name: string }[] }) => link.tags.map(({ name }) => name)

/** The column, the number of rows and the first of them, for each warning. */
const warningsOf = ({ warnings }: SeededImport) =>
  warnings.map(({ column, rows, firstRow }: Record<string, unknown>) => [column, rows, firstRow])

describe('a file as it is found in the field', () => {
  it('the table of Kutt from PostgreSQL has dates with an offset of hours, and t and f', async () => {
    const { ended, links } = await importSample({
      file: 'kutt-postgresql.csv',
      source: 'kutt',
      aliases: ['autumn', 'bad-one'],
    })
    expect(ended).toMatchObject({ ...nothingLost, created: 2 })
    expect(links).toMatchObject([
      { isActive: true, title: 'Autumn list', createdAt: '2018-05-28T12:34:56.789Z', expiresAt: null },
      { isActive: false, createdAt: '2019-01-02T08:04:05.000Z', expiresAt: '2031-01-01T00:00:00.000Z' },
    ])
  })

  it('the export of Bitly has the custom back-half, or else the generated one', async () => {
    const { ended, links } = await importSample({
      file: 'bitly-custom-link.csv',
      source: 'bitly',
      aliases: ['spring-sale', '3xAmPl2'],
    })
    expect(ended).toMatchObject({ ...nothingLost, created: 2 })
    expect(links).toMatchObject([
      { originalUrl: 'https://example.com/sale', createdAt: '2024-03-05T09:10:11.000Z' },
      { originalUrl: 'https://example.com/plain' },
    ])
    expect(tagsOf(links[0])).toEqual(['2024', 'poster'])
  })

  it('the table of a client of Short.io has archived links that stay on, ends, and rules of devices', async () => {
    const { ended, links } = await importSample({
      file: 'short-io-client.tsv',
      source: 'short',
      aliases: ['arch-one', 'ends-soon'],
    })
    expect(ended).toMatchObject({ ...nothingLost, created: 2 })
    expect(links[0].isActive).toBe(true)
    expect(tagsOf(links[0])).toEqual(['a', 'archived', 'b'])
    expect(links[1]).toMatchObject({
      expiresAt: '2031-05-06T07:08:09.000Z',
      expiredUrl: 'https://example.com/over',
      forwardQuery: false,
    })
    const rules = await test.sql('select device, destination from routing_rule where link_id = ? order by priority', [
      links[1].id,
    ])
    expect(rules).toEqual([
      { device: 'ios', destination: 'https://example.com/ios' },
      { device: 'android', destination: 'https://example.com/android' },
    ])
  })

  it('the answer of T.LY has ends, limits and tags', async () => {
    const { ended, links } = await importSample({ file: 'tly.json', source: 'tly', aliases: ['abc1'] })
    expect(ended).toMatchObject({ ...nothingLost, created: 1 })
    expect(links[0]).toMatchObject({ title: 'From T.LY', expiresAt: '2031-02-03T04:05:06.000Z', clickLimit: 100 })
    expect(tagsOf(links[0])).toEqual(['poster'])
  })

  it('the answer of TinyURL has its list as data', async () => {
    const { ended, links } = await importSample({ file: 'tinyurl.json', aliases: ['tiny-one'] })
    expect(ended).toMatchObject({ ...nothingLost, created: 1 })
    expect(links[0]).toMatchObject({ originalUrl: 'https://example.com/tiny', createdAt: '2024-01-02T03:04:05.000Z' })
  })

  it('short addresses of two parts are errors, and get the closest alias with rename', async () => {
    const { ended } = await importSample({ file: 'two-segments.csv', aliases: ['seg-one'] })
    expect(ended).toMatchObject({ state: 'completed', created: 0, skipped: 0, failed: 2 })
    expect(ended.errors[0]?.message).toBe(
      'customUrl: must be letters A to Z, digits and dashes, with at least one letter or digit. With onConflict "rename" the link gets the closest alias',
    )
    const renamed = await importSample({ file: 'two-segments.csv', onConflict: 'rename', aliases: ['seg-one'] })
    expect(renamed.ended).toMatchObject({ created: 2, renamed: 2, failed: 0 })
    expect(new Set(renamed.all.map(({ customUrl }) => customUrl))).toEqual(
      new Set(['blog', 'shop'].map((part) => `${part}-${renamed.words[0]}`)),
    )
  })

  it.each([
    ['excel-semicolons.csv', ['excel-one'], ['Grüße']],
    ['excel-unicode-text.txt', [], ['Grüße aus Köln']],
    ['bare-quote.csv', ['quote-one', 'quote-two'], ['13" screen', 'plain']],
  ])('%s has nothing but its links', async (file, aliases, titles) => {
    const { ended, all } = await importSample({ file, aliases })
    expect(ended).toMatchObject({ ...nothingLost, total: titles.length, created: titles.length })
    expect(all.map(({ title }) => title).toSorted()).toEqual(titles)
  })

  it('the table of YOURLS has no title NULL and no date of zeros, and short keywords are errors or renamed', async () => {
    const yourls = { file: 'yourls-url.csv', source: 'yourls', aliases: ['hello'] }
    const { ended, links } = await importSample(yourls)
    expect(ended).toMatchObject({ created: 1, failed: 2 })
    expect(ended.errors.map(({ row, message }) => [row, message])).toEqual([
      [1, expect.stringMatching(/must be 3 to 64 characters long. With onConflict "rename"/)],
      [2, expect.stringMatching(/must be letters A to Z, digits and dashes.* With onConflict "rename"/)],
    ])
    expect(links[0]).toMatchObject({ title: 'Three', createdAt: '2020-01-02T03:04:05.000Z' })
    const renamed = await importSample({ ...yourls, onConflict: 'rename' })
    expect(renamed.ended).toMatchObject({ ...nothingLost, created: 3, renamed: 2 })
    const [one] = renamed.all.filter(({ originalUrl }) => originalUrl === 'https://example.com/1')
    expect(one).toMatchObject({ title: 'example.com/1', customUrl: expect.stringMatching(/^1-[A-Za-z0-9]{5}$/) })
    const [two] = renamed.all.filter(({ originalUrl }) => originalUrl === 'https://example.com/2')
    expect(two.customUrl).toMatch(/^ab-cd(-[A-Za-z0-9]{5})?$/)
    expect(Date.parse(two.createdAt)).toBeGreaterThan(Date.parse('2024-01-01'))
  })

  it('dates with names of months are in UTC', async () => {
    const { ended, links } = await importSample({ file: 'month-names.csv', aliases: ['month-one'] })
    expect(ended).toMatchObject({ ...nothingLost, created: 1 })
    expect(links[0]).toMatchObject({ createdAt: '2024-01-05T22:00:00.000Z', expiresAt: '2030-01-05T00:00:00.000Z' })
  })
})

describe('an import', () => {
  const importTable = (ada: SeededAccount, columns: string, ...rows: string[]) =>
    imported(test, ada, { content: [columns, ...rows].join('\n') })

  it('reads days and months in the order that a date of the file tells, also of a later row', async () => {
    const ada = await test.seed.account()
    const [one, two] = [test.seed.word(), test.seed.word()]
    const rows = [`https://example.com/,${one},05/04/2030`, `https://example.com/,${two},31/12/2030`]
    expect(await importTable(ada, 'url,slug,expires at', ...rows)).toMatchObject({ created: 2, failed: 0 })
    const links = await linksOf(test, ada)
    expect([links[one].expiresAt, links[two].expiresAt]).toEqual([
      '2030-04-05T00:00:00.000Z',
      '2030-12-31T00:00:00.000Z',
    ])
  })

  it('refuses an expiry that no date of the file decides, and warns of such a date of creation', async () => {
    const ada = await test.seed.account()
    for (const other of ['', '31/12/2030,\nhttps://example.com/,12/31/2030,']) {
      const rows = [
        'https://example.com/,05/04/2030,',
        'https://example.com/,,05/04/2020',
        `https://example.com/,${other}`,
      ]
      const ended = await importTable(ada, 'url,expires at,created', ...rows, 'https://example.com/,,last year')
      expect(ended.errors).toMatchObject([
        { row: 1, message: expect.stringMatching(/day\/month and as month\/day.* Write dates as ISO 8601/) },
      ])
      expect(ended.failed).toBe(1)
      expect(ended.warnings.map(({ column, message }: Record<string, string>) => [column, message])).toEqual([
        ['createdAt', expect.stringContaining('day/month')],
        ['createdAt', expect.stringContaining('could not be read')],
      ])
    }
  })

  it('makes a link of each back-half of a row, and one error of a row whose links all fail', async () => {
    const ada = await test.seed.account()
    const [one, two] = [test.seed.word(), test.seed.word()]
    const links = [
      {
        long_url: 'https://example.com/1',
        custom_bitlinks: [`https://go.example/${one}`, `https://go.example/${two}`],
      },
      { long_url: 'https://example.com/2', custom_bitlinks: ['https://go.example/a_b', 'https://go.example/c/d'] },
    ]
    const content = JSON.stringify({ links })
    expect(await imported(test, ada, { source: 'bitly', content })).toMatchObject({
      total: 2,
      processed: 2,
      created: 2,
      failed: 1,
    })
    expect(Object.keys(await linksOf(test, ada)).toSorted()).toEqual([one, two].toSorted())
    expect(await imported(test, ada, { source: 'bitly', content })).toMatchObject({
      processed: 2,
      skipped: 2,
      failed: 1,
    })
  })

  it('shows in a dry run what would be lost, with the number of rows that have it', async () => {
    const ada = await test.seed.account()
    const content = `url,ttl,max clicks total,Link Password Hint,ab test url,domain_id,note
https://example.com/1,2030-01-01,10,,,7,x
https://example.com/2,2030-01-01,0,false,,,x
`
    const ended = await imported(test, ada, { content, dryRun: true })
    expect(warningsOf(ended)).toEqual([
      ['ttl', 2, 1],
      ['max clicks total', 1, 1],
      ['domain_id', 1, 1],
    ])
    const warned = ended.mapping.filter(({ warning }: { warning: string | null }) => warning !== null)
    expect(warned.map(({ column }: { column: string }) => column)).toEqual(
      'ttl,max clicks total,Link Password Hint,ab test url,domain_id'.split(','),
    )
  })

  it('switches off what was banned or disabled, and not what was archived', async () => {
    const ada = await test.seed.account()
    const rows = ['archived,t,', 'banned,,t', 'status,,', 'plain,f,0'].map((row) => `https://example.com/${row}`)
    const columns = 'url,archived,banned,status'
    const ended = await importTable(
      ada,
      columns,
      `${rows[0]},`,
      `${rows[1]},`,
      `${rows[2]},Disabled`,
      `${rows[3]},queued`,
    )
    expect(ended).toMatchObject({ created: 4, failed: 0 })
    expect(warningsOf(ended)).toEqual([['status', 1, 4]])
    const links = Object.values(await linksOf(test, ada))
    const states = links.map(({ originalUrl, isActive, tags }) => [originalUrl.slice(20), isActive, tags.length])
    expect(states.toSorted()).toEqual([
      ['archived', true, 1],
      ['banned', false, 0],
      ['plain', true, 0],
      ['status', false, 0],
    ])
  })

  it('gives a reserved alias an ending with rename, and refuses one with a denied word', async () => {
    const ada = await test.seed.account()
    const content = 'url,slug\nhttps://example.com/,api\nhttps://example.com/,shit\nhttps://example.com/,日本\n'
    const ended = await imported(test, ada, { content, onConflict: 'rename' })
    expect(ended).toMatchObject({ created: 2, renamed: 2, failed: 1 })
    expect(ended.errors).toMatchObject([{ row: 2, code: 'SLUG_NOT_ALLOWED' }])
    const codes = Object.keys(await linksOf(test, ada))
    expect(codes.filter((code) => code.startsWith('api-'))).toHaveLength(1)
  })

  it('is refused for another media type with the accepted ones, and accepts what browsers send for CSV', async () => {
    const ada = await test.seed.account()
    const put = async (type: string) => {
      const { id } = await importOf(test, ada)
      const answer = await test.rest.put(`/v1/imports/${id}/content`, 'longUrl\nhttps://example.com/\n', {
        token: ada.token,
        headers: { 'content-type': type },
      })
      await test.rest.post(`/v1/imports/${id}/cancel`, {}, { token: ada.token })
      return answer
    }
    for (const type of ['text/plain', 'text/tab-separated-values; charset=utf-8', 'application/vnd.ms-excel'])
      expect([type, (await put(type)).status]).toEqual([type, 202])
    const { status, json } = await put('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect([status, json.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    expect(json.error.message).toContain('text/csv, application/json')
    expect(json.error.message).not.toContain('must be JSON')
  })
})

describe('a file without a head line', () => {
  it.each([
    ['0 bytes', ''],
    ['a byte order mark', '\uFEFF'],
    ['a byte order mark of UTF-16', Buffer.from('fffe', 'hex')],
    ['blank lines', '\r\n \n\t\n'],
    ['separators', ';;;\n;;;\n'],
    ['a line that names a separator', 'sep=;\n'],
  ])('fails with a sentence when it has only %s', async (_what, content) => {
    const ada = await test.seed.account()
    const failure = { state: 'failed', failureMessage: 'The file is empty: no line of it has a text.', created: 0 }
    if (typeof content === 'string') expect(await imported(test, ada, { content })).toMatchObject(failure)
    const begun = await test.rest.post('/v1/imports', { source: 'csv' }, { token: ada.token })
    const headers = { 'content-type': 'text/csv' }
    const options = { token: ada.token, headers }
    const { status } = await test.rest.put(`/v1/imports/${begun.json.id}/content`, content, options)
    expect(status).toBe(202)
    const read = async () => (await test.rest.get(`/v1/imports/${begun.json.id}`, { token: ada.token })).json
    await expect.poll(async () => (await read()).state).toBe('failed')
    expect(await read()).toMatchObject(failure)
  })

  it.each([
    ['lines', (urls: readonly string[]) => urls.join('\n')],
    [
      'lines of Windows behind a mark and a blank line',
      (urls: readonly string[]) => `\uFEFF\r\n${urls.join('\r\n')}\r\n`,
    ],
    ['cells in quotes', (urls: readonly string[]) => urls.map((url) => `"${url}"`).join('\r')],
    ['a list in JSON', (urls: readonly string[]) => JSON.stringify(urls)],
  ])('is a list of addresses when it has %s', async (_what, write) => {
    const ada = await test.seed.account()
    const urls = ['https://example.com/a', 'HTTP://example.com/?at=1,2;3|4', 'https://example.com/c?d=%2C,']
    const ended = await imported(test, ada, { content: write(urls) })
    expect(ended).toMatchObject({ state: 'completed', total: 3, created: 3, failed: 0, warnings: [] })
    expect(ended.mapping).toMatchObject([{ column: 'longUrl', field: 'longUrl' }])
    const links = Object.values(await linksOf(test, ada)).map(({ originalUrl }) => originalUrl)
    expect(links.toSorted()).toEqual(urls.map((url) => url.replace('HTTP', 'http')).toSorted())
  })

  it('keeps the separators in the addresses of a table with one column', async () => {
    const ada = await test.seed.account()
    await imported(test, ada, { content: 'url\nhttps://example.com/@1.5,2.5,15z' })
    expect(Object.values(await linksOf(test, ada))[0].originalUrl).toBe('https://example.com/@1.5,2.5,15z')
  })

  it('fails with the reason when its lines have more than an address', async () => {
    const ada = await test.seed.account()
    const ended = await imported(test, ada, { content: `https://example.com/a,${test.seed.word()}` })
    expect(ended).toMatchObject({
      state: 'failed',
      failureMessage: expect.stringMatching(/^The first line has an address/),
    })
  })
})
