import fc from 'fast-check'
import Provider from 'oidc-provider'
import { describe, expect, it } from 'vitest'
import {
  findRedirectUriIssue,
  redirectUriMaxLength,
} from '../../../src/modules/identity/oauth/apps/redirect-uri-rules.ts'
import { codePoint } from '../../support/code-points.ts'
import { trials } from '../../support/size.ts'

const confidential = { isPublic: false }
const native = { isPublic: true }
const both = [confidential, native]

describe('a redirect URI is valid', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com',
    'https://app.example.com/',
    'https://APP.example.com/Callback',
    'HTTPS://app.example.com/cb',
    'https://app.example.com:8443/cb',
    'https://app.example.com:443/cb',
    'https://app.example.com/cb?tenant=1&next=%2Fhome',
    "https://app.example.com/a;b=c/(d)/e'f,g~h!i*j$k+l=m@n:o",
    'https://xn--bcher-kva.example/cb',
    'https://192.0.2.7/cb',
    'https://[2001:db8::7]/cb',
    'https://intranet/cb',
    'http://127.0.0.1/cb',
    'http://127.0.0.1:8400/cb',
    'http://[::1]:8400/cb',
    'http://localhost:8400/cb',
    'http://localhost',
  ])('for every application: %s', (text) => {
    for (const app of both) expect(findRedirectUriIssue(text, app)).toBeNull()
  })

  it.each(['com.example.app:/cb', 'com.example.app://cb', 'com.example.app:/cb?x=1', 'COM.example.my-app:/'])(
    'for a public application only: %s',
    (text) => {
      expect(findRedirectUriIssue(text, native)).toBeNull()
      expect(findRedirectUriIssue(text, confidential)).toContain('public applications')
    },
  )

  it('with https on a loopback host for a confidential application only', () => {
    for (const host of ['localhost', '127.0.0.1:8443', '[::1]']) {
      expect(findRedirectUriIssue(`https://${host}/cb`, confidential)).toBeNull()
      expect(findRedirectUriIssue(`https://${host}/cb`, native)).toContain('http://')
    }
  })
})

describe('a redirect URI is invalid', () => {
  it.each([
    ['http on another host', 'http://app.example.com/cb'],
    ['http on a name that begins with localhost', 'http://localhost.example.com/cb'],
    ['http on a name that ends with a dot', 'http://localhost./cb'],
    ['http on another loopback address', 'http://127.0.0.2/cb'],
    ['http in the local network', 'http://192.168.0.1/cb'],
    ['a fragment', 'https://app.example.com/cb#here'],
    ['an empty fragment', 'https://app.example.com/cb#'],
    ['a user name', 'https://app.example.com@evil.example/cb'],
    ['a user name and password', 'https://a:b@evil.example/cb'],
    ['an empty user name', 'https://@app.example.com/cb'],
    ['a user name in a private scheme', 'com.example.app://user@cb'],
    ['a backslash', 'https://app.example.com\\@evil.example/cb'],
    ['a backslash for a slash', 'https:\\\\app.example.com\\cb'],
    ['a space', 'https://app.example.com/c b'],
    ['a space before', ' https://app.example.com/cb'],
    ['a line break after', 'https://app.example.com/cb\n'],
    ['a tab in the scheme', 'java\tscript:alert(1)'],
    ['NUL', 'https://app.example.com/\u0000'],
    ['a letter outside ASCII', 'https://bücher.example/cb'],
    ['a lone surrogate', 'https://app.example.com/\ud800'],
    ['a wildcard host', 'https://*.example.com/cb'],
    ['a broken percent sign', 'https://app.example.com/%zz'],
    ['a percent-encoded host', 'https://app%2eexample.com/cb'],
    ['a host as a number', 'http://2130706433/cb'],
    ['an octal host', 'http://0177.0.0.1/cb'],
    ['a shortened IPv4 address', 'http://127.1/cb'],
    ['a long IPv6 address', 'http://[0:0:0:0:0:0:0:1]/cb'],
    ['a port with zeros', 'https://app.example.com:08443/cb'],
    ['a port out of range', 'https://app.example.com:99999/cb'],
    ['an empty port', 'https://app.example.com:/cb'],
    ['an empty label', 'https://app..example.com/cb'],
    ['no host', 'https:///cb'],
    ['no slashes', 'https:app.example.com/cb'],
    ['no scheme', 'app.example.com/cb'],
    ['only slashes', '//app.example.com/cb'],
    ['a path', '/cb'],
    ['nothing', ''],
    ['javascript', 'javascript:alert(1)'],
    ['javascript in disguise', 'JavaScript://app.example.com/%0aalert(1)'],
    ['data', 'data:text/html,hello'],
    ['file', 'file:///etc/passwd'],
    ['vbscript', 'vbscript:msgbox(1)'],
    ['blob', 'blob:https://app.example.com/1'],
    ['ftp', 'ftp://app.example.com/cb'],
    ['mailto', 'mailto:a@example.com'],
    ['a scheme without a dot', 'myapp:/cb'],
    ['a scheme that begins with a dot', '.app:/cb'],
    ['a scheme that ends with a dot', 'com.:/cb'],
    ['a private scheme without a path', 'com.example.app:cb'],
    ['a private scheme alone', 'com.example.app:'],
    ['out-of-band', 'urn:ietf:wg:oauth:2.0:oob'],
  ])('with %s', (_name, text) => {
    for (const app of both) expect(findRedirectUriIssue(text, app)).toMatch(/^must /)
  })

  it('with more than 2048 characters, and not with 2048', () => {
    const start = 'https://app.example.com/'
    const longest = start + 'x'.repeat(redirectUriMaxLength - start.length)
    expect(findRedirectUriIssue(longest, confidential)).toBeNull()
    expect(findRedirectUriIssue(`${longest}x`, confidential)).toContain('2048')
  })
})

