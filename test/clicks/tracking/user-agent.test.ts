import { describe, expect, it } from 'vitest'
import { parseUserAgent } from '../../../src/platform/http/agents/user-agent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const mobileWebkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const windows = '(Windows NT 10.0; Win64; x64)'
const mac = '(Macintosh; Intel Mac OS X 10_15_7)'
const iPhone = '(iPhone; CPU iPhone OS 18_1 like Mac OS X)'

const unknown = { device: 'Other', browser: 'Other', os: 'Other' }

describe('a browser is a person', () => {
  it.each([
    ['Desktop', 'Chrome', 'Windows', `Mozilla/5.0 ${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36`],
    ['Desktop', 'Edge', 'Windows', `Mozilla/5.0 ${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`],
    ['Desktop', 'Opera', 'Windows', `Mozilla/5.0 ${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`],
    ['Desktop', 'Opera', 'Windows', 'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18'],
    [
      'Desktop',
      'Firefox',
      'Windows',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
    ],
    ['Desktop', 'Internet Explorer', 'Windows', 'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko'],
    ['Desktop', 'Safari', 'macOS', `Mozilla/5.0 ${mac} ${mobileWebkit} Version/18.1 Safari/605.1.15`],
    ['Desktop', 'Chrome', 'macOS', `Mozilla/5.0 ${mac} ${webkit} Chrome/131.0.0.0 Safari/537.36`],
    ['Desktop', 'Firefox', 'Linux', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
    [
      'Desktop',
      'Chrome',
      'Chrome OS',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0.0.0 Safari/537.36`,
    ],
    ['Desktop', 'Firefox', 'Other', 'Mozilla/5.0 (X11; FreeBSD amd64; rv:120.0) Gecko/20100101 Firefox/120.0'],
    ['Mobile', 'Safari', 'iOS', `Mozilla/5.0 ${iPhone} ${mobileWebkit} Version/18.1 Mobile/15E148 Safari/604.1`],
    ['Mobile', 'Chrome', 'iOS', `Mozilla/5.0 ${iPhone} ${mobileWebkit} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
    ['Mobile', 'Firefox', 'iOS', `Mozilla/5.0 ${iPhone} ${mobileWebkit} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`],
    [
      'Mobile',
      'Safari',
      'iOS',
      `Mozilla/5.0 ${iPhone} ${mobileWebkit} Mobile/15E148 Instagram 350.0.0.28.94 (iPhone14,5; iOS 18_1; en_US)`,
    ],
    [
      'Mobile',
      'Chrome',
      'Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'Mobile',
      'Chrome',
      'Android',
      `Mozilla/5.0 (Linux; Android 14; SM-S921B Build/UP1A; wv) ${webkit} Version/4.0 Chrome/130.0.6723.107 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/489.0.0.66.81;]`,
    ],
    [
      'Mobile',
      'Samsung Internet',
      'Android',
      `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918B) ${webkit} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`,
    ],
    ['Mobile', 'Firefox', 'KaiOS', 'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5'],
    [
      'Mobile',
      'Firefox',
      'KaiOS',
      'Mozilla/5.0 (Mobile; LYF/F90M/LYF-F90M-000-02-28-130318;Android; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
    ],
    ['Desktop', 'Thunderbird', 'Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.5.0'],
    ['Mobile', 'Firefox', 'Android', 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
    [
      'Tablet',
      'Safari',
      'iOS',
      `Mozilla/5.0 (iPad; CPU OS 15_8 like Mac OS X) ${mobileWebkit} Version/15.6 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Tablet',
      'Chrome',
      'Android',
      `Mozilla/5.0 (Linux; Android 13; SM-X710) ${webkit} Chrome/131.0.0.0 Safari/537.36`,
    ],
    [
      'TV',
      'WebOS Browser',
      'WebOS',
      `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/94.0.4606.128 Safari/537.36 WebAppManager`,
    ],
    ['TV', 'Tizen', 'Tizen', `Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) ${webkit} 76.0.3809.146/6.0 TV Safari/537.36`],
  ])('on %s, with %s on %s: %s', (device, browser, os, userAgent) => {
    expect(parseUserAgent(userAgent)).toEqual({ device, browser, os, isBot: false, botName: null })
  })
})

describe('a tool that people use is a person', () => {
  it.each([
    ['curl', 'curl/8.5.0'],
    ['libcurl', 'libcurl-agent/1.0'],
    ['wget', 'Wget/1.21.3'],
    ['wget on Linux', 'Wget/1.21.3 (linux-gnu)'],
    ['HTTPie', 'HTTPie/3.2.2'],
    ['xh', 'xh/0.20.1'],
    ['axios', 'axios/1.6.2'],
    ['node-fetch', 'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)'],
    ['node-fetch 3', 'node-fetch'],
    ['undici', 'undici'],
    ['the fetch of Node', 'node'],
    ['Deno', 'Deno/1.38.2'],
    ['Bun', 'Bun/1.0.25'],
    ['got', 'got (https://github.com/sindresorhus/got)'],
    ['superagent', 'node-superagent/3.8.3'],
    ['needle', 'needle/3.2.0 (Node.js v18.17.0; linux x64)'],
    ['python-requests', 'python-requests/2.31.0'],
    ['urllib', 'Python-urllib/3.11'],
    ['aiohttp', 'Python/3.11 aiohttp/3.9.1'],
    ['httpx', 'python-httpx/0.25.2'],
    ['Go', 'Go-http-client/2.0'],
    ['resty', 'go-resty/2.7.0 (https://github.com/go-resty/resty)'],
    ['okhttp', 'okhttp/4.12.0'],
    ['Java', 'Java/1.8.0_392'],
    ['the HTTP client of Java', 'Java-http-client/17.0.2'],
    ['Apache HttpClient', 'Apache-HttpClient/4.5.13 (Java/11.0.9)'],
    ['Postman', 'PostmanRuntime/7.36.0'],
    ['Insomnia', 'insomnia/8.4.5'],
    ['Thunder Client', 'Thunder Client (https://www.thunderclient.com)'],
    ['IntelliJ', 'IntelliJ HTTP Client/IntelliJ IDEA 2023.2'],
    ['libwww-perl', 'libwww-perl/6.67'],
    ['Ruby', 'Ruby'],
    ['rest-client', 'rest-client/2.1.0 (linux x86_64) ruby/3.2.2p53'],
    ['Faraday', 'Faraday v2.7.4'],
    ['PHP', 'PHP/8.1.0'],
    ['Guzzle', 'GuzzleHttp/7'],
    ['Guzzle 6', 'GuzzleHttp/6.5.5 curl/7.58.0 PHP/7.4.3'],
    ['Symfony', 'Symfony HttpClient (Curl)'],
    ['reqwest', 'reqwest/0.11'],
    ['Dart', 'Dart/3.2 (dart:io)'],
    ['k6', 'k6/0.46.0 (https://k6.io/)'],
    ['curl of an old system', 'curl/7.19.7 (x86_64-redhat-linux-gnu) libcurl/7.19.7 NSS/3.27.1 zlib/1.2.3 libidn/1.18'],
    ['Bruno', 'bruno-runtime/1.16.0'],
    ['Paw', 'Paw/3.3.1 (Macintosh; OS X/10.15.7) GCDHTTPRequest'],
    ['RestSharp', 'RestSharp/106.11.7.0'],
    ['Jersey', 'Jersey/2.25.1 (HttpUrlConnection 1.8.0_141)'],
    ['the HTTP client of old Android', 'Apache-HttpClient/UNAVAILABLE (java 1.4)'],
    ['requests on CPython', 'python-requests/1.2.3 CPython/2.7.3'],
    ['http.rb', 'http.rb/5.2.0'],
    ['Mechanize', 'Mechanize/2.7.5 Ruby/2.6.3p62 (http://github.com/sparklemotion/mechanize/)'],
    ['Lynx', 'Lynx/2.8.9rel.1 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.6.13'],
    ['Links', 'Links (2.1pre23; Linux 3.5.0 i686; 237x63)'],
    ['w3m', 'w3m/0.5.3'],
  ])('calls %s a person', (_tool, userAgent) => {
    expect(parseUserAgent(userAgent)).toEqual({ ...unknown, isBot: false, botName: null })
  })
})

it.each([
  'Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.1682',
  'Mozilla/5.0 (Windows NT 10.0; Microsoft Windows 10.0.19045; en-US) PowerShell/7.4.0',
])('a tool that begins like a browser is a person with its system: %s', (userAgent) => {
  expect(parseUserAgent(userAgent)).toEqual({
    ...unknown,
    device: 'Desktop',
    os: 'Windows',
    isBot: false,
    botName: null,
  })
})

describe('an app of a phone is a person', () => {
  it.each([
    'Pulse/4.0.5 (iPhone; iOS 7.0.6; Scale/2.00)',
    'Instagram 350.0.0.28.94 (iPhone14,5; iOS 18_1; en_US)',
    '[FBAN/FB4A;FBAV/26.0.0.22.16;FBDV/C1905;FBSV/4.1.2;FBOP/19;FBCA/armeabi-v7a:armeabi;]',
    'Podcat/8577 CFNetwork/711.3.18 Darwin/14.0.0',
    'Papers/2.2.19 CFNetwork/902.3.1 Darwin/17.7.0 (x86_64)',
    'Dalvik/2.1.0 (Linux; U; Android 9; SM-G960F Build/PPR1.180610.011)',
    'MyApp okhttp/4.12.0',
    'MyApp/2.3 (Android 14; Pixel 8) okhttp/4.12.0',
    'YelpWebView/1.5 Android/7.0 YelpApp/9.10.0 (x-screen-scale 1.0;)',
    'Procast (iOS)',
  ])('%s', (userAgent) => {
    expect(parseUserAgent(userAgent)).toMatchObject({ isBot: false, botName: null })
  })
})

describe('a user agent without information', () => {
  it.each([undefined, '', ' ', '-', 'Mozilla/5.0', '🙂', '\u0000'])(
    'is a person with an unknown device: %j',
    (userAgent) => {
      expect(parseUserAgent(userAgent)).toEqual({ ...unknown, isBot: false, botName: null })
    },
  )
})

describe('the cache', () => {
  it('returns the same frozen object for the same user agent', () => {
    const agent = parseUserAgent('curl/8.5.0')
    expect(parseUserAgent('curl/8.5.0')).toBe(agent)
    expect(Object.isFrozen(agent)).toBe(true)
  })

  it('evicts a user agent after two thousand others', () => {
    const agent = parseUserAgent('curl/7.0.0')
    for (let version = 0; version < 2_000; version++) parseUserAgent(`curl/9.${version}`)
    expect(parseUserAgent('curl/7.0.0')).not.toBe(agent)
  })

  it('keeps a user agent that is used', () => {
    const agent = parseUserAgent('curl/7.1.0')
    for (let version = 0; version < 4_000; version++) {
      parseUserAgent(`curl/10.${version}`)
      expect(parseUserAgent('curl/7.1.0')).toBe(agent)
    }
  })

  it('uses the first 512 characters of a long user agent', () => {
    const padding = 'x'.repeat(512)
    expect(parseUserAgent(`${padding} Googlebot/2.1`)).toBe(parseUserAgent(`${padding} Safari/537.36`))
  })
})
