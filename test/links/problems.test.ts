import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { expectError, expectGraphqlError } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let link: SeededLink
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  link = await test.seed.link(ada)
})
afterAll(() => test.close())

interface Input {
  readonly destination: string
  readonly code: string
  readonly title?: string
  readonly expiresAt?: string
  readonly redirectType?: number
  readonly clickLimit?: number
}

const past = '2020-01-01T00:00:00Z'
const long = 'x'.repeat(256)

describe('several problems of one input', () => {
  it.each<[string, Input]>([
    ['malformed values', { destination: 'example', code: 'a_b', title: long }],
    ['a reserved alias, a loop and a past date', { destination: 'http://tack.test/a', code: 'admin', expiresAt: past }],
    [
      'a denied alias, a private address and a conflict',
      { destination: 'http://10.0.0.1/', code: 'some-5hit', redirectType: 301, clickLimit: 1 },
    ],
  ])('are reported at once by createUrl, for %s', async (_, input) => {
    const { destination: longUrl, code: customUrl, ...others } = input
    const rest = await test.rest.post('/v1/urls', { longUrl, customUrl, ...others }, { token: ada.token })
    const restNames = ['longUrl', 'customUrl', ...Object.keys(others)]
    expectError(rest, 400, 'INVALID_PARAMS', restNames)
    const { errors } = await test.graph('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', {
      token: ada.token,
      variables: { input },
    })
    const [error] = errors ?? []
    const details = error?.extensions.details ?? []
    expect(details.map(({ field }) => field).sort()).toEqual(Object.keys(input).sort())
    // Both interfaces have the same issues in the same order, under their own names.
    const toRestName = (name: string) => ({ destination: 'longUrl', code: 'customUrl' })[name] ?? name
    expect(rest.json.error.details).toEqual(
      details.map(({ code: _code, values: _values, ...each }) => ({ ...each, field: toRestName(each.field) })),
    )
    expect(rest.json.error.resolution).toBe(
      `Correct ${details.map(({ field }) => toRestName(field)).join(', ')} and send the request again.`,
    )
    expect(rest.json.message).toBe(`${toRestName(details[0]?.field ?? '')}: ${details[0]?.issue}`)
  })

  it('have a code and the values of their sentence over GraphQL, where a rule has found them', async () => {
    const input = {
      destination: 'ftp://museum.example',
      code: 'a_b',
      title: long,
      ogImage: 'http://museum.example/a.png',
      clickLimit: 0,
      ogTitle: 'a\u202eb',
      tagIds: Array.from({ length: 21 }, (_, index) => String(index)),
      redirectType: 303,
    }
    const { errors } = await test.graph('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', {
      token: ada.token,
      variables: { input },
    })
    const details = errors?.[0]?.extensions.details ?? []
    expect(Object.fromEntries(details.map(({ field, code, values }) => [field, [code, values]]))).toEqual({
      destination: ['NOT_HTTP', undefined],
      code: ['WRONG_SLUG', undefined],
      title: ['WRONG_LENGTH', { min: 1, max: 255 }],
      clickLimit: ['TOO_SMALL', { min: 1 }],
      ogTitle: ['UNWANTED_CHARACTER', { name: 'a character that changes the text direction', position: 2 }],
      tagIds: ['TOO_MANY', { max: 20 }],
      redirectType: ['NOT_A_CHOICE', undefined],
    })
  })

  it('have a code over GraphQL, where a service has found them', async () => {
    const start = '2040-01-02T00:00:00Z'
    const input = { destination: 'https://museum.example', startsAt: start, expiresAt: '2040-01-01T00:00:00Z' }
    const { errors } = await test.graph('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', {
      token: ada.token,
      variables: { input: { ...input, code: 'ab', ogImage: 'http://museum.example/a.png' } },
    })
    const details = errors?.[0]?.extensions.details ?? []
    expect(details.map(({ field, code }) => [field, code])).toEqual([['code', 'WRONG_SLUG_LENGTH']])
    const later = await test.graph('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', {
      token: ada.token,
      variables: { input: { ...input, ogImage: 'http://museum.example/a.png' } },
    })
    expect(later.errors?.[0]?.extensions.details?.map(({ field, code }) => [field, code])).toEqual([
      ['ogImage', 'NOT_HTTPS'],
      ['startsAt', 'NOT_BEFORE'],
    ])
  })

  it('are reported at once by updateUrl, under its names', async () => {
    const rest = await test.rest.patch(
      `/v1/urls/${link.id}`,
      { originalUrl: 'http://tack.test/a', customUrl: 'admin', expiredUrl: 'http://10.0.0.1/' },
      { token: ada.token },
    )
    expectError(rest, 400, 'INVALID_PARAMS', ['originalUrl', 'customUrl', 'expiredUrl'])
    const document = `mutation ($id: ID!) {
      updateUrl(id: $id, input: { destination: "http://tack.test/a", code: "admin", expiredUrl: "http://10.0.0.1/" }) { id }
    }`
    const answer = await test.graph(document, { token: ada.token, variables: { id: link.id } })
    expectGraphqlError(answer, 400, 'INVALID_PARAMS', ['destination', 'code', 'expiredUrl'])
  })

  it('are reported at once by shortenUrl, under its names', async () => {
    const rest = await test.rest.post('/v1/free-urls/shorten', { longUrl: 'https://bit.ly/abc', customCode: 'graphql' })
    expectError(rest, 400, 'INVALID_PARAMS', ['longUrl', 'customCode'])
    const document = 'mutation ($input: ShortenUrlInput!) { shortenUrl(input: $input) { code } }'
    const input = { destination: 'https://bit.ly/abc', code: 'graphql' }
    const answer = await test.graph(document, { variables: { input } })
    expectGraphqlError(answer, 400, 'INVALID_PARAMS', ['destination', 'code'])
  })

  it('of the id and the input are reported at once', async () => {
    const document = 'mutation ($id: ID!) { updateUrl(id: $id, input: { title: "" }) { id } }'
    const answer = await test.graph(document, { token: ada.token, variables: { id: 'lnk_\u0000' } })
    expectGraphqlError(answer, 400, 'INVALID_PARAMS', ['id', 'title'])
    const rest = await test.rest.patch('/v1/urls/lnk_%00', { title: '' }, { token: ada.token })
    expectError(rest, 400, 'INVALID_PARAMS', ['id', 'title'])
  })
})

describe('the texts of an error', () => {
  it('name operations and inputs as the interface does', async () => {
    const rest = await test.rest.get('/v1/urls/lnk_none', { token: ada.token })
    expect(rest.json.error.resolution).toBe('Check the id or code; GET /urls lists your links.')
    const { errors } = await test.graph('{ url(id: "lnk_none") { id } }', { token: ada.token })
    expect(errors?.[0]?.extensions.resolution).toBe('Check the id or code; `urls` lists your links.')
    const body = { longUrl: 'https://example.com', customUrl: 'admin' }
    const reserved = await test.rest.post('/v1/urls', body, { token: ada.token })
    expect(reserved.json.error.resolution).toBe('Choose another customUrl, or leave it out to get a generated code.')
    const document = 'mutation { createUrl(input: { destination: "https://example.com", code: "admin" }) { id } }'
    const overGraphql = await test.graph(document, { token: ada.token })
    expect(overGraphql.errors?.[0]?.extensions.resolution).toBe(
      'Choose another code, or leave it out to get a generated code.',
    )
  })
})
