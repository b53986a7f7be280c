import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatRecord } from '../../src/platform/rest/csv.ts'
import { codePoint } from '../support/code-points.ts'

/** Parses a record of RFC 4180. */
function cellsOf(record: string): string[] {
  const cells = [...record.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

const cellOf = (text: string) => cellsOf(formatRecord(['lnk_1', text, null]))[1]

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['=HYPERLINK("http://evil.example";"x")', `'=HYPERLINK("http://evil.example";"x")`],
  ['\nx', "'\nx"],
  ['\r\n=1', "'\r\n'=1"],
  [' =1+1', "' =1+1"],
  ['  x', "'  x"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u3000=1', "'\u3000=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\u202e=1', "'\u202e=1"],
  ['\u0000=1', "'\u0000=1"],
  ['\u001b=1', "'\u001b=1"],
  ['|calc', "'|calc"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['\uff0b1', "'\uff0b1"],
  ['\uff0d1', "'\uff0d1"],
  ['\uff20SUM(A1)', "'\uff20SUM(A1)"],
  ['\uff5ccalc', "'\uff5ccalc"],
  ['\ufe661', "'\ufe661"],
  ['\u22121', "'\u22121"],
  ['a;=1+1', "a;'=1+1"],
  ['a\t=1', "a\t'=1"],
  ['a; \u200b@x;b', "a;' \u200b@x;b"],
  ['two\n=lines', "two\n'=lines"],
  ['a\r\u000b=1', "a\r'\u000b=1"],
  ['spring; summer', 'spring; summer'],
  ['a=1', 'a=1'],
  ['say "hi", twice', 'say "hi", twice'],
  ['two\r\nlines', 'two\r\nlines'],
])('writes %j as the cell %j', (text, cell) => {
  expect(cellOf(text)).toBe(cell)
})

it('writes any text unchanged, except for apostrophes before what looks like a formula', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(fc.constantFrom(...'=+-@|; \t\r\n\u200b'), codePoint),
      }),
      (text) => {
        const cell = cellOf(text)
        expect(cell).not.toMatch(/(^|[;\t\r\n])[\s\p{DI}]*[=+\-@|]/u)
        expect(cell?.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
      },
    ),
  )
})

it('writes a cell for each value, an empty one for null, and a line break', () => {
  expect(formatRecord(['lnk_1', null, 3, false, 'a,b'])).toBe('lnk_1,,3,false,"a,b"\r\n')
})
