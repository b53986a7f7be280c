import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapColumns } from '../../src/modules/integrations/imports/reading/column-mapping.ts'
import { openImportFile } from '../../src/modules/integrations/imports/reading/import-file.ts'
import { RowReader } from '../../src/modules/integrations/imports/reading/row-reader.ts'
import { UnreadableFile } from '../../src/modules/integrations/imports/reading/source-record.ts'
import { type ImportSource, sourceFormats } from '../../src/modules/integrations/imports/reading/sources.ts'
import { formatRecord, joinTexts, splitTexts } from '../../src/platform/rest/csv.ts'

/** The bytes of a text in parts of a size, which may divide characters. */
async function* inParts(text: string | Buffer, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text as string)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function read(text: string | Buffer, source: ImportSource = 'csv', size = 7) {
  const { columns, records } = await openImportFile(inParts(text, size), source)
  const reader = new RowReader(columns, { format: sourceFormats[source], dateOrder: null })
  const rows = []
  for await (const record of records) rows.push(...reader.read(record, rows.length + 1).links)
  return rows
}

describe('a file', () => {
  it.each([
    ['begins with more than 8,192 blanks', ' \n'.repeat(5_000), /8192 blanks/],
    ['has more than 1,000 columns', `longUrl${',x'.repeat(1_000)}`, /1000 columns/],
    ['is nested deeper than 20 levels', '['.repeat(21), /deeper than 20 levels/],
    ['has a record of more than 65,536 characters', `longUrl\n${'x'.repeat(70_000)}`, /CSV/],
    ['has no object for more than 65,536 characters', `[[${'1,'.repeat(35_000)}`, /no link within 65536/],
  ])('is not read when it %s', async (_what, text, message) => {
    await expect(read(text, 'csv', 8 * 1024)).rejects.toThrow(message)
  })

  it('is read in parts, between which everything else runs', async () => {
    let turns = 0
    const count = () => {
      turns++
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    await read(`longUrl\n${'https://example.com/\n'.repeat(20_000)}`, 'csv', 1024 * 1024)
    clearImmediate(timer)
    expect(turns).toBeGreaterThan(20)
  })
})

it('is left before its end without an error that nobody catches', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  const text = `longUrl,slug\n${'https://example.com/,x\n'.repeat(1_500)}`
  for (let round = 0; round < 8; round++) {
    const { records } = await openImportFile(inParts(text, 30), 'csv')
    let rows = 0
    for await (const _ of records) {
      rows++
      if (rows === 1_400) break
      if (rows % 200 === 0) await setTimeout(3)
    }
    await setTimeout(5)
  }
  process.off('uncaughtException', note)
  expect(uncaught).toEqual([])
})

it('says that it is no UTF-8 where the bytes are that are none', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`longUrl\n${'https://example.com/\n'.repeat(3_000)}`),
    Buffer.from([0xff, 10]),
  ])
  await expect(read(bytes, 'csv', 1024)).rejects.toThrow(/not well-formed UTF-8/)
})

