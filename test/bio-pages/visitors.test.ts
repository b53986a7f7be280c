import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, counted, recorded } from '../support/visitor.ts'
import { blockOf, codeOf, pageOf, publishedPage, type SeededBlock } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  await test.sql(`update workspace set plan = 'business' where id = ?`, [ada.workspaceId])
})
afterAll(() => test.close())

const open = (slug: string, options = as('chrome')) => test.rest.get(`/p/${slug}`, options)
const hostile = `</script><script>alert(1)</script>"'&<img src=x onerror=alert(2)>`

describe('GET /p/{slug}', () => {
  it('returns one document without a script, under a policy that allows nothing but its style', async () => {
    const page = await publishedPage(test, ada, [{}, { type: 'email', content: 'a?b&c@example.com' }])
    const { status, headers, text } = await open(page.slug)
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'$/,
    )
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'all',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="application/ld+json">'])
    // Nothing but the type of the data names another host, and no element asks for one.
    expect(text.match(/https?:\/\/(?!tack\.test)[^"<\s]+/g)).toEqual(['https://schema.org'])
    expect(text).toContain('href="mailto:a%3Fb%26c@example.com"')
    expect(text).toContain(`href="/report?link&#61;${encodeURIComponent(page.url)}"`)
    expect(text).toContain(`href="/${await codeOf(test, page.blocks[0] as SeededBlock)}"`)
  })

  it('describes itself to search engines and previews, and escapes every text of its owner', async () => {
    const page = await publishedPage(
      test,
      ada,
      [
        { title: hostile.slice(0, 100), content: hostile },
        { type: 'text', content: hostile },
        { type: 'social', network: 'github', url: 'https://github.com/ada' },
      ],
      { title: hostile, description: hostile, seoTitle: 'Ada & co', seoDescription: 'Engines "and" more' },
    )
    const { text } = await open(page.slug)
    expect(text).not.toMatch(/<script>|<img src=x/)
    for (const part of [
      '<title>Ada &#38; co</title>',
      `<link rel="canonical" href="${page.url}">`,
      '<meta property="og:title" content="Ada &#38; co">',
      '<meta name="description" content="Engines &#34;and&#34; more">',
      '<meta name="twitter:card" content="summary">',
    ])
      expect(text).toContain(part)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    expect(JSON.parse(data)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      url: page.url,
      dateCreated: page.createdAt,
      dateModified: page.updatedAt,
      mainEntity: {
        '@type': 'Person',
        name: hostile,
        url: page.url,
        description: hostile,
        sameAs: ['https://github.com/ada'],
      },
    })
  })

  it.each([
    ['de', 'Diese Seite melden'],
    ['fr', 'Signaler cette page'],
    ['es', 'Denunciar esta página'],
    ['pt', 'Report this page'],
  ])('speaks the language of the visitor: %s', async (lang, words) => {
    const { slug } = await publishedPage(test, ada)
    const { text, headers } = await open(slug, as('chrome', { 'accept-language': lang }))
    expect(text).toContain(words)
    expect(headers['content-language']).toBe(lang === 'pt' ? 'en' : lang)
    const missing = await open('nobody-has-this', as('chrome', { 'accept-language': lang }))
    expect([missing.status, missing.headers['x-robots-tag']]).toEqual([404, 'noindex'])
  })

  it('has less than 50 KB with fifty links, or with every network', async () => {
    const page = await publishedPage(test, ada)
    const { token } = ada
    const networks: Record<string, string> = {
      ...{ instagram: 'instagram.com', tiktok: 'tiktok.com', youtube: 'youtube.com', x: 'x.com' },
      ...{ facebook: 'facebook.com', threads: 'threads.net', bluesky: 'bsky.app', mastodon: 'a.example' },
      ...{ linkedin: 'linkedin.com', github: 'github.com', twitch: 'twitch.tv', spotify: 'spotify.com' },
      ...{ pinterest: 'pinterest.com', snapchat: 'snapchat.com', discord: 'discord.gg', telegram: 't.me' },
      whatsapp: 'wa.me',
    }
    for (const [network, host] of Object.entries(networks))
      await blockOf(test, ada, page, { type: 'social', network, url: `https://${host}/ada` })
    for (let count = 17; count < 50; count++)
      await blockOf(test, ada, page, { title: 'x'.repeat(100), content: 'y'.repeat(160) })
    const { text } = await open(page.slug)
    expect(text.match(/<symbol /g)).toHaveLength(17)
    expect(text.match(/<a class="link"/g)).toHaveLength(33)
    expect(Buffer.byteLength(text)).toBeLessThan(50_000)
    expect((await test.rest.get(`/v1/bio-pages/${page.id}/blocks`, { token })).json).toHaveLength(50)
  })

  it('shows a block from its start until before its end, and never while it is hidden', async () => {
    const now = test.clock.now().getTime()
    const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    const page = await publishedPage(test, ada, [
      { title: 'Always' },
      { title: 'Hidden', isVisible: false },
      { title: 'Later', scheduledFrom: inMinutes(10) },
      { title: 'Sale', scheduledFrom: inMinutes(10), scheduledUntil: inMinutes(20) },
    ])
    const shown = async () => {
      const { text } = await open(page.slug)
      return [...text.matchAll(/<a class="link"[^>]*>(\w+)/g)].map(([, title]) => title)
    }
    expect(await shown()).toEqual(['Always'])
    test.clock.advance({ ms: 10 * 60_000 - 1 })
    expect(await shown()).toEqual(['Always'])
    test.clock.advance({ ms: 1 })
    expect(await shown()).toEqual(['Always', 'Later', 'Sale'])
    const { json } = await test.rest.get(`/v1/bio/${page.slug}`)
    expect(json.blocks.map(({ title }: { title: string }) => title)).toEqual(['Always', 'Later', 'Sale'])
    test.clock.advance({ ms: 10 * 60_000 })
    expect(await shown()).toEqual(['Always', 'Later'])
  })

  it('counts views of people, as redirects count clicks, and clicks of blocks with the trigger bio', async () => {
    const page = await publishedPage(test, ada, [{}])
    const [block] = page.blocks as [SeededBlock]
    for (let count = 0; count < 2; count++) await open(page.slug)
    await open(page.slug.toUpperCase(), { ...as('iphone'), from: '198.51.100.7' } as never)
    await open(page.slug, as('googlebot'))
    await open(`${page.slug}?no-track`)
    await open(page.slug, as('chrome', { 'sec-gpc': '1' }))
    await test.rest.send('HEAD', `/p/${page.slug}`, as('chrome'))
    expect(await counted(test, { id: page.urlId })).toEqual({ counter: 4, people: 4, robots: 1 })
    const code = await codeOf(test, block)
    // The first is read from the database, the second from memory.
    for (let count = 0; count < 2; count++) await test.rest.get(`/${code}`, as('chrome'))
    await test.rest.get(`/${code}?no-track`, as('chrome'))
    expect((await recorded(test, { id: block.urlId ?? '' })).map(({ trigger }) => trigger)).toEqual(['bio', 'bio'])
    const { json } = await test.rest.get(`/v1/bio-pages/${page.id}`, { token: ada.token })
    expect(json).toMatchObject({ views: 4, uniqueViews: 2 })
    await test.app.recurringTasks.runAll()
    const folded = await test.rest.get(`/v1/bio-pages/${page.id}`, { token: ada.token })
    expect(folded.json).toMatchObject({ views: 4, uniqueViews: 2 })
    const analytics = await test.rest.get(`/v1/bio-pages/${page.id}/analytics`, { token: ada.token })
    expect(analytics.json).toEqual({
      views: 4,
      uniqueViews: 2,
      clicks: 2,
      ctr: 0.5,
      perBlock: [{ blockId: block.id, type: 'link', title: 'Shop', clicks: 2, ctr: 0.5 }],
    })
    const none = await test.rest.get(
      `/v1/bio-pages/${page.id}/analytics?from=2001-01-01T00:00:00Z&to=2001-01-02T00:00:00Z`,
      { token: ada.token },
    )
    expect(none.json).toMatchObject({ views: 0, clicks: 0, ctr: null })
  })

  it('returns 404 for a draft, 403 for a blocked page, and leaves out a block whose address is blocked', async () => {
    const { slug } = await pageOf(test, ada)
    expect((await open(slug)).status).toBe(404)
    expectError(await test.rest.get(`/v1/bio/${slug}`), 404, 'BIO_PAGE_NOT_FOUND')
    const page = await publishedPage(test, ada, [{ title: 'Good' }, { title: 'Bad' }])
    const bad = page.blocks[1] as SeededBlock
    const block = (id: string | null) =>
      test.sql(`update link set blocked_at = now(), block_cause = 'review' where id = ?`, [id])
    await block(bad.urlId)
    expect((await open(page.slug)).text).toMatch(/Good/)
    expect((await open(page.slug)).text).not.toMatch(/Bad/)
    expect((await test.rest.get(`/${await codeOf(test, bad)}`, as('chrome'))).status).toBe(403)
    const { token } = ada
    expect((await test.rest.get(`/v1/bio-pages/${page.id}/blocks`, { token })).json[1].isBlocked).toBe(true)
    await block(page.urlId)
    await test.app.recurringTasks.runAll()
    await expect.poll(async () => (await open(page.slug)).status).toBe(403)
    expectError(await test.rest.get(`/v1/bio/${page.slug}`), 404, 'BIO_PAGE_NOT_FOUND')
  })

  it('can be reported by its address, and its owner can appeal', async () => {
    const page = await publishedPage(test, ada)
    const report = { shortUrl: `${page.url}?utm_source=x`, reason: 'phishing' }
    expect((await test.rest.post('/v1/abuse-reports', report)).status).toBeLessThan(300)
    expect(await test.sql('select reason from abuse_report where link_id = ?', [page.urlId])).toEqual([
      { reason: 'phishing' },
    ])
    await test.sql(`update link set blocked_at = now(), block_cause = 'review' where id = ?`, [page.urlId])
    const appeal = await test.rest.post(`/v1/urls/${page.urlId}/appeal`, { message: 'It is me.' }, { token: ada.token })
    expect(appeal.status).toBeLessThan(300)
  })

  it('returns 405 for other methods', async () => {
    const { slug } = await publishedPage(test, ada)
    const answer = await test.rest.post(`/p/${slug}`, {})
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect((await test.rest.get('/p/')).status).toBe(404)
    expect((await test.rest.get('/p')).status).toBe(404)
  })
})

describe('GET /bio/{slug}', () => {
  it('returns what visitors see, with short addresses, and counts no view', async () => {
    const page = await publishedPage(test, ada, [{ title: 'Shop' }, { type: 'divider' }], { preset: 'forest' })
    const { status, json, headers } = await test.rest.get(`/v1/bio/${page.slug}`)
    const nothing = { title: null, content: null, network: null, url: null }
    expect([status, json]).toEqual([
      200,
      {
        slug: page.slug,
        url: page.url,
        title: 'Ada Lovelace',
        description: null,
        avatarUrl: null,
        socialImageUrl: null,
        seoTitle: 'Ada Lovelace',
        seoDescription: null,
        theme: {
          preset: 'forest',
          accentColor: null,
          backgroundColor: null,
          buttonStyle: 'filled',
          font: 'sans',
          linkContrast: 7.2,
        },
        blocks: [
          {
            ...nothing,
            id: page.blocks[0]?.id,
            type: 'link',
            title: 'Shop',
            url: `http://tack.test/${await codeOf(test, page.blocks[0] as SeededBlock)}`,
          },
          { ...nothing, id: page.blocks[1]?.id, type: 'divider' },
        ],
      },
    ])
    expect(headers['cache-control']).toMatch(/no-store/)
    expect(await counted(test, { id: page.urlId })).toEqual({ counter: 0, people: 0, robots: 0 })
  })
})
