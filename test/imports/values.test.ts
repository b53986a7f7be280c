import { describe, expect, it } from 'vitest'
import { readBoolean, readStatus } from '../../src/modules/integrations/imports/reading/booleans.ts'
import { type DateOrder, findDateOrder, readDate } from '../../src/modules/integrations/imports/reading/dates.ts'
import { readNames } from '../../src/modules/integrations/imports/reading/names.ts'
import { readShortAddresses } from '../../src/modules/integrations/imports/reading/short-addresses.ts'
import { findConcern, hasValue } from '../../src/modules/integrations/imports/reading/unmapped-columns.ts'
import { toClosestSlug } from '../../src/modules/publishing/links/rules/slug-rules.ts'

const read = (text: string, order: DateOrder | null = null) => {
  const date = readDate(text, { unitMs: 1, order })
  return date instanceof Date ? date.toISOString() : date
}

describe('a date', () => {
  it.each([
    // Databases.
    ['2018-05-28 12:34:56.789+00', '2018-05-28T12:34:56.789Z'],
    ['2019-01-02 03:04:05-05', '2019-01-02T08:04:05.000Z'],
    ['2019-01-02 03:04:05.123456+05:30', '2019-01-01T21:34:05.123Z'],
    ['1970-01-02 00:53:28+00:53:28', '1970-01-02T00:00:00.000Z'],
    ['2020-01-02 03:04:05', '2020-01-02T03:04:05.000Z'],
    ['2023-04-05T06:07:08.000000Z', '2023-04-05T06:07:08.000Z'],
    ['2023-04-05 06:07:08 UTC', '2023-04-05T06:07:08.000Z'],
    ['2023-04-05 06:07:08 +0200', '2023-04-05T04:07:08.000Z'],
    ['20230405T060708Z', 'unreadable'],
    ['20230405', '2023-04-05T00:00:00.000Z'],
    ['1680674828', '2023-04-05T06:07:08.000Z'],
    ['1680674828.5', '2023-04-05T06:07:08.500Z'],
    ['1680674828000', '2023-04-05T06:07:08.000Z'],
    ['253402300800000', 'unreadable'],
    // Spreadsheets.
    ['2023/12/31', '2023-12-31T00:00:00.000Z'],
    ['2023-1-5 4:05', '2023-01-05T04:05:00.000Z'],
    ['31.12.2023 18:30', '2023-12-31T18:30:00.000Z'],
    ['05.04.2023', '2023-04-05T00:00:00.000Z'],
    ['31/12/2023', '2023-12-31T00:00:00.000Z'],
    ['12/31/2023 4:05 PM', '2023-12-31T16:05:00.000Z'],
    ['12/31/23', '2023-12-31T00:00:00.000Z'],
    ['4/4/2023', '2023-04-04T00:00:00.000Z'],
    ['1/31/2024, 10:00:00\u202fPM', '2024-01-31T22:00:00.000Z'],
    ['45292', '2024-01-01T00:00:00.000Z'],
    ['45292.5', '2024-01-01T12:00:00.000Z'],
    // Words.
    ['January 5, 2024 10:00 PM', '2024-01-05T22:00:00.000Z'],
    ['Jan 5, 2030', '2030-01-05T00:00:00.000Z'],
    ['5th January 2024', '2024-01-05T00:00:00.000Z'],
    // People with other languages.
    ['5. Januar 2024 um 22:00 Uhr', '2024-01-05T22:00:00.000Z'],
    ['Freitag, 1. März 2024', '2024-03-01T00:00:00.000Z'],
    ['1er août 2024 à 10:30', '2024-08-01T10:30:00.000Z'],
    ['5 févr. 2024', '2024-02-05T00:00:00.000Z'],
    ['5 de enero de 2024, 22:00', '2024-01-05T22:00:00.000Z'],
    ['12 maggio 2024', '2024-05-12T00:00:00.000Z'],
    ['3 de dezembro de 2023', '2023-12-03T00:00:00.000Z'],
    ['7 mei 2024', '2024-05-07T00:00:00.000Z'],
    ['5 stycznia 2024', '2024-01-05T00:00:00.000Z'],
    ['05-déc.-2024', '2024-12-05T00:00:00.000Z'],
    ['9 avr 2024', '2024-04-09T00:00:00.000Z'],
    ['5 listopad 2024 x', 'unreadable'],
    ['05-Jan-2024 10:00', '2024-01-05T10:00:00.000Z'],
    ['05-Jan-24', '2024-01-05T00:00:00.000Z'],
    ['Sept. 5, 2024 at 12:00 a.m.', '2024-09-05T00:00:00.000Z'],
    ['Jan 5, 2024, 12:30pm', '2024-01-05T12:30:00.000Z'],
    ['Wed, 05 Apr 2023 06:07:08 GMT', '2023-04-05T06:07:08.000Z'],
    ['Wed Apr 05 2023 08:07:08 GMT+0200 (Central European Summer Time)', '2023-04-05T06:07:08.000Z'],
    ['Wed Apr  5 06:07:08 UTC 2023', '2023-04-05T06:07:08.000Z'],
    ['5 Apr 2023 01:07:08 EST', '2023-04-05T06:07:08.000Z'],
    // None.
    ['0000-00-00 00:00:00', null],
    ['0000-00-00', null],
    ['NULL', null],
    [String.raw`\N`, null],
    ['infinity', null],
    ['Never', null],
    ['N/A', null],
    ['0', null],
    ['-', null],
    // No dates.
    ['yesterday', 'unreadable'],
    ['2023-13-01', 'unreadable'],
    ['2023-02-29', 'unreadable'],
    ['2023-04-05 24:00:00', 'unreadable'],
    ['2023-04-05 13:00 PM', 'unreadable'],
    ['31/31/2023', 'unreadable'],
    ['31/12', 'unreadable'],
    ['January 2024', 'unreadable'],
    ['1969-12-31', 'unreadable'],
    ['2023-04-05 10:00 XYZ', 'unreadable'],
    ['5'.repeat(10_000), 'unreadable'],
    [`${' '.repeat(5_000)}2023`, 'unreadable'],
    ['05/04/2023', 'ambiguous'],
    ['5-4-2023', 'ambiguous'],
    ['01/02/2023 10:00 AM', 'ambiguous'],
  ] as const)('%s is %s', (text, iso) => {
    expect(read(text)).toBe(iso)
  })

  it('has the order of its file', () => {
    expect([read('05/04/2023', 'dayFirst'), read('05/04/2023', 'monthFirst')]).toEqual([
      '2023-04-05T00:00:00.000Z',
      '2023-05-04T00:00:00.000Z',
    ])
    const orders = [
      '31/12/2023',
      '12/31/2023 4:05 PM',
      '13-1-2023',
      '1/2/2023',
      '31.12.2023',
      '2023-12-31',
      '99/1/2023',
      'x',
    ]
    expect(orders.map(findDateOrder)).toEqual(['dayFirst', 'monthFirst', 'dayFirst', null, null, null, null, null])
  })
})

