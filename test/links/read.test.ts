import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import {
  apiRoots,
  expectError,
  expectGraphqlError,
  timeless,
  toGraphqlLink,
  urlItem,
  urlItemFields,
  visit,
} from './answers.ts'

let test: TestApp
let ada: SeededAccount
let ben: SeededAccount
let link: SeededLink
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  ben = await test.seed.account()
  link = await test.seed.link(ada, { customUrl: test.seed.word(), password: 'open sesame' })
})
afterAll(() => test.close())

const unknownId = 'lnk_00000000000000000000000000'
const document = `query ($id: ID!) { url(id: $id) ${urlItem} }`

describe('GET /urls/{id}', () => {
  it.each(apiRoots)('returns 200 with the answer of its creation, under %s', async (root) => {
    const { status, json } = await test.rest.get(`${root}/urls/${link.id}`, { token: ada.token })
    expect(status).toBe(200)
    expect(json).toEqual(link)
    expect(Object.keys(json).sort()).toEqual(urlItemFields)
  })

  it('returns the same over GraphQL', async () => {
    const { data, errors } = await test.graph(document, { token: ada.token, variables: { id: link.id } })
    expect(errors).toBeUndefined()
    expect(data.url).toEqual(toGraphqlLink(link))
  })

  it('returns every option as it was set, and never the password', async () => {
    const options = {
      clickLimit: 5,
      expiresAt: '2999-01-01T00:00:00.000Z',
      expiredUrl: 'https://example.com/gone',
      redirectType: 307,
      forwardQuery: false,
      isCloaked: true,
      privacyMode: true,
      utmSource: 'news',
      utmMedium: 'email',
      utmCampaign: 'May',
      utmTerm: 'shoes',
      utmContent: 'top',
      ogTitle: 'Spring sale',
      ogDescription: 'Everything for half the price.',
      ogImage: 'https://example.com/sale.png',
    }
    const { id } = await test.seed.link(ada, { ...options, password: 'open sesame' })
    const { json } = await test.rest.get(`/v1/urls/${id}`, { token: ada.token })
    expect(json).toMatchObject({ ...options, hasPassword: true })
    expect(Object.keys(json).filter((name) => /password/i.test(name))).toEqual(['hasPassword'])
  })

  it('returns the current number of clicks', async () => {
    const clicked = await test.seed.link(ada)
    for (let count = 0; count < 3; count++) await visit(test, clicked.shortUrl)
    const { json } = await test.rest.get(`/v1/urls/${clicked.id}`, { token: ada.token })
    expect(json).toEqual({ ...clicked, currentClicks: 3 })
  })
})

describe('GET /urls/{id} returns 404', () => {
  it.each(apiRoots)('with the same bytes for another account’s link and an unknown one, under %s', async (root) => {
    const { json: anonymous } = await test.rest.post('/v1/free-urls/shorten', { longUrl: 'https://example.com' })
    const [row] = await test.sql<{ id: string }>('select id from link where code = ?', [anonymous.shortCode])
    const missing = await test.rest.get(`${root}/urls/${unknownId}`, { token: ben.token })
    expectError(missing, 404, 'LINK_NOT_FOUND')
    for (const id of [link.id, row?.id, link.shortUrl, 'x'.repeat(3000), 'd%C3%A9j%C3%A0', '%25', "'", '..%2Furls']) {
      const answer = await test.rest.get(`${root}/urls/${id}`, { token: ben.token })
      expect([answer.status, timeless(answer)]).toEqual([404, timeless(missing)])
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(missing.headers).sort())
    }
  })

  it('over GraphQL, the same for both', async () => {
    const answers = await Promise.all(
      [link.id, unknownId].map((id) => test.graph(document, { token: ben.token, variables: { id } })),
    )
    for (const answer of answers) expectGraphqlError(answer, 404, 'LINK_NOT_FOUND')
    const [theirs, missing] = answers.map((answer) => JSON.stringify(answer).replace(/"requestId":"[^"]*"/, ''))
    expect(theirs).toBe(missing)
  })
})

describe('GET /urls/{id} returns', () => {
  it('400 for an id that the database cannot store', async () => {
    expectError(await test.rest.get('/v1/urls/lnk%00', { token: ada.token }), 400, 'INVALID_PARAMS')
  })

  it.each(apiRoots)('401 without a valid credential, the same for every id, under %s', async (root) => {
    const [known, unknown] = [
      await test.rest.get(`${root}/urls/${link.id}`),
      await test.rest.get(`${root}/urls/${unknownId}`),
    ]
    expectError(known, 401, 'UNAUTHENTICATED')
    expect(timeless(known)).toBe(timeless(unknown))
    expectError(await test.rest.get(`${root}/urls/${link.id}`, { token: 'worthless' }), 401, 'INVALID_TOKEN')
  })

  it('401 over GraphQL', async () => {
    expectGraphqlError(await test.graph(document, { variables: { id: link.id } }), 401, 'UNAUTHENTICATED')
  })
})
