import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminOf, Desk } from '../abuse/answers.ts'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { type PageServer, redirectTo, sendPage, startPageServer } from './page-server.ts'

let test: TestApp
let ada: SeededAccount
let pages: PageServer
beforeAll(async () => {
  test = await sharedApp({ ALLOW_PRIVATE_DESTINATIONS: 'true' })
  ada = await test.seed.account()
  pages = await startPageServer()
})
afterAll(async () => {
  await pages.close()
  await test.close()
})

const unfurl = (url: string, { token } = ada) => test.rest.get(`/v1/unfurl?url=${encodeURIComponent(url)}`, { token })
const document = 'query ($url: URL!) { unfurl(url: $url) { url title description image icon siteName } }'
const graph = (url: string) => test.graph(document, { token: ada.token, variables: { url } })

/** A path that no other test uses, so that nothing is cached. */
let paths = 0
const newPath = () => `/page-${++paths}`
const add = (answer: Parameters<PageServer['add']>[1]) => pages.add(newPath(), answer)
const requestsOf = (url: string) => pages.requests.filter(({ path }) => pages.origin + path === url)

const article = `<!doctype html><html><head><title>Fallback</title>
  <meta property="og:title" content="Half price &amp; more">
  <meta property="og:description" content="Everything must go.">
  <meta property="og:image" content="/sale.png">
  <meta property="og:site_name" content="The Shop">
  <link rel="icon" href="icon.svg"></head><body>Text</body></html>`

describe('GET /unfurl returns 200', () => {
  it('with what the page says, and the same over GraphQL', async () => {
    const url = add(article)
    const page = {
      url,
      title: 'Half price & more',
      description: 'Everything must go.',
      image: `${pages.origin}/sale.png`,
      icon: `${pages.origin}/icon.svg`,
      siteName: 'The Shop',
    }
    const { status, json } = await unfurl(url)
    expect({ status, json }).toEqual({ status: 200, json: page })
    expect(await graph(url)).toEqual({ data: { unfurl: page } })
  })

  it('with null for what an empty page does not say', async () => {
    const { status, json } = await unfurl(add(''))
    expect(status).toBe(200)
    expect(Object.values(json).filter((value) => value !== null)).toHaveLength(1)
  })

  it('with the address after three redirects', async () => {
    const last = add(article)
    const third = add(redirectTo(last, 308))
    const second = add(redirectTo(third.slice(pages.origin.length), 307))
    const { json } = await unfurl(add(redirectTo(second, 301)))
    expect(json).toMatchObject({ url: last, title: 'Half price & more' })
  })

  it('with the first 512 KiB of a page without an end, which is not read further', async () => {
    let sent = 0
    const url = add((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Endless</title>')
      const send = () => {
        for (let more = true; more && !response.destroyed; sent += 65_536) more = response.write(' '.repeat(65_536))
      }
      response.on('drain', send)
      send()
    })
    expect((await unfurl(url)).json.title).toBe('Endless')
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  })

  it('with what has arrived of a page that stops within, after 5 seconds', async () => {
    const url = add((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Half a page</title><meta prop')
    })
    expect((await unfurl(url)).json.title).toBe('Half a page')
  })

  it('in the encoding of the page', async () => {
    const url = add((response) =>
      sendPage(response, Buffer.from('<title>Größe</title>', 'latin1'), 'text/html; charset=latin1'),
    )
    expect((await unfurl(url)).json.title).toBe('Größe')
  })

  it.each(['text/html', 'TEXT/HTML ;charset=utf-8', 'application/xhtml+xml'])('for the type %s', async (type) => {
    expect((await unfurl(add((response) => sendPage(response, article, type)))).status).toBe(200)
  })

  it('for an address with a fragment, spaces around it and letters beyond ASCII', async () => {
    pages.add('/%C3%BC', '<title>Ü</title>')
    expect((await unfurl(` ${pages.origin}/ü#part `)).json).toMatchObject({ url: `${pages.origin}/%C3%BC`, title: 'Ü' })
  })

  it('with texts that the fields of a link accept', async () => {
    const url = add(
      `<title>${'A\u202e&#7;\n🎈'.repeat(200)}</title><meta name=description content="${'é '.repeat(2000)}">`,
    )
    const { title, description } = (await unfurl(url)).json
    const link = await test.seed.link(ada, { ogTitle: title, ogDescription: description })
    expect(link).toMatchObject({ ogTitle: title, ogDescription: description })
  })
})