describe('a table', () => {
  it.each([',', ';', '\t'])(
    'is read with "%s" between its cells, whatever the parts in which it arrives',
    async (delimiter) => {
      const text = ['longUrl', '"Title, of; a\tpage"', 'title'].join(delimiter)
      const row = ['https://example.com/', 'x', '"Grüße; ""bitte"", \t oder\nnicht"'].join(delimiter)
      for (const size of [1, 2, 3, 1000])
        expect(await read(`\uFEFF${text}\r\n${row}\r\n\r\n`, 'csv', size)).toMatchObject([
          { row: 1, destination: 'https://example.com/', title: 'Grüße; "bitte", \t oder\nnicht' },
        ])
    },
  )

  it('is not read when it is no UTF-8, or a record does not end', async () => {
    const latin = (async function* () {
      yield Buffer.from('longUrl,title\nhttps://example.com/,Gr\xfc\xdfe\n', 'latin1')
    })()
    await expect(openImportFile(latin, 'csv')).rejects.toThrow(/CSV UTF-8/)
    await expect(read(`longUrl\n"${'x'.repeat(300_000)}`)).rejects.toThrow(UnreadableFile)
  })

  it('gives back every text that an export has made safe', async () => {
    const cells = fc.string({ unit: fc.constantFrom(...`=+-@|'";,\t\n a1`, '＝', '\u200b'), maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(cells, async (text) => {
        // An apostrophe of the text itself is not told from that of an export, and spaces around it are not kept.
        fc.pre(!text.includes("'") && text.trim() === text && text !== '')
        const [row] = await read(`longUrl,title\r\n${formatRecord(['https://example.com/', text])}`)
        expect(row?.title).toBe(text)
      }),
    )
  })
})

it('splits the texts of a cell that an export has joined', () => {
  const names = fc
    .string({ unit: fc.constantFrom(...`,"| ab`), minLength: 1, maxLength: 6 })
    .filter((name) => name.trim() === name)
  fc.assert(
    fc.property(fc.array(names, { maxLength: 4 }), (texts) => {
      expect(splitTexts(joinTexts(texts))).toEqual(texts)
    }),
  )
  expect(splitTexts('a; b |c, d')).toEqual(['a', ' b ', 'c', ' d'])
})

describe('a table of a spreadsheet', () => {
  const links = [{ destination: 'https://example.com/', title: 'Grüße' }]
  const rows = 'longUrl;title\r\nhttps://example.com/;Grüße\r\n'
  it.each([
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${rows}`, 'utf16le')],
    ['UTF-16 of the other order', Buffer.from(`\uFEFF${rows}`, 'utf16le').swap16()],
    ['UTF-8 with its mark', `\uFEFF${rows}`],
    ['a line that names the separator', `sep=;\r\n${rows}`],
    ['that line behind a mark, in quotes', `\uFEFF"sep=;"\n${rows}`],
    ['another separator than the header seems to have', 'sep=|\nlongUrl|title\nhttps://example.com/|Grüße\n'],
    ['a tab as the separator', `SEP=\t\r\n${rows.replaceAll(';', '\t')}`],
    ['lines of separators alone', `;;\r\n\r\n${rows};\r\n ; \r\n`],
    ['blank lines at its beginning', `\r\n\r\n${rows}`],
    ['vertical lines', rows.replaceAll(';', '|')],
    ['blanks behind its quotes', 'longUrl;title\n"https://example.com/" ; "Grüße" \n'],
  ])('is read with %s', async (_what, content) => {
    for (const size of [1, 5, 1000]) expect(await read(content, 'csv', size)).toMatchObject(links)
  })

  it.each([
    ['a workbook', Buffer.from('504b030414000600', 'hex'), /workbook \(.xlsx or .ods\).*Save its sheet as CSV/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /Excel workbook \(.xls\)/],
    ['a compressed file', Buffer.from('1f8b080000000000', 'hex'), /compressed \(gzip\)/],
    ['a PDF', '%PDF-1.7', /is a PDF/],
    ['half a character', Buffer.from([0xc3]), /not well-formed UTF-8/],
  ])('is refused by name when it is %s', async (_what, content, message) => {
    for (const size of [1, 1000]) await expect(read(content, 'csv', size)).rejects.toThrow(message)
  })

  it('keeps a quotation mark within a cell, and one that is not closed costs its row', async () => {
    for (const cell of ['13" screen', '"Big" sale', 'a "b" c'])
      expect(await read(`longUrl,title,slug\nhttps://a.example/,${cell},one\nhttps://b.example/,,two`)).toMatchObject([
        { title: cell, slug: 'one' },
        { slug: 'two' },
      ])
    const open = 'longUrl,title\nhttps://a.example/,"open\nhttps://b.example/,"closed"\nhttps://c.example/,fine\n'
    await expect(read(open)).rejects.toThrow('row: has a quotation mark that is not closed')
    const { columns, records } = await openImportFile(inParts(open, 9), 'csv')
    const reader = new RowReader(columns, { format: sourceFormats.csv, dateOrder: null })
    const titles = []
    for await (const record of records)
      titles.push(record.size === 0 ? 'error' : reader.read(record, 1).links[0]?.title)
    expect(titles).toEqual(['error', 'fine'])
  })
})

