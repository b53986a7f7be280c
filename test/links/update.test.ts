import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { apiRoots, codeRow, linkRow, toGraphqlLink, urlItem, urlItemFields, visit } from './answers.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const change = (id: string, body: unknown, root = '/v1') =>
  test.rest.patch(`${root}/urls/${id}`, body, { token: ada.token })

/** A link with all optional fields set. */
const full = () =>
  test.seed.link(ada, {
    longUrl: 'https://example.com/page',
    title: 'A title',
    customUrl: test.seed.word(),
    password: 'open sesame',
    expiresAt: '2999-01-01T00:00:00Z',
    clickLimit: 5,
    expiredUrl: 'https://example.com/gone',
    utmSource: 'news',
    utmMedium: 'email',
    utmCampaign: 'May',
    utmTerm: 'shoes',
    utmContent: 'top',
    ogTitle: 'Spring sale',
    ogDescription: 'Everything for half the price.',
    ogImage: 'https://example.com/sale.png',
  })

describe('PATCH /urls/{id}', () => {
  it.each(apiRoots)('returns 200 with exactly the fields of a UrlItem under %s', async (root) => {
    const link = await test.seed.link(ada)
    const customUrl = `New-${test.seed.word()}`
    const body = { title: 'New', originalUrl: 'https://example.org', customUrl, isActive: false, password: 'secret' }
    const { status, json } = await change(link.id, body, root)
    expect(status).toBe(200)
    expect(Object.keys(json).sort()).toEqual(urlItemFields)
    const expected = { title: 'New', originalUrl: 'https://example.org', isActive: false, hasPassword: true }
    const address = `http://tack.test/${customUrl}`
    expect(json).toEqual({
      ...link,
      ...expected,
      shortUrl: customUrl,
      address,
      customUrl,
      updatedAt: expect.any(String),
    })
    expect((await test.rest.get(`${root}/urls/${link.id}`, { token: ada.token })).json).toEqual(json)
  })

  it('returns the same over GraphQL', async () => {
    const link = await test.seed.link(ada)
    const document = `mutation ($id: ID!) { updateUrl(id: $id, input: { title: "New", isActive: false }) ${urlItem} }`
    const { data, errors } = await test.graph(document, { token: ada.token, variables: { id: link.id } })
    expect(errors).toBeUndefined()
    expect(data.updateUrl).toEqual({
      ...toGraphqlLink(link),
      title: 'New',
      isActive: false,
      updatedAt: expect.any(String),
    })
  })

  it.each([
    ['title', '  New title ', { title: 'New title' }],
    ['originalUrl', 'https://Example.org', { original_url: 'https://example.org' }],
    ['isActive', false, { is_active: false }],
    ['clickLimit', 7, { click_limit: 7 }],
    ['expiredUrl', 'https://example.org/gone', { expired_url: 'https://example.org/gone' }],
    ['utmSource', 'a', { utm_source: 'a' }],
    ['utmMedium', 'b', { utm_medium: 'b' }],
    ['utmCampaign', 'c', { utm_campaign: 'c' }],
    ['utmTerm', 'd', { utm_term: 'd' }],
    ['utmContent', 'e', { utm_content: 'e' }],
    ['ogTitle', ' Sale ', { og_title: 'Sale' }],
    ['ogDescription', ' Half price. ', { og_description: 'Half price.' }],
    ['ogImage', 'https://Example.org/a.png', { og_image: 'https://example.org/a.png' }],
    ['isCloaked', true, { is_cloaked: true }],
    ['privacyMode', true, { privacy_mode: true }],
    ['forwardQuery', false, { forward_query: false }],
    ['redirectType', 307, { redirect_type: 307 }],
  ])('updates %s and nothing else', async (field, value, columns) => {
    const { id } = await test.seed.link(ada)
    const before = await linkRow(test, id)
    test.clock.advance({ seconds: 1 })
    expect((await change(id, { [field]: value })).status).toBe(200)
    const after = await linkRow(test, id)
    expect(after).toEqual({ ...before, ...columns, updated_at: after?.updated_at })
    expect(new Date(String(after?.updated_at))).toEqual(test.clock.now())
  })

  it('changes nothing but the time for an empty object and for a missing body', async () => {
    const link = await full()
    for (const body of [{}, undefined]) {
      const { status, json } = await change(link.id, body)
      expect({ status, json }).toEqual({ status: 200, json: { ...link, updatedAt: expect.any(String) } })
    }
  })

  it('disables and enables the link: visitors get 404 in between', async () => {
    const { id, shortUrl } = await test.seed.link(ada)
    expect((await change(id, { isActive: false })).json.isActive).toBe(false)
    expect((await visit(test, shortUrl)).status).toBe(404)
    expect((await change(id, { isActive: true })).json.isActive).toBe(true)
    expect((await visit(test, shortUrl)).status).toBe(302)
  })

  it('accepts an expiresAt in the past, which expires the link, and reactivates it with a later one', async () => {
    const { id, shortUrl } = await test.seed.link(ada)
    for (const expiresAt of ['2001-01-01T00:00:00Z', '0001-01-01T00:00:00Z', test.clock.now().toISOString()]) {
      expect((await change(id, { expiresAt })).status).toBe(200)
      expect((await visit(test, shortUrl)).status).toBe(410)
    }
    const { json } = await test.rest.get(`/v1/urls/redirect/${shortUrl}`)
    expect(json).toMatchObject({ isExpired: true, isActive: true, originalUrl: null })
    await change(id, { expiresAt: '2999-12-31T23:59:59+01:00' })
    expect((await visit(test, shortUrl)).status).toBe(302)
  })

  it('reactivates a link at its click limit if the limit is raised or cleared', async () => {
    const { id, shortUrl } = await test.seed.link(ada, { clickLimit: 1 })
    await visit(test, shortUrl)
    expect((await visit(test, shortUrl)).status).toBe(410)
    await change(id, { clickLimit: 2 })
    expect((await visit(test, shortUrl)).status).toBe(302)
    expect((await visit(test, shortUrl)).status).toBe(410)
    expect((await change(id, { clickLimit: null })).json.currentClicks).toBe(2)
    expect((await visit(test, shortUrl)).status).toBe(302)
  })

  it('changes the alias: the old one stops, the new one redirects', async () => {
    const link = await full()
    const customUrl = `To-${test.seed.word()}`
    await change(link.id, { customUrl, password: null })
    expect((await visit(test, link.shortUrl)).status).toBe(404)
    expect((await visit(test, customUrl)).status).toBe(302)
    expect(await codeRow(test, customUrl)).toMatchObject({
      link_id: link.id,
      workspace_id: ada.workspaceId,
      released_at: null,
    })
    expect(await codeRow(test, link.shortUrl)).toMatchObject({ link_id: null, workspace_id: ada.workspaceId })
    const { json } = await change(link.id, { customUrl: link.shortUrl })
    expect(json).toMatchObject({ shortUrl: link.shortUrl, customUrl: link.shortUrl })
    expect((await visit(test, customUrl)).status).toBe(404)
  })

  it('changes the case of the alias, and turns the generated code into an alias', async () => {
    const link = await test.seed.link(ada)
    const customUrl = link.shortUrl.toUpperCase()
    expect((await change(link.id, { customUrl })).json).toMatchObject({ shortUrl: customUrl, customUrl })
    expect(await codeRow(test, customUrl)).toMatchObject({ link_id: link.id })
    expect((await visit(test, link.shortUrl)).status).toBe(302)
  })
})

