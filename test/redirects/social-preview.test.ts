import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { Parser } from 'htmlparser2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '../../src/platform/web/language.ts'
import { listen, sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { agents, counted, recorded } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
let port: number
beforeAll(async () => {
  test = await sharedApp()
  port = await listen(test)
  ada = await test.seed.account()
})
afterAll(() => test.close())

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Visiting {
  readonly agent?: string
  readonly method?: string
  readonly headers?: Record<string, string>
}

const facebook = 'facebookexternalhit/1.1'

/** Over a socket, where plain visits are answered before Fastify. */
async function overSocket(path: string, { agent = facebook, method = 'GET', headers = {} }: Visiting): Promise<Answer> {
  const sent = request({ port, path, method, headers: { 'user-agent': agent, ...headers } }).end()
  const [answer] = await once(sent, 'response')
  let body = ''
  for await (const chunk of answer) body += chunk
  return { status: answer.statusCode, headers: answer.headers, body }
}

async function injected(path: string, { agent = facebook, method = 'GET', headers = {} }: Visiting): Promise<Answer> {
  const answer = await test.rest.send(method, path, { headers: { 'user-agent': agent, ...headers } })
  return { status: answer.status, headers: answer.headers, body: answer.text }
}

const paths = [
  ['before Fastify', overSocket],
  ['in Fastify', injected],
] as const

/** The tags of a page, as a parser reads them. */
function tagsOf(body: string): Record<string, string> {
  const tags: Record<string, string> = {}
  let isTitle = false
  const parser = new Parser({
    onopentag(name, { property, name: key, content = '', rel, href = '' }) {
      isTitle = name === 'title'
      if (name === 'meta' && (property ?? key)) tags[property ?? key ?? ''] = content
      if (name === 'link' && rel === 'canonical') tags.canonical = href
    },
    ontext: (text) => {
      if (isTitle) tags.title = (tags.title ?? '') + text
    },
    onclosetag: () => {
      isTitle = false
    },
  })
  parser.end(body)
  const { charset: _, viewport, robots, 'color-scheme': scheme, ...own } = tags
  return own
}

const preview = {
  ogTitle: 'Spring sale',
  ogDescription: 'Everything for half the price.',
  ogImage: 'https://images.example/sale.png',
}

const linkWith = (options: Record<string, unknown> = {}) => test.seed.link(ada, { ...preview, ...options })
const change = (link: SeededLink, changes: object) =>
  test.rest.patch(`/v1/urls/${link.id}`, changes, { token: ada.token })

describe.each(paths)('a preview crawler, answered %s', (_where, visit) => {
  /** Reads the link into the route cache, as the fast path needs it. */
  async function known(options?: Record<string, unknown>): Promise<SeededLink> {
    const link = await linkWith(options)
    await visit(`/${link.shortUrl}`, { method: 'HEAD' })
    return link
  }

  it('gets 200 with the tags, no redirect and no destination', async () => {
    const link = await known({ longUrl: 'https://secret.example/page' })
    const { status, headers, body } = await visit(`/${link.shortUrl}`, {})
    expect(status).toBe(200)
    expect(headers.location).toBeUndefined()
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    const address = `http://tack.test/${link.shortUrl}`
    expect(tagsOf(body)).toEqual({
      title: preview.ogTitle,
      canonical: address,
      'og:type': 'website',
      'og:url': address,
      'og:title': preview.ogTitle,
      'og:description': preview.ogDescription,
      'og:image': preview.ogImage,
      'twitter:card': 'summary_large_image',
    })
    expect(body).not.toMatch(/secret\.example|http-equiv|<script|<img/i)
  })

  it.each([
    agents.slackbot,
    'TelegramBot (like TwitterBot)',
    'WhatsApp/2.23.20.0 A',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  ])('is %s', async (agent) => {
    const link = await known()
    expect((await visit(`/${link.shortUrl}`, { agent })).status).toBe(200)
  })

  it.each([
    ['a browser', agents.chrome],
    ['an app', `${agents.iphone} [FBAN/FBIOS;FBAV/490.0.0.32.106;FBMD/iPhone]`],
    ['curl', agents.curl],
    ['a search engine', agents.googlebot],
    ['nobody', ''],
  ])('is not %s, which is redirected', async (_who, agent) => {
    const link = await known()
    const { status, headers } = await visit(`/${link.shortUrl}`, { agent })
    expect([status, headers.location]).toEqual([302, link.originalUrl])
  })

  it('is redirected by a link without a preview', async () => {
    const link = await known({ ogTitle: null, ogDescription: null, ogImage: null })
    expect((await visit(`/${link.shortUrl}`, {})).status).toBe(302)
  })

  it('is recorded as a bot with its name, also with no-track', async () => {
    const link = await known()
    await visit(`/${link.shortUrl}`, {})
    await visit(`/${link.shortUrl}?no-track=1`, {})
    expect(await counted(test, link)).toEqual({ counter: 0, people: 0, robots: 2 })
    const rows = await recorded(test, link)
    expect(rows.map(({ bot_name }) => bot_name)).toEqual(['facebookexternalhit', 'facebookexternalhit'])
  })

  it('is recorded without its name by a link in privacy mode', async () => {
    const link = await known({ privacyMode: true })
    await visit(`/${link.shortUrl}`, {})
    expect(await recorded(test, link)).toMatchObject([{ is_bot: true, bot_name: null, browser: null }])
  })

  it('gets the headers of GET for HEAD, and is not recorded', async () => {
    const link = await known()
    const { date, 'x-request-id': id, ...head } = (await visit(`/${link.shortUrl}`, { method: 'HEAD' })).headers
    expect(await recorded(test, link)).toEqual([])
    const { date: _, 'x-request-id': other, ...get } = (await visit(`/${link.shortUrl}`, {})).headers
    expect(head).toEqual(get)
  })

  it('gets the preview of a limited link, which loses no click and hides its destination', async () => {
    const link = await known({ clickLimit: 1, ogTitle: null, longUrl: 'https://secret.example/page' })
    for (let count = 0; count < 3; count++) {
      const { status, body } = await visit(`/${link.shortUrl}`, {})
      expect(status).toBe(200)
      expect(body).not.toContain('secret.example')
      expect(tagsOf(body)['og:title']).toBe('A short link')
    }
    expect(await counted(test, link)).toMatchObject({ counter: 0, robots: 3 })
    expect((await visit(`/${link.shortUrl}`, { agent: agents.chrome })).status).toBe(302)
  })

  it('gets the preview of a cloaked and of a permanent link', async () => {
    for (const options of [{ isCloaked: true }, { redirectType: 301 }]) {
      const link = await known(options)
      expect(tagsOf((await visit(`/${link.shortUrl}`, {})).body)['og:title']).toBe(preview.ogTitle)
    }
  })

  it.each([
    ['blocked', 403, (link: SeededLink) => test.sql('update link set blocked_at = now() where id = ?', [link.id])],
    ['inactive', 404, (link: SeededLink) => change(link, { isActive: false })],
    ['expired', 410, (link: SeededLink) => change(link, { expiresAt: '2020-01-01T00:00:00Z' })],
    ['locked', 200, (link: SeededLink) => change(link, { password: 'sesame' })],
  ])('gets no preview of a link that is %s by now', async (_state, status, close) => {
    const link = await known()
    expect((await visit(`/${link.shortUrl}`, {})).body).toContain(preview.ogTitle)
    await close(link)
    await expect.poll(async () => (await visit(`/${link.shortUrl}`, {})).body).not.toContain('og:')
    const answer = await visit(`/${link.shortUrl}`, {})
    expect(answer.status).toBe(status)
    for (const text of Object.values(preview)) expect(answer.body).not.toContain(text)
  })

  it('gets a preview that was added or changed at its next visit, and none once it is cleared', async () => {
    const link = await known({ ogTitle: null, ogDescription: null, ogImage: null })
    expect((await visit(`/${link.shortUrl}`, {})).status).toBe(302)
    await change(link, { ogDescription: 'New.' })
    expect(tagsOf((await visit(`/${link.shortUrl}`, {})).body)).toMatchObject({
      'og:title': link.title,
      'og:description': 'New.',
      'twitter:card': 'summary',
    })
    await change(link, { ogDescription: null })
    expect((await visit(`/${link.shortUrl}`, {})).status).toBe(302)
  })
})

it('escapes every value, and keeps quotes and markup as text', async () => {
  const text = `"><script>alert(1)</script>'&amp;<meta http-equiv="refresh" content="0">`
  const ogImage = 'https://images.example/a.png?q="><script>&a=\'1'
  const link = await linkWith({ ogTitle: text, ogDescription: text, ogImage })
  const { body } = await injected(`/${link.shortUrl}`, {})
  expect(body).not.toMatch(/<script|<meta http-equiv/)
  expect(tagsOf(body)).toMatchObject({ title: text, 'og:title': text, 'og:description': text })
  expect(tagsOf(body)['og:image']).toBe(new URL(ogImage).href)
})

it.each(languages)('a person with the user agent of a crawler reads why, and gets on, in %s', async (language) => {
  const link = await linkWith()
  const { headers, body } = await injected(`/${link.shortUrl}`, { headers: { 'accept-language': language } })
  expect(headers['content-language']).toBe(language)
  expect(body).toContain(`<html lang="${language}">`)
  expect(body).toContain(`<h1 dir="auto">${preview.ogTitle}</h1>`)
  expect(body).toContain(`href="/${link.shortUrl}+"`)
  const further = await injected(`/${link.shortUrl}+`, {})
  // The host stands out in an element of its own.
  expect([further.status, further.body.replace(/<[^>]*>/g, '').includes(link.originalUrl)]).toEqual([200, true])
})

it('the resolution over the API is the same for a crawler as for a person', async () => {
  const link = await linkWith()
  const { body } = await injected(`/v1/urls/redirect/${link.shortUrl}`, {})
  expect(JSON.parse(body).originalUrl).toBe(link.originalUrl)
})

it('robots.txt lets preview crawlers read links, and no others', async () => {
  const { body } = await injected('/robots.txt', {})
  const [allowed, ...others] = body.trim().split('\n\n')
  expect(allowed).toMatch(/^(User-agent: [\w-]+\n)+Allow: \/$/)
  expect(allowed).toContain('User-agent: Twitterbot\n')
  expect(others).toEqual(['User-agent: *\nAllow: /p/\nDisallow: /'])
})