describe('JSON', () => {
  it('is read as a list, or as the list of its product, one object at a time', async () => {
    const link = { target: 'https://example.com/', address: 'one', nested: { deep: [1, { name: 'x' }] } }
    for (const value of [[link, link], { total: 2, other: [{ target: 'x' }], data: [link, link] }])
      expect(await read(JSON.stringify(value), 'kutt')).toMatchObject([
        { row: 1, destination: 'https://example.com/', slug: 'one' },
        { row: 2 },
      ])
  })

  it.each([
    ['another place than its source has it', { data: [{ url: 'https://a.example/' }], code: 0 }],
    [
      'a place within another',
      { shortUrls: { data: [{ url: 'https://a.example/' }], pagination: { currentPage: 1 } } },
    ],
    [
      'a place beside the pages of an API',
      { data: [{ url: 'https://a.example/' }], links: [{ url: 'https://b.example/' }] },
    ],
    [
      'a place behind the pages of an API',
      { links: { next: 'https://b.example/' }, data: [{ url: 'https://a.example/' }] },
    ],
    ['an object for each link', { links: { link_1: { url: 'https://a.example/' } } }],
  ])('has its list in %s', async (_what, value) => {
    for (const size of [1, 1000])
      expect(await read(JSON.stringify(value), 'csv', size)).toMatchObject([{ destination: 'https://a.example/' }])
  })

  it.each([
    ['a list elsewhere', { entries: [{ url: 'https://a.example/' }] }],
    ['one link', { url: 'https://a.example/', tags: ['x'] }],
    ['no list at all', {}],
    ['an error of an API', { data: { message: 'Unauthorized' }, code: 401 }],
  ])('fails with %s, and says where the list was looked for', async (_what, value) => {
    await expect(read(JSON.stringify(value))).rejects.toThrow(
      'The JSON of the file has no list of links. It was looked for at the outermost level and as links, data, shortUrls.data,',
    )
  })

  it('can have one object in each line', async () => {
    const lines = [
      '{"longUrl":"https://a.example/{x}"}',
      '',
      '{"longUrl":"https://b.example/"}\r',
      '{"longUrl":"https://c.example/"}',
      '',
    ]
    for (const size of [1, 3, 1000])
      expect((await read(lines.join('\n'), 'csv', size)).map(({ destination }) => destination)).toEqual([
        'https://a.example/{x}',
        'https://b.example/',
        'https://c.example/',
      ])
  })

  it('has no rows when its list is empty', async () => {
    for (const value of [[], { links: [] }, { data: [], links: { next: null } }, { shortUrls: { data: [] } }])
      expect(await read(JSON.stringify(value))).toEqual([])
  })

  it('has fields that its first object lacks', async () => {
    const rows = await read(
      '[{"longUrl":"https://example.com/"},{"longUrl":"https://example.com/","tags":["a;b","c"]}]',
    )
    expect(rows.map(({ tags }) => tags)).toEqual([[], ['a;b', 'c']])
  })
})

describe('a row', () => {
  it('has its alias and its host from a short address, and keeps a slash of an alias for the rules', async () => {
    const rows = await read(
      'url,short link,slug\nhttps://a.example/,https://Go.Example/Ab%20c?x=1,\nhttps://a.example/,bit.ly/xyz,\nhttps://a.example/,plain,\nhttps://a.example/,,docs/start\n',
    )
    expect(rows.map(({ slug, host }) => [slug, host])).toEqual([
      ['Ab c', 'go.example'],
      ['xyz', 'bit.ly'],
      ['plain', null],
      ['docs/start', null],
    ])
  })

  it('has dates in ISO 8601, of databases, and as numbers', async () => {
    const texts = [
      ['2023-04-05T06:07:08Z', '2023-04-05T06:07:08.000Z'],
      ['2023-04-05T06:07:08+0200', '2023-04-05T04:07:08.000Z'],
      ['2023-04-05 06:07:08', '2023-04-05T06:07:08.000Z'],
      ['2023-04-05', '2023-04-05T00:00:00.000Z'],
      ['1680674828', '2023-04-05T06:07:08.000Z'],
      ['1680674828000', '2023-04-05T06:07:08.000Z'],
      ['Wed, 05 Apr 2023 06:07:08 GMT', '2023-04-05T06:07:08.000Z'],
    ]
    const rows = await read(`url,created\n${texts.map(([text]) => `https://a.example/,"${text}"`).join('\n')}`)
    expect(rows.map(({ createdAt }) => createdAt?.toISOString())).toEqual(texts.map(([, iso]) => iso))
  })

  it('needs a destination, and no column has two fields', async () => {
    await expect(read('title,url\nonly a title,')).rejects.toThrow('longUrl: is required')
    const fields = mapColumns(['URL', 'Short URL', 'Name', 'domain', 'Clicks'], sourceFormats.csv)
    expect(fields.map(({ field }) => field)).toEqual(['longUrl', 'shortUrl', 'title', 'domain', 'clicks'])
  })
})
