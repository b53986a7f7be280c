import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, startApp, type TestApp } from '../support/app.ts'
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
const post = (path: string, given: string = password, headers: Record<string, string> = {}) =>
  test.rest.post(`/${path}`, new URLSearchParams({ password: given }).toString(), as('chrome', { ...form, ...headers }))
const cookieOf = ({ headers }: RestAnswer) => headers['set-cookie']?.split(';')[0] ?? ''

describe('200, the form', () => {
  it('withholds the destination, whatever the title says of it, and counts nothing', async () => {
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
  it('leads back to the link with a pass for it alone, and the visit that follows is the click', async () => {
    const link = await protectedLink({ customUrl: `Zz${test.seed.word()}` })
    const answer = await post(link.shortUrl)
    expect([answer.status, answer.headers.location, answer.text]).toEqual([303, `/${link.shortUrl}`, ''])
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    const [pass, ...attributes] = answer.headers['set-cookie']?.split('; ') ?? []
    expect(pass).toMatch(/^tack_pass=[\w.-]+$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=1800', `Path=/${link.shortUrl}`, 'SameSite=Lax'])
    expect(await recorded(test, link)).toEqual([])
    const visit = await open(link.shortUrl, pass)
    expect([visit.status, visit.headers.location]).toEqual([302, link.originalUrl])
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('keeps the query of the visit, to the place where the code is shown', async () => {
    const link = await protectedLink({ customUrl: `Zz${test.seed.word()}` })
    const { headers } = await post(`${link.shortUrl.toLowerCase()}?x=1&qr=1`)
    expect(headers.location).toBe(`/${link.shortUrl}?x=1&qr=1`)
    expect(headers['set-cookie']).toContain(`; Path=/${link.shortUrl};`)
  })

  it('is answered with 303 also where the link redirects with 307, so that the password is never posted on', async () => {
    const link = await protectedLink({ redirectType: 307 })
    expect((await post(link.shortUrl)).status).toBe(303)
  })

  it('marks the cookie Secure where short addresses are https', async () => {
    const secure = await startApp({ SHORT_URL: 'https://go.tack.test' })
    const account = await secure.seed.account()
    const link = await secure.seed.link(account, { password: 'sesame' })
    const answer = await secure.rest.post(`/${link.shortUrl}`, 'password=sesame', { headers: form })
    expect(answer.headers['set-cookie']).toContain('; Secure')
    await secure.close()
  })

  it('names no other host, whatever the request says its host is', async () => {
    const link = await protectedLink()
    const { port } = new URL(await socketUrl(test.app.server))
    const body = new URLSearchParams({ password }).toString()
    const answer = await new Promise<string>((resolve) => {
      const request = [
        `POST http://evil.example/${link.shortUrl}?x=1 HTTP/1.1`,
        'Host: evil.example',
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

describe('the pass', () => {
  it('ends after 30 minutes', async () => {
    const link = await protectedLink()
    const pass = cookieOf(await post(link.shortUrl))
    test.clock.advance({ minutes: 29, seconds: 58 })
    expect((await open(link.shortUrl, pass)).status).toBe(302)
    test.clock.advance({ seconds: 2 })
    expect((await open(link.shortUrl, pass)).status).toBe(200)
  })

  it('ends with the password it was given for, though the same word comes back', async () => {
    const link = await protectedLink()
    const pass = cookieOf(await post(link.shortUrl))
    await change(link.id, { password })
    expect((await open(link.shortUrl, pass)).status).toBe(200)
  })

  it('opens no other link, not even of the same password', async () => {
    const [link, other] = [await protectedLink(), await protectedLink()]
    expect((await open(other.shortUrl, cookieOf(await post(link.shortUrl)))).status).toBe(200)
  })

  it('opens nothing that is blocked, switched off, expired or used up', async () => {
    const link = await protectedLink({ clickLimit: 1 })
    const pass = cookieOf(await post(link.shortUrl))
    expect((await open(link.shortUrl, pass)).status).toBe(302)
    expect((await open(link.shortUrl, pass)).status).toBe(410)
    await change(link.id, { clickLimit: null, expiresAt: test.clock.now().toISOString() })
    expect((await open(link.shortUrl, pass)).status).toBe(410)
    await change(link.id, { isActive: false })
    expect((await open(link.shortUrl, pass)).status).toBe(404)
    await test.sql('update link set blocked_at = now() where id = ?', [link.id])
    await expect.poll(async () => (await open(link.shortUrl, pass)).status).toBe(403)
  })

  it('cannot be made up: every changed one shows the form', async () => {
    const link = await protectedLink()
    const pass = cookieOf(await post(link.shortUrl))
    const [, expires = '', signature = ''] = /=(\d+)\.(.*)$/.exec(pass) ?? []
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
    expect((await open(link.shortUrl, pass)).status).toBe(302)
  })

  it('gives a robot no destination of a limited link, and one of another link without a count', async () => {
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
  it.each(['wrong', '', password.toUpperCase(), 'x'.repeat(4000)])('for %j, without a pass', async (wrong) => {
    const link = await protectedLink()
    const answer = await post(link.shortUrl, wrong)
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('role="alert"')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(JSON.stringify(answer)).not.toContain('example.com')
    expect(await recorded(test, link)).toEqual([])
  })

  it('for a form without a password, with two of them, or with none at all', async () => {
    const { shortUrl } = await protectedLink()
    for (const body of ['', 'pw=x', `${new URLSearchParams({ password })}&password=x`, '__proto__[password]=x']) {
      expect((await test.rest.post(`/${shortUrl}`, body, { headers: form })).status).toBe(401)
    }
    expect((await test.rest.send('POST', `/${shortUrl}`)).status).toBe(401)
  })
})

describe('403', () => {
  it.each(['cross-site', 'same-site'])(
    'for a form of another page (%s), though the password is right',
    async (site) => {
      const link = await protectedLink()
      const answer = await post(link.shortUrl, password, { 'sec-fetch-site': site, origin: 'https://evil.example' })
      expect(answer.status).toBe(403)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.text).toContain('<form method="post">')
    },
  )

  it.each(['same-origin', 'none'])('but not for our own form (%s), which has no origin to show', async (site) => {
    const { shortUrl } = await protectedLink()
    expect((await post(shortUrl, password, { 'sec-fetch-site': site, origin: 'null' })).status).toBe(303)
  })
})

describe('a post where no password is asked for', () => {
  it('is 405 on a link without one, and 404 on no link', async () => {
    const link = await test.seed.link(ada)
    const answer = await post(link.shortUrl)
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect((await post('nobody-has-this')).status).toBe(404)
  })

  it('is sent back to the page of a blocked or expired link, with no pass and whatever the password', async () => {
    const [blocked, expired] = [await protectedLink(), await protectedLink({ expiredUrl: 'https://example.com/over' })]
    await test.sql('update link set blocked_at = now() where id = ?', [blocked.id])
    await change(expired.id, { expiresAt: test.clock.now().toISOString() })
    for (const { shortUrl } of [blocked, expired]) {
      for (const given of [password, 'wrong']) {
        const answer = await post(shortUrl, given)
        expect([answer.status, answer.headers.location]).toEqual([303, `/${shortUrl}`])
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
    }
  })
})

describe('what is no form', () => {
  it('is 415, and 413 when it is larger than a form can be, in the envelope', async () => {
    const { shortUrl } = await protectedLink()
    const text = await test.rest.post(`/${shortUrl}`, 'password=x', { headers: { 'content-type': 'text/plain' } })
    expect([text.status, text.json.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const large = await post(shortUrl, 'x'.repeat(5000))
    expect([large.status, large.json.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})
