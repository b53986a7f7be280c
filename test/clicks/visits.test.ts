import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { agents, as, counted, crowd, recorded } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const open = (path: string, headers = as('chrome')) => test.rest.get(`/${path}`, headers)
const resolve = (code: string, headers = as('chrome')) => test.rest.get(`/v1/urls/redirect/${code}`, headers)
const once = { counter: 1, people: 1, robots: 0 }
const never = { counter: 0, people: 0, robots: 0 }

describe('a click', () => {
  it.each(Object.keys(agents).filter((name) => !/bot$/.test(name)))('is counted for %s', async (name) => {
    const link = await test.seed.link(ada)
    expect((await open(link.shortUrl, as(name as 'curl'))).headers.location).toBe(link.originalUrl)
    expect(await counted(test, link)).toEqual(once)
  })

  it('is counted each time the same person comes', async () => {
    const link = await test.seed.link(ada)
    for (const path of [link.shortUrl, `${link.shortUrl}?qr=1`, link.shortUrl]) await open(path)
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
  })

  it('is counted for a client without a user agent', async () => {
    const link = await test.seed.link(ada)
    await open(link.shortUrl, { headers: { 'user-agent': '' } })
    expect(await recorded(test, link)).toMatchObject([{ device: 'Other', browser: 'Other', os: 'Other' }])
  })

  it('is counted when the destination is given as JSON, over REST and GraphQL', async () => {
    const link = await test.seed.link(ada)
    await resolve(link.shortUrl)
    const document = 'mutation ($code: String!) { resolveUrl(code: $code) { destination } }'
    await test.graph(document, { variables: { code: link.shortUrl }, headers: as('firefox').headers })
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
  })

  it('is in currentClicks immediately', async () => {
    const link = await test.seed.link(ada)
    await open(link.shortUrl)
    const { json } = await test.rest.get(`/v1/urls/${link.id}`, { token: ada.token })
    expect(json.currentClicks).toBe(1)
  })

  it('stores apostrophes and question marks unchanged', async () => {
    const link = await test.seed.link(ada)
    await open(link.shortUrl, as('chrome', { referer: "https://o'hara.example/?a=?" }))
    expect(await recorded(test, link)).toMatchObject([{ referrer_host: "o'hara.example" }])
  })

  it.each(['about:client', 'not an address', ''])('has no referrer host for %j', async (referer) => {
    const link = await test.seed.link(ada)
    await open(link.shortUrl, as('chrome', { referer }))
    expect(await recorded(test, link)).toMatchObject([{ referrer_host: null }])
  })
})

describe('no click', () => {
  it.each(['HEAD', 'POST', 'PUT', 'DELETE'])('is counted for %s', async (method) => {
    const link = await test.seed.link(ada)
    await test.rest.send(method, `/${link.shortUrl}`, as('chrome'))
    expect(await counted(test, link)).toEqual(never)
  })

  it('is counted for HEAD of the JSON resolution', async () => {
    const link = await test.seed.link(ada)
    const { status, text } = await test.rest.send('HEAD', `/v1/urls/redirect/${link.shortUrl}`, as('chrome'))
    expect([status, text]).toEqual([200, ''])
    expect(await counted(test, link)).toEqual(never)
  })

  it.each(['no-track', 'no-track=1', 'no-track=true'])('is counted with ?%s, which is not forwarded', async (query) => {
    const link = await test.seed.link(ada)
    expect((await open(`${link.shortUrl}?${query}`)).headers.location).toBe(link.originalUrl)
    expect(await counted(test, link)).toEqual(never)
  })

  it.each(['no-track=1', 'noTrack=1', 'noTrack=true'])('is counted for a resolution with ?%s', async (query) => {
    const link = await test.seed.link(ada)
    expect((await resolve(`${link.shortUrl}?${query}`)).json.originalUrl).toBe(link.originalUrl)
    expect(await counted(test, link)).toEqual(never)
  })

  it.each(['no-track=0', 'no-track=false'])('except with ?%s', async (query) => {
    const link = await test.seed.link(ada)
    await open(`${link.shortUrl}?${query}`)
    await resolve(`${link.shortUrl}?${query}`, as('firefox'))
    expect((await counted(test, link))?.people).toBe(2)
  })

  it('is left out on a limited link, with or without no-track', async () => {
    const link = await test.seed.link(ada, { clickLimit: 2 })
    await open(`${link.shortUrl}?no-track=1`)
    await resolve(`${link.shortUrl}?no-track=1`)
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
  })
})

