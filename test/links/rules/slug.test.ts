import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SlugNotAllowed, SlugReserved } from '../../../src/modules/links/link.errors.ts'
import {
  DeniedWords,
  listReservedWords,
  parseSlug,
  type SlugRules,
  toCodeKey,
} from '../../../src/modules/links/rules/slug-rules.ts'
import { InvalidParams } from '../../../src/platform/shared/general.errors.ts'

const owner: SlugRules = { minLength: 3, reserved: listReservedWords([]), denied: new DeniedWords(['shit']) }
const anonymous: SlugRules = { ...owner, minLength: 5 }

function read(text: string, rules = owner) {
  return parseSlug('customUrl', text, rules)
}

function refusalOf(text: string, rules = owner): unknown {
  try {
    read(text, rules)
  } catch (failure) {
    return failure
  }
  throw new Error('The slug was taken.')
}

const plainSlug = fc.stringMatching(/^[A-Za-z0-9-]{3,64}$/).filter((text) => /[A-Za-z0-9]/.test(text))

describe('readSlug', () => {
  it('shows the slug as typed and keys it in lower case', () => {
    expect(read('Spring-Sale-2026')).toEqual({ display: 'Spring-Sale-2026', key: 'spring-sale-2026' })
  })

  it.each(['-abc', 'abc-', 'a--b', '--7'])('takes dashes anywhere: %s', (text) => {
    expect(read(text).display).toBe(text)
  })

  it('trims blanks and folds full-width letters', () => {
    expect(read('  \u{ff34}\u{ff41}\u{ff43}\u{ff4b} ')).toEqual({ display: 'Tack', key: 'tack' })
  })

  it.each([
    ['ab', owner],
    ['abcd', anonymous],
    ['', owner],
    ['   ', owner],
    ['a'.repeat(65), owner],
  ] as const)('refuses a length out of bounds: %j', (text, rules) => {
    expect(refusalOf(text, rules)).toBeInstanceOf(InvalidParams)
  })

  it('takes a slug of exactly the shortest and the longest length', () => {
    expect(read('abc').key).toBe('abc')
    expect(read('abcde', anonymous).key).toBe('abcde')
    expect(read('a'.repeat(64)).key).toHaveLength(64)
  })

  it('counts the length after trimming and folding', () => {
    expect(refusalOf('  ab  ')).toBeInstanceOf(InvalidParams)
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
  ])('refuses anything but ASCII letters, digits and dashes: %j', (text) => {
    expect(refusalOf(text)).toBeInstanceOf(InvalidParams)
  })

  it('names the field and not the received text when it is malformed', () => {
    const failure = refusalOf('evil<script>') as InvalidParams
    expect(failure.details).toEqual([{ field: 'customUrl', issue: expect.stringContaining('letters A to Z') }])
    expect(failure.message).not.toContain('script')
  })

  it.each(['api', 'API', 'Graphql', 'www', '\u{ff41}\u{ff50}\u{ff49}', ' admin '])(
    'answers SLUG_RESERVED in any case: %j',
    (text) => {
      const failure = refusalOf(text) as SlugReserved
      expect(failure).toBeInstanceOf(SlugReserved)
      expect(failure).toMatchObject({ code: 'SLUG_RESERVED', status: 400 })
      expect(failure.details).toEqual([{ field: 'customUrl', issue: 'is a reserved word' }])
    },
  )

  it('takes a slug that only holds a reserved word', () => {
    expect(read('api-guide').key).toBe('api-guide')
  })

  it.each(['shit', 'SHIT', 'holy-5h1t', 'sh1t-happens'])('answers SLUG_NOT_ALLOWED for a denied word: %s', (text) => {
    const failure = refusalOf(text) as SlugNotAllowed
    expect(failure).toBeInstanceOf(SlugNotAllowed)
    expect(failure).toMatchObject({ code: 'SLUG_NOT_ALLOWED', status: 400 })
    expect(failure.details).toEqual([{ field: 'customUrl', issue: 'holds a word that is not allowed' }])
  })

  it('names the field of the anonymous input too', () => {
    expect(() => parseSlug('customCode', '!', anonymous)).toThrow(/^customCode: /)
  })

  it('gives a slug in any case one key, which is where the link is found again', () => {
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

  it('answers with an ASCII slug or a 400 for any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 70 }), (text) => {
        try {
          expect(read(text).key).toMatch(/^[a-z0-9-]{3,64}$/)
        } catch (failure) {
          expect(failure).toMatchObject({ status: 400 })
        }
      }),
    )
  })
})

describe('codeKey', () => {
  it.each([
    ['AbC2345', 'abc2345'],
    [' abc ', 'abc'],
    ['\u{ff21}bc', 'abc'],
    ['a', 'a'],
    ['api', 'api'],
  ])('keys a code as met in an address: %j', (text, key) => {
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
  ])('answers null for what no link can have: %j', (text) => {
    expect(toCodeKey(text)).toBeNull()
  })

  it('never throws, whatever the address holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(toCodeKey(text) ?? 'a').toMatch(/^[a-z0-9-]{1,64}$/)
      }),
    )
  })
})
