import { describe, expect, it } from 'vitest'
import { anonymous, errorOf, intranet, owner, read } from './destinations.ts'

describe('parseDestination', () => {
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

  describe('throws DESTINATION_NOT_ALLOWED for IP addresses and private names', () => {
    it.each(privateAddresses)('%s', (text) => {
      const error = errorOf(text)
      expect(error).toMatchObject({ code: 'DESTINATION_NOT_ALLOWED', status: 400 })
      expect(error.details).toMatchObject([{ field: 'destination', issue: expect.stringContaining('public host') }])
    })
  })

  describe('accepts IP addresses, private names and names without a dot if private destinations are allowed', () => {
    it.each([...privateAddresses, 'http://intranet/', 'http://wiki:8080/page'])('%s', (text) => {
      expect(read(text, intranet)).toMatch(/^http:\/\//)
    })

    it.each(['javascript:alert(1)', 'http:localhost', 'http://u:p@localhost/', 'http://a;b/', 'http://a..b/'])(
      'but still rejects %s',
      (text) => {
        expect(errorOf(text, intranet).code).toBe('INVALID_PARAMS')
      },
    )
  })

  describe('throws DESTINATION_LOOP for its own hosts', () => {
    it.each([
      'https://tack.to',
      'https://TACK.to/abc',
      'https://tack.to./abc',
      'https://tack.to:8443/abc',
      'http://tack.to:80/abc',
      'https://www.tack.to/abc',
      'https://WWW.Tack.TO.:99/abc',
      'https://tack.to/p/../abc',
      'https://tack.to/p/%2e%2e%2fabc',
      'https://tack.to/page',
      'https://tack.to:8443/p/ada',
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
        const error = errorOf(text, rules)
        expect(error).toMatchObject({ code: 'DESTINATION_LOOP', status: 400 })
        expect(error.details).toMatchObject([{ field: 'destination', issue: 'points back to this service' }])
      }
    })

    it.each(['www.short.example', 'short.example.', 'www.short.example.'])(
      'for the name without www and trailing dot if the host of the service is %s',
      (own) => {
        const rules = { ...owner, ownAddresses: [new URL(`https://${own}`)] }
        expect(errorOf('https://short.example/', rules).code).toBe('DESTINATION_LOOP')
      },
    )

    it('accepts a bio page, which leads nowhere by itself', () => {
      expect(read('https://tack.to/p/ada')).toBe('https://tack.to/p/ada')
    })

    it.each(['https://tack.to.evil.example/', 'https://nottack.to/', 'https://blog.tack.to/', 'https://tack.tools/'])(
      'but not for %s',
      (text) => {
        expect(read(text)).toBe(text)
      },
    )
  })

  describe('rejects other shorteners only for anonymous links', () => {
    it.each([
      'https://bit.ly/abc',
      'https://BIT.LY./abc',
      'http://bit.ly:8080/abc',
      'https://www.tinyurl.com/abc',
      'https://brand.short.io/abc',
      'https://t.co/abc',
    ])('%s', (text) => {
      expect(errorOf(text, anonymous)).toMatchObject({
        code: 'DESTINATION_NOT_ALLOWED',
        resolution: expect.stringContaining('final address'),
      })
      expect(read(text)).toMatch(/^https?:/)
    })

    it.each(['https://rabbit.ly/', 'https://at.co/', 'https://bit.ly.example/'])('but not %s', (text) => {
      expect(read(text, anonymous)).toBe(text)
    })
  })
})
