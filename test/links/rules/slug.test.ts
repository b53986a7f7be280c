import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SlugNotAllowed, SlugReserved } from '../../../src/modules/publishing/links/link.errors.ts'
import { listReservedWords } from '../../../src/modules/publishing/links/rules/reserved-words.ts'
import {
  DeniedWords,
  parseSlug,
  type SlugRules,
  toCodeKey,
} from '../../../src/modules/publishing/links/rules/slug-rules.ts'
import { InvalidParams } from '../../../src/platform/shared/general.errors.ts'
import { codePoint } from '../../support/code-points.ts'

const owner: SlugRules = { minLength: 3, reserved: listReservedWords([]), denied: new DeniedWords(['shit']) }
const anonymous: SlugRules = { ...owner, minLength: 5 }

function read(text: string, rules = owner) {
  return parseSlug(text, rules)
}

function errorOf(text: string, rules = owner): unknown {
  try {
    read(text, rules)
  } catch (error) {
    return error
  }
  throw new Error('The slug was taken.')
}

const plainSlug = fc.stringMatching(/^[A-Za-z0-9-]{3,64}$/).filter((text) => /[A-Za-z0-9]/.test(text))

describe('parseSlug', () => {
  it('keeps the spelling of the slug and returns its key in lower case', () => {
    expect(read('Spring-Sale-2026')).toEqual({ display: 'Spring-Sale-2026', key: 'spring-sale-2026' })
  })

  it.each(['-abc', 'abc-', 'a--b', '--7'])('accepts dashes anywhere: %s', (text) => {
    expect(read(text).display).toBe(text)
  })

  it('trims spaces and converts full-width letters', () => {
    expect(read('  \u{ff34}\u{ff41}\u{ff43}\u{ff4b} ')).toEqual({ display: 'Tack', key: 'tack' })
  })

  it.each([
    ['ab', owner],
    ['abcd', anonymous],
    ['', owner],
    ['   ', owner],
    ['a'.repeat(65), owner],
  ] as const)('refuses a length out of bounds: %j', (text, rules) => {
    expect(errorOf(text, rules)).toBeInstanceOf(InvalidParams)
  })

  it('accepts the minimum and the maximum length', () => {
    expect(read('abc').key).toBe('abc')
    expect(read('abcde', anonymous).key).toBe('abcde')
    expect(read('a'.repeat(64)).key).toHaveLength(64)
  })

  it('counts the length after trimming and conversion', () => {
    expect(errorOf('  ab  ')).toBeInstanceOf(InvalidParams)
    expect(read(` ${'\u{ff41}'.repeat(64)} `).key).toBe('a'.repeat(64))
  })

  it.each([
    '---',
    'my_link',
    'my link',
    'a.b.c',
    'robots.txt',
    '../etc',
    'a/b/c',
    'abc?',
    'abc#',
    'abc%20',
    'abc\u0000',
    'ab\ncd',
    'caf\u00e9',
    'cafe\u0301',
    'p\u0430ypal',
    '\u{430}\u{440}\u{440}\u{4cf}\u{435}',
    'ab\u200bcd',
    'ab\u202ecd',
    '\u0131stanbul',
    'abc\ud800',
    '\u{1f600}\u{1f600}\u{1f600}',
    '<b>x',
    '\u0661\u0662\u0663',
  ])('rejects other characters than ASCII letters, digits and dashes: %j', (text) => {
    expect(errorOf(text)).toBeInstanceOf(InvalidParams)
  })

  it('names the field of a malformed slug without its text', () => {
    const error = errorOf('evil<script>') as InvalidParams
    expect(error.details).toMatchObject([{ field: 'code', issue: expect.stringContaining('letters A to Z') }])
    expect(error.message).not.toContain('script')
  })

  it.each(['api', 'API', 'Graphql', 'www', '\u{ff41}\u{ff50}\u{ff49}', ' admin '])(
    'throws SLUG_RESERVED in any case: %j',
    (text) => {
      const error = errorOf(text) as SlugReserved
      expect(error).toBeInstanceOf(SlugReserved)
      expect(error).toMatchObject({ code: 'SLUG_RESERVED', status: 400 })
      expect(error.details).toMatchObject([{ field: 'code', issue: 'is a reserved word' }])
    },
  )

  it('accepts a slug that only contains a reserved word', () => {
    expect(read('api-guide').key).toBe('api-guide')
  })

  it.each(['shit', 'SHIT', 'holy-5h1t', 'sh1t-happens'])('throws SLUG_NOT_ALLOWED for a denied word: %s', (text) => {
    const error = errorOf(text) as SlugNotAllowed
    expect(error).toBeInstanceOf(SlugNotAllowed)
    expect(error).toMatchObject({ code: 'SLUG_NOT_ALLOWED', status: 400 })
    expect(error.details).toMatchObject([{ field: 'code', issue: 'contains a word that is not allowed' }])
  })

  it('returns the same key in any case, equal to the lookup key', () => {
    const open: SlugRules = { minLength: 3, reserved: new Set(), denied: new DeniedWords([]) }
    fc.assert(
      fc.property(plainSlug, (text) => {
        const { display, key } = read(text, open)
        expect(display).toBe(text)
        expect(read(text.toUpperCase(), open).key).toBe(key)
        expect(toCodeKey(text)).toBe(key)
        expect(toCodeKey(key)).toBe(key)
      }),
    )
  })

  it('returns an ASCII slug or throws a 400 for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 70 }), (text) => {
        try {
          expect(read(text).key).toMatch(/^[a-z0-9-]{3,64}$/)
        } catch (error) {
          expect(error).toMatchObject({ status: 400 })
        }
      }),
    )
  })
})

describe('toCodeKey', () => {
  it.each([
    ['AbC2345', 'abc2345'],
    [' abc ', 'abc'],
    ['\u{ff21}bc', 'abc'],
    ['a', 'a'],
    ['api', 'api'],
  ])('returns the key of a code in an address: %j', (text, key) => {
    expect(toCodeKey(text)).toBe(key)
  })

  it.each([
    '',
    ' ',
    '-',
    '---',
    'a'.repeat(65),
    'a b',
    'favicon.ico',
    'abc+',
    'caf\u00e9',
    'a\u0000',
    '\ud800',
    '../x',
  ])('returns null for an impossible code: %j', (text) => {
    expect(toCodeKey(text)).toBeNull()
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        expect(toCodeKey(text) ?? 'a').toMatch(/^[a-z0-9-]{1,64}$/)
      }),
    )
  })
})
