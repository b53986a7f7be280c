import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp, withSettings } from '../support/app.ts'
import { socketUrl } from '../support/live.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, counted, recorded } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const password = 'open sesame & more'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const protectedLink = (options: object = {}) => test.seed.link(ada, { password, ...options })
const change = (id: string, changes: object) => test.rest.patch(`/v1/urls/${id}`, changes, { token: ada.token })
const open = (path: string, cookie?: string) => test.rest.get(`/${path}`, as('chrome', cookie ? { cookie } : {}))
const post = (path: string, sentPassword: string = password, headers: Record<string, string> = {}) =>
  test.rest.post(
    `/${path}`,
    new URLSearchParams({ password: sentPassword }).toString(),
    as('chrome', { ...form, ...headers }),
  )
const cookieOf = ({ headers }: RestAnswer) => headers['set-cookie']?.split(';')[0] ?? ''

describe('200, the form', () => {
  it('does not contain the destination, and counts nothing', async () => {
    const link = await protectedLink({ longUrl: 'https://secret.example/place', isCloaked: true, clickLimit: 3 })
    for (const answer of [await open(link.shortUrl), await test.rest.get(`/${link.shortUrl}`, as('googlebot'))]) {
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('<form method="post">')
      expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
      expect(answer.headers['content-security-policy']).toContain("form-action 'self' http: https:")
      expect(JSON.stringify(answer)).not.toContain('secret.example')
    }
    expect(await recorded(test, link)).toEqual([])
  })
})

