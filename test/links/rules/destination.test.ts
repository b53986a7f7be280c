import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDestination } from '../../../src/modules/publishing/links/rules/destination-rules.ts'
import { codePoint } from '../../support/code-points.ts'
import { trials } from '../../support/size.ts'
import { anonymous, errorOf, owner, read } from './destinations.ts'

describe('parseDestination', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com/'],
    ['https://Example.com:443', 'https://example.com'],
    ['https://example.com.?a=/b', 'https://example.com?a=/b'],
    ['https://example.com?', 'https://example.com?'],
    ['https://b\u00fccher.example:8443#/a', 'https://xn--bcher-kva.example:8443#/a'],
    ['  https://Example.COM/Path?Q=A#F \n', 'https://example.com/Path?Q=A#F'],
    ['HTTP://example.com:80/', 'http://example.com/'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com.:8443/a', 'https://example.com:8443/a'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['https://example.com/\u00fc?\u00fc#\u00fc', 'https://example.com/%C3%BC?%C3%BC#%C3%BC'],
    ['https://example.com/\u{1f600}', 'https://example.com/%F0%9F%98%80'],
    ['https://b\u00fccher.example/', 'https://xn--bcher-kva.example/'],
    ['https://\u0430\u0440\u0440\u04cf\u0435.com/', 'https://xn--80ak6aa92e.com/'],
    ['https://xn--p1ai/', 'https://xn--p1ai/'],
    ['https://a_b.example.com/', 'https://a_b.example.com/'],
    ['https://example.com/?u=https://u:p@other.example/', 'https://example.com/?u=https://u:p@other.example/'],
    ['https://example.com/@name', 'https://example.com/@name'],
    ['https://example.com//double//slash/', 'https://example.com//double//slash/'],
    ['https://notlocalhost.com/', 'https://notlocalhost.com/'],
    ['https://local.example/', 'https://local.example/'],
  ])('accepts and normalizes %j', (text, href) => {
    expect(read(text)).toBe(href)
  })

  describe('limits the length', () => {
    const ofLength = (length: number) => 'https://example.com/'.padEnd(length, 'a')

    it.each([
      ['2048 characters anonymous', anonymous, 2048],
      ['8192 characters for an owner', owner, 8192],
    ])('accepts %s and rejects one more', (_, rules, bound) => {
      expect(read(ofLength(bound), rules)).toHaveLength(bound)
      expect(errorOf(ofLength(bound + 1), rules).code).toBe('INVALID_PARAMS')
      expect(read(`  ${ofLength(bound)}  `, rules)).toHaveLength(bound)
    })

    it('does not count a slash that was not typed', () => {
      expect(read('https://example.com?'.padEnd(2048, 'a'), anonymous)).toHaveLength(2048)
    })

    it('counts the sent text, which normalization can shorten', () => {
      expect(errorOf(`https://example.com/${'./'.repeat(1100)}`, anonymous).code).toBe('INVALID_PARAMS')
    })

    it('counts the stored text, where one character can become nine', () => {
      const text = `https://example.com/${'\u20ac'.repeat(300)}`
      expect(text.length).toBeLessThan(2048)
      expect(errorOf(text, anonymous).code).toBe('INVALID_PARAMS')
    })
  })

  it('names the field without the address', () => {
    for (const text of ['ftp://token-abc.example/', 'http://10.9.8.7/token-abc', 'https://tack.to/token-abc']) {
      for (const field of ['destination', 'expiredUrl'] as const) {
        expect(() => parseDestination(field, text, owner)).toThrow(
          expect.objectContaining({ details: [expect.objectContaining({ field })] }),
        )
      }
      expect(JSON.stringify([errorOf(text).message, errorOf(text).details])).not.toMatch(/token-abc|10\.9/)
    }
  })

  const pieces = fc.constantFrom(
    'http',
    'https',
    ':',
    '/',
    '//',
    '\\',
    '@',
    '?',
    '#',
    '%',
    '.',
    '..',
    'www.',
    'tack.to',
    'localhost',
    '[::1]',
    '127.1',
    'example.com',
    'javascript:',
    '\t',
    '\r\n',
    '\u0000',
    '\ud800',
    '\u3002',
    '\u00fc',
    ' ',
    '0x7f.1',
    ';',
  )
  const anyText = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(pieces, { maxLength: 8 }).map((parts) => `https://${parts.join('')}`),
    fc.string({ unit: codePoint }).map((rest) => `https://example.com/${rest}`),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
  )

  it('returns a safe address or throws a 400 for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let href: string
        try {
          href = read(text, anonymous)
        } catch (error) {
          expect(error).toMatchObject({ status: 400 })
          return
        }
        const url = new URL(href)
        expect(href).toMatch(/^https?:\/\/[a-z0-9]?[\x21-\x7e]+$/)
        expect(href.length).toBeLessThanOrEqual(2048)
        expect(`${url.username}${url.password}`).toBe('')
        expect(url.hostname).toMatch(/^[a-z0-9_.-]+$/)
        expect(url.hostname).not.toMatch(/\.$|^(www\.)?tack\.to$|(^|\.)localhost$|^[0-9.]+$/)
      }),
      { numRuns: trials(1000, 20_000) },
    )
  })

  it('does not change a normalized address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        fc.pre(new URL(text).hostname.split('.').every((label) => label.length < 64))
        const href = read(text)
        expect(new URL(href).href).toBe(new URL(text).href)
        expect(read(href)).toBe(href)
      }),
    )
  })
})
