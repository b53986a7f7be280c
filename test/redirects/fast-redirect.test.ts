import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domainOf } from '../domains/seed.ts'
import { imported } from '../imports/seed.ts'
import { listen, proxyAddress, sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { triesAll } from '../support/size.ts'
import { agents, type ClickRow, recorded } from '../support/visitor.ts'

// Over a socket, plain visits are answered before Fastify; with `inject` they never are. The answers must be equal.
let test: TestApp
let ada: SeededAccount
let port: number
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '1000' })
  port = await listen(test)
  ada = await test.seed.account()
})
afterAll(() => test.close())

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A visitor with an address of its own, so that visits are not merged and not rate limited. */
let visitors = 0
const anyone = () => `203.0.${Math.floor(++visitors / 250)}.${(visitors % 250) + 1}`

async function overSocket(path: string, { method = 'GET', headers = {}, from = anyone() } = {}): Promise<Answer> {
  const all = { 'user-agent': agents.chrome, 'x-forwarded-for': from, ...headers }
  const sent = request({ port, path, method, headers: all, localAddress: proxyAddress }).end()
  const [answer] = await once(sent, 'response')
  let body = ''
  for await (const chunk of answer) body += chunk
  return { status: answer.statusCode, headers: answer.headers, body }
}

async function injected(path: string, { method = 'GET', headers = {}, from = anyone() } = {}): Promise<Answer> {
  const answer = await test.rest.send(method, path, { headers: { 'user-agent': agents.chrome, ...headers }, from })
  return { status: answer.status, headers: answer.headers, body: answer.text }
}

/** The headers without random ones and those of the connection. */
function comparable({ status, headers, body }: Answer) {
  const { 'x-request-id': id, date, connection, 'keep-alive': _, ...rest } = headers
  expect(id).toMatch(/^[\da-f-]{36}$/)
  return { status, headers: rest, body }
}

/** The recorded click without id and time; instead of the visitor hash, whether there is one. */
function facts(row: ClickRow | undefined) {
  if (!row) return null
  const { trigger, device, browser, os, referrer_host, is_bot, bot_name, visitor_hash, rule_id } = row
  return {
    rule_id,
    trigger,
    device,
    browser,
    os,
    referrer_host,
    is_bot,
    bot_name,
    hasVisitorHash: visitor_hash !== null,
  }
}

/** A rule that matches the visitors below, and one that does not. */
const matching = { device: 'windows', destination: 'https://example.org/windows?a=2' }
const other = { device: 'chromeos', destination: 'https://example.org/chromeos' }

const links: [string, Record<string, unknown>, object[]?][] = [
  ['a plain link', {}],
  [
    'one with UTM values',
    { utmSource: 'paper', utmMedium: 'print', utmCampaign: 'spring', utmTerm: 'a b', utmContent: 'c' },
  ],
  ['one that does not forward the query', { forwardQuery: false }],
  ['one in privacy mode', { privacyMode: true }],
  ['a permanent one', { redirectType: 301 }],
  ['one with 307', { redirectType: 307 }],
  ['one with 308', { redirectType: 308 }],
  ['a protected one', { password: 'sesame' }],
  ['a cloaked one', { isCloaked: true }],
  ['a limited one', { clickLimit: 50 }],
  ['one with a preview', { ogTitle: 'Spring sale', ogImage: 'https://images.example/sale.png' }],
  ['a protected one with a preview', { ogTitle: 'Spring sale', password: 'sesame' }],
  ['a limited one with a preview', { ogTitle: 'Spring sale', clickLimit: 50 }],
  ['one that expires', { expiresAt: '2099-01-01T00:00:00Z' }],
  ['one with a rule', { utmSource: 'paper' }, [other, matching]],
  ['one with a rule for others', {}, [other]],
  ['a cloaked one with a rule', { isCloaked: true }, [matching]],
]

const requests: [string, string, { method?: string; headers?: Record<string, string> }][] = [
  ['a person', '', {}],
  ['a query', '?a=1&utm_source=mine&b=%C3%BC', {}],
  ['a query of 15 KB', `?a=1&${'%61&'.repeat(3600)}qr=1`, {}],
  ['a scan', '?qr=1', {}],
  ['a visit with no-track', '?no-track=1', {}],
  ['a bot', '', { headers: { 'user-agent': agents.googlebot } }],
  ['a preview crawler', '?a=1', { headers: { 'user-agent': agents.slackbot } }],
  ['a prefetching browser', '', { headers: { 'sec-purpose': 'prefetch' } }],
  ['Global Privacy Control', '', { headers: { 'sec-gpc': '1', referer: 'https://news.example/a' } }],
  ['no user agent', '', { headers: { 'user-agent': '' } }],
  ['HEAD', '', { method: 'HEAD' }],
]

/** Every request of one link, and of the other links one request each, in turn. */
const tried = links.map(([what, options, rules = []], index) => {
  const ofLink = requests.filter(
    (_request, position) => triesAll || index === 0 || position === index % requests.length,
  )
  return [what, { options, rules, ofLink }] as const
})

