import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseParameters, VisitorQuery } from '../../../src/modules/publishing/links/rules/visitor-query.ts'
import { codePoint } from '../../support/code-points.ts'

const read = (query: string) => String(new VisitorQuery(query))
const parameters = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`)

describe('VisitorQuery', () => {
  it('reads 2,048 characters', () => {
    const longest = `a=${'x'.repeat(2046)}`
    expect(read(longest)).toBe(longest)
    expect(read(`${longest}&`)).toBe(longest)
    expect(read(`${longest}x`)).toBe('')
    expect(read(`b=1&${longest}`)).toBe('b=1')
  })

  it('reads 100 parameters', () => {
    expect(read(parameters(100).join('&'))).toBe(parameters(100).join('&'))
    expect(read(parameters(101).join('&'))).toBe(parameters(100).join('&'))
  })

  it('reads nothing after a parameter that does not fit, so that the first ones always count', () => {
    expect(read(`a=1&b=${'x'.repeat(2048)}&c=1`)).toBe('a=1')
  })

  it('counts characters as they are forwarded, percent-encoded', () => {
    expect(read(`a=1&b=${'\u00fc'.repeat(340)}`)).toBe(`a=1&b=${'%C3%BC'.repeat(340)}`)
    expect(read(`a=1&b=${'\u00fc'.repeat(341)}`)).toBe('a=1')
  })

  it.each([
    ['qr', true],
    ['qr=1', true],
    ['q%72=yes', true],
    ['qr=0', false],
    ['qr=false', false],
    ['qr=0&qr=1', false],
    ['QR=1', false],
    ['', false],
  ])('finds the flag qr in %j: %s', (query, isSet) => {
    expect(new VisitorQuery(query).hasFlag('qr')).toBe(isSet)
  })

  it('is at most 2,048 characters of ASCII without line breaks, and some first parameters of any query', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: codePoint, maxLength: 400 }), { maxLength: 150 }), (texts) => {
        const query = new VisitorQuery(texts.join('&'))
        expect(String(query)).toMatch(/^[\x21-\x7e]{0,2048}$/)
        expect(query.parameters.length).toBeLessThanOrEqual(100)
        const sent = [...new URLSearchParams(`?${texts.join('&').toWellFormed()}`)]
        expect(query.parameters.map(({ key, value }) => [key, value])).toEqual(sent.slice(0, query.parameters.length))
      }),
    )
  })
})

describe('parseParameters', () => {
  it('returns each text with the key and the value that the URL standard gives it', () => {
    const piece = fc.stringMatching(/^[a-z0-9%+=?/[\]&]{0,9}$/)
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const query = pieces.join('&')
        expect(parseParameters(query)).toEqual(
          query.split('&').map((text) => {
            const [[key, value] = ['', '']] = new URLSearchParams(`?${text}`)
            return { text, key, value }
          }),
        )
      }),
    )
  })
})