describe('a bot', () => {
  it.each(['googlebot', 'slackbot'] as const)('is redirected and recorded without counting: %s', async (name) => {
    const link = await test.seed.link(ada)
    expect((await open(link.shortUrl, as(name))).headers.location).toBe(link.originalUrl)
    expect((await resolve(link.shortUrl, as(name))).json.originalUrl).toBe(link.originalUrl)
    expect(await counted(test, link)).toEqual({ counter: 0, people: 0, robots: 2 })
    const [row] = await recorded(test, link)
    expect(row).toMatchObject({ is_bot: true, visitor_hash: null })
    expect(row?.bot_name).toMatch(name === 'googlebot' ? /^Googlebot$/ : /^Slackbot/)
  })
})

describe('a browser that asks before its person does', () => {
  it.each<Record<string, string>>([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-purpose': 'prefetch;anonymous-client-ip' },
    { 'sec-purpose': 'Prerender' },
    { purpose: 'prefetch' },
    { purpose: 'Prefetch' },
    { purpose: 'preview' },
    { 'x-purpose': 'preview' },
    { 'x-purpose': 'prefetch' },
    { 'x-purpose': 'instant' },
    { 'x-moz': 'prefetch' },
    { 'sec-purpose': '', purpose: 'prefetch' },
  ])('gets 503 and counts nothing, and its visit afterwards arrives and counts: %j', async (headers) => {
    for (const options of [{}, { clickLimit: 1 }, { isCloaked: true }, { password: 'open sesame' }]) {
      const link = await test.seed.link(ada, options)
      for (const method of ['GET', 'HEAD']) {
        const answer = await test.rest.send(method, `/${link.shortUrl}`, as('chrome', headers))
        expect([answer.status, answer.headers['cache-control'], answer.text]).toEqual([503, 'no-store', ''])
      }
      expect(await recorded(test, link)).toEqual([])
      expect((await open(link.shortUrl)).status).not.toBe(503)
      expect(await counted(test, link)).toEqual('password' in options ? { counter: 0, people: 0, robots: 0 } : once)
    }
  })

  it.each<Record<string, string>>([
    { 'sec-purpose': 'navigate' },
    { purpose: 'prefetched' },
    { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ])('is not one that says something else: %j', async (headers) => {
    const link = await test.seed.link(ada)
    expect((await open(link.shortUrl, as('chrome', headers))).status).toBe(302)
  })
})

describe('a resolution and the visit that follows', () => {
  it('are a click each, also at once and by the same visitor', async () => {
    const link = await test.seed.link(ada)
    await resolve(link.shortUrl)
    expect((await open(link.shortUrl)).headers.location).toBe(link.originalUrl)
    await Promise.all([open(link.shortUrl), resolve(link.shortUrl), open(link.shortUrl)])
    expect(await counted(test, link)).toEqual({ counter: 5, people: 5, robots: 0 })
    expect((await recorded(test, link)).map(({ trigger }) => trigger).sort()).toEqual([
      ...['api', 'api', 'link', 'link', 'link'],
    ])
  })

  it('are two clicks in the other order, on two links, and in privacy mode', async () => {
    const [first, second, other] = [await test.seed.link(ada), await test.seed.link(ada), await test.seed.link(ada)]
    await open(first.shortUrl)
    await resolve(first.shortUrl)
    await resolve(second.shortUrl)
    await open(other.shortUrl)
    expect([await counted(test, first), await counted(test, second), await counted(test, other)]).toEqual([
      { counter: 2, people: 2, robots: 0 },
      once,
      once,
    ])
    const unknown = as('chrome', { 'sec-gpc': '1' })
    await resolve(other.shortUrl, unknown)
    await open(other.shortUrl, unknown)
    expect((await counted(test, other))?.counter).toBe(3)
  })

  it('consume two clicks of a limited link, because both give the destination', async () => {
    const link = await test.seed.link(ada, { clickLimit: 5 })
    await resolve(link.shortUrl)
    await open(link.shortUrl)
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
  })
})

it('counts and records 200 visitors at once', async () => {
  const link = await test.seed.link(ada)
  const answers = await Promise.all(crowd(200).map((visitor) => test.rest.get(`/${link.shortUrl}`, visitor)))
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(200)
  expect(await counted(test, link)).toEqual({ counter: 200, people: 200, robots: 0 })
  const hashes = (await recorded(test, link)).map((row) => Buffer.from(row.visitor_hash ?? []).toString('hex'))
  expect(new Set(hashes).size).toBe(200)
})

describe('the address of a visitor', () => {
  it('is the peer, whatever X-Forwarded-For says, unless the proxy is trusted', async () => {
    const link = await test.seed.link(ada)
    const forwarded = { ...as('chrome', { 'x-forwarded-for': '133.11.0.1' }), from: '130.149.7.1' }
    await open(link.shortUrl, forwarded)
    expect(await recorded(test, link)).toMatchObject([{ country: 'DE' }])
    const byProxy = { ...forwarded, from: '10.1.2.3' }
    await open(link.shortUrl, byProxy)
    expect(await recorded(test, link)).toMatchObject([{ country: 'DE' }, { country: 'JP' }])
  })
})