describe.each(tried)('for %s', (_what, { options, rules, ofLink }) => {
  it.each(ofLink)('gives the same answer over a socket as by inject: %s', async (_who, query, how) => {
    const link = await test.seed.link(ada, options)
    for (const rule of rules) await test.rest.post(`/v1/urls/${link.id}/device-rules`, rule, { token: ada.token })
    // The first visit loads the link into the route cache.
    await overSocket(`/${link.shortUrl}`)
    const known = new Set<string>()
    const newRow = async () => {
      const row = (await recorded(test, link)).find(({ id }) => !known.has(id))
      if (row) known.add(row.id)
      return row
    }
    await newRow()
    const warm = await overSocket(`/${link.shortUrl}${query}`, how)
    const first = await newRow()
    const slow = await injected(`/${link.shortUrl}${query}`, how)
    const second = await newRow()
    expect(comparable(warm)).toEqual(comparable(slow))
    expect(facts(first)).toEqual(facts(second))
  })
})

describe('a link in the route cache', () => {
  const statusOf = async (code: string) => (await overSocket(`/${code}`)).status

  it('is found on a domain by the exact name of an import', async () => {
    const { host } = await domainOf(test, ada)
    const content = `url,shortUrl\nhttps://example.com/1,${host}/ab_cd\nhttps://example.com/2,${host}/a.b`
    await imported(test, ada, { content })
    for (const [path, n] of [
      ['/ab_cd', 1],
      ['/A.B', 2],
      ['/a.b.', 2],
      ['/Ab_Cd', 1],
    ] as const) {
      const [first, cached] = [
        await overSocket(path, { headers: { host } }),
        await overSocket(path, { headers: { host } }),
      ]
      expect(comparable(cached)).toEqual(comparable(await injected(path, { headers: { host } })))
      expect([first, cached].map(({ headers }) => headers.location)).toEqual(Array(2).fill(`https://example.com/${n}`))
    }
  })

  it('is found case-insensitively, and by no other spelling', async () => {
    const { shortUrl } = await test.seed.link(ada, { customUrl: `${test.seed.word()}-Mixed` })
    expect(await statusOf(shortUrl)).toBe(302)
    expect(await statusOf(shortUrl.toUpperCase())).toBe(302)
    for (const path of [`/${shortUrl}/`, `//${shortUrl}`, `/%74${shortUrl.slice(1)}`, `/${shortUrl}%00`])
      expect((await overSocket(path)).status, path).toBe((await injected(path)).status)
  })

  it.each([
    ['inactive', { isActive: false }, 404],
    ['locked after a new password', { password: 'sesame' }, 200],
    ['expired after a new date', { expiresAt: '2020-01-01T00:00:00Z' }, 410],
    ['expired after a new limit', { clickLimit: 1 }, 410],
  ])('is %s for the next visitor', async (_how, change, status) => {
    const { id, shortUrl } = await test.seed.link(ada)
    expect(await statusOf(shortUrl)).toBe(302)
    await test.rest.patch(`/v1/urls/${id}`, change, { token: ada.token })
    expect(await statusOf(shortUrl)).toBe(status)
  })

  it('has its new destination, or is missing, for the next visitor after a change or deletion', async () => {
    const { id, shortUrl } = await test.seed.link(ada)
    await overSocket(`/${shortUrl}`)
    await test.rest.patch(`/v1/urls/${id}`, { originalUrl: 'https://example.org/new' }, { token: ada.token })
    expect((await overSocket(`/${shortUrl}`)).headers.location).toBe('https://example.org/new')
    await test.rest.delete(`/v1/urls/${id}`, { token: ada.token })
    expect(await statusOf(shortUrl)).toBe(404)
  })

  it('expires at the millisecond of expiresAt', async () => {
    const expiresAt = new Date(test.clock.now().getTime() + 60_000).toISOString()
    const { shortUrl } = await test.seed.link(ada, { expiresAt })
    test.clock.advance({ ms: 59_999 })
    expect(await statusOf(shortUrl)).toBe(302)
    test.clock.advance({ ms: 1 })
    expect(await statusOf(shortUrl)).toBe(410)
  })

  it('answers 429 with a page to the 301st visit of a network within a minute', async () => {
    const { shortUrl } = await test.seed.link(ada)
    const from = '198.51.100.99'
    const statuses = []
    for (let visit = 0; visit < 301; visit++) statuses.push((await overSocket(`/${shortUrl}`, { from })).status)
    expect(statuses.indexOf(429)).toBe(300)
    const headers = { 'accept-language': 'es' }
    const refused = await overSocket(`/${shortUrl}`, { from, headers })
    expect(refused.headers['content-type']).toContain('text/html')
    expect(refused.headers['content-language']).toBe('es')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(comparable(refused)).toEqual(comparable(await injected(`/${shortUrl}`, { from, headers })))
  })

  it('counts a visit that a rule refuses once', async () => {
    const { id, shortUrl } = await test.seed.link(ada)
    const rule = { matchType: 'country', values: ['DE'], action: 'block' }
    await test.rest.post(`/v1/urls/${id}/geo-rules`, rule, { token: ada.token })
    const statuses = []
    for (let visit = 0; visit < 301; visit++)
      statuses.push((await overSocket(`/${shortUrl}`, { from: '193.99.144.80' })).status)
    expect(statuses).toEqual([...Array(300).fill(403), 429])
  })
})
