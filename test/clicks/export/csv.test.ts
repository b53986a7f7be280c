import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ExportedClick } from '../../../src/modules/clicks/export/click-export.queries.ts'
import { csvRecord } from '../../../src/modules/clicks/export/click-export.service.ts'

const click: ExportedClick = {
  id: 'clk_1',
  urlId: 'lnk_1',
  createdAt: '2026-11-21T10:00:00.000Z',
  country: 'DE',
  region: null,
  device: 'Desktop',
  browser: 'Firefox',
  os: 'Linux',
  referrerHost: null,
  trigger: 'link',
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  isBot: false,
  botName: null,
}

/** Parses a record of RFC 4180. */
function cellsOf(record: string): string[] {
  const cells = [...record.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

const campaignOf = (utmCampaign: string) => cellsOf(csvRecord({ ...click, utmCampaign }))[12]

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['=HYPERLINK("http://evil.example";"x")', `'=HYPERLINK("http://evil.example";"x")`],
  ['a=1', 'a=1'],
  ['say "hi", twice', 'say "hi", twice'],
  ['two\r\nlines', 'two\r\nlines'],
])('writes %j as the cell %j', (campaign, cell) => {
  expect(campaignOf(campaign)).toBe(cell)
})

it('writes any text unchanged, except for an apostrophe before what looks like a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cell = campaignOf(text)
      expect(cell).toBe(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
    }),
  )
})

it('writes a cell for each column and a line break', () => {
  expect(csvRecord(click)).toBe('clk_1,lnk_1,2026-11-21T10:00:00.000Z,DE,,Desktop,Firefox,Linux,,link,,,,false,\r\n')
})
