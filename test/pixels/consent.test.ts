import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as, counted } from '../support/visitor.ts'
import { attach, linkWithPixels } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp({ SHORT_URL: 'https://tack.test' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

const from = '130.149.7.1'

/** Opens a link from Germany and returns the token of the question. */
async function ask({ shortUrl }: SeededLink, query = ''): Promise<string> {
  const { text } = await test.rest.get(`/${shortUrl}${query}`, { ...as('chrome'), from })
  const [, token] = /name="visit" value="([^"]+)"/.exec(text) ?? []
  if (!token) throw new Error(`The visitor was not asked: ${text}`)
  return token
}

const submit = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<RestAnswer> =>
  test.rest.post('/pixels/consent', new URLSearchParams(fields).toString(), {
    headers: { ...as('chrome', headers).headers, 'content-type': 'application/x-www-form-urlencoded' },
    from,
  })

describe('the answer of a visitor', () => {
  it('"allowed" is answered with the page with pixels, and is remembered for 180 days', async () => {
    const link = await linkWithPixels(test, ada)
    const answer = await submit({ visit: await ask(link, '?a=1'), answer: 'allowed' })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('fbevents.js')
    expect(answer.text).toContain(`"${link.originalUrl}?a=1"`)
    expect(answer.headers['set-cookie']).toBe(
      'tack_pixels=allowed; Max-Age=15552000; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('"refused" is redirected at once with GET, and is remembered as long', async () => {
    const link = await linkWithPixels(test, ada)
    const answer = await submit({ visit: await ask(link), answer: 'refused' })
    expect([answer.status, answer.headers.location]).toEqual([303, link.originalUrl])
    expect(answer.headers['set-cookie']).toMatch(/^tack_pixels=refused; Max-Age=15552000; Path=\/; /)
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('uses no second click of a limited link, and a link whose limit is used up leads on', async () => {
    const link = await linkWithPixels(test, ada, ['facebook'], { clickLimit: 1 })
    const visit = await ask(link)
    expect((await submit({ visit, answer: 'allowed' })).text).toContain('fbevents.js')
    expect((await submit({ visit, answer: 'refused' })).headers.location).toBe(link.originalUrl)
    expect(await counted(test, link)).toMatchObject({ counter: 1 })
  })

  it('leads on at once when the pixels were detached meanwhile, and when the visitor has Global Privacy Control', async () => {
    const link = await linkWithPixels(test, ada)
    const visit = await ask(link)
    const withControl = await submit({ visit, answer: 'allowed' }, { 'sec-gpc': '1' })
    expect([withControl.status, withControl.headers.location]).toEqual([303, link.originalUrl])
    await attach(test, ada, link)
    expect((await submit({ visit, answer: 'allowed' })).status).toBe(303)
  })

  it.each([
    ['no answer', {}, {}],
    ['another answer', { answer: 'perhaps' }, {}],
    ['an answer from a page of another site', { answer: 'allowed' }, { 'sec-fetch-site': 'cross-site' }],
    ['one from another host of the same site', { answer: 'allowed' }, { 'sec-fetch-site': 'same-site' }],
  ])('leads back to the link and is not remembered: %s', async (_what, fields, headers) => {
    const link = await linkWithPixels(test, ada)
    const answer = await submit({ visit: await ask(link), ...fields }, headers)
    expect([answer.status, answer.headers.location]).toEqual([303, `/${link.shortUrl}`])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('leads back to the link after an hour, and when the link is blocked, switched off, renamed or deleted', async () => {
    const changes = [
      async () => test.clock.advance({ minutes: 61 }),
      ({ id }: SeededLink) => test.sql('update link set blocked_at = now() where id = ?', [id]),
      ({ id }: SeededLink) => patch(id, { isActive: false }),
      ({ id }: SeededLink) => patch(id, { customUrl: test.seed.word() }),
      ({ id }: SeededLink) => test.rest.delete(`/v1/urls/${id}`, { token: ada.token }),
    ]
    const patch = (id: string, body: object) => test.rest.patch(`/v1/urls/${id}`, body, { token: ada.token })
    for (const change of changes) {
      const link = await linkWithPixels(test, ada)
      const visit = await ask(link)
      await change(link)
      await expect
        .poll(async () => (await submit({ visit, answer: 'refused' })).headers.location)
        .toBe(`/${link.shortUrl}`)
    }
  })

  it('returns 404 for a token that was not issued here, and leads nowhere', async () => {
    const link = await linkWithPixels(test, ada)
    const token = await ask(link)
    const [text = '', signature = ''] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ code: 'x', linkId: link.id, destination: 'https://evil.example/' }))
    for (const visit of [
      '',
      'x',
      text,
      `${text}.${'A'.repeat(43)}`,
      `${forged.toString('base64url')}.${signature}`,
      `${text}A.${signature}`,
      `${token}\r\nlocation: https://evil.example/`,
    ]) {
      const answer = await submit({ visit, answer: 'allowed' })
      expect([answer.status, answer.headers.location, answer.headers['set-cookie']], visit).toEqual([
        404,
        undefined,
        undefined,
      ])
    }
  })

  it('can be seen and changed at any time, also to a refusal', async () => {
    const see = async (cookie = '') => {
      const { status, text } = await test.rest.get('/pixels/consent', as('chrome', { cookie }))
      expect(status).toBe(200)
      return /<p class="notice">([^<]*)/.exec(text)?.[1]
    }
    expect(await see()).toBe('You have not answered yet.')
    expect(await see('tack_pixels=allowed')).toBe('You have allowed it.')
    expect(await see('tack_pixels=refused')).toBe('You have refused it.')
    const answer = await submit({ answer: 'refused' }, { cookie: 'tack_pixels=allowed' })
    expect([answer.status, answer.headers.location]).toEqual([303, '/pixels/consent'])
    expect(answer.headers['set-cookie']).toMatch(/^tack_pixels=refused; Max-Age=15552000;/)
    for (const [fields, headers] of [
      [{ answer: 'allowed' }, { 'sec-fetch-site': 'cross-site' }],
      [{ answer: '<b>' }, {}],
    ] as const)
      expect((await submit(fields, headers)).headers['set-cookie']).toBeUndefined()
  })

  it('is shown as a sample in a frame of the service, with pixels of the providers that are named', async () => {
    const { status, headers, text } = await test.rest.get('/pixels/consent/sample?providers=linkedin,tiktok,none')
    expect([status, headers['x-frame-options']]).toEqual([200, 'SAMEORIGIN'])
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(text).toContain('Its owner would like to tell TikTok and LinkedIn that you open it.')
    expect((await test.rest.get('/pixels/consent/sample?providers=none')).status).toBe(404)
  })

  it('returns 405 for other methods, and 413 for a huge body', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await test.rest.send(method, '/pixels/consent')
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD, POST'])
    }
    expect((await submit({ visit: 'x'.repeat(70_000), answer: 'allowed' })).status).toBe(413)
  })

  it('accepts the longest destination with the longest query', async () => {
    const link = await linkWithPixels(test, ada, ['facebook'], {
      longUrl: `https://example.com/${'%C3%BC'.repeat(1360)}`,
      utmSource: 'ü'.repeat(255),
      utmCampaign: 'ü'.repeat(255),
    })
    const answer = await submit({ visit: await ask(link, `?q=${'%C3%BC'.repeat(330)}`), answer: 'allowed' })
    expect([answer.status, answer.text.includes('fbevents.js')]).toEqual([200, true])
  })
})
