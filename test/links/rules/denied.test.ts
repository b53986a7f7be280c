import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeniedWords, defaultDeniedWords } from '../../../src/modules/publishing/links/rules/slug-rules.ts'

const substitutes: Record<string, string> = { o: '0', l: '1', i: '1', e: '3', a: '4', s: '5', t: '7' }

describe('DeniedWords', () => {
  const denied = new DeniedWords(defaultDeniedWords)

  it.each(['shit', 'SHIT', '5h17', 'sh1t', 'holy-shit', 'shit-', '-5hit-', 'b1tch', 'a55h0l3', '@sshole', 'bu11sh1t'])(
    'denies %s',
    (slug) => {
      expect(denied.hasDeniedWord(slug)).toBe(true)
    },
  )

  it.each([
    'scunthorpe',
    'shitake',
    'mishit',
    's-h-i-t',
    'class',
    'fall',
    'hello-world',
    '2026',
    '',
    '-',
    'constructor',
  ])('allows %j, because whole words are compared', (slug) => {
    expect(denied.hasDeniedWord(slug)).toBe(false)
  })

  it('reads 1 as l and as i, but never l as i', () => {
    const words = new DeniedWords(['fail'])
    expect(words.hasDeniedWord('fail')).toBe(true)
    expect(words.hasDeniedWord('fa1l')).toBe(true)
    expect(words.hasDeniedWord('fa11')).toBe(true)
    expect(words.hasDeniedWord('fall')).toBe(false)
    expect(words.hasDeniedWord('faii')).toBe(false)
  })

  it('denies configured words with digits in their exact spelling', () => {
    const words = new DeniedWords(['1password', '4chan', ' PayPal ', ''])
    for (const slug of ['1password', '1pa55w0rd', '4chan', 'PayPal', 'p4ypa1'])
      expect(words.hasDeniedWord(slug)).toBe(true)
    expect(words.hasDeniedWord('')).toBe(false)
  })

  it('distinguishes words of one shape', () => {
    const words = new DeniedWords(['slit', 'silt'])
    expect(words.hasDeniedWord('slit')).toBe(true)
    expect(words.hasDeniedWord('silt')).toBe(true)
    expect(words.hasDeniedWord('s11t')).toBe(true)
    expect(words.hasDeniedWord('siit')).toBe(false)
  })

  it.each(['verify-account', 'pay pal', 'ca\u00f1a'])('throws for a word that could never match: %s', (word) => {
    expect(() => new DeniedWords([word])).toThrow('letters and digits only')
  })

  it('denies every mixture of letters, digits and case, at every position', () => {
    const spelling = fc
      .constantFrom(...defaultDeniedWords)
      .chain((word) => fc.tuple(...[...word].map((c) => fc.constantFrom(c, c.toUpperCase(), substitutes[c] ?? c))))
      .map((parts) => parts.join(''))
    const harmless = fc.constantFrom('', 'spring', 'sale', '2026')
    fc.assert(
      fc.property(harmless, spelling, harmless, (before, word, after) => {
        expect(denied.hasDeniedWord(`${before}-${word}-${after}`)).toBe(true)
      }),
    )
  })
})
