import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, counted } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const cloaked = (options: object = {}) => test.seed.link(ada, { isCloaked: true, ...options })
const open = (path: string) => test.rest.get(`/${path}`, as('chrome'))

describe('200, the destination in a frame', () => {
  it('with a policy for this destination only, not cached, not indexed, and counted', async () => {
    const link = await cloaked({ longUrl: 'https://shop.example:8443/a?x=1#top', title: 'Spring <sale>' })
    const { status, headers, text } = await open(`${link.shortUrl}?y="2`)
    expect(status).toBe(200)
    expect(headers.location).toBeUndefined()
    expect(text).toContain('src="https://shop.example:8443/a?x&#61;1&#38;y&#61;%222#top"')
    expect(text).toContain('sandbox="allow-scripts allow-forms allow-popups allow-same-origin"')
    expect(text).toContain('referrerpolicy="no-referrer"')
    expect(text).toContain('<title>Spring &#60;sale&#62;</title>')
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    const policy = headers['content-security-policy']?.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        'frame-src https://shop.example:8443 https:',
        "frame-ancestors 'none'",
        "form-action 'none'",
      ]),
    )
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('also when the link has another redirect type', async () => {
    const link = await cloaked({ redirectType: 301 })
    const { status, headers } = await open(link.shortUrl)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
  })
})

describe('a redirect instead', () => {
  it.each(['http://shop.example/', 'http://shop.example:443/'])('for %s, stored by an earlier version', async (url) => {
    const link = await cloaked()
    await test.sql('update link set original_url = ? where id = ?', [url, link.id])
    const { status, headers } = await open(link.shortUrl)
    expect([status, headers.location]).toEqual([302, url])
    expect((await counted(test, link))?.counter).toBe(1)
  })

  it('when the row has a destination that validation would reject', async () => {
    const link = await cloaked()
    for (const stored of ['https://user:secret@shop.example/', "https://shop.example;script-src 'unsafe-inline'/"]) {
      await test.sql('update link set original_url = ? where id = ?', [stored, link.id])
      expect((await open(link.shortUrl)).text).not.toContain('<iframe')
    }
  })
})

describe('503, and no destination of another scheme', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', '\thttps://evil.example'])(
    'for a row with the destination %j',
    async (stored) => {
      for (const isCloaked of [true, false]) {
        const link = await test.seed.link(ada, { isCloaked })
        await test.sql('update link set original_url = ? where id = ?', [stored, link.id])
        const { status, headers, text } = await open(link.shortUrl)
        expect([status, headers.location]).toEqual([503, undefined])
        expect(text).not.toContain(stored)
      }
    },
  )

  it('for a row with such an expiredUrl', async () => {
    const link = await test.seed.link(ada)
    const stored = "update link set expires_at = now() - interval '1 year', expired_url = 'javascript:x' where id = ?"
    await test.sql(stored, [link.id])
    const { status, headers } = await open(link.shortUrl)
    expect([status, headers.location]).toEqual([503, undefined])
  })
})

describe('on a limited link', () => {
  it('gives HEAD and bots a page with the title, without the destination in its policy', async () => {
    const link = await cloaked({ longUrl: 'https://shop.example/', clickLimit: 1, title: 'Spring sale' })
    const botAnswer = await test.rest.get(`/${link.shortUrl}`, as('slackbot'))
    const head = await test.rest.send('HEAD', `/${link.shortUrl}`, as('chrome'))
    for (const answer of [botAnswer, head]) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer)).not.toContain('shop.example')
    }
    expect(botAnswer.text).toContain('<h1 dir="auto">Spring sale</h1>')
    expect((await open(link.shortUrl)).text).toContain('<iframe')
    expect((await open(link.shortUrl)).status).toBe(410)
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 1 })
  })

  it.each([
    ['https://secret.example/place?x=1', {}],
    ['https://secret.example/', { title: 'secret.example' }],
    ['https://secret.example/new', { title: 'Now at secret.example, come in' }],
    ['https://secret.example/new', { title: 'Now at SECRET.EXAMPLE' }],
    ['https://www.secret.example/new', { title: 'Now at Secret.Example' }],
    ['https://secret.example/new', { title: 'Now at \uFF33ecret\uFF0Eexample' }],
    ['https://b\u00FCcher.example/new', { title: 'Now at B\u00DCCHER.example' }],
    ['https://b\u00FCcher.example/new', { title: 'Now at XN--BCHER-KVA.example' }],
  ])('does not show bots a title that contains the destination: %s %j', async (longUrl, options) => {
    const link = await test.seed.link(ada, { longUrl, clickLimit: 1, ...options })
    const { status, text } = await test.rest.get(`/${link.shortUrl}`, as('googlebot'))
    expect(status).toBe(200)
    expect(text).not.toMatch(/\.example/i)
    expect(text).toContain('<h1 dir="auto">A short link</h1>')
  })

  it('does not show bots a title that contains an earlier destination', async () => {
    const link = await test.seed.link(ada, { longUrl: 'https://former.example/place', clickLimit: 1 })
    await test.rest.patch(`/v1/urls/${link.id}`, { originalUrl: 'https://example.com/' }, { token: ada.token })
    expect((await test.rest.get(`/${link.shortUrl}`, as('googlebot'))).text).not.toContain('former.example')
  })
})
