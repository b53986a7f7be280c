import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, counted } from '../support/visitor.ts'
import { expectError } from './answers.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

/** An instant some hours from now, as text. */
const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * 3_600_000).toISOString()
const open = (code: string) => test.rest.get(`/${code}`, as('chrome'))
const resolve = async (code: string) => (await test.rest.get(`/v1/urls/redirect/${code}`, as('chrome'))).json
const change = (id: string, body: object) => test.rest.patch(`/v1/urls/${id}`, body, { token: ada.token })
const create = (body: object) =>
  test.rest.post('/v1/urls', { longUrl: 'https://example.com/', ...body }, { token: ada.token })

describe('before the time from which a link is open', () => {
  it('visitors see a page with the time, programs get no destination, and nothing is counted', async () => {
    const startsAt = inHours(2)
    const link = await test.seed.link(ada, { startsAt, clickLimit: 5 })
    const page = await test.rest.get(`/${link.shortUrl}`, as('chrome', { 'accept-language': 'de' }))
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('Dieser Link ist noch nicht geöffnet')])
    expect(page.text).toContain(`${new Date(startsAt).getUTCFullYear()}`)
    expect((await test.rest.get(`/${link.shortUrl}+`, as('chrome'))).text).toContain('This link is not open yet')
    const closed = { originalUrl: null, isActive: false, isExpired: false, startsAt }
    expect(await resolve(link.shortUrl)).toMatchObject(closed)
    expect(await counted(test, link)).toEqual({ counter: 0, people: 0, robots: 0 })
    const { json } = await test.rest.get(`/v1/urls/${link.id}`, { token: ada.token })
    expect(json).toMatchObject({ isActive: true, startsAt })
    test.clock.advance({ hours: 2 })
    try {
      expect((await open(link.shortUrl)).headers.location).toBe(link.originalUrl)
      expect(await resolve(link.shortUrl)).toMatchObject({ originalUrl: link.originalUrl, isActive: true, startsAt })
      expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
    } finally {
      test.clock.advance({ hours: -2 })
    }
  })

  it('a password opens nothing, and rules send nobody on', async () => {
    const link = await test.seed.link(ada, { startsAt: inHours(1), password: 'open sesame' })
    expect((await open(link.shortUrl)).text).toContain('This link is not open yet')
    const unlock = (password: string) =>
      test.rest.post(`/v1/urls/redirect/${link.shortUrl}/verify-password`, { password })
    expectError(await unlock('open sesame'), 403, 'LINK_INACTIVE')
    expectError(await unlock('wrong'), 401, 'LINK_PASSWORD_INVALID')
    const ruled = await test.seed.link(ada, { startsAt: inHours(1) })
    const rule = { device: 'desktop', destination: 'https://example.com/desktop' }
    await test.rest.post(`/v1/urls/${ruled.id}/device-rules`, rule, { token: ada.token })
    expect((await open(ruled.shortUrl)).status).toBe(404)
  })

  it('a link that is switched off is missing, and one that would have ended is not open yet', async () => {
    const link = await test.seed.link(ada, { startsAt: inHours(1), expiresAt: inHours(2) })
    await change(link.id, { isActive: false })
    expect((await open(link.shortUrl)).text).toContain('There is no link here')
    await change(link.id, { isActive: true })
    expect((await open(link.shortUrl)).text).toContain('This link is not open yet')
  })
})

