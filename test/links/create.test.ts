import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import {
  apiRoots,
  codeRow,
  expectError,
  expectGraphqlError,
  linkRow,
  urlItem,
  urlItemFields,
  visit,
} from './answers.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const create = (body: unknown, root = '/v1') => test.rest.post(`${root}/urls`, body, { token: ada.token })

const defaultOptions = {
  clickLimit: null,
  startsAt: null,
  notYetUrl: null,
  expiresAt: null,
  expiredUrl: null,
  redirectType: 302,
  forwardQuery: true,
  forwardPath: false,
  isCloaked: false,
  privacyMode: false,
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  ruleCount: 0,
  utmContent: null,
  ogTitle: null,
  note: null,
  ogDescription: null,
  ogImage: null,
  folderId: null,
  domainId: null,
  domainHost: null,
  tags: [],
}

describe('POST /urls', () => {
  it.each(apiRoots)('returns 201 with exactly the fields of a UrlItem under %s', async (root) => {
    const { status, json } = await create({ longUrl: 'https://example.com/blog/post?a=1' }, root)
    expect(status).toBe(201)
    expect(Object.keys(json).sort()).toEqual(urlItemFields)
    expect(json).toEqual({
      id: expect.stringMatching(/^lnk_[0-9a-z]{26}$/),
      title: 'example.com/blog/post',
      originalUrl: 'https://example.com/blog/post?a=1',
      shortUrl: expect.stringMatching(/^[23456789abcdefghjkmnpqrstuvwxyz]{7}$/),
      address: `http://tack.test/${json.shortUrl}`,
      customUrl: null,
      currentClicks: 0,
      isActive: true,
      createdAt: test.clock.now().toISOString(),
      updatedAt: test.clock.now().toISOString(),
      hasPassword: false,
      isBlocked: false,
      blockedReason: null,
      blockCause: null,
      isCloakable: null,
      workspaceId: ada.workspaceId,
      ...defaultOptions,
    })
  })

  it('returns the same over GraphQL', async () => {
    const code = test.seed.word()
    const document = `mutation ($code: String) {
      createUrl(input: { destination: "https://example.com", title: "A page", code: $code }) ${urlItem}
    }`
    const { data, errors } = await test.graph(document, { token: ada.token, variables: { code } })
    expect(errors).toBeUndefined()
    expect(data.createUrl).toEqual({
      id: expect.stringMatching(/^lnk_/),
      title: 'A page',
      destination: 'https://example.com',
      code,
      shortUrl: `http://tack.test/${code}`,
      isCustom: true,
      currentClicks: 0,
      isActive: true,
      createdAt: test.clock.now().toISOString(),
      updatedAt: test.clock.now().toISOString(),
      hasPassword: false,
      isBlocked: false,
      blockedReason: null,
      blockCause: null,
      isCloakable: null,
      workspaceId: ada.workspaceId,
      ...defaultOptions,
    })
  })

  it('uses the default options', async () => {
    const { json } = await create({ longUrl: 'https://example.com' })
    expect(await linkRow(test, json.id)).toMatchObject({
      workspace_id: ada.workspaceId,
      original_url: 'https://example.com',
      is_custom: false,
      current_clicks: 0,
      click_limit: null,
      expires_at: null,
      expired_url: null,
      is_active: true,
      blocked_at: null,
      password_hash: null,
      password_version: 0,
      utm_source: null,
      utm_medium: null,
      utm_campaign: null,
      utm_term: null,
      utm_content: null,
      is_cloaked: false,
      privacy_mode: false,
      forward_query: true,
      redirect_type: 302,
    })
    expect(await codeRow(test, json.shortUrl)).toEqual({
      key: json.shortUrl,
      link_id: json.id,
      workspace_id: ada.workspaceId,
      released_at: null,
    })
  })

  it.each(['می‌خواهم', 'क्‍ष', '👩🏽‍💻 and 🏳️‍🌈', 'שלום! (2026)'])('takes the title %s as it is', async (title) => {
    const { status, json } = await create({ longUrl: 'https://example.com', title, utmCampaign: title })
    expect([status, json.title]).toEqual([201, title])
    const { headers } = await visit(test, json.shortUrl)
    expect(new URL(String(headers.location)).searchParams.get('utm_campaign')).toBe(title)
  })

  it('treats null as absent for optional fields', async () => {
    const empty = { title: null, customUrl: null, password: null, expiresAt: null, clickLimit: null, expiredUrl: null }
    const { status, json } = await create({
      ...empty,
      longUrl: 'https://example.com/x',
      utmSource: null,
      utmMedium: null,
      utmCampaign: null,
    })
    expect({ status, json }).toMatchObject({ status: 201, json: { title: 'example.com/x', customUrl: null } })
  })

  it('stores no blank UTM value, and none with spaces around it, also in an update and a batch', async () => {
    const values = { utmSource: ' ', utmMedium: '', utmCampaign: ' spring ', utmTerm: '   ', utmContent: null }
    const stored = { utm_source: null, utm_medium: null, utm_campaign: 'spring', utm_term: null, utm_content: null }
    const { json } = await create({ longUrl: 'https://example.com/', ...values })
    expect(await linkRow(test, json.id)).toMatchObject(stored)
    const items = [{ longUrl: 'https://example.com/', ...values }]
    const batch = await test.rest.post('/v1/urls/bulk', { items }, { token: ada.token })
    expect(await linkRow(test, batch.json.results[0].id)).toMatchObject(stored)
    await test.rest.patch(`/v1/urls/${json.id}`, { utmCampaign: ' ', utmSource: ' mail' }, { token: ada.token })
    expect(await linkRow(test, json.id)).toMatchObject({ ...stored, utm_campaign: null, utm_source: 'mail' })
  })

  it('stores every option and returns it over GraphQL', async () => {
    const expiresAt = new Date(test.clock.now().getTime() + 1).toISOString()
    const options = {
      title: '  A title  ',
      customUrl: `My-${test.seed.word()}`,
      password: 'open sesame',
      expiresAt,
      clickLimit: 1,
      expiredUrl: 'https://example.com/gone',
      utmSource: 'news',
      utmMedium: 'email',
      utmCampaign: 'May sale',
      isCloaked: true,
      privacyMode: true,
      forwardQuery: false,
      redirectType: 307,
    }
    const { status, json } = await create({ longUrl: 'https://example.com/a', ...options })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      title: 'A title',
      shortUrl: options.customUrl,
      customUrl: options.customUrl,
      hasPassword: true,
    })
    const { password, customUrl, ...shown } = options
    const { data } = await test.graph(
      `query ($id: ID!) { url(id: $id) { code isCustom ${Object.keys(shown).join(' ')} } }`,
      {
        token: ada.token,
        variables: { id: json.id },
      },
    )
    expect(data.url).toEqual({ ...shown, code: customUrl, isCustom: true, title: 'A title' })
    expect(JSON.stringify(data)).not.toContain(password)
  })

  it('accepts each option at its bounds', async () => {
    const at = (character: string, length: number) => character.repeat(length)
    for (const options of [
      { longUrl: 'https://example.com/'.padEnd(8192, 'a') },
      { title: 'x' },
      { title: at('\u00e9', 255) },
      { title: ` ${at('x', 255)} ` },
      { customUrl: test.seed.word().slice(0, 3) },
      { customUrl: test.seed.word().padEnd(64, '-') },
      { password: 'four' },
      { password: at('p', 128) },
      { expiresAt: new Date(test.clock.now().getTime() + 1).toISOString() },
      { expiresAt: '9999-12-31T23:59:59.999Z' },
      { clickLimit: 1 },
      { clickLimit: 2_147_483_647 },
      { utmSource: 'x', utmMedium: at('x', 255), utmCampaign: at('x', 255) },
      { redirectType: 301 },
      { redirectType: 308 },
    ]) {
      const answer = await create({ longUrl: 'https://example.com', ...options })
      expect([JSON.stringify(options).slice(0, 60), answer.status]).toEqual([expect.anything(), 201])
    }
  })

  it('creates two links for two equal requests', async () => {
    const [one, two] = [
      await create({ longUrl: 'https://example.com' }),
      await create({ longUrl: 'https://example.com' }),
    ]
    expect(one.json.id).not.toBe(two.json.id)
    expect(one.json.shortUrl).not.toBe(two.json.shortUrl)
  })

  it('keeps the link of one mutation if a later one of the same document fails', async () => {
    const { shortUrl: taken } = await test.seed.link(ada, { customUrl: test.seed.word() })
    const free = test.seed.word()
    const document = `mutation ($taken: String, $free: String) {
      first: createUrl(input: { destination: "https://example.com", code: $free }) { id }
      second: createUrl(input: { destination: "https://example.com", code: $taken }) { id }
    }`
    const answer = await test.graph(document, { token: ada.token, variables: { taken, free } })
    expect(answer.data).toEqual({ first: { id: expect.stringMatching(/^lnk_/) }, second: null })
    expect(answer.errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([[['second'], 'SLUG_TAKEN']])
    expect(await codeRow(test, free)).toMatchObject({
      workspace_id: ada.workspaceId,
      link_id: expect.stringMatching(/^lnk_/),
    })
  })
})

describe('POST /urls without a valid credential', () => {
  const bodies = { 'a valid body': { longUrl: 'https://example.com' }, 'an invalid one': { longUrl: 4 } }

  it.each(Object.entries(bodies))('returns 401 UNAUTHENTICATED for %s', async (_, body) => {
    const answer = await test.rest.post('/v1/urls', body)
    expectError(answer, 401, 'UNAUTHENTICATED')
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="tack"')
  })

  it('returns 401 INVALID_TOKEN for an invalid token, before it reads the body', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await test.rest.post('/v1/urls', '{"longUrl":', { token: 'zq-token', headers })
    expectError(answer, 401, 'INVALID_TOKEN')
    expect(answer.text).not.toContain('zq-token')
  })

  it('returns UNAUTHENTICATED and INVALID_TOKEN over GraphQL', async () => {
    const document = 'mutation { createUrl(input: { destination: "https://example.com" }) { id } }'
    expectGraphqlError(await test.graph(document), 401, 'UNAUTHENTICATED')
    expectGraphqlError(await test.graph(document, { token: 'zq-token' }), 401, 'INVALID_TOKEN')
  })
})
