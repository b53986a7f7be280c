import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminOf, Desk } from '../abuse/answers.ts'
import { domainOf } from '../domains/seed.ts'
import { listen, sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { agents, as, counted } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
let docs: SeededLink
let port: number
beforeAll(async () => {
  test = await sharedApp()
  port = await listen(test)
  ada = await test.seed.account()
  docs = await linkTo('https://example.com/base?own=1#top')
})
afterAll(() => test.close())

const linkTo = (longUrl: string, options: object = {}) =>
  test.seed.link(ada, { longUrl, forwardPath: true, ...options })
const open = (path: string, headers: Record<string, string> = {}) => test.rest.get(path, as('chrome', headers))
const location = async (path: string) => (await open(path)).headers.location

describe('a path behind the code of a link that forwards it', () => {
  it('comes behind the path of the destination, before its query and fragment, and is one click', async () => {
    const link = await linkTo('https://example.com/base?own=1#top', { utmSource: 'news' })
    const answer = await open(`/${link.shortUrl.toUpperCase()}/docs/a%20b;v=1/?x=1`)
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      'https://example.com/base/docs/a%20b;v=1/?own=1&utm_source=news&x=1#top',
    ])
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
    expect(await location(`/${link.shortUrl}`)).toBe('https://example.com/base?own=1&utm_source=news#top')
  })

  it.each([
    ['https://example.com', '/a', 'https://example.com/a'],
    ['https://example.com/', '/a/', 'https://example.com/a/'],
    ['https://example.com/x/', '/a', 'https://example.com/x/a'],
    ['https://example.com:8443?q', '/a', 'https://example.com:8443/a?q'],
    ['https://example.com/#/route', '/a', 'https://example.com/a#/route'],
    ['https://example.com/x', '/@evil.example', 'https://example.com/x/@evil.example'],
    ['https://example.com', '/.evil.example', 'https://example.com/.evil.example'],
    ['https://example.com', '/:80', 'https://example.com/:80'],
    ['https://example.com', '/group%2Fproject', 'https://example.com/group%2Fproject'],
    ['https://example.com', '/100%25', 'https://example.com/100%25'],
    ['https://example.com', '/%C3%BCber/caf%C3%A9', 'https://example.com/%C3%BCber/caf%C3%A9'],
    ['https://example.com', '/a.b..c', 'https://example.com/a.b..c'],
    ['https://example.com', '/qrcodes', 'https://example.com/qrcodes'],
    ['https://example.com', '/qr/a', 'https://example.com/qr/a'],
    ['https://example.com', `/${'a'.repeat(2047)}`, `https://example.com/${'a'.repeat(2047)}`],
    // As in an address without a path.
    ['https://example.com/x', '/', 'https://example.com/x'],
  ])('of %s with %.40s leads to %.60s', async (longUrl, path, expected) => {
    expect(await location(`/${(await linkTo(longUrl)).shortUrl}${path}`)).toBe(expected)
  })

  it.each([
    ...['//evil.example', '/a//b', '/%2F%2Fevil.example', '/%2fevil.example/', '/%5Cevil.example', '/%5c/x'],
    ...['/..', '/a/../../b', '/%2e%2e/b', '/.%2E/', '/%252e%252e/b', '/a%2F..%2Fb', '/a%252f%252e%252e%252fb', '/./a'],
    ...[
      '/..;x/b',
      '/%20../b'.replace('%20', '%2e;%20/'),
      '/..%20/b',
      '/...',
      '/%ef%bc%8e%ef%bc%8e/b',
      '/%c0%ae%c0%ae/b',
    ],
    ...['/a%00', '/a%0d%0aset-cookie:x', '/a%250a', '/a%09b', '/%zz%ff', '/%25%32%35%32%35%32%35%32%35%32e'],
    ...[`/${'a'.repeat(2048)}`, `/${'%61'.repeat(700)}`],
  ])('is an unknown address with %.40s', async (path) => {
    // Over a socket, because browsers and `inject` resolve dots before they send an address.
    const headers = { 'user-agent': agents.chrome, accept: 'text/html' }
    const sent = request({ port, path: `/${docs.shortUrl}${path}`, headers }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined])
    expect(Buffer.concat(await answer.toArray()).toString()).toContain('There is no link here')
  })

  it('leads below the destination of a rule, and of a frame', async () => {
    const link = await linkTo('https://example.com/base', { isCloaked: true })
    expect((await open(`/${link.shortUrl}/a?x=1`)).text).toContain('<iframe src="https://example.com/base/a?x&#61;1"')
    const rule = { device: 'desktop', destination: 'https://example.org/d?q=1' }
    await test.rest.post(`/v1/urls/${link.id}/device-rules`, rule, { token: ada.token })
    expect(await location(`/${link.shortUrl}/a?x=1`)).toBe('https://example.org/d/a?q=1&x=1')
  })

  it('is kept by the form of a password', async () => {
    const { shortUrl: code } = await linkTo('https://example.com/base', { password: 'sesame' })
    const path = `/${code}/docs/a?x=1`
    const page = await open(path)
    expect([page.status, page.text]).toEqual([page.status, expect.stringContaining('This link needs a password')])
    expect(page.text).not.toContain('example.com')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = await test.rest.post(
      path.toUpperCase().replace('DOCS/A?X', 'docs/a?x'),
      'password=sesame',
      as('chrome', form),
    )
    expect([sent.status, sent.headers.location]).toEqual([303, path])
    const cookie = String(sent.headers['set-cookie']).split(';')[0] ?? ''
    expect((await open(path, { cookie })).headers.location).toBe('https://example.com/base/docs/a?x=1')
    expect((await test.rest.post(`/${code}//a`, 'password=sesame', as('chrome', form))).status).toBe(404)
  })

  it('leads where the link leads before its start, after its end, when it is off, and beyond its limit', async () => {
    const inHours = (hours: number) => new Date(test.clock.now().getTime() + hours * 3_600_000).toISOString()
    const notYetUrl = 'https://example.com/soon'
    const early = await linkTo('https://example.com/', { startsAt: inHours(1), notYetUrl })
    expect(await location(`/${early.shortUrl}/a`)).toBe(notYetUrl)
    const late = await linkTo('https://example.com/', { expiresAt: inHours(1), expiredUrl: 'https://example.com/over' })
    test.clock.advance({ hours: 2 })
    expect(await location(`/${late.shortUrl}/a`)).toBe('https://example.com/over')
    test.clock.advance({ hours: -2 })
    const limited = await linkTo('https://example.com/', { clickLimit: 1 })
    expect(await location(`/${limited.shortUrl}/a`)).toBe('https://example.com/a')
    expect((await open(`/${limited.shortUrl}/a`)).status).toBe(410)
    await test.rest.patch(`/v1/urls/${limited.id}`, { isActive: false }, { token: ada.token })
    expect((await open(`/${limited.shortUrl}/a`)).status).toBe(404)
  })

  it('does not hide the QR code, and a preview has none', async () => {
    expect((await open(`/${docs.shortUrl}/qr`)).headers['content-type']).toContain('text/html')
    expect((await open(`/${docs.shortUrl}/qr.svg`)).headers['content-type']).toContain('image/svg+xml')
    expect((await open(`/${docs.shortUrl}/qr.png)`)).headers['content-type']).toContain('image/png')
    expect((await open(`/${docs.shortUrl}+/a`)).status).toBe(404)
    expect((await open(`/${docs.shortUrl}+`)).text).toContain('/base?own&#61;1#top')
  })

  it('does not lead to an address that the operator has blocked', async () => {
    const desk = new Desk(test, await adminOf(test))
    const host = `${test.seed.word()}.example`
    await desk.list(`${host}/bad`)
    const link = await linkTo(`https://${host}/`)
    expect(await location(`/${link.shortUrl}/good`)).toBe(`https://${host}/good`)
    for (const path of ['/bad', '/BAD/x', '/%62ad', '/bad;v=1'])
      expect([path, (await open(`/${link.shortUrl}${path}`)).status]).toEqual([path, 403])
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })
})

