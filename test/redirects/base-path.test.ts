import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkWithPixels } from '../pixels/seed.ts'
import { startApp, type TestApp, withSettings } from '../support/app.ts'
import type { RestOptions } from '../support/rest.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as } from '../support/visitor.ts'

const base = 'https://example.org/go'
let test: TestApp
let ada: SeededAccount
let link: SeededLink
beforeAll(async () => {
  test = await startApp({ PUBLIC_URL: 'https://tack.test', SHORT_URL: base })
  ada = await test.seed.account()
  link = await test.seed.link(ada, { customUrl: 'spring', longUrl: 'https://example.org/shop' })
})
afterAll(() => test.close())

/** What a browser sends to `https://example.org/go{path}`, as it arrives behind the proxy. */
const behindProxy = (headers: Record<string, string> = {}): RestOptions =>
  as('chrome', { host: 'example.org', accept: 'text/html', ...headers })
const open = (path: string, headers?: Record<string, string>) => test.rest.get(path, behindProxy(headers))
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Where the links, pictures and forms of a page lead on this host. */
const targetsOf = (text: string) =>
  [...text.matchAll(/ (?:href|src|action)="([^"]*)"/g)]
    .map(([, target = '']) => new URL(target, `${base}/spring`))
    .filter(({ origin }) => origin === 'https://example.org')
    .map(({ pathname }) => pathname)

describe('SHORT_URL with a path', () => {
  it('begins the short address in answers and on the page of the QR code', async () => {
    const { data } = await test.graph(`{ url(id: "${link.id}") { shortUrl } }`, { token: ada.token })
    expect(data.url.shortUrl).toBe(`${base}/spring`)
    expect((await open('/spring/qr')).text).toContain('example.org/go/spring')
  })

  it.each([
    ['a preview', '/spring+'],
    ['the page of the QR code', '/spring/qr'],
    ['a missing link', '/no-such-link'],
    ['an unknown path', '/no/such/page'],
    ['the home page', '/'],
    ['the page for reports', '/report'],
  ])('shows %s whose links stay below it', async (_what, path) => {
    const { text } = await open(path)
    const targets = targetsOf(text)
    expect(targets.length).toBeGreaterThan(2)
    expect(targets.filter((target) => !/^\/go(\/|$)/.test(target))).toEqual([])
  })

  it('leads from its root to ROOT_URL, and the host of the pages keeps its home page', async () => {
    const led = withSettings(test, { ROOT_URL: 'https://example.org/museum' })
    const { status, headers } = await open('/')
    expect([status, headers.location]).toEqual([302, 'https://example.org/museum'])
    expect((await test.rest.get('/', as('chrome', { host: 'tack.test' }))).status).toBe(200)
    expect((await open('/spring')).headers.location).toBe('https://example.org/shop')
    await led.close()
    expect((await open('/')).status).toBe(200)
  })

  it('shows preview crawlers the whole address', async () => {
    const shared = await test.seed.link(ada, { ogTitle: 'Spring' })
    const { text } = await test.rest.get(`/${shared.shortUrl}`, as('slackbot', { host: 'example.org' }))
    expect(text).toContain(`<link rel="canonical" href="${base}/${shared.shortUrl}">`)
    expect(text).toContain(`<meta property="og:url" content="${base}/${shared.shortUrl}">`)
    expect(text).toContain(`href="/go/${shared.shortUrl}+"`)
  })

  it('sends the cookie of a password to the address that a browser has', async () => {
    const locked = await test.seed.link(ada, { password: 'sesame' })
    const path = `/${locked.shortUrl}`
    const answer = await test.rest.post(`${path}?x=1`, 'password=sesame', behindProxy(form))
    expect([answer.status, answer.headers.location]).toEqual([303, `/go${path}?x=1`])
    expect(answer.headers['set-cookie']).toContain(`; Path=/go${path};`)
    const under = await test.rest.post(path, 'password=sesame', as('chrome', { ...form, host: 'tack.test' }))
    expect([under.status, under.headers.location]).toEqual([303, path])
    expect(under.headers['set-cookie']).toContain(`; Path=${path};`)
  })

  it('is before a path behind a code', async () => {
    const docs = await test.seed.link(ada, { longUrl: 'https://example.com/d', forwardPath: true, password: 'sesame' })
    const path = `/${docs.shortUrl}/a/b?x=1`
    const answer = await test.rest.post(path, 'password=sesame', behindProxy(form))
    expect([answer.status, answer.headers.location]).toEqual([303, `/go${path}`])
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    expect((await open(path, { cookie })).headers.location).toBe('https://example.com/d/a/b?x=1')
  })

  it('keeps the answer about pixels, and the way back to it, below the path', async () => {
    const { shortUrl } = await linkWithPixels(test, ada)
    const from = '130.149.7.1'
    const { text } = await test.rest.get(`/${shortUrl}`, { ...behindProxy(), from })
    expect(text).toContain('action="/go/pixels/consent"')
    const answer = await test.rest.post('/pixels/consent', 'answer=refused', behindProxy(form))
    expect([answer.status, answer.headers.location]).toEqual([303, '/go/pixels/consent'])
    expect(answer.headers['set-cookie']).toContain('; Path=/go;')
    const [, visit = ''] = /name="visit" value="([^"]+)"/.exec(text) ?? []
    const back = await test.rest.post('/pixels/consent', String(new URLSearchParams({ visit })), behindProxy(form))
    expect([back.status, back.headers.location]).toEqual([303, `/go/${shortUrl}`])
  })

  it.each(['example.org', 'EXAMPLE.org:443', 'www.example.org'])('is before the paths of pages on %s', async (host) => {
    const { status, text } = await open('/spring+', { host })
    // Without a name in OWN_HOSTS, the service does not answer for www.
    if (status === 200) expect(text).toContain('href="/go/spring"')
    else expect([status, host]).toEqual([421, 'www.example.org'])
  })

  it('is not before the paths of pages on other hosts', async () => {
    for (const host of ['tack.test', '127.0.0.1'])
      expect((await open('/spring+', { host })).text).toContain('href="/spring"')
  })
})

