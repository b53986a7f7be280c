import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiRoots, expectError, expectGraphqlError, timeless } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, counted } from '../support/visitor.ts'
import { resolutionSelection, toGraphqlResolution } from './resolution.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const document = `mutation ($code: String!) { resolveUrl(code: $code) ${resolutionSelection} }`
const graphResolve = (code: string) => test.graph(document, { variables: { code }, headers: as('chrome').headers })
const withheldRouting = { isCloaked: null, redirectType: null, notYetUrl: null, expiredUrl: null, matchedRule: null }

const resolve = async (code: string) => (await test.rest.get(`/v1/urls/redirect/${code}`, as('chrome'))).json
const change = (id: string, changes: object) => test.rest.patch(`/v1/urls/${id}`, changes, { token: ada.token })
const block = (id: string) => test.sql('update link set blocked_at = now() where id = ?', [id])

describe('200 for an active link', () => {
  it.each(apiRoots)('under %s, with exactly these fields', async (root) => {
    const link = await test.seed.link(ada)
    const { status, json, headers } = await test.rest.get(`${root}/urls/redirect/${link.shortUrl}`, as('chrome'))
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(json).toEqual({
      id: link.id,
      originalUrl: link.originalUrl,
      shortUrl: link.shortUrl,
      domainHost: null,
      hasPassword: false,
      isExpired: false,
      isActive: true,
      startsAt: null,
      expiryReason: null,
      isBlocked: false,
      routing: { isCloaked: false, redirectType: 302, notYetUrl: null, expiredUrl: null, matchedRule: null },
    })
  })

  it('over GraphQL as over REST', async () => {
    const link = await test.seed.link(ada, { isCloaked: true, redirectType: 307 })
    const { data, errors } = await graphResolve(link.shortUrl)
    expect(errors).toBeUndefined()
    expect(data.resolveUrl).toEqual(toGraphqlResolution(await resolve(link.shortUrl)))
    expect(data.resolveUrl.routing).toEqual({
      isCloaked: true,
      redirectType: 307,
      notYetUrl: null,
      expiredUrl: null,
      matchedRule: null,
    })
    expect((await counted(test, link))?.people).toBe(2)
  })

  it('case-insensitively, with the alias as the owner wrote it', async () => {
    const customUrl = `Sale-${test.seed.word()}`
    const link = await test.seed.link(ada, { customUrl })
    for (const typed of [customUrl, customUrl.toLowerCase(), customUrl.toUpperCase()]) {
      expect(await resolve(typed)).toMatchObject({ id: link.id, shortUrl: customUrl, originalUrl: link.originalUrl })
    }
  })

  it('with the UTM parameters of the link in the destination', async () => {
    const link = await test.seed.link(ada, {
      longUrl: 'https://example.com/a?x=1#top',
      utmSource: 'news',
      utmMedium: 'mail',
    })
    expect((await resolve(link.shortUrl)).originalUrl).toBe(
      'https://example.com/a?x=1&utm_source=news&utm_medium=mail#top',
    )
  })

  it('without a credential, and with an invalid one', async () => {
    const link = await test.seed.link(ada)
    const answer = await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`, { token: 'not-a-token' })
    expect(answer.status).toBe(200)
  })

  it('with the same answer for any Host and forwarding headers', async () => {
    const link = await test.seed.link(ada)
    const hostile = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      forwarded: 'host=evil.example',
      'x-original-url': '/evil',
      'x-rewrite-url': '/evil',
    }
    const answer = await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`, as('chrome', hostile))
    expect(answer.json).toEqual(await resolve(link.shortUrl))
    expect(JSON.stringify(answer)).not.toContain('evil')
  })
})

