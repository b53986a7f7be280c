import { describe, expect, it } from 'vitest'
import { errorOf } from './destinations.ts'

describe('parseDestination', () => {
  describe('rejects other schemes in any spelling', () => {
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
      expect(errorOf(text)).toMatchObject({ code: 'INVALID_PARAMS', status: 400 })
    })
  })

  describe('rejects incomplete addresses', () => {
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
      'https://https://example.com/',
      'http://https//example.com/',
      'https://HTTP:/example.com/',
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
      expect(errorOf(text)).toMatchObject({ code: 'INVALID_PARAMS', status: 400 })
    })
  })

  describe('rejects control characters and malformed text', () => {
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
        expect(errorOf(text).code).toBe('INVALID_PARAMS')
      }
    })

    it.each([
      'https://example.com/\r\nSet-Cookie: a=b',
      'https://example.com/?a=\nLocation: https://evil.example',
      'https://example.com/\ud800',
      'https://example.com/?\udc00\ud800',
    ])('%j', (text) => {
      expect(errorOf(text).code).toBe('INVALID_PARAMS')
    })
  })

  describe('rejects a user name or password, also an empty one', () => {
    it.each([
      'https://paypal.com@evil.example/',
      'https://user:secret@example.com/',
      'https://:secret@example.com/',
      'https://@example.com/',
      'https://:@example.com/',
      'https://a@b@example.com/',
      'https://paypal.com%2f@evil.example/',
    ])('%s', (text) => {
      const error = errorOf(text)
      expect(error.code).toBe('INVALID_PARAMS')
      expect(JSON.stringify([error.message, error.details])).not.toContain('secret')
    })

    it('rejects a full-width at sign, which the parser reads as part of the host', () => {
      expect(errorOf('https://example.com\uff20evil.example/').code).toBe('INVALID_PARAMS')
    })
  })

  describe('rejects a host that is not a public name', () => {
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
      expect(errorOf(text)).toMatchObject({ code: 'INVALID_PARAMS' })
    })
  })
})
