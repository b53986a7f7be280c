import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { apiRoots, codeRow, expectError, expectGraphqlError, linkRow, visit } from './answers.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const shorten = (body: unknown, root = '/v1') => test.rest.post(`${root}/free-urls/shorten`, body)

const document = `mutation ($input: ShortenUrlInput!) {
  shortenUrl(input: $input) { code shortUrl destination expiresAt }
}`
const shortenOverGraphql = (input: Record<string, unknown>) => test.graph(document, { variables: { input } })

async function anonymousLinks(): Promise<number> {
  const [row] = await test.sql<{ count: number }>('select count(*)::int as count from link where workspace_id is null')
  return row?.count ?? 0
}

describe('POST /free-urls/shorten', () => {
  it.each(apiRoots)('returns 201 with exactly the four fields under %s', async (root) => {
    const { status, json, headers } = await shorten({ longUrl: 'https://example.com/a?b=c#d' }, root)
    expect(status).toBe(201)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(json).toEqual({
      shortCode: expect.stringMatching(/^[23456789abcdefghjkmnpqrstuvwxyz]{7}$/),
      shortUrl: `http://tack.test/${json.shortCode}`,
      longUrl: 'https://example.com/a?b=c#d',
      expiresAt: new Date(test.clock.now().getTime() + 604_800_000).toISOString(),
    })
  })

  it('returns the same over GraphQL', async () => {
    const code = `Graph-${test.seed.word()}`
    const { data, errors } = await shortenOverGraphql({ destination: 'https://example.com', code })
    expect(errors).toBeUndefined()
    expect(data.shortenUrl).toEqual({
      code,
      shortUrl: `http://tack.test/${code}`,
      destination: 'https://example.com',
      expiresAt: new Date(test.clock.now().getTime() + 604_800_000).toISOString(),
    })
  })

  it('creates a link without an owner, with the default options, that expires after 604800 s', async () => {
    const { json } = await shorten({ longUrl: 'https://example.com/page' })
    const code = await codeRow(test, json.shortCode)
    const row = await linkRow(test, code?.link_id ?? '')
    expect(row).toMatchObject({
      workspace_id: null,
      code: json.shortCode,
      is_custom: false,
      title: 'example.com/page',
      original_url: 'https://example.com/page',
      is_active: true,
      is_cloaked: false,
      privacy_mode: false,
      redirect_type: 302,
      click_limit: null,
      password_hash: null,
    })
    expect(new Date(String(row?.expires_at)).getTime() - new Date(String(row?.created_at)).getTime()).toBe(604_800_000)
  })

  it('returns the code as typed and the destination as submitted', async () => {
    const customCode = `My-${test.seed.word()}`
    const { json } = await shorten({ longUrl: '  HTTPS://Example.COM:443/Path  ', customCode })
    expect(json).toMatchObject({ shortCode: customCode, longUrl: 'HTTPS://Example.COM:443/Path' })
    expect((await visit(test, customCode)).headers.location).toBe('https://example.com/Path')
  })

  it('adds no slash to an address without a path', async () => {
    const { json } = await shorten({ longUrl: 'https://example.com' })
    expect(json.longUrl).toBe('https://example.com')
    expect((await visit(test, json.shortCode)).headers.location).toBe('https://example.com')
  })

  it('generates a code if customCode is null', async () => {
    expect((await shorten({ longUrl: 'https://example.com', customCode: null })).json.shortCode).toHaveLength(7)
  })

  it('returns 201 with any credential, and the link has no owner', async () => {
    const ada = await test.seed.account()
    for (const token of [ada.token, 'worthless']) {
      const answer = await test.rest.post('/v1/free-urls/shorten', { longUrl: 'https://example.com' }, { token })
      expect(answer.status).toBe(201)
      expect((await codeRow(test, answer.json.shortCode))?.workspace_id).toBeNull()
    }
  })

  it('accepts addresses of 2048 characters and codes of 5 and 64', async () => {
    const longUrl = 'https://example.com/'.padEnd(2048, 'a')
    const word = test.seed.word()
    expect((await shorten({ longUrl, customCode: word.slice(0, 5) })).status).toBe(201)
    expect((await shorten({ longUrl, customCode: word.padEnd(64, '-x') })).status).toBe(201)
  })
})