describe('notYetUrl', () => {
  const notYetUrl = 'https://example.com/soon?a=1'

  it('is where visitors go before the start, without parameters and without a click', async () => {
    const link = await test.seed.link(ada, { startsAt: inHours(2), notYetUrl, utmSource: 'news', redirectType: 308 })
    const answer = await test.rest.get(`/${link.shortUrl}?b=2`, as('chrome'))
    expect([answer.status, answer.headers.location]).toEqual([302, notYetUrl])
    expect(await resolve(link.shortUrl)).toMatchObject({
      originalUrl: null,
      routing: { notYetUrl, redirectType: null },
    })
    const preview = await test.rest.get(`/${link.shortUrl}+`, as('chrome'))
    expect([preview.status, preview.text]).toEqual([404, expect.stringContaining('This link is not open yet')])
    expect(await counted(test, link)).toEqual({ counter: 0, people: 0, robots: 0 })
    test.clock.advance({ hours: 2 })
    try {
      expect((await open(link.shortUrl)).headers.location).toContain(link.originalUrl)
      expect((await resolve(link.shortUrl)).routing.notYetUrl).toBeNull()
    } finally {
      test.clock.advance({ hours: -2 })
    }
  })

  it('is changed and cleared with the next visit, and follows the rules of destinations', async () => {
    const link = await test.seed.link(ada, { startsAt: inHours(2) })
    expect((await open(link.shortUrl)).status).toBe(404)
    expect((await change(link.id, { notYetUrl })).json.notYetUrl).toBe(notYetUrl)
    expect((await open(link.shortUrl)).headers.location).toBe(notYetUrl)
    const items = [{ id: link.id, notYetUrl: null }]
    expect((await test.rest.patch('/v1/urls/bulk', { items }, { token: ada.token })).json.results).toMatchObject([
      { status: 'updated' },
    ])
    expect((await open(link.shortUrl)).status).toBe(404)
    expectError(await change(link.id, { notYetUrl: 'http://tack.test/a' }), 400, 'DESTINATION_LOOP', ['notYetUrl'])
    const bad = { startsAt: inHours(1), notYetUrl: 'http://10.0.0.1/' }
    expectError(await create(bad), 400, 'DESTINATION_NOT_ALLOWED', ['notYetUrl'])
    const { json: activity } = await test.rest.get('/v1/activity', { token: ada.token })
    expect(JSON.stringify(activity)).toContain('was changed: address before the start')
  })
})

describe('the time from which a link is open', () => {
  it('can be set, moved and cleared, over both interfaces, with the next visit', async () => {
    const link = await test.seed.link(ada)
    expect((await open(link.shortUrl)).status).toBe(302)
    const startsAt = inHours(3)
    expect((await change(link.id, { startsAt })).json.startsAt).toBe(startsAt)
    expect((await open(link.shortUrl)).status).toBe(404)
    const update = 'mutation($id: ID!, $input: UpdateUrlInput!) { updateUrl(id: $id, input: $input) { startsAt } }'
    const cleared = await test.graph(update, {
      token: ada.token,
      variables: { id: link.id, input: { startsAt: null } },
    })
    expect(cleared.data?.updateUrl).toEqual({ startsAt: null })
    expect((await open(link.shortUrl)).status).toBe(302)
    const { json: activity } = await test.rest.get('/v1/activity', { token: ada.token })
    expect(JSON.stringify(activity)).toContain('was changed: start date')
  })

  it('must be before the end, in a new link, in a change of either, and in a batch', async () => {
    const [early, late] = [inHours(1), inHours(2)]
    expectError(await create({ startsAt: late, expiresAt: early }), 400, 'INVALID_PARAMS', ['startsAt'])
    const link = await test.seed.link(ada, { startsAt: early, expiresAt: late })
    expectError(await change(link.id, { startsAt: late }), 400, 'INVALID_PARAMS', ['startsAt'])
    expectError(await change(link.id, { expiresAt: early }), 400, 'INVALID_PARAMS', ['startsAt'])
    const items = [{ id: link.id, startsAt: late }]
    const { json } = await test.rest.patch('/v1/urls/bulk', { items }, { token: ada.token })
    expect(json.results).toMatchObject([{ status: 'failed', error: { details: [{ field: 'startsAt' }] } }])
    expect((await change(link.id, { expiresAt: null, startsAt: late })).status).toBe(200)
  })

  it('selects links by their state', async () => {
    const eve = await test.seed.account()
    const scheduled = await test.seed.link(eve, { startsAt: inHours(1) })
    const active = await test.seed.link(eve)
    const idsIn = async (state: string) => {
      const { json } = await test.rest.get(`/v1/urls?state=${state}`, { token: eve.token })
      return json.map(({ id }: { id: string }) => id)
    }
    expect(await idsIn('scheduled')).toEqual([scheduled.id])
    expect(await idsIn('active')).toEqual([active.id])
  })
})
