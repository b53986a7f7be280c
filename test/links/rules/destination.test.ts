import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../../src/base/failure.ts'
import { type DestinationRules, readDestination } from '../../../src/links/rules/destination.ts'

const owner: DestinationRules = {
  maxLength: 8192,
  ownHosts: new Set(['tack.to', 'api.tack.to', 'xn--tck-qla.example', '203.0.113.7', '[2001:db8::7]']),
  allowPrivate: false,
  otherShorteners: 'allowed',
}
const anonymous: DestinationRules = { ...owner, maxLength: 2048, otherShorteners: 'refused' }
const intranet: DestinationRules = { ...owner, allowPrivate: true }

function read(text: string, rules = owner): string {
  return readDestination('longUrl', text, rules)
}

function refusalOf(text: string, rules = owner): Failure {
  try {
    read(text, rules)
  } catch (failure) {
    if (failure instanceof Failure) return failure
    throw failure
  }
  throw new Error('The destination was taken.')
}

describe('readDestination', () => {
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
  ])('takes and normalises %j', (text, href) => {
    expect(read(text)).toBe(href)
  })

  describe('refuses another scheme however it is spelt', () => {
    it.each([
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      'java\nscript:alert(1)',
      'java\r\nscript:alert(1)',
      'javascript\t:alert(1)',
      '\u0001javascript:alert(1)',
      '\u0000javascript:alert(1)',
      '\u001fjavascript:alert(1)',
      'javascript://example.com/%0aalert(1)',
      'javascript:https://example.com/',
      'data:text/html,<script>alert(1)</script>',
      'DATA:text/html;base64,PHNjcmlwdD4=',
      'vbscript:msgbox(1)',
      'file:///etc/passwd',
      'blob:https://example.com/0000',
      'view-source:https://example.com/',
      'intent://scan/#Intent;scheme=https;end',
      'ftp://example.com/',
      'ws://example.com/',
      'wss://example.com/',
      'mailto:a@example.com',
      'tel:+123',
      'about:blank',
      'chrome://settings',
      'myapp://open',
      'httpss://example.com/',
      'ht\ntps://example.com/',
    ])('%j', (text) => {
      expect(refusalOf(text)).toMatchObject({ code: 'INVALID_PARAMS', status: 400 })
    })
  })

  describe('refuses what is no full address', () => {
    it.each([
      '',
      '   ',
      'example.com',
      'www.example.com/path',
      '//example.com',
      '/path',
      '?q=1',
      'https:',
      'https://',
      'https:///',
      'https://?q',
      'https://#f',
      'https:example.com',
      'https:/example.com',
      'https:///example.com',
      'https:////example.com',
      'https:\\\\example.com',
      'https:/\\example.com',
      'https:\\/example.com',
      'https://example.com\\@evil.example',
      'https://example.com\\path',
      'https://exa mple.com/',
      'https://example.com:99999/',
      'https://example.com:port/',
      'https://[::1/',
      'https://exam%00ple.com/',
      'https://example%2fcom/',
      'https://xn--/',
    ])('%j', (text) => {
      expect(refusalOf(text)).toMatchObject({ code: 'INVALID_PARAMS', status: 400 })
    })
  })

  describe('refuses control characters and broken text', () => {
    const controls = [...Array(0x20).keys(), ...Array.from({ length: 0x21 }, (_, at) => 0x7f + at)]

    it.each(controls)('character %i anywhere inside', (point) => {
      const sign = String.fromCodePoint(point)
      for (const text of [
        `https://exam${sign}ple.com/`,
        `https://example.com/a${sign}b`,
        `https://example.com/?a${sign}b`,
        `https://example.com/#a${sign}b`,
        `ht${sign}tps://example.com/`,
        `https:${sign}//example.com/`,
      ]) {
        expect(refusalOf(text).code).toBe('INVALID_PARAMS')
      }
    })

    it.each([
      'https://example.com/\r\nSet-Cookie: a=b',
      'https://example.com/?a=\nLocation: https://evil.example',
      'https://example.com/\ud800',
      'https://example.com/?\udc00\ud800',
    ])('%j', (text) => {
      expect(refusalOf(text).code).toBe('INVALID_PARAMS')
    })
  })

  describe('refuses a user name or password, an empty one too', () => {
    it.each([
      'https://paypal.com@evil.example/',
      'https://user:secret@example.com/',
      'https://:secret@example.com/',
      'https://@example.com/',
      'https://:@example.com/',
      'https://a@b@example.com/',
      'https://paypal.com%2f@evil.example/',
    ])('%s', (text) => {
      const failure = refusalOf(text)
      expect(failure.code).toBe('INVALID_PARAMS')
      expect(JSON.stringify([failure.message, failure.details])).not.toContain('secret')
    })

    it('does not mistake an at sign the parser reads as part of a host', () => {
      expect(refusalOf('https://example.com\uff20evil.example/').code).toBe('INVALID_PARAMS')
    })
  })

  describe('refuses a host that is no public name', () => {
    it.each([
      'https://wiki/',
      'https://xn--.example/',
      'https://com/',
      'https://example/',
      'https://example.com../',
      'https://127.0.0.1../',
      'https://a..b.example/',
      'https://.example.com/',
      'https://a;b.example/',
      "https://a'b.example/",
      'https://a"b.example/',
      'https://a,b.example/',
      'https://a`b.example/',
      'https://a{b}.example/',
      'https://*.example.com/',
      `https://${'a'.repeat(64)}.example/`,
      `https://${'a.'.repeat(127)}example/`,
    ])('%s', (text) => {
      expect(refusalOf(text)).toMatchObject({ code: 'INVALID_PARAMS' })
    })
  })

  const privateAddresses = [
    'http://127.0.0.1/',
    'http://127.0.0.1./',
    'http://127.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1:8080/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://8.8.8.8/',
    'http://%31%32%37.0.0.1/',
    'http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/',
    'http://\uff11\uff12\uff17.\uff10.\uff10.\uff11/',
    'http://127\u30020\u30020\u30021/',
    'http://[::1]/',
    'http://[::]/',
    'http://[0:0:0:0:0:0:0:1]:3000/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[2606:4700:4700::1111]/',
    'http://localhost/',
    'http://LOCALHOST:3000/',
    'http://localhost./',
    'http://%6cocalhost/',
    'http://\uff4cocalhost/',
    'http://app.localhost/',
    'http://printer.local/',
    'http://Printer.Local./',
    'http://local/',
    'http://metadata.google.internal/',
    'http://router.lan/',
    'http://nas.home.arpa/',
    'http://wiki.corp/',
    'http://localhost.localdomain/',
  ]

  describe('answers DESTINATION_NOT_ALLOWED for IP addresses and private names', () => {
    it.each(privateAddresses)('%s', (text) => {
      const failure = refusalOf(text)
      expect(failure).toMatchObject({ code: 'DESTINATION_NOT_ALLOWED', status: 400 })
      expect(failure.details).toEqual([{ field: 'longUrl', issue: expect.stringContaining('public host') }])
    })
  })

  describe('takes IP addresses, private and bare names where private destinations are allowed', () => {
    it.each([...privateAddresses, 'http://intranet/', 'http://wiki:8080/page'])('%s', (text) => {
      expect(read(text, intranet)).toMatch(/^http:\/\//)
    })

    it.each(['javascript:alert(1)', 'http:localhost', 'http://u:p@localhost/', 'http://a;b/', 'http://a..b/'])(
      'but still refuses %s',
      (text) => {
        expect(refusalOf(text, intranet).code).toBe('INVALID_PARAMS')
      },
    )
  })

  describe('answers DESTINATION_LOOP for its own hosts', () => {
    it.each([
      'https://tack.to',
      'https://TACK.to/abc',
      'https://tack.to./abc',
      'https://tack.to:8443/abc',
      'http://tack.to:80/abc',
      'https://www.tack.to/abc',
      'https://WWW.Tack.TO.:99/abc',
      'https://api.tack.to/v1/urls',
      'https://www.api.tack.to/',
      'https://tack%2eto/abc',
      'https://tack\u3002to/abc',
      'https://\uff54ack.to/abc',
      'https://ta\u00adck.to/abc',
      'https://t\u00e4ck.example/',
      'https://203.0.113.7/',
      'https://0xcb.0.0x71.7/',
      'https://[::ffff:203.0.113.7]/',
      'https://[2001:DB8:0:0::7]:8080/',
    ])('%s', (text) => {
      for (const rules of [owner, anonymous, intranet]) {
        const failure = refusalOf(text, rules)
        expect(failure).toMatchObject({ code: 'DESTINATION_LOOP', status: 400 })
        expect(failure.details).toEqual([{ field: 'longUrl', issue: 'points back to this service' }])
      }
    })

    it.each(['www.short.example', 'short.example.', 'www.short.example.'])(
      'for the bare name when the service itself answers on %s',
      (own) => {
        const rules = { ...owner, ownHosts: new Set([own]) }
        expect(refusalOf('https://short.example/', rules).code).toBe('DESTINATION_LOOP')
      },
    )

    it.each(['https://tack.to.evil.example/', 'https://nottack.to/', 'https://blog.tack.to/', 'https://tack.tools/'])(
      'but not for %s',
      (text) => {
        expect(read(text)).toBe(text)
      },
    )
  })

  describe('refuses other shorteners in anonymous links only', () => {
    it.each([
      'https://bit.ly/abc',
      'https://BIT.LY./abc',
      'http://bit.ly:8080/abc',
      'https://www.tinyurl.com/abc',
      'https://brand.short.io/abc',
      'https://t.co/abc',
    ])('%s', (text) => {
      expect(refusalOf(text, anonymous)).toMatchObject({
        code: 'DESTINATION_NOT_ALLOWED',
        resolution: expect.stringContaining('final address'),
      })
      expect(read(text)).toMatch(/^https?:/)
    })

    it.each(['https://rabbit.ly/', 'https://at.co/', 'https://bit.ly.example/'])('but not %s', (text) => {
      expect(read(text, anonymous)).toBe(text)
    })
  })

  describe('bounds the length', () => {
    const ofLength = (length: number) => 'https://example.com/'.padEnd(length, 'a')

    it.each([
      ['2048 characters anonymous', anonymous, 2048],
      ['8192 characters for an owner', owner, 8192],
    ])('takes %s and not one more', (_, rules, bound) => {
      expect(read(ofLength(bound), rules)).toHaveLength(bound)
      expect(refusalOf(ofLength(bound + 1), rules).code).toBe('INVALID_PARAMS')
      expect(read(`  ${ofLength(bound)}  `, rules)).toHaveLength(bound)
    })

    it('does not count a slash nobody typed', () => {
      expect(read('https://example.com?'.padEnd(2048, 'a'), anonymous)).toHaveLength(2048)
    })

    it('counts what was sent, which normalising may shorten', () => {
      expect(refusalOf(`https://example.com/${'./'.repeat(1100)}`, anonymous).code).toBe('INVALID_PARAMS')
    })

    it('counts what is stored, where one character may become nine', () => {
      const text = `https://example.com/${'\u20ac'.repeat(300)}`
      expect(text.length).toBeLessThan(2048)
      expect(refusalOf(text, anonymous).code).toBe('INVALID_PARAMS')
    })
  })

  it('names the field and never quotes the address', () => {
    for (const text of ['ftp://token-abc.example/', 'http://10.9.8.7/token-abc', 'https://tack.to/token-abc']) {
      for (const field of ['longUrl', 'originalUrl', 'expiredUrl'] as const) {
        expect(() => readDestination(field, text, owner)).toThrow(
          expect.objectContaining({ details: [expect.objectContaining({ field })] }),
        )
      }
      expect(JSON.stringify([refusalOf(text).message, refusalOf(text).details])).not.toMatch(/token-abc|10\.9/)
    }
  })

  const pieces = fc.constantFrom(
    ...['http', 'https', ':', '/', '//', '\\', '@', '?', '#', '%', '.', '..', 'www.', 'tack.to', 'localhost', '[::1]'],
    ...[
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
    ],
  )
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.array(pieces, { maxLength: 8 }).map((parts) => `https://${parts.join('')}`),
    fc.string({ unit: 'binary' }).map((rest) => `https://example.com/${rest}`),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
  )

  it('answers a safe address or a 400 for any text at all', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let href: string
        try {
          href = read(text, anonymous)
        } catch (failure) {
          expect(failure).toMatchObject({ status: 400 })
          return
        }
        const url = new URL(href)
        expect(href).toMatch(/^https?:\/\/[a-z0-9]?[\x21-\x7e]+$/)
        expect(href.length).toBeLessThanOrEqual(2048)
        expect(`${url.username}${url.password}`).toBe('')
        expect(url.hostname).toMatch(/^[a-z0-9_.-]+$/)
        expect(url.hostname).not.toMatch(/\.$|^(www\.)?tack\.to$|(^|\.)localhost$|^[0-9.]+$/)
      }),
      { numRuns: 3000 },
    )
  })

  it('keeps what it has normalised', () => {
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