describe('200 with the destination withheld', () => {
  const expiredUrl = 'https://example.com/over'

  it.each([
    ['protected', { password: 'sesame', expiredUrl }, null, { hasPassword: true }],
    ['switched off', { expiredUrl }, (id: string) => change(id, { isActive: false }), { isActive: false }],
    ['blocked', { expiredUrl }, block, { isActive: false, isBlocked: true }],
    [
      'past its date',
      {},
      (id: string) => change(id, { expiresAt: test.clock.now().toISOString() }),
      { isExpired: true, expiryReason: 'date' },
    ],
    [
      'clicked out',
      { clickLimit: 1 },
      (id: string) => test.sql('update link set current_clicks = 1 where id = ?', [id]),
      { isExpired: true, expiryReason: 'click_limit' },
    ],
  ])('while the link is %s', async (_, options, make, shown) => {
    const link = await test.seed.link(ada, options)
    await make?.(link.id)
    const { status, json, text } = await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`, as('chrome'))
    expect(status).toBe(200)
    expect(json).toEqual({
      id: link.id,
      originalUrl: null,
      shortUrl: link.shortUrl,
      domainHost: null,
      hasPassword: false,
      isExpired: false,
      isActive: true,
      startsAt: null,
      expiryReason: null,
      isBlocked: false,
      routing: withheldRouting,
      ...shown,
    })
    expect(text).not.toContain('example.com')
    expect((await counted(test, link))?.people).toBe(0)
    expect((await graphResolve(link.shortUrl)).data.resolveUrl).toEqual(toGraphqlResolution(json))
  })

  it('with expiredUrl of an expired link, also with a password, without the other fields of the routing', async () => {
    for (const options of [{ expiredUrl }, { expiredUrl, password: 'sesame' }]) {
      const link = await test.seed.link(ada, options)
      await change(link.id, { expiresAt: test.clock.now().toISOString() })
      expect((await resolve(link.shortUrl)).routing).toEqual({ ...withheldRouting, expiredUrl })
    }
  })

  it('from the instant of expiresAt', async () => {
    const expiresAt = new Date(test.clock.now().getTime() + 60_000)
    const link = await test.seed.link(ada, { expiresAt: expiresAt.toISOString() })
    test.clock.set(new Date(expiresAt.getTime() - 1))
    expect(await resolve(link.shortUrl)).toMatchObject({ originalUrl: link.originalUrl, isExpired: false })
    test.clock.set(expiresAt)
    expect(await resolve(link.shortUrl)).toMatchObject({ originalUrl: null, isExpired: true, isActive: true })
  })

  it('until the owner activates it, moves the date or raises the limit', async () => {
    const link = await test.seed.link(ada, { clickLimit: 1 })
    expect((await resolve(link.shortUrl)).originalUrl).toBe(link.originalUrl)
    expect((await resolve(link.shortUrl)).expiryReason).toBe('click_limit')
    await change(link.id, { clickLimit: 2, isActive: false })
    expect(await resolve(link.shortUrl)).toMatchObject({ originalUrl: null, isExpired: false, isActive: false })
    await change(link.id, { isActive: true, expiresAt: test.clock.now().toISOString() })
    expect((await resolve(link.shortUrl)).expiryReason).toBe('date')
    await change(link.id, { expiresAt: null })
    expect(await resolve(link.shortUrl)).toMatchObject({ originalUrl: link.originalUrl, isExpired: false })
  })
})

it('expires an anonymous link exactly 7 days after its creation', async () => {
  const made = test.clock.now().getTime()
  const { json } = await test.rest.post('/v1/free-urls/shorten', { longUrl: 'https://example.com/week' })
  const at = (ms: number) => test.clock.set(new Date(made + 7 * 24 * 3600 * 1000 + ms))
  at(-1)
  expect(await resolve(json.shortCode)).toMatchObject({ originalUrl: 'https://example.com/week', isExpired: false })
  at(0)
  expect(await resolve(json.shortCode)).toMatchObject({ originalUrl: null, isExpired: true, expiryReason: 'date' })
  at(1)
  expect((await resolve(json.shortCode)).originalUrl).toBeNull()
  expect((await test.rest.get(`/${json.shortCode}`)).status).toBe(410)
  test.clock.set(new Date(made))
})

describe('404', () => {
  const malformed = ['-', '---', 'a_b', 'a.b', 'a b', 'grün', 'a/b', 'a+', '%', 'a..', "' or 1=1", 'x'.repeat(65)]

  it.each(['nobody-has-this', ...malformed])('LINK_NOT_FOUND for %j over REST', async (code) => {
    const answer = await test.rest.get(`/v1/urls/redirect/${encodeURIComponent(code)}`)
    expectError(answer, 404, 'LINK_NOT_FOUND')
  })

  it.each(['nobody-has-this', '', ...malformed])('LINK_NOT_FOUND for %j over GraphQL', async (code) => {
    expectGraphqlError(await graphResolve(code), 404, 'LINK_NOT_FOUND')
  })

  it('for a deleted link and a released code, with the same answer as for an unknown one', async () => {
    const unknown = timeless(await test.rest.get('/v1/urls/redirect/nobody-has-this'))
    const deleted = await test.seed.link(ada)
    await test.rest.delete(`/v1/urls/${deleted.id}`, { token: ada.token })
    const renamed = await test.seed.link(ada)
    await change(renamed.id, { customUrl: test.seed.word() })
    for (const code of [deleted.shortUrl, renamed.shortUrl]) {
      const answer = await test.rest.get(`/v1/urls/redirect/${code}`)
      expectError(answer, 404, 'LINK_NOT_FOUND')
      expect(timeless(answer)).toBe(unknown)
    }
  })
})

describe('400', () => {
  it('for a noTrack that is neither true nor false, with the field', async () => {
    const link = await test.seed.link(ada)
    const answer = await test.rest.get(`/v1/urls/redirect/${link.shortUrl}?noTrack=maybe`)
    expectError(answer, 400, 'INVALID_PARAMS', ['noTrack'])
    expect((await counted(test, link))?.counter).toBe(0)
  })
})

it('answers 405 with Allow to other methods, for any code', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
    const answer = await test.rest.send(method, '/v1/urls/redirect/nobody-has-this')
    expectError(answer, 405, 'METHOD_NOT_ALLOWED')
    expect(answer.headers.allow).toBe('GET, HEAD')
  }
})
