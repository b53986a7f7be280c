import { describe, expect, it } from 'vitest'
import { AddressNotAllowed, parseOutboundUrl } from '../../src/platform/http-client/outbound-url.ts'

/** Every spelling of a host that is not public. */
const refused = `
127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.1 0x7f.0x0.0x0.0x1 0177.0.0.1 0177.1 017700000001
0 0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 0xa.0.0.1 012.0.0.1 172.16.0.1 172.31.255.255 192.168.0.1 0xc0a80001
169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 100.64.0.1 100.127.255.255 192.0.0.1 192.0.2.1
192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
127。0。0。1 ①②⑦.0.0.1 %31%32%37.0.0.1 127.0.0.1. localhost LOCALHOST localhost. foo.localhost printer printer.local
db.internal host.lan wiki.corp router.home.arpa x.onion a.localdomain
[::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [::ffff:8.8.8.8.] [::127.0.0.1]
[::7f00:1] [::8.8.8.8] [fc00::1] [fd12:3456::1] [fe80::1] [febf::1] [fec0::1] [ff02::1] [64:ff9b::7f00:1]
[64:ff9b::8.8.8.8] [64:ff9b:1::1] [2002:7f00:1::] [2002:808:808::1] [2001::1] [2001:0:7f00:1::1] [2001:db8::1]
[2001:2::1] [2001:10::1] [2001:20::1] [100::1] [3fff::1] [5f00::1] [4000::1] [1::1] [::ffff:0:127.0.0.1]
`
  .trim()
  .split(/\s+/)

const open = [
  '8.8.8.8',
  '1.1.1.1',
  '0x08080808',
  '[2606:4700::1111]',
  'example.com',
  'EXAMPLE.com.',
  'hooks.example.com',
]

describe('an outbound URL', () => {
  it('has at least 60 private forms in the table', () => expect(refused.length).toBeGreaterThanOrEqual(60))

  it.each(refused)('is rejected on %s', (host) => {
    expect(() => parseOutboundUrl(`https://${host}/hook`, 'public')).toThrow(AddressNotAllowed)
  })

  it.each(open)('is accepted on %s', (host) => {
    expect(parseOutboundUrl(`https://${host}/hook`, 'public').pathname).toBe('/hook')
  })

  it.each([
    ['http://example.com/', 'https'],
    ['ftp://example.com/', 'https'],
    ['file:///etc/passwd', 'https'],
    ['data:text/plain,x', 'https'],
    ['//example.com/x', 'full address'],
    ['example.com', 'full address'],
    ['', 'full address'],
    ['https://', 'full address'],
    ['https://user@example.com/', 'user name'],
    ['https://:secret@example.com/', 'user name'],
    ['https://example.com:80/', 'port'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:5432/', 'port'],
    ['https://example.com\\@127.0.0.1/', 'full address'],
    ['https://exa\tmple.com/', 'full address'],
    [`https://example.com/${'x'.repeat(2048)}`, 'at most 2048'],
  ])('is refused as %s', (text, reason) => {
    expect(() => parseOutboundUrl(text, 'public')).toThrow(reason)
  })

  it.each(['https://example.com:443/', 'https://example.com:8443/'])('is accepted as %s', (text) => {
    expect(parseOutboundUrl(text, 'public').protocol).toBe('https:')
  })

  it.each(['http://127.0.0.1:8080/', 'http://localhost/', 'https://wiki.corp:8444/'])(
    'may be %s on an intranet',
    (text) => {
      expect(parseOutboundUrl(text, 'any').href).toBe(text)
    },
  )

  it('must be http or https without credentials, on an intranet too', () => {
    expect(() => parseOutboundUrl('ftp://127.0.0.1/', 'any')).toThrow(AddressNotAllowed)
    expect(() => parseOutboundUrl('http://user@127.0.0.1/', 'any')).toThrow(AddressNotAllowed)
  })
})