describe('null in PATCH /urls/{id}', () => {
  it.each([
    ['password', { password_hash: null, password_version: 1 }],
    ['expiresAt', { expires_at: null }],
    ['clickLimit', { click_limit: null }],
    ['expiredUrl', { expired_url: null }],
    ['utmSource', { utm_source: null }],
    ['utmMedium', { utm_medium: null }],
    ['utmCampaign', { utm_campaign: null }],
    ['utmTerm', { utm_term: null }],
    ['utmContent', { utm_content: null }],
    ['ogTitle', { og_title: null }],
    ['ogDescription', { og_description: null }],
    ['ogImage', { og_image: null }],
    ['title', { title: 'example.com/page' }],
  ])('clears %s and nothing else', async (field, columns) => {
    const { id } = await full()
    const before = await linkRow(test, id)
    expect((await change(id, { [field]: null })).status).toBe(200)
    const after = await linkRow(test, id)
    expect(after).toEqual({ ...before, ...columns, updated_at: after?.updated_at })
  })

  it('clears customUrl: the link gets a generated code and the alias stops', async () => {
    const link = await full()
    const { json } = await change(link.id, { customUrl: null })
    expect(json).toEqual({
      ...link,
      shortUrl: expect.stringMatching(/^[2-9a-z]{7}$/),
      address: `http://tack.test/${json.shortUrl}`,
      customUrl: null,
      updatedAt: expect.any(String),
    })
    expect(await codeRow(test, json.shortUrl)).toMatchObject({ link_id: link.id })
    expect(await codeRow(test, link.shortUrl)).toMatchObject({ link_id: null, workspace_id: ada.workspaceId })
    expect((await change(link.id, { customUrl: null })).json.shortUrl).toBe(json.shortUrl)
  })

  it('resets title to the default of the destination in the same request', async () => {
    const { id } = await full()
    const body = { title: null, originalUrl: 'https://example.org/other' }
    expect((await change(id, body)).json.title).toBe('example.org/other')
  })

  it('clears over GraphQL, where absent fields stay as well', async () => {
    const { id } = await full()
    const document = `mutation ($id: ID!, $limit: Int) {
      updateUrl(id: $id, input: { clickLimit: $limit, expiresAt: null }) { clickLimit expiresAt utmSource hasPassword }
    }`
    const kept = { expiresAt: null, utmSource: 'news', hasPassword: true }
    const absent = await test.graph(document, { token: ada.token, variables: { id } })
    expect(absent.data.updateUrl).toEqual({ ...kept, clickLimit: 5 })
    const cleared = await test.graph(document, { token: ada.token, variables: { id, limit: null } })
    expect(cleared.data.updateUrl).toEqual({ ...kept, clickLimit: null })
  })
})