describe('a boolean', () => {
  it.each([
    [true, ['t', 'TRUE', 'Yes', 'y', '1', '1.0', 'on', 'x', 'WAHR', 'vrai', "b'1'", ' true ']],
    [false, ['f', 'False', 'no', 'N', '0', '0.0', 'off', 'FALSCH', 'faux', "b'0'", 'disabled']],
    [null, ['', 'NULL', String.raw`\N`, 'null', 'n/a', '-', 'None']],
    [undefined, ['2', 'maybe', 'secret', 'y'.repeat(100_000)]],
  ])('is %s', (value, texts) => {
    for (const text of texts) expect([text, readBoolean(text)]).toEqual([text, value])
  })

  it('is also told by the status of a link', () => {
    const words = ['Active', 'expired', 'archived', 'Hidden', 'disabled', 'paused', 'BANNED', 'f', '1', '', 'queued']
    const statuses = ['on', 'on', 'archived', 'archived', 'off', 'off', 'off', 'off', 'on', null, undefined]
    expect(words.map(readStatus)).toEqual(statuses)
  })
})

it.each([
  ['a,b', ['a', 'b']],
  ['a; b | c', ['a', 'b', 'c']],
  ['"a, b",c', ['a, b', 'c']],
  ['["a","b"]', ['a', 'b']],
  ['["a, b", "c"]', ['a, b', 'c']],
  ["['a', 'b']", ['a', 'b']],
  ['[{"id":1,"tag":"poster"},{"name":"mail"}]', ['poster', 'mail']],
  ['{a,"b c"}', ['a', 'b c']],
  ['[]', []],
  ['{}', []],
  ['[draft', ['[draft']],
  ['[a, b]', ['a', 'b']],
])('tags of the cell %s are %j', (cell, names) => {
  expect(readNames(cell)).toEqual(names)
})

