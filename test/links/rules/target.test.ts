import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildFinalDestination,
  defaultTitle,
  type FinalDestinationOptions,
} from '../../../src/modules/publishing/links/rules/final-destination.ts'
import { VisitorQuery } from '../../../src/modules/publishing/links/rules/visitor-query.ts'
import { noUtmValues } from '../../../src/modules/publishing/links/utm/utm-values.ts'
import { codePoint } from '../../support/code-points.ts'

const plain: FinalDestinationOptions = { ...noUtmValues, forwardQuery: true }
const closed: FinalDestinationOptions = { ...plain, forwardQuery: false }
const tagged: FinalDestinationOptions = {
  utmSource: 'news',
  utmMedium: 'email',
  utmCampaign: 'May sale',
  utmTerm: 'red shoes',
  utmContent: 'top',
  forwardQuery: true,
}

/** For a visitor with this query. */
function build(href: string, options: FinalDestinationOptions, query: string | URLSearchParams): string {
  return buildFinalDestination(href, options, new VisitorQuery(String(query)))
}

describe('buildFinalDestination', () => {
  describe('returns the destination byte for byte if nothing changes', () => {
    const odd = [
      'https://example.com',
      'https://example.com?a=1',
      'https://example.com/',
      'https://example.com/?',
      'https://example.com/#',
      'https://example.com/?#',
      'https://example.com/?a=1&&b=%7e+%20&c&=d&',
      "https://example.com/?sig=a/b+c==&x='%27",
      'https://example.com/?%zz=%E9&q=?',
      'https://example.com/#/route?not=query',
      'https://example.com/?https://other.example/?a=b',
    ]

    it.each(odd)('%s', (href) => {
      expect(build(href, plain, '')).toBe(href)
      expect(build(href, plain, '&&')).toBe(href)
      expect(build(href, plain, new URLSearchParams())).toBe(href)
      expect(build(href, { ...plain, hasPassword: true }, 'qr=1&password=x&pw=y&no-track=1')).toBe(href)
      expect(build(href, closed, 'a=2&utm_source=me')).toBe(href)
    })

    it('if it already has the UTM values', () => {
      const href =
        'https://example.com/?utm_campaign=May%20sale&utm_medium=email&utm_content=top&utm_source=new%73&utm_term=red+shoes'
      expect(build(href, tagged, '')).toBe(href)
    })
  })

  describe('sets the UTM values', () => {
    it('after the parameters and before the fragment', () => {
      expect(build('https://example.com/p?a=%7e#f?x', tagged, '')).toBe(
        'https://example.com/p?a=%7e&utm_source=news&utm_medium=email&utm_campaign=May+sale&utm_term=red+shoes&utm_content=top#f?x',
      )
    })

    it('after an & at the end', () => {
      expect(build('https://example.com/?a=1&', { ...closed, utmSource: 'news' }, '')).toBe(
        'https://example.com/?a=1&utm_source=news',
      )
      expect(build('https://example.com/?&#f', plain, 'b=2')).toBe('https://example.com/?b=2#f')
    })

    it('on a destination without a query, and with an empty one', () => {
      const some = { ...closed, utmSource: 'news' }
      expect(build('https://example.com/', some, '')).toBe('https://example.com/?utm_source=news')
      expect(build('https://example.com/?', some, '')).toBe('https://example.com/?utm_source=news')
      expect(build('https://example.com', some, '')).toBe('https://example.com?utm_source=news')
      expect(build('https://example.com#f', some, '')).toBe('https://example.com?utm_source=news#f')
    })

    it('instead of existing ones, also in other spellings or duplicated', () => {
      expect(build('https://e.com/?utm%5Fsource=old&a=1&utm_source=older', { ...closed, utmSource: 'news' }, '')).toBe(
        'https://e.com/?utm_source=news&a=1',
      )
    })

    it('once if the destination has the same value twice', () => {
      const some = { ...closed, utmSource: 'news' }
      expect(build('https://e.com/?utm_source=news&a&utm_source=news', some, '')).toBe(
        'https://e.com/?utm_source=news&a',
      )
    })

    it('encoded, so that they cannot leave the query', () => {
      const hostile = { ...closed, utmSource: 'a&b=c#d\r\nX: y', utmMedium: '\u00fc\u{1f600}', utmCampaign: '\ud800' }
      const href = build('https://e.com/', hostile, '')
      expect(href).toMatch(/^[\x21-\x7e]+$/)
      expect([...new URL(href).searchParams]).toEqual([
        ['utm_source', 'a&b=c#d\r\nX: y'],
        ['utm_medium', '\u00fc\u{1f600}'],
        ['utm_campaign', '\ufffd'],
      ])
    })

    it('but no null or empty ones', () => {
      expect(build('https://e.com/?utm_medium=x', { ...plain, utmMedium: '', utmSource: null }, '')).toBe(
        'https://e.com/?utm_medium=x',
      )
    })
  })

  describe('forwards the visitor\u2019s parameters', () => {
    it.each([
      ['https://e.com/', 'a=1', 'https://e.com/?a=1'],
      ['https://e.com', 'a=1', 'https://e.com?a=1'],
      ['https://e.com?b=2#f', 'a=1', 'https://e.com?b=2&a=1#f'],
      ['https://e.com/', '?a=1', 'https://e.com/??a=1'],
      ['https://e.com/??a=1', 'a=2', 'https://e.com/??a=1&a=2'],
      ['https://e.com/?b=2#f', 'a=1', 'https://e.com/?b=2&a=1#f'],
      ['https://e.com/?a=1&b=2&a=3', 'a=9', 'https://e.com/?b=2&a=9'],
      ['https://e.com/?a=1', 'a=8&a=9', 'https://e.com/?a=8&a=9'],
      ['https://e.com/?a[]=0&z=1', 'a[]=1&a[]=2', 'https://e.com/?z=1&a[]=1&a[]=2'],
      ['https://e.com/?a[]=0', 'a%5B%5D=1', 'https://e.com/?a%5B%5D=1'],
      ['https://e.com/?a=0', 'a[]=1', 'https://e.com/?a=0&a[]=1'],
      ['https://e.com/?a+b=0', 'a%20b=1', 'https://e.com/?a%20b=1'],
      ['https://e.com/?%61=0', 'a=1', 'https://e.com/?a=1'],
      ['https://e.com/?x=%7e+', 'flag&c=%E9', 'https://e.com/?x=%7e+&flag&c=%E9'],
      ['https://e.com/?a=1', 'A=2', 'https://e.com/?a=1&A=2'],
      ['https://e.com/?__proto__=1', '__proto__=2&constructor=3', 'https://e.com/?__proto__=2&constructor=3'],
    ])('%s with %s', (href, query, expected) => {
      expect(build(href, plain, query)).toBe(expected)
    })

    it('as URLSearchParams', () => {
      const sent = new URLSearchParams([
        ['a[]', '1'],
        ['qr', '1'],
        ['a[]', '2 3'],
      ])
      expect(build('https://e.com/?b=1', plain, sent)).toBe('https://e.com/?b=1&a%5B%5D=1&a%5B%5D=2+3')
    })

    it('without those for this service, in any spelling', () => {
      const query = 'qr=1&no-track&no%2Dtrack=1&p%61ssword=x&pw=y&qr=2&a=1'
      const options = { ...plain, hasPassword: true }
      expect(build('https://e.com/?qr=own&pw=own', options, query)).toBe('https://e.com/?qr=own&pw=own&a=1')
    })

    it.each([
      ['preview=1', true],
      ['preview=1', false],
      ['preview', true],
      ['Password=x', true],
      ['pw=y', false],
      ['pw', false],
      ['password=x', false],
      ['p%61ssword=x', false],
      ['passwords=x', true],
      ['qr-code=1', false],
      ['track=1', true],
    ])('with %s, which this service does not read there (with a password: %s)', (query, hasPassword) => {
      expect(build('https://e.com/', { ...plain, hasPassword }, query)).toBe(`https://e.com/?${query}`)
    })

    it('and prefers a UTM value of the visitor', () => {
      expect(build('https://e.com/?utm_source=old', tagged, 'utm_source=mine')).toBe(
        'https://e.com/?utm_medium=email&utm_campaign=May+sale&utm_term=red+shoes&utm_content=top&utm_source=mine',
      )
    })

    it('but not if forwarding is off', () => {
      expect(build('https://e.com/', { ...closed, utmSource: 'news' }, 'utm_source=mine&a=1')).toBe(
        'https://e.com/?utm_source=news',
      )
    })

    it.each([
      ['a=1#f', 'https://e.com/?a=1%23f#own'],
      ['a=\r\nX: y', 'https://e.com/?a=%0D%0AX:%20y#own'],
      ['a=\u00fc\u{1f600}', 'https://e.com/?a=%C3%BC%F0%9F%98%80#own'],
      ['a=\ud800', 'https://e.com/?a=%EF%BF%BD#own'],
      ['a="<\'>', 'https://e.com/?a=%22%3C%27%3E#own'],
      ['\u0000\u007f', 'https://e.com/?%00%7F#own'],
    ])('and encodes characters that are invalid in a query: %j', (query, expected) => {
      expect(build('https://e.com/#own', plain, query)).toBe(expected)
    })
  })

  describe('handles a stored destination that bypassed the checks', () => {
    it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/x', '', ' https://e.com/', 'https:e.com'])(
      'throws for %j',
      (href) => {
        expect(() => build(href, plain, '')).toThrow('not an http or https address')
      },
    )

    it('encodes one that is not ASCII', () => {
      expect(build('https://e.com/\u00fc\r\n', plain, '')).toBe('https://e.com/%C3%BC')
    })
  })

  const destination = fc.webUrl({ withQueryParameters: true, withFragments: true }).map((text) => new URL(text).href)
  const key = fc.oneof(fc.constantFrom('a', 'b', 'a[]', 'utm_source', 'qr', 'pw', ''), fc.string({ maxLength: 4 }))
  const entries = fc.array(fc.tuple(key, fc.string({ maxLength: 4 })), { maxLength: 6 })
  const value = fc.option(fc.string({ unit: codePoint, maxLength: 8 }))
  const options = fc.record({
    ...{ utmSource: value, utmMedium: value, utmCampaign: value, utmTerm: value, utmContent: value },
    forwardQuery: fc.boolean(),
  })

  it('changes only the query, and stays ASCII and normalized, for any visitor', () => {
    fc.assert(
      fc.property(destination, options, fc.string({ unit: codePoint }), (href, utm, query) => {
        const answer = build(href, utm, query)
        const [before, after] = [new URL(href), new URL(answer)]
        expect(answer).toMatch(/^https?:\/\/[\x21-\x7e]+$/)
        expect(after.href).toBe(answer)
        expect([after.origin, after.pathname, after.hash]).toEqual([before.origin, before.pathname, before.hash])
      }),
      { numRuns: 1000 },
    )
  })

  it('has the visitor\u2019s values for the visitor\u2019s keys and the destination\u2019s for all others', () => {
    const internal = ['qr', 'no-track']
    fc.assert(
      fc.property(entries, entries, (stored, sent) => {
        const href = new URL(`https://e.com/?${new URLSearchParams(stored)}`).href
        const visible = sent.filter(([name]) => !internal.includes(name))
        const kept = stored.filter(([name]) => !visible.some(([other]) => other === name))
        const answer = build(href, plain, new URLSearchParams(sent))
        expect([...new URL(answer).searchParams]).toEqual([...kept, ...visible])
      }),
    )
  })

  it('keeps the text and order of all other parameters', () => {
    const piece = fc.stringMatching(/^[a-z%+=?/[\]]{0,6}$/)
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1 }), (pieces) => {
        const query = pieces.join('&')
        fc.pre(query !== '' && !query.endsWith('&'))
        expect(build(`https://e.com/?${query}`, plain, 'NEW=1')).toBe(`https://e.com/?${query}&NEW=1`)
      }),
    )
  })
})

describe('defaultTitle', () => {
  it.each([
    ['https://example.com', 'example.com'],
    ['https://example.com:8443?a=1', 'example.com:8443'],
    ['https://example.com/', 'example.com'],
    ['https://example.com/?a=1#f', 'example.com'],
    ['https://example.com/blog/post?a=1#f', 'example.com/blog/post'],
    ['https://example.com/blog/', 'example.com/blog/'],
    ['https://example.com:8443/x', 'example.com:8443/x'],
    ['https://xn--80ak6aa92e.com/', 'xn--80ak6aa92e.com'],
  ])('is host and path of %s', (href, title) => {
    expect(defaultTitle(href)).toBe(title)
  })

  it('is at most 255 characters long', () => {
    expect(defaultTitle(`https://example.com/${'a'.repeat(243)}`)).toHaveLength(255)
    expect(defaultTitle(`https://example.com/${'a'.repeat(244)}`)).toHaveLength(255)
  })
})
