import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { type AgentName, as, counted } from '../support/visitor.ts'
import { attach, linkWithPixels, pixelOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

/** Addresses by country, as the bundled database has them; `unknown` is reserved for documents. */
const from = { us: '8.8.8.8', de: '130.149.7.1', jp: '133.11.0.1', unknown: '203.0.113.9' } as const

interface VisitOptions {
  readonly where?: keyof typeof from
  readonly agent?: AgentName
  readonly headers?: Record<string, string>
  readonly method?: 'GET' | 'HEAD'
  readonly query?: string
}

const open = ({ shortUrl }: SeededLink, options: VisitOptions = {}): Promise<RestAnswer> => {
  const { where = 'us', agent = 'chrome', headers = {}, method = 'GET', query = '' } = options
  return test.rest.send(method, `/${shortUrl}${query}`, { ...as(agent, headers), from: from[where] })
}
const cookie = (answer: string) => ({ cookie: `tack_pixels=${answer}` })
const asks = ({ text }: RestAnswer) => text.includes('name="answer"')
const runs = ({ text }: RestAnswer) => text.includes('fbevents.js')

describe('a visit of a link with pixels', () => {
  it('from outside of Europe gets the page with pixels, after its click was recorded', async () => {
    const link = await linkWithPixels(test, ada)
    const answer = await open(link, { query: '?size=large' })
    expect([answer.status, runs(answer), asks(answer)]).toEqual([200, true, false])
    expect(answer.text).toContain(`url=${link.originalUrl}?size&#61;large"`)
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer-when-downgrade',
      'x-robots-tag': 'noindex',
    })
    expect(answer.headers.location).toBeUndefined()
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it.each(['de', 'unknown'] as const)('from %s is asked first, in its language, without a cookie', async (where) => {
    const link = await linkWithPixels(test, ada)
    const answer = await open(link, { where, headers: { 'accept-language': 'de-AT' } })
    expect([answer.status, runs(answer), asks(answer)]).toEqual([200, false, true])
    expect(answer.text).toContain('Darf Ihr Besuch gemessen werden?')
    expect(answer.headers['content-security-policy']).not.toContain('facebook')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('is not asked again after an answer, and a refusal counts everywhere', async () => {
    const link = await linkWithPixels(test, ada)
    expect(runs(await open(link, { where: 'de', headers: cookie('allowed') }))).toBe(true)
    for (const where of ['de', 'us', 'unknown'] as const)
      expect(await open(link, { where, headers: cookie('refused') })).toMatchObject({ status: 302, text: '' })
    expect(asks(await open(link, { where: 'de', headers: cookie('maybe') }))).toBe(true)
  })

  it.each([
    ['a crawler', { agent: 'googlebot' }],
    ['a link preview', { agent: 'slackbot' }],
    ['a visitor with Global Privacy Control', { headers: { 'sec-gpc': '1' } }],
    ['one with Global Privacy Control who allowed it once', { headers: { 'sec-gpc': '1', ...cookie('allowed') } }],
    ['HEAD', { method: 'HEAD' }],
    ['a visit that is not to be counted', { query: '?no-track=1' }],
  ] satisfies [string, VisitOptions][])('is redirected at once for %s', async (_who, options) => {
    const link = await linkWithPixels(test, ada)
    const answer = await open(link, options)
    expect([answer.status, answer.headers.location, answer.text]).toEqual([302, link.originalUrl, ''])
  })

  it('is redirected at once when all pixels are switched off, and measured again when one is on', async () => {
    const link = await test.seed.link(ada)
    const [one, other] = [
      await pixelOf(test, ada, { isActive: undefined }),
      await pixelOf(test, ada, { pixelType: 'x' }),
    ]
    await attach(test, ada, link, one, other)
    const turn = (id: string, isActive: boolean) =>
      test.rest.patch(`/v1/pixels/${id}`, { isActive }, { token: ada.token })
    await turn(one.id, false)
    const answer = await open(link)
    expect([runs(answer), answer.text.includes('uwt.js')]).toEqual([false, true])
    expect(answer.headers['content-security-policy']).not.toContain('facebook')
    await turn(other.id, false)
    expect((await open(link)).status).toBe(302)
    await turn(one.id, true)
    expect(runs(await open(link))).toBe(true)
  })

  it('is redirected at once after the pixels were detached or deleted', async () => {
    const [link, second] = [await linkWithPixels(test, ada), await test.seed.link(ada)]
    const pixel = await pixelOf(test, ada)
    await attach(test, ada, second, pixel)
    expect([runs(await open(link)), runs(await open(second))]).toEqual([true, true])
    await attach(test, ada, link)
    await test.rest.delete(`/v1/pixels/${pixel.id}`, { token: ada.token })
    expect([(await open(link)).status, (await open(second)).status]).toEqual([302, 302])
  })

  it('consumes one click of a limit, also with the question, and none is given beyond', async () => {
    const link = await linkWithPixels(test, ada, ['facebook'], { clickLimit: 2 })
    expect(runs(await open(link))).toBe(true)
    expect(asks(await open(link, { where: 'de' }))).toBe(true)
    expect((await open(link)).status).toBe(410)
    expect(await counted(test, link)).toMatchObject({ counter: 2 })
  })

  it('shows the page of its state when the link is expired, blocked or switched off', async () => {
    const link = await linkWithPixels(test, ada)
    await test.rest.patch(`/v1/urls/${link.id}`, { isActive: false }, { token: ada.token })
    expect((await open(link)).status).toBe(404)
  })

  it('has no pixels as JSON, in previews and in the QR image', async () => {
    const link = await linkWithPixels(test, ada)
    for (const path of [`/v1/urls/redirect/${link.shortUrl}`, `/${link.shortUrl}+`, `/${link.shortUrl}/qr`]) {
      const answer = await test.rest.get(path, { ...as('chrome'), from: from.us })
      expect([answer.status, /facebook/i.test(answer.text)], path).toEqual([200, false])
    }
  })

  it('leaves out a pixel whose id was changed in the database', async () => {
    const link = await linkWithPixels(test, ada)
    await test.sql(
      `update pixel set pixel_id = '1");alert(1)//' where id in (select pixel_id from link_pixel where link_id = ?)`,
      [link.id],
    )
    expect((await open(link)).status).toBe(302)
  })
})

describe('a visit of a link without pixels', () => {
  it('reads nothing about them and ignores the cookie', async () => {
    const link = await test.seed.link(ada)
    await pixelOf(test, ada)
    for (const answer of ['allowed', 'refused'])
      expect((await open(link, { where: 'de', headers: cookie(answer) })).status).toBe(302)
  })
})

describe.runIf(inject('database').kind === 'server')('while the database does not answer about pixels', () => {
  it('visitors are redirected at once, and their clicks are recorded', async () => {
    const link = await linkWithPixels(test, ada)
    await open(link)
    const { em } = test.app.database.orm
    await em.fork().transactional(async (locking) => {
      await locking.execute('lock table pixel in access exclusive mode')
      const start = performance.now()
      expect((await open(link)).status).toBe(302)
      expect(performance.now() - start).toBeLessThan(2_000)
    })
    await expect.poll(async () => runs(await open(link))).toBe(true)
    expect((await counted(test, link))?.people).toBeGreaterThanOrEqual(3)
  })
})
