import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, counted, recorded } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp({ ABUSE_CONTACT: 'abuse@tack.test' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

const change = (id: string, changes: object) => test.rest.patch(`/v1/urls/${id}`, changes, { token: ada.token })
const expire = (id: string) => change(id, { expiresAt: test.clock.now().toISOString() })
const open = (path: string, headers?: Record<string, string>) => test.rest.get(`/${path}`, as('chrome', headers))
const head = (path: string) => test.rest.send('HEAD', `/${path}`, as('chrome'))

/** The headers of an answer, without those that differ between any two requests. */
function relevantHeaders({ headers }: RestAnswer): Record<string, string | undefined> {
  const { date, connection, 'x-request-id': requestId, ...rest } = headers
  return rest
}

describe('302', () => {
  it('to the destination, not cached, not indexed, and counted before the answer', async () => {
    const link = await test.seed.link(ada)
    const answer = await open(link.shortUrl)
    expect(answer.status).toBe(302)
    expect(answer.text).toBe('')
    expect(relevantHeaders(answer)).toEqual({
      location: link.originalUrl,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer-when-downgrade',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-length': '0',
    })
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('for the alias in any case, percent-encoded, in full width, and with a trailing slash', async () => {
    const customUrl = `Ab${test.seed.word()}`
    const link = await test.seed.link(ada, { customUrl })
    const fullWidth = encodeURIComponent(`Ａb${customUrl.slice(2)}`)
    for (const path of [customUrl.toUpperCase(), `%41${customUrl.slice(1)}`, fullWidth, `${customUrl}/`]) {
      expect((await open(path)).headers.location).toBe(link.originalUrl)
    }
  })

  it('for a code with what programs append to addresses, and counts it like any visit', async () => {
    const link = await test.seed.link(ada, { longUrl: 'https://example.com/' })
    for (const appended of ['.', ',', ')', '%22', '%E2%80%8B', '%EF%BB%BF', '%C2%A0', '&gt;']) {
      expect((await open(`${link.shortUrl}${appended}`)).headers.location).toBe(link.originalUrl)
    }
    expect((await open(`${link.shortUrl}&utm_source=x`)).headers.location).toBe('https://example.com/?utm_source=x')
    expect((await open(`${link.shortUrl}%3Fqr=1`)).headers.location).toBe(link.originalUrl)
    expect((await recorded(test, link)).at(-1)).toMatchObject({ trigger: 'qr' })
    expect((await open(`${link.shortUrl}+.`)).text).toContain(`href="/${link.shortUrl}"`)
    expect((await open(`${link.shortUrl},/qr`)).status).toBe(200)
    expect((await open(`${link.shortUrl}.x`)).status).toBe(404)
  })

  it.each([
    ['appended', 'https://example.com/a?x=1#top', '?y=2&z', 'https://example.com/a?x=1&y=2&z#top'],
    ['the winners on the same key', 'https://example.com/?x=1&y=1', '?x=2', 'https://example.com/?y=1&x=2'],
    ['kept as lists', 'https://example.com/', '?a[]=1&a[]=2', 'https://example.com/?a[]=1&a[]=2'],
    [
      'without our own parameters',
      'https://example.com/',
      '?qr=1&no-track=1&preview=1&pw=p&x=1',
      'https://example.com/?preview=1&pw=p&x=1',
    ],
    [
      'never to another host',
      'https://example.com/',
      '?url=//evil.example&@evil',
      'https://example.com/?url=//evil.example&@evil',
    ],
  ])('with the query of the visitor %s', async (_, longUrl, query, location) => {
    const link = await test.seed.link(ada, { longUrl })
    expect((await open(`${link.shortUrl}${query}`)).headers.location).toBe(location)
  })

  it('with the first 100 parameters and 2,048 characters of a longer query, whole parameters only', async () => {
    const link = await test.seed.link(ada, { longUrl: 'https://example.com/' })
    const parameters = Array.from({ length: 3000 }, (_, index) => `${index}=`)
    expect((await open(`${link.shortUrl}?${parameters.join('&')}`)).headers.location).toBe(
      `https://example.com/?${parameters.slice(0, 100).join('&')}`,
    )
    expect((await open(`${link.shortUrl}?a=1&b=${'x'.repeat(2043)}&c=1`)).headers.location).toBe(
      'https://example.com/?a=1',
    )
  })

  it('with UTM parameters, which only a forwarded query overrides', async () => {
    const options = { longUrl: 'https://example.com/?utm_source=old', utmSource: 'news letter', utmCampaign: 'é' }
    const link = await test.seed.link(ada, options)
    const utm = 'utm_source=news+letter&utm_campaign=%C3%A9'
    expect((await open(link.shortUrl)).headers.location).toBe(`https://example.com/?${utm}`)
    const visitors = 'utm_source=mine&x=1'
    expect((await open(`${link.shortUrl}?${visitors}`)).headers.location).toBe(
      `https://example.com/?utm_campaign=%C3%A9&${visitors}`,
    )
    await change(link.id, { forwardQuery: false })
    expect((await open(`${link.shortUrl}?${visitors}`)).headers.location).toBe(`https://example.com/?${utm}`)
  })

  it('with a Location in ASCII and on one line, for any destination and query', async () => {
    const link = await test.seed.link(ada, { longUrl: 'https://bücher.example/ü?q=ü#ü' })
    for (const query of ['', '?a=%0d%0aSet-Cookie:%20x=1', '?%E2%80%A8=%F0%9F%8E%88', '?q="<>\'`', '?a=\u00fc']) {
      const { location = '' } = (await open(`${link.shortUrl}${query}`)).headers
      expect(location).toMatch(/^https:\/\/xn--bcher-kva\.example\/%C3%BC\?[\x21-\x7e]*#%C3%BC$/)
    }
  })

  it('to expiredUrl after the expiry, without parameters and without a click', async () => {
    const expiredUrl = 'https://example.com/over?a=1'
    const link = await test.seed.link(ada, { expiredUrl, utmSource: 'news', isCloaked: true, redirectType: 307 })
    await expire(link.id)
    const answer = await open(`${link.shortUrl}?x=1`)
    expect([answer.status, answer.headers.location]).toEqual([302, expiredUrl])
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect((await head(link.shortUrl)).headers.location).toBe(expiredUrl)
    expect(await recorded(test, link)).toEqual([])
  })
})

it.each([
  [301, 'private, max-age=90'],
  [302, 'private, no-store'],
  [307, 'private, no-store'],
  [308, 'private, max-age=90'],
])('answers %i when the link has this redirect type, with cache-control %s', async (redirectType, cacheControl) => {
  const link = await test.seed.link(ada, { redirectType })
  const { status, headers } = await open(link.shortUrl)
  expect([status, headers['cache-control'], headers.location]).toEqual([redirectType, cacheControl, link.originalUrl])
})

describe('HEAD', () => {
  it('answers the status and headers of GET, and is not counted', async () => {
    const link = await test.seed.link(ada)
    const answer = await head(link.shortUrl)
    expect(answer.status).toBe(302)
    expect(relevantHeaders(answer)).toEqual(relevantHeaders(await open(link.shortUrl)))
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('answers the status of GET without Location on a limited link, and consumes no click', async () => {
    const link = await test.seed.link(ada, { clickLimit: 1 })
    const answer = await head(link.shortUrl)
    expect(answer.status).toBe(302)
    const { location, ...others } = relevantHeaders(await open(link.shortUrl))
    expect(relevantHeaders(answer)).toEqual(others)
    expect(location).toBe(link.originalUrl)
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('answers the status of each page', async () => {
    const expired = await test.seed.link(ada)
    await expire(expired.id)
    const locked = await test.seed.link(ada, { password: 'sesame' })
    for (const path of ['nobody-has-this', expired.shortUrl, locked.shortUrl]) {
      const [headed, got] = [await head(path), await open(path)]
      expect([headed.status, relevantHeaders(headed), headed.text]).toEqual([got.status, relevantHeaders(got), ''])
    }
  })
})

describe('404 for a path that is no code', () => {
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8'

  it.each([
    'abc/extra',
    'abc//',
    'nope/x',
    'a/b/c/d',
    'abc/qr.gif',
    'abc/qr/x',
    'nope/x?y=1',
    'abc/%2F/x',
    'vx/y',
    '%E2%82%AC/x',
  ])('is the page of a missing link for a browser: /%s', async (path) => {
    const [page, missing] = [await open(path, { accept: html }), await open('nobody-has-this', { accept: html })]
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.text).toBe(missing.text)
    expect((await test.rest.get(`/${path}`)).headers['content-type']).toContain('application/json')
  })

  it.each(['v1/nope', 'v1/nope/x', 'api/nope', 'graphql/x', 'healthz/x'])('is JSON in the API: /%s', async (path) => {
    const answer = await open(path, { accept: html })
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'ROUTE_NOT_FOUND' } })
  })
})

describe('404 with identical bytes', () => {
  it('for unknown, malformed, deleted, renamed and inactive codes', async () => {
    const unknown = await open('nobody-has-this')
    expect(unknown.status).toBe(404)
    const [deleted, renamed, off, locked] = await Promise.all(
      [{}, {}, {}, { password: 'sesame' }].map((options) => test.seed.link(ada, options)),
    )
    await test.rest.delete(`/v1/urls/${deleted?.id}`, { token: ada.token })
    await change(renamed?.id ?? '', { customUrl: test.seed.word() })
    for (const link of [off, locked]) await change(link?.id ?? '', { isActive: false })
    const codes = [deleted, renamed, off, locked].map((link) => link?.shortUrl ?? '')
    for (const code of [...codes, '-', 'a_b', 'x'.repeat(65), 'y'.repeat(5000), '%00', '%FF', '%', '%E2%80%AE']) {
      const answer = await open(code)
      expect([answer.status, answer.text, relevantHeaders(answer)]).toEqual([
        404,
        unknown.text,
        relevantHeaders(unknown),
      ])
    }
  })

  it('also for other methods', async () => {
    const off = await test.seed.link(ada, { password: 'sesame' })
    await change(off.id, { isActive: false })
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const [known, unknown] = await Promise.all(
        [off.shortUrl, 'nobody-has-this'].map((code) => test.rest.send(method, `/${code}`)),
      )
      expect([known?.status, known && relevantHeaders(known)]).toEqual([
        unknown?.status,
        unknown && relevantHeaders(unknown),
      ])
    }
  })
})

it('answers 410 for an expired link and for one at its limit, without the destination', async () => {
  const dated = await test.seed.link(ada)
  await expire(dated.id)
  const limited = await test.seed.link(ada, { clickLimit: 1 })
  await open(limited.shortUrl)
  for (const link of [dated, limited]) {
    const answer = await open(link.shortUrl)
    expect(answer.status).toBe(410)
    expect(JSON.stringify(answer)).not.toContain('example.com')
  }
})

it('expires at the instant of expiresAt, not before', async () => {
  const expiresAt = new Date(test.clock.now().getTime() + 1000)
  const link = await test.seed.link(ada, { expiresAt: expiresAt.toISOString() })
  test.clock.set(new Date(expiresAt.getTime() - 1))
  expect((await open(link.shortUrl)).status).toBe(302)
  test.clock.set(expiresAt)
  expect((await open(link.shortUrl)).status).toBe(410)
})

it('answers 403 with the contact for a blocked link, before any other state', async () => {
  const link = await test.seed.link(ada, { password: 'sesame', expiredUrl: 'https://example.com/over' })
  await expire(link.id)
  await change(link.id, { isActive: false })
  await test.sql('update link set blocked_at = now() where id = ?', [link.id])
  const answer = await open(link.shortUrl)
  expect(answer.status).toBe(403)
  expect(answer.text).toContain('mailto:abuse@tack.test')
  expect(JSON.stringify(answer)).not.toContain('example.com')
})

describe('405', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('with Allow for %s, with any body', async (method) => {
    const [link, locked] = [await test.seed.link(ada), await test.seed.link(ada, { password: 'sesame' })]
    const carried = method === 'TRACE' ? {} : { body: 'x', headers: { 'content-type': 'text/plain' } }
    for (const [code, allow] of [
      [link.shortUrl, 'GET, HEAD'],
      [locked.shortUrl, 'GET, HEAD, POST'],
      ['nobody-has-this', 'GET, HEAD'],
    ]) {
      const answer = await test.rest.send(method, `/${code}`, carried)
      expect([answer.status, answer.headers.allow]).toEqual([405, allow])
      expect(answer.json.error.code).toBe('METHOD_NOT_ALLOWED')
    }
  })
})

it('ignores forwarding headers, and answers 421 to a host that is none of its own, without naming it', async () => {
  const link = await test.seed.link(ada)
  const hostile = { 'x-forwarded-host': 'evil.example', 'x-original-url': '/evil' }
  const forwarded = { ...hostile, forwarded: 'host=evil.example', 'x-forwarded-prefix': '/evil', 'x-rewrite-url': '/e' }
  const misdirected = await open(link.shortUrl, { ...forwarded, host: 'evil.example' })
  expect(misdirected.status).toBe(421)
  for (const answer of [await open(link.shortUrl, forwarded), await open('nobody-has-this', forwarded), misdirected]) {
    expect(JSON.stringify(answer)).not.toContain('evil')
  }
  expect((await open(link.shortUrl, forwarded)).headers.location).toBe(link.originalUrl)
})

it('uses a changed destination and a changed option for the next visit', async () => {
  const link = await test.seed.link(ada)
  await open(link.shortUrl)
  await change(link.id, { originalUrl: 'https://example.com/new', redirectType: 307 })
  expect(await open(link.shortUrl)).toMatchObject({ status: 307, headers: { location: 'https://example.com/new' } })
})