/** Parts of hostile redirect URIs. */
const piece = fc.oneof(
  fc.constantFrom(
    'https',
    'http',
    'javascript',
    'com.example.app',
    ':',
    '/',
    '//',
    '\\',
    '@',
    '#',
    '?',
    '%',
    '%2e',
    '.',
    '..',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'app.example.com',
    '0x7f.1',
    '*',
    '\u0000',
    '\t',
    '\n',
    ' ',
    'ü',
    ':80',
    ':443',
  ),
  fc.string({ unit: codePoint, maxLength: 3 }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
)
const texts = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const plausibleTexts = fc
  .tuple(
    fc.constantFrom('https://', 'http://', 'com.example.app:/', 'com.example.app://'),
    fc.constantFrom('localhost', '127.0.0.1:8400', '[::1]:1', 'app.example.com', 'app.example.com:443', 'host'),
    fc.webPath(),
    fc.oneof(
      fc.constant(''),
      fc.webQueryParameters().map((query) => `?${query}`),
    ),
  )
  .map((parts) => parts.join(''))
const anyText = fc.oneof(texts, plausibleTexts)
const kinds = fc.constantFrom(...both)

describe('every valid redirect URI', () => {
  const runs = { numRuns: trials(1000, 20_000) }

  it('is ASCII without fragment, user name or space, and contains its real host', () => {
    fc.assert(
      fc.property(anyText, kinds, (text, app) => {
        if (findRedirectUriIssue(text, app) !== null) return
        expect(text).toMatch(/^[\x21-\x7e]{1,2048}$/)
        expect(text).not.toMatch(/[#\\]/)
        const { protocol, hostname, username, password, hash } = new URL(text)
        expect([username, password, hash]).toEqual(['', '', ''])
        if (protocol === 'http:') expect(['localhost', '127.0.0.1', '[::1]']).toContain(hostname)
        else if (protocol !== 'https:') expect([protocol.includes('.'), app.isPublic]).toEqual([true, true])
        if (protocol.startsWith('http')) expect(text.toLowerCase()).toContain(`${protocol}//${hostname}`)
      }),
      runs,
    )
  })

  it('is accepted by the provider', () => {
    const provider = new Provider('https://tack.example', { responseTypes: ['code'] })
    const Client = provider.Client as unknown as new (metadata: object) => { redirectUris: string[] }
    let acceptedCount = 0
    fc.assert(
      fc.property(anyText, kinds, (text, app) => {
        if (findRedirectUriIssue(text, app) !== null) return
        acceptedCount++
        const client = new Client({
          client_id: 'app_1',
          redirect_uris: [text],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          application_type: app.isPublic ? 'native' : 'web',
          ...(app.isPublic ? { token_endpoint_auth_method: 'none' } : { client_secret: 'x'.repeat(43) }),
        })
        expect(client.redirectUris).toEqual([text])
      }),
      runs,
    )
    expect(acceptedCount).toBeGreaterThan(runs.numRuns / 10)
  })
})