describe('a whole short address', () => {
  const search = async (text: string) =>
    (await test.rest.get(`/v1/urls?${new URLSearchParams({ search: text })}`, { token: ada.token })).json.map(
      ({ id }: { id: string }) => id,
    )

  it.each(['example.org/go/spring', 'https://example.org/go/spring', 'HTTPS://EXAMPLE.ORG/GO/SPRING'])(
    'finds its link: %s',
    async (text) => {
      expect(await search(text)).toEqual([link.id])
    },
  )

  it('is not what a destination on the same host is', async () => {
    expect(await search('example.org/shop')).toEqual([link.id])
    expect(await search('example.org/spring')).toEqual([])
  })

  it.each([
    ['example.org/go/spring', 202],
    ['https://example.org/go/spring+', 202],
    ['https://tack.test/spring', 202],
    ['example.org/spring', 400],
    ['example.org/gospring', 400],
    ['https://example.org/shop/spring', 400],
  ])('is reported, and an address beside it is not: %s', async (shortUrl, status) => {
    const answer = await test.rest.post('/v1/abuse-reports', { shortUrl, reason: 'spam' })
    expect(answer.status).toBe(status)
  })

  it('is no destination, and other pages of its host are', async () => {
    const create = (longUrl: string) => test.rest.post('/v1/urls', { longUrl }, { token: ada.token })
    for (const path of ['/go/spring', '/go', '/go/', '//go/spring', '/%67o/spring', '/x/..%2Fgo/spring', '/GO/spring'])
      expect([path, (await create(`https://example.org${path}`)).json.error?.code]).toEqual([path, 'DESTINATION_LOOP'])
    expect((await create('https://www.example.org/go/spring')).json.error?.code).toBe('DESTINATION_LOOP')
    for (const path of ['', '/', '/shop', '/gone', '/go-on/spring', '/a/go/spring'])
      expect([path, (await create(`https://example.org${path}`)).status]).toEqual([path, 201])
    expect((await create('https://tack.test/shop')).json.error?.code).toBe('DESTINATION_LOOP')
  })
})
