import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer, RestOptions } from '../support/rest.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as } from '../support/visitor.ts'

// Requests that once found a hole, and their neighbours, over the public interface.

const secretHost = 'secret-destination.example'

let test: TestApp
let ada: SeededAccount
let open: SeededLink
let locked: SeededLink
let limited: SeededLink
let cloaked: SeededLink
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_HOUR: '100000' })
  ada = await test.seed.account()
  open = await test.seed.link(ada, { utmSource: 'news' })
  cloaked = await test.seed.link(ada, { isCloaked: true })
  limited = await test.seed.link(ada, { clickLimit: 5, expiredUrl: `https://${secretHost}/over` })
  locked = await test.seed.link(ada, {
    longUrl: `https://${secretHost}/plan`,
    expiredUrl: `https://${secretHost}/over`,
    password: 'open sesame',
  })
})
afterAll(() => test.close())

let requests = 0
/** An address of its own for each request, so that no limit answers instead. */
const stranger = () => `2001:db8:${(++requests).toString(16)}::1`
const send = (method: string, path: string, options: RestOptions = {}) =>
  test.rest.send(method, path, { from: stranger(), ...options })

/** 15 KB, nearly all that Node accepts. */
const repeat = (text: string) => text.repeat(Math.ceil(15_000 / text.length)).slice(0, 15_000)

const longQueries: [string, string][] = [
  ['empty keys', repeat('%&')],
  ['empty parameters', repeat('&')],
  ['encoded keys', repeat('%61=&')],
  ['NUL', repeat('%00=%00&')],
  ['invalid UTF-8', repeat('%ff=%C3&')],
  ['our own parameters', repeat('qr=0&no-track=0&')],
  ['campaigns', repeat('utm_source=a&')],
  ['one long parameter', repeat('a')],
  ['question marks', repeat('?')],
  ['prototype keys', repeat('__proto__[a]=1&constructor=1&')],
]

const longHeaders: [string, Record<string, string>][] = [
  ['Accept-Language', { 'accept-language': repeat('de;q=0.1,') }],
  ['Accept-Encoding', { 'accept-encoding': repeat('br;q=0,') }],
  ['User-Agent', { 'user-agent': repeat('Mozilla/5.0 (compatible; ') }],
  ['Referer', { referer: `https://${repeat('a.')}` }],
  ['Cookie', { cookie: repeat('a%=%;') }],
  ['If-None-Match', { 'if-none-match': repeat('W/"a",') }],
  ['X-Forwarded-For', { 'x-forwarded-for': repeat('1.1.1.1:1,') }],
  ['Forwarded', { forwarded: repeat('for="[::1]:1",') }],
]

function expectBounded({ status, headers }: RestAnswer): void {
  expect([200, 302, 303, 304, 400, 401, 405, 410]).toContain(status)
  expect(headers.location ?? '').toMatch(/^[\x21-\x7e]{0,2200}$/)
}

describe('a visit with 15 KB of', () => {
  const visits = (): [string, string][] => [
    ['GET', `/${open.shortUrl}`],
    ['HEAD', `/${open.shortUrl}`],
    ['GET', `/${cloaked.shortUrl}`],
    ['GET', `/${open.shortUrl}+`],
    ['GET', `/${open.shortUrl}/qr`],
    ['GET', `/${open.shortUrl}/qr.svg`],
    ['GET', `/${locked.shortUrl}`],
    ['POST', `/${locked.shortUrl}`],
    ['GET', '/'],
  ]

  it.each(longQueries)('%s in its query gets a bounded answer', async (_what, query) => {
    for (const [method, path] of visits()) expectBounded(await send(method, `${path}?${query}`, as('chrome')))
  })

  it.each(longHeaders)('%s gets a bounded answer', async (_what, headers) => {
    for (const [method, path] of visits()) expectBounded(await send(method, path, { ...as('chrome', headers) }))
  })

  it('its query or its headers takes less than ten times the work of a plain visit', async () => {
    const path = `/${cloaked.shortUrl}`
    const work = async (url: string, headers: Record<string, string>) => {
      const rounds: number[] = []
      for (let round = 0; round < 5; round++) {
        const before = process.cpuUsage()
        for (let visit = 0; visit < 20; visit++) await send('GET', url, as('chrome', headers))
        const { user, system } = process.cpuUsage(before)
        rounds.push(user + system)
      }
      return Math.min(...rounds)
    }
    await work(path, {})
    const plain = await work(path, {})
    for (const [what, query] of longQueries) expect(await work(`${path}?${query}`, {}), what).toBeLessThan(10 * plain)
    for (const [what, headers] of longHeaders) expect(await work(path, headers), what).toBeLessThan(10 * plain)
  })
})