describe('303, the right password', () => {
  it('redirects to the link with a token for this link only, and the next visit is the click', async () => {
    const link = await protectedLink({ customUrl: `Zz${test.seed.word()}` })
    const answer = await post(link.shortUrl)
    expect([answer.status, answer.headers.location, answer.text]).toEqual([303, `/${link.shortUrl}`, ''])
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    const [cookie, ...attributes] = answer.headers['set-cookie']?.split('; ') ?? []
    expect(cookie).toMatch(/^tack_pass=[\w.-]+$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=1800', `Path=/${link.shortUrl}`, 'SameSite=Lax'])
    expect(await recorded(test, link)).toEqual([])
    const visit = await open(link.shortUrl, cookie)
    expect([visit.status, visit.headers.location]).toEqual([302, link.originalUrl])
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('may come with spaces around it, as phones add them, and needs those that belong to it', async () => {
    const link = await protectedLink()
    for (const typed of [`${password} `, ` ${password}`, `${password}\n`])
      expect((await post(link.shortUrl, typed)).status).toBe(303)
    const spaced = await test.seed.link(ada, { password: ' sesame ' })
    expect((await post(spaced.shortUrl, 'sesame')).status).toBe(401)
    expect((await post(spaced.shortUrl, ' sesame ')).status).toBe(303)
  })

  it('keeps the query of the visit', async () => {
    const link = await protectedLink({ customUrl: `Zz${test.seed.word()}` })
    const { headers } = await post(`${link.shortUrl.toLowerCase()}?x=1&qr=1`)
    expect(headers.location).toBe(`/${link.shortUrl}?x=1&qr=1`)
    expect(headers['set-cookie']).toContain(`; Path=/${link.shortUrl};`)
  })

  it('is answered with 303 also for a link with 307, so that the password is not posted to the destination', async () => {
    const link = await protectedLink({ redirectType: 307 })
    expect((await post(link.shortUrl)).status).toBe(303)
  })

  it('sets the Secure cookie when short addresses are https', async () => {
    const secure = withSettings(test, { SHORT_URL: 'https://go.tack.test' })
    const link = await secure.seed.link(ada, { password: 'sesame' })
    const answer = await secure.rest.post(`/${link.shortUrl}`, 'password=sesame', { headers: form })
    expect(answer.headers['set-cookie']).toContain('; Secure')
    await secure.close()
  })

  it('redirects to a path, whatever host a forwarding header names, also when the request line has a host', async () => {
    const link = await protectedLink()
    const { port } = new URL(await socketUrl(test.app.server))
    const body = new URLSearchParams({ password }).toString()
    const answer = await new Promise<string>((resolve) => {
      const request = [
        `POST http://127.0.0.1:${port}/${link.shortUrl}?x=1 HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        'X-Forwarded-Host: evil.example',
        'Connection: close',
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${body.length}`,
      ]
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${request.join('\r\n')}\r\n\r\n${body}`))
      let text = ''
      socket.on('data', (data) => (text += data)).on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 303 /)
    expect(answer).toContain(`\r\nlocation: /${link.shortUrl}?x=1\r\n`)
    expect(answer).not.toContain('evil.example')
  })
})

describe('the unlock token', () => {
  it('expires after 30 minutes', async () => {
    const link = await protectedLink()
    const cookie = cookieOf(await post(link.shortUrl))
    test.clock.advance({ minutes: 29, seconds: 58 })
    expect((await open(link.shortUrl, cookie)).status).toBe(302)
    test.clock.advance({ seconds: 2 })
    expect((await open(link.shortUrl, cookie)).status).toBe(200)
  })

  it('ends with a change of the password, also when the same password is set again', async () => {
    const link = await protectedLink()
    const cookie = cookieOf(await post(link.shortUrl))
    await change(link.id, { password })
    expect((await open(link.shortUrl, cookie)).status).toBe(200)
  })

  it('opens no other link with the same password', async () => {
    const [link, other] = [await protectedLink(), await protectedLink()]
    expect((await open(other.shortUrl, cookieOf(await post(link.shortUrl)))).status).toBe(200)
  })

  it('opens no link that is blocked, inactive, expired or used up', async () => {
    const link = await protectedLink({ clickLimit: 1 })
    const cookie = cookieOf(await post(link.shortUrl))
    expect((await open(link.shortUrl, cookie)).status).toBe(302)
    expect((await open(link.shortUrl, cookie)).status).toBe(410)
    await change(link.id, { clickLimit: null, expiresAt: test.clock.now().toISOString() })
    expect((await open(link.shortUrl, cookie)).status).toBe(410)
    await change(link.id, { isActive: false })
    expect((await open(link.shortUrl, cookie)).status).toBe(404)
    await test.sql('update link set blocked_at = now() where id = ?', [link.id])
    await expect.poll(async () => (await open(link.shortUrl, cookie)).status).toBe(403)
  })

  it('is rejected when it is changed', async () => {
    const link = await protectedLink()
    const cookie = cookieOf(await post(link.shortUrl))
    const [, expires = '', signature = ''] = /=(\d+)\.(.*)$/.exec(cookie) ?? []
    const forged = [
      `${Number(expires) + 1}.${signature}`,
      `${expires}.${signature.slice(1)}`,
      `${expires}.${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`,
      `${expires}.`,
      `9999999999999.${signature}`,
      signature,
      '',
      'x'.repeat(4000),
    ]
    for (const each of forged) expect((await open(link.shortUrl, `tack_pass=${each}`)).status).toBe(200)
    expect((await open(link.shortUrl, cookie)).status).toBe(302)
  })

  it('gives a bot no destination of a limited link, and an uncounted one of another link', async () => {
    const [limited, free] = [await protectedLink({ clickLimit: 1 }), await protectedLink()]
    const byRobot = async ({ shortUrl }: { shortUrl: string }) =>
      test.rest.get(`/${shortUrl}`, as('googlebot', { cookie: cookieOf(await post(shortUrl)) }))
    const withheld = await byRobot(limited)
    expect([withheld.status, withheld.headers.location]).toEqual([200, undefined])
    expect((await byRobot(free)).headers.location).toBe(free.originalUrl)
    for (const link of [limited, free]) expect(await counted(test, link)).toEqual({ counter: 0, people: 0, robots: 1 })
  })
})

describe('401, the form again', () => {
  it.each(['wrong', '', password.toUpperCase(), 'x'.repeat(4000)])('for %j, without a token', async (wrong) => {
    const link = await protectedLink()
    const answer = await post(link.shortUrl, wrong)
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('role="alert"')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(JSON.stringify(answer)).not.toContain('example.com')
    expect(await recorded(test, link)).toEqual([])
  })

  it('for a form without a password, with two passwords, and for an empty body', async () => {
    const { shortUrl } = await protectedLink()
    for (const body of ['', 'pw=x', `${new URLSearchParams({ password })}&password=x`, '__proto__[password]=x']) {
      expect((await test.rest.post(`/${shortUrl}`, body, { headers: form })).status).toBe(401)
    }
    expect((await test.rest.send('POST', `/${shortUrl}`)).status).toBe(401)
  })
})

describe('403', () => {
  it.each(['cross-site', 'same-site'])(
    'for a form of another site (%s), although the password is right',
    async (site) => {
      const link = await protectedLink()
      const answer = await post(link.shortUrl, password, { 'sec-fetch-site': site, origin: 'https://evil.example' })
      expect(answer.status).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.text).toContain('<form method="post">')
    },
  )

  it.each(['same-origin', 'none'])('but not for our own form (%s)', async (site) => {
    const { shortUrl } = await protectedLink()
    expect((await post(shortUrl, password, { 'sec-fetch-site': site, origin: 'null' })).status).toBe(303)
  })
})

describe('a POST to a link without a form', () => {
  it('answers 405 for a link without a password, and 404 for no link', async () => {
    const link = await test.seed.link(ada)
    const answer = await post(link.shortUrl)
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect((await post('nobody-has-this')).status).toBe(404)
  })

  it('redirects to the page of a blocked or expired link without a token, for any password', async () => {
    const [blocked, expired] = [await protectedLink(), await protectedLink({ expiredUrl: 'https://example.com/over' })]
    await test.sql('update link set blocked_at = now() where id = ?', [blocked.id])
    await change(expired.id, { expiresAt: test.clock.now().toISOString() })
    for (const { shortUrl } of [blocked, expired]) {
      for (const sentPassword of [password, 'wrong']) {
        const answer = await post(shortUrl, sentPassword)
        expect([answer.status, answer.headers.location]).toEqual([303, `/${shortUrl}`])
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
    }
  })
})

describe('an invalid body', () => {
  it('answers 415, and 413 when it is too large, as JSON', async () => {
    const { shortUrl } = await protectedLink()
    const text = await test.rest.post(`/${shortUrl}`, 'password=x', { headers: { 'content-type': 'text/plain' } })
    expect([text.status, text.json.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const large = await post(shortUrl, 'x'.repeat(5000))
    expect([large.status, large.json.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})
