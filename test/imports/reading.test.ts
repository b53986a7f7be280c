import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openImportFile } from '../../src/modules/imports/reading/import-file.ts'
import { mapColumns, RowReader } from '../../src/modules/imports/reading/row-reader.ts'
import { UnreadableFile } from '../../src/modules/imports/reading/source-record.ts'
import { type ImportSource, sourceFormats } from '../../src/modules/imports/reading/sources.ts'
import { formatRecord, joinTexts, splitTexts } from '../../src/platform/rest/csv.ts'

/** The bytes of a text in parts of a size, which may divide characters. */
async function* inParts(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function read(text: string, source: ImportSource = 'csv', size = 7) {
  const { columns, records } = await openImportFile(inParts(text, size), source)
  const reader = new RowReader(columns, sourceFormats[source])
  const rows = []
  for await (const record of records) rows.push(reader.read(record, rows.length + 1))
  return rows
}

describe('a file', () => {
  it.each([
    ['begins with more than 8,192 blanks', ' \n'.repeat(5_000), /8192 blanks/],
    ['has more than 1,000 columns', ','.repeat(1_000), /1000 columns/],
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
    await expect(openImportFile(latin, 'csv')).rejects.toThrow(UnreadableFile)
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

describe('JSON', () => {
  it('is read as a list, or as the list of its product, one object at a time', async () => {
    const link = { target: 'https://example.com/', address: 'one', nested: { deep: [1, { name: 'x' }] } }
    for (const value of [[link, link], { total: 2, other: [{ target: 'x' }], data: [link, link] }])
      expect(await read(JSON.stringify(value), 'kutt')).toMatchObject([
        { row: 1, destination: 'https://example.com/', slug: 'one' },
        { row: 2 },
      ])
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
    for (const text of ['yesterday', '05/04/2023', '2023-13-01'])
      await expect(read(`url,created\nhttps://a.example/,${text}`)).rejects.toThrow('createdAt: must be a date')
  })

  it('needs a destination, and no column has two fields', async () => {
    await expect(read('title,url\nonly a title,')).rejects.toThrow('longUrl: is required')
    const fields = mapColumns(['URL', 'Short URL', 'Name', 'domain', 'Clicks'], sourceFormats.csv)
    expect(fields.map(({ field }) => field)).toEqual(['longUrl', 'shortUrl', 'title', 'domain', null])
  })
})