describe('the request for the page', () => {
  it('asks for HTML that is not compressed, and says who asks', async () => {
    const url = add(article)
    await unfurl(url)
    const [request] = requestsOf(url)
    expect(request?.headers).toMatchObject({
      accept: 'text/html, application/xhtml+xml',
      'accept-encoding': 'identity',
      'user-agent': expect.stringMatching(/^Tack-Unfurl\/1 \(bot; /),
    })
    expect(Object.keys(request?.headers ?? {})).not.toContain('cookie')
  })

  it('is one for all who ask within a minute, and none after an error', async () => {
    const url = add(article)
    const grace = await test.seed.account()
    await Promise.all([unfurl(url), unfurl(`${url}#part`), graph(url), unfurl(url, grace)])
    expect(requestsOf(url)).toHaveLength(1)
    test.clock.advance({ seconds: 59 })
    await unfurl(url)
    expect(requestsOf(url)).toHaveLength(1)
    test.clock.advance({ seconds: 2 })
    await unfurl(url)
    expect(requestsOf(url)).toHaveLength(2)

    const path = newPath()
    expect((await unfurl(pages.origin + path)).status).toBe(422)
    expect((await unfurl(pages.add(path, article))).status).toBe(200)
  })
})

describe('GET /unfurl returns 422', () => {
  const expect422 = async (url: string, code: string, issue: string | RegExp) => {
    const answer = await unfurl(url)
    expectError(answer, 422, code, ['url'])
    expect(answer.json.error.details[0].issue).toMatch(issue)
    expectGraphqlError(await graph(url), 422, code, ['url'])
  }

  it.each([404, 410, 401, 500, 503, 304, 300])('PAGE_UNREACHABLE when the page answers %i', async (status) => {
    await expect422(
      add((response) => void response.writeHead(status, { 'content-type': 'text/html' }).end()),
      'PAGE_UNREACHABLE',
      `answered ${status}`,
    )
  })

  it('PAGE_UNREACHABLE when nothing listens, or the connection breaks', async () => {
    await expect422('http://127.0.0.1:1/', 'PAGE_UNREACHABLE', 'gave no answer')
    await expect422(
      add((response) => void response.socket?.destroy()),
      'PAGE_UNREACHABLE',
      'gave no answer',
    )
  })

  it('PAGE_UNREACHABLE when the page does not answer within 5 seconds', async () => {
    const startedAt = performance.now()
    expectError(await unfurl(add(() => undefined)), 422, 'PAGE_UNREACHABLE', ['url'])
    expect(performance.now() - startedAt).toBeGreaterThan(4_500)
    expect(performance.now() - startedAt).toBeLessThan(9_000)
  })

  it('PAGE_UNREACHABLE when the page redirects in a loop, too often, or to nowhere', async () => {
    const path = newPath()
    const loop = pages.add(path, redirectTo(path))
    await expect422(loop, 'PAGE_UNREACHABLE', 'redirects more than 3 times')
    expect(requestsOf(loop)).toHaveLength(8)
    let next = add(article)
    for (let count = 0; count < 4; count++) next = add(redirectTo(next))
    await expect422(next, 'PAGE_UNREACHABLE', 'redirects more than 3 times')
    await expect422(
      add((response) => void response.writeHead(302).end()),
      'PAGE_UNREACHABLE',
      'redirects to no address',
    )
    for (const location of ['ftp://example.com/', 'javascript:alert(1)', 'https://user:secret@example.com/'])
      await expect422(add(redirectTo(location)), 'PAGE_UNREACHABLE', 'redirects to what is no web address')
  })

  it.each(['image/png', 'text/plain', 'application/json', 'text/html2', 'text/htmlx; charset=utf-8', ''])(
    'PAGE_NOT_READABLE for the type "%s"',
    async (type) => {
      await expect422(
        add((response) => void response.writeHead(200, type ? { 'content-type': type } : {}).end(article)),
        'PAGE_NOT_READABLE',
        'is not of the type text/html',
      )
    },
  )

  it('PAGE_NOT_READABLE when the page is compressed all the same', async () => {
    const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip' }
    const url = add((response) => void response.writeHead(200, headers).end(gzipSync(article)))
    await expect422(url, 'PAGE_NOT_READABLE', 'is compressed')
  })
})

describe('GET /unfurl returns 400', () => {
  it.each([
    '',
    ' ',
    'example',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://a:b@example.com',
    `https://example.com/${'x'.repeat(8192)}`,
  ])('INVALID_PARAMS for "%.40s"', async (url) => {
    expectError(await unfurl(url), 400, 'INVALID_PARAMS', ['url'])
    expectGraphqlError(await graph(url), 400, 'INVALID_PARAMS', ['url'])
  })

  it('INVALID_PARAMS without an address', async () => {
    expectError(await test.rest.get('/v1/unfurl', { token: ada.token }), 400, 'INVALID_PARAMS', ['url'])
  })

  it('DESTINATION_LOOP for an address of this service, also after a redirect', async () => {
    for (const url of ['http://tack.test/abc', add(redirectTo('http://www.tack.test/abc'))]) {
      expectError(await unfurl(url), 400, 'DESTINATION_LOOP', ['url'])
      expectGraphqlError(await graph(url), 400, 'DESTINATION_LOOP', ['url'])
    }
  })

  it('DESTINATION_BLOCKED for an address on the block list, also after a redirect, without a request', async () => {
    const host = `${test.seed.word()}.example`
    await new Desk(test, await adminOf(test)).list(host)
    for (const url of [`https://www.${host}/x`, add(redirectTo(`http://${host}/`))]) {
      expectError(await unfurl(url), 400, 'DESTINATION_BLOCKED', ['url'])
      expectGraphqlError(await graph(url), 400, 'DESTINATION_BLOCKED', ['url'])
    }
  })
})

it('GET /unfurl returns 401 without a credential, and 200 to an API key', async () => {
  expectError(await test.rest.get('/v1/unfurl?url=https://example.com'), 401, 'UNAUTHENTICATED')
  const { key } = await test.seed.key(ada)
  expect((await unfurl(add(article), { ...ada, token: key })).status).toBe(200)
})