describe('a path behind the code of any other link', () => {
  it('is an unknown address, for browsers and programs, whatever is sent', async () => {
    const link = await test.seed.link(ada, { longUrl: 'https://example.com/' })
    expect(link).toMatchObject({ forwardPath: false })
    for (const path of [`/${link.shortUrl}/a`, `/no-such-link/a`, `/${link.shortUrl}/qrcode`]) {
      const page = await open(path, { accept: 'text/html' })
      expect([page.status, page.text]).toEqual([404, expect.stringContaining('There is no link here')])
      expect((await open(path)).json.error.code).toBe('ROUTE_NOT_FOUND')
      expect((await test.rest.send('HEAD', path, as('chrome'))).status).toBe(404)
    }
    const long = { text: 'x'.repeat(10_000) }
    for (const path of [`/${link.shortUrl}/a`, '/v2/urls', '/v1/nothing/a', '/graphql/a', '/.well-known/a/b'])
      expect([path, (await test.rest.post(path, long)).json.error.code]).toEqual([path, 'ROUTE_NOT_FOUND'])
  })

  it('forwards the path from the change on, and no longer after the next one', async () => {
    const link = await test.seed.link(ada, { longUrl: 'https://example.com/' })
    const change = (forwardPath: boolean | null) =>
      test.rest.patch(`/v1/urls/${link.id}`, { forwardPath }, { token: ada.token })
    expect((await change(true)).json.forwardPath).toBe(true)
    expect(await location(`/${link.shortUrl}/a`)).toBe('https://example.com/a')
    expect((await change(null)).status).toBe(400)
    await change(false)
    expect((await open(`/${link.shortUrl}/a`)).status).toBe(404)
  })

  it('of a domain leads where unknown addresses of the domain lead, and forwards what the link says', async () => {
    const domain = await domainOf(test, ada, { notFoundUrl: 'https://example.com/lost' })
    const { host } = domain
    const link = await linkTo('https://example.com/base', { domainId: domain.id })
    const other = await test.seed.link(ada, { domainId: domain.id })
    expect((await open(`/${link.shortUrl}/a?x=1`, { host })).headers.location).toBe('https://example.com/base/a?x=1')
    // The same code on the host of the service is another link.
    expect((await open(`/${link.shortUrl}/a`)).status).toBe(404)
    for (const path of [`/${other.shortUrl}/a`, `/${link.shortUrl}//a`, '/nothing/a'])
      expect((await open(path, { host })).headers.location).toBe('https://example.com/lost')
    expect((await open('/.well-known/a/b', { host })).status).toBe(404)
  })
})