describe('short addresses', () => {
  it.each([
    ['https://go.example.com/spring-sale', [['spring-sale', 'go.example.com']]],
    ['bit.ly/3xY', [['3xY', 'bit.ly']]],
    ['3xY', [['3xY', null]]],
    ['https://go.example.com/blog/seg-one', [['blog/seg-one', 'go.example.com']]],
    ['https://go.example.com/one/', [['one', 'go.example.com']]],
    ['https://go.example.com/', [[null, 'go.example.com']]],
    [
      'a.example/one, a.example/two',
      [
        ['one', 'a.example'],
        ['two', 'a.example'],
      ],
    ],
    [
      'a.example/one|a.example/two a.example/one',
      [
        ['one', 'a.example'],
        ['two', 'a.example'],
      ],
    ],
    ['https://a.example/%E0%A4%A', [['%E0%A4%A', 'a.example']]],
    ['HTTPS://A.EXAMPLE/Ab?x=1#y', [['Ab', 'a.example']]],
  ])('of %s', (text, expected) => {
    const addresses = readShortAddresses([text], { lastPartOnly: false })
    expect(addresses.map(({ code, host }) => [code, host])).toEqual(expected)
  })

  it('of a product in a folder have the alias at the end, and of a row at most 20', () => {
    const inFolder = readShortAddresses(['https://example.com/s/hello'], { lastPartOnly: true })
    expect(inFolder).toEqual([{ code: 'hello', host: 'example.com' }])
    const many = Array.from({ length: 21 }, (_, n) => `a.example/${n}`)
    expect(() => readShortAddresses(many, { lastPartOnly: false })).toThrow('shortUrl: must have at most 20')
  })
})

it.each([
  ['ab_cd', 'ab-cd'],
  ['blog/seg-one', 'blog-seg-one'],
  ['1', '1'],
  ['__a__b__', 'a-b'],
  ['Grüße & Küsse', 'Gru-e-Kusse'],
  ['café', 'cafe'],
  ['日本', ''],
  ['-', ''],
  ['a'.repeat(70), 'a'.repeat(64)],
  [`${'a'.repeat(63)}_b`, 'a'.repeat(63)],
  ['ｆｕｌｌ', 'full'],
])('the closest alias to %s is %s', (text, slug) => {
  expect(toClosestSlug(text)).toBe(slug)
})

describe('a column that is not imported', () => {
  it.each([
    ['expiry', ['expires_on', 'Expiration Time', 'ttl', 'validSince', 'meta.validSince', 'startsAt', 'Disable at']],
    ['limit', ['Click Limit 2', 'max_clicks_total', 'singleUse', 'usageLimit']],
    ['password', ['Link password hint', 'passcode', 'PIN', 'is_protected', 'secret_word']],
    [
      'rule',
      ['android_url', 'iphoneURL', 'ios', 'geo.US', 'testVariants', 'splitPercent', 'hasRedirectRules', 'deep_link'],
    ],
    ['domain', ['domain_id', 'Host', 'Short domain']],
  ])('may be a %s', (word, columns) => {
    for (const column of columns)
      expect([column, findConcern(column, new Set())]).toEqual([column, expect.stringContaining(word)])
  })

  it('is not missed otherwise, or when another column has it', () => {
    for (const column of ['id', 'clicks', 'user_id', 'updated_at', 'description', 'Engagements', 'qr', ''])
      expect([column, findConcern(column, new Set())]).toEqual([column, null])
    expect(findConcern('domain_id', new Set(['shortUrl']))).toBeNull()
    expect(findConcern('password_contact', new Set(['password']))).toBeNull()
    const texts = ['', 'false', '0', 'NULL', '[]', '{}', '-', 'https://x.example/', 'true']
    expect(texts.map(hasValue)).toEqual([false, false, false, false, false, false, false, true, true])
  })
})