describe('POST /free-urls/shorten returns', () => {
  it.each([
    ['longUrl', undefined],
    ['longUrl', null],
    ['longUrl', 471147114],
    ['longUrl', ['https://zq-marker.example']],
    ['longUrl', ''],
    ['longUrl', 'zq-marker'],
    ['longUrl', 'javascript:zq-marker'],
    ['longUrl', 'ftp://zq-marker.example/'],
    ['longUrl', 'https://zq:marker@example.com/'],
    ['longUrl', 'https://example.com/\u0000zq-marker'],
    ['longUrl', 'https://example.com/'.padEnd(2049, 'zq-marker')],
    ['customCode', 471147114],
    ['customCode', false],
    ['customCode', ''],
    ['customCode', 'zq-m'],
    ['customCode', 'zq_marker'],
    ['customCode', 'zq marker'],
    ['customCode', 'zq\u0000marker'],
    ['customCode', 'zqmärker'],
    ['customCode', '-----'],
    ['customCode', 'zq-marker'.padEnd(65, 'x')],
    ['customUrl', 'zq-marker'],
    ['title', 'zq-marker'],
    ['expiresAt', '2030-01-01T00:00:00Z'],
    ['password', 'zq-marker'],
    ['id', 'zq-marker'],
  ])('400 naming %s for %j, without the value', async (field, value) => {
    const before = await anonymousLinks()
    const answer = await shorten({ longUrl: 'https://example.com/', [field]: value })
    expectError(answer, 400, 'INVALID_PARAMS', [field])
    expect(answer.text).not.toMatch(/zq.?m|471147114/)
    expect(await anonymousLinks()).toBe(before)
  })

  it('400 naming every wrong field, and body if it is not an object', async () => {
    expectError(await shorten({ customCode: 4, other: 1 }), 400, 'INVALID_PARAMS', ['longUrl', 'customCode', 'other'])
    expectError(await shorten([]), 400, 'INVALID_PARAMS', ['body'])
    expectError(await shorten(undefined), 400, 'INVALID_PARAMS', ['longUrl'])
  })

  it('400 over GraphQL', async () => {
    const invalid = await shortenOverGraphql({ destination: 'zq-marker' })
    expectGraphqlError(invalid, 400, 'INVALID_PARAMS', ['destination'])
    const short = await shortenOverGraphql({ destination: 'https://example.com', code: 'abcd' })
    expectGraphqlError(short, 400, 'INVALID_PARAMS', ['code'])
    expectGraphqlError(await shortenOverGraphql({ destination: 471147114 }), 400, 'BAD_USER_INPUT')
    expectGraphqlError(await shortenOverGraphql({}), 400, 'BAD_USER_INPUT')
  })

  it.each([
    ['DESTINATION_NOT_ALLOWED', 'http://127.0.0.1/', null],
    ['DESTINATION_NOT_ALLOWED', 'https://bit.ly/abc', null],
    ['DESTINATION_LOOP', 'http://tack.test/abc', null],
    ['SLUG_RESERVED', 'https://example.com', 'GraphQL'],
    ['SLUG_NOT_ALLOWED', 'https://example.com', 'my-b1tch'],
  ])('400 %s for %s with the code %s', async (error, destination, code) => {
    expectError(await shorten({ longUrl: destination, customCode: code }), 400, error)
    expectGraphqlError(await shortenOverGraphql({ destination, code }), 400, error)
  })

  it('409 SLUG_TAKEN for a taken code in any case, with available suggestions', async () => {
    const customCode = test.seed.word()
    const body = { longUrl: 'https://example.com', customCode }
    expect((await shorten(body)).status).toBe(201)
    const answer = await shorten({ ...body, customCode: customCode.toUpperCase() })
    expectError(answer, 409, 'SLUG_TAKEN', ['customCode'])
    const { suggestions } = answer.json.error.details[0]
    expect(suggestions).toHaveLength(3)
    for (const free of suggestions) expect((await shorten({ ...body, customCode: free })).status).toBe(201)
    const graph = await shortenOverGraphql({ destination: 'https://example.com', code: customCode })
    expectGraphqlError(graph, 409, 'SLUG_TAKEN', ['code'])
  })
})