describe('the destination and the expiredUrl of a link that waits for its password or its limit', () => {
  const graphql = (operation: string, code: string) => ({
    body: { query: `${operation}(code: "${code}") { destination routing { expiredUrl } } }` },
  })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  it.each<[string, string, (code: string) => string, (code: string) => RestOptions]>([
    ['the page', 'GET', (code) => `/${code}`, () => as('chrome')],
    ['HEAD', 'HEAD', (code) => `/${code}`, () => as('chrome')],
    ['the page for a bot', 'GET', (code) => `/${code}`, () => as('slackbot')],
    ['the preview', 'GET', (code) => `/${code}+`, () => as('chrome')],
    ['the page of its QR code', 'GET', (code) => `/${code}/qr`, () => ({})],
    ['its QR code', 'GET', (code) => `/${code}/qr.svg`, () => ({})],
    ['a wrong password', 'POST', (code) => `/${code}`, () => ({ body: 'password=wrong', headers: form })],
    ['no password', 'POST', (code) => `/${code}`, () => ({ body: '', headers: form })],
    ['a resolution by a bot', 'GET', (code) => `/v1/urls/redirect/${code}`, () => as('googlebot')],
    ['a resolution by HEAD', 'HEAD', (code) => `/api/urls/redirect/${code}`, () => as('chrome')],
    ['a preview over GraphQL', 'POST', () => '/graphql', (code) => graphql('query { previewUrl', code)],
  ])('are in no answer: %s', async (_what, method, pathOf, optionsOf) => {
    for (const { shortUrl } of [locked, limited]) {
      const answer = await send(method, pathOf(shortUrl), optionsOf(shortUrl))
      expect(answer.status).toBeLessThan(500)
      expect(JSON.stringify(answer)).not.toContain(secretHost)
    }
  })

  it.each<[string, string, (code: string) => string, (code: string) => RestOptions]>([
    ['a resolution', 'GET', (code) => `/v1/urls/redirect/${code}`, () => ({})],
    [
      'a wrong password over REST',
      'POST',
      (code) => `/v1/urls/redirect/${code}/verify-password`,
      () => ({ body: { password: 'wrong' } }),
    ],
    ['a resolution over GraphQL', 'POST', () => '/graphql', (code) => graphql('mutation { resolveUrl', code)],
  ])('are in no answer for a link with a password: %s', async (_what, method, pathOf, optionsOf) => {
    const answer = await send(method, pathOf(locked.shortUrl), optionsOf(locked.shortUrl))
    expect(answer.status).toBeLessThan(500)
    expect(JSON.stringify(answer)).not.toContain(secretHost)
  })
})

describe('one client in other spellings', () => {
  const spellings: [string, string][] = [
    ['ports', '203.0.113.9:{n}'],
    ['IPv4 in IPv6 with ports', '[::ffff:203.0.113.9]:{n}'],
    ['addresses of its /64', '2001:db8:f00d::{n}'],
    ['addresses of its /64 with ports', '[2001:db8:f00d::{n}]:{n}'],
    ['words', 'nobody{n}'],
    ['earlier entries of its own', '198.51.100.{n}, 203.0.113.9'],
    ['quotes', '"203.0.113.9:{n}"'],
  ]

  it.each(spellings)('has one limit: %s', async (_what, spelling) => {
    const { shortUrl } = await test.seed.link(ada, { password: 'open sesame' })
    const statuses: number[] = []
    for (let n = 1; n <= 11; n++) {
      const headers = { 'x-forwarded-for': spelling.replaceAll('{n}', String(n)) }
      const path = `/v1/urls/redirect/${shortUrl}/verify-password`
      const { status } = await test.rest.post(path, { password: 'wrong' }, { from: '10.1.1.1', headers })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })
})

describe('what is not for everybody', () => {
  it.each([
    ['/metrics', {}],
    ['/metrics/', { authorization: 'Bearer x' }],
    ['/metrics', { 'x-forwarded-for': '127.0.0.1' }],
    ['/metrics', { forwarded: 'for=127.0.0.1', 'x-real-ip': '127.0.0.1' }],
    ['/metrics?token=x', {}],
    ['/assets/manifest.json', {}],
    ['/assets/..%2f..%2fpackage.json', {}],
    ['/assets/%2e%2e/main.js', {}],
  ])('is 404: %s with %j', async (path, headers) => {
    for (const from of ['127.0.0.1', '10.1.1.1', '203.0.113.1'])
      expect((await test.rest.get(path, { from, headers: { ...headers } as Record<string, string> })).status).toBe(404)
  })

  it.each(['size=1025', 'size=2048', 'size=99999', 'size=-1', 'size=1e3', 'margin=11', 'size=1024&margin=99'])(
    'is 400: a public QR image with %s',
    async (query) => {
      for (const format of ['svg', 'png'])
        expect((await send('GET', `/${open.shortUrl}/qr.${format}?${query}`)).status).toBe(400)
    },
  )

  it.each([
    ['the schema twice', 'query A { a: __schema { queryType { name } } b: __schema { queryType { name } } }'],
    [
      'the schema in two fragments',
      'query A { ...A ...B } fragment A on Query { a: __schema { queryType { name } } } fragment B on Query { b: __schema { queryType { name } } }',
    ],
    [
      'thirty aliases in the schema',
      `query A { __schema { types { fields { type { ${Array.from({ length: 30 }, (_, n) => `f${n}: fields { name }`).join(' ')} } } } } }`,
    ],
    [
      'the schema in two operations',
      'query A { __schema { queryType { name } } } query B { __schema { queryType { name } } }',
    ],
    [
      'eleven types',
      `query A { ${Array.from({ length: 11 }, (_, n) => `t${n}: __type(name: "Link") { name }`).join(' ')} }`,
    ],
  ])('is 400: %s in one document', async (_what, query) => {
    expect((await send('POST', '/graphql', { body: { query, operationName: 'A' } })).status).toBe(400)
  })
})
