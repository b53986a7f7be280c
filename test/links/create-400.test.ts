import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { expectError, expectGraphqlError, linksOf } from './answers.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(async () => {
  expect(await linksOf(test, ada.workspaceId)).toBe(0)
  await test.close()
})

const create = (body: unknown, headers = {}) => test.rest.post('/v1/urls', body, { token: ada.token, headers })

const past = '2020-01-01T00:00:00Z'

describe('POST /urls returns 400 naming the field, without the value, for', () => {
  it.each([
    [
      'longUrl',
      [undefined, null, 471147114, true, {}, ['https://zqmark.example'], '', ' ', 'zqmark', 'javascript:zqmark'],
    ],
    ['longUrl', ['https://zqmark', 'https://zq:mark@example.com', 'https://example.com/'.padEnd(8193, 'zqmark')]],
    ['title', [471147114, false, [], '', ' \t ', 'zqmark'.padEnd(256, 'x'), 'zqmark\u0000', 'zqmark\ud800']],
    ['customUrl', [471147114, '', 'zq', 'zq mark', 'zq/mark', 'zq.mark', 'zqmärk', '---', 'zqmark'.padEnd(65, 'x')]],
    ['password', [471147114, true, '', 'zqx', 'zqmark'.padEnd(129, 'x'), 'zqmark\u0000']],
    ['expiresAt', [1_893_456_000, true, '', 'zqmark', '2030-01-01', '2030-01-01T00:00:00', '2030-02-30T00:00:00Z']],
    ['expiresAt', [past, '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', '2030-01-01T00:00:00|01:00']],
    ['clickLimit', [0, -471147114, 1.5, '471147114', true, 2_147_483_648]],
    ['expiredUrl', [471147114, '', 'zqmark', 'data:zqmark']],
    ['utmSource', [471147114, 'zqmark'.padEnd(256, 'x')]],
    ['utmMedium', [471147114, 'zqmark'.padEnd(256, 'x')]],
    ['utmCampaign', [471147114, 'zqmark'.padEnd(256, 'x')]],
    ['utmTerm', [471147114, 'zqmark'.padEnd(256, 'x')]],
    ['utmContent', [471147114, 'zqmark'.padEnd(256, 'x')]],
    ['ogTitle', [471147114, true, '', ' ', 'zqmark'.padEnd(256, 'x'), 'zqmark\u0000', 'zq\u202emark', 'zq\nmark']],
    ['ogDescription', [471147114, '', ' \t', 'zqmark'.padEnd(1001, 'x'), 'zqmark\ud800', 'zq\r\nmark']],
    ['ogImage', [471147114, '', 'zqmark', 'data:image/png;base64,zqmark', 'http://zqmark.example/a.png']],
    ['ogImage', ['https://zqmark@example.com/', 'https://example.com/'.padEnd(2049, 'zqmark')]],
    ['isCloaked', ['zqmark', 'true', 1]],
    ['privacyMode', ['zqmark', 'false', 0]],
    ['forwardQuery', ['zqmark', []]],
    ['redirectType', [303, 200, '302', 302.5]],
  ])('%s', async (field, values) => {
    for (const value of values) {
      const answer = await create({ longUrl: 'https://example.com/', [field]: value })
      expect([value, answer.status]).toEqual([value, 400])
      expectError(answer, 400, 'INVALID_PARAMS', [field])
      expect(answer.text).not.toMatch(/zq|471147114/)
    }
  })

  it.each([
    'id',
    'currentClicks',
    'ownerId',
    'owner',
    'isActive',
    'createdAt',
    'updatedAt',
    'shortUrl',
    'originalUrl',
    'code',
    'isCustom',
    'hasPassword',
    'passwordHash',
    'password_hash',
    'passwordVersion',
    'blockedAt',
    'role',
    'constructor',
    'toString',
    'LONGURL',
    'customCode',
    '',
  ])('the read-only field %s', async (field) => {
    for (const value of ['zqmark', 471147114, true, null, { zqmark: 1 }]) {
      const answer = await create({ longUrl: 'https://example.com/', [field]: value })
      expectError(answer, 400, 'INVALID_PARAMS', [field])
      expect(answer.text).not.toMatch(/zq|471147114/)
    }
  })

  it('a body that is not an object, is not JSON, or sets the prototype', async () => {
    const json = { 'content-type': 'application/json' }
    for (const body of [
      '[]',
      '"zqmark"',
      '471147114',
      'null',
      '{"longUrl":"zqmark"',
      '{"__proto__":{"isActive":false}}',
    ]) {
      const answer = await create(body, json)
      expectError(answer, 400, 'INVALID_PARAMS', ['body'])
      expect(answer.text).not.toMatch(/zq|471147114/)
    }
  })

  it('several wrong fields', async () => {
    const answer = await create({ title: 4, clickLimit: '5', id: 'x' })
    expectError(answer, 400, 'INVALID_PARAMS', ['title', 'clickLimit', 'longUrl', 'id'])
    expectError(
      await create({ longUrl: 'https://example.com', clickLimit: 0, redirectType: 1 }),
      400,
      'INVALID_PARAMS',
      ['clickLimit', 'redirectType'],
    )
  })

  it('a missing body, naming longUrl', async () => {
    expectError(await create(undefined), 400, 'INVALID_PARAMS', ['longUrl'])
  })
})

const document = 'mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }'

const graph = (field: string, value: unknown) => {
  const input = { destination: 'https://example.com', [field]: value }
  return test.graph(document, { token: ada.token, variables: { input } })
}

describe('createUrl returns 400', () => {
  it.each([
    ['title', ['', '  ', 'zqmark'.padEnd(256, 'x'), 'zqmark\u0000', 'zqmark\u001b', 'zq\u202emark', 'zq\u200bmark']],
    ['destination', ['', 'zqmark', 'javascript:zqmark']],
    ['code', ['', 'zq', 'zq_mark', 'zqmark'.padEnd(65, 'x')]],
    ['password', ['', 'zqx', 'zqmark'.padEnd(129, 'x')]],
    ['expiresAt', [past]],
    ['clickLimit', [0, -471147114]],
    ['expiredUrl', ['', 'data:zqmark']],
    ['utmSource', ['zq\u0007mark']],
    ['utmMedium', ['zq\u2066mark']],
    ['utmCampaign', ['zq\nmark']],
    ['utmTerm', ['zq\u200bmark']],
    ['utmContent', ['zq\u0007mark']],
    ['redirectType', [303]],
  ])('INVALID_PARAMS naming %s if it is out of bounds', async (field, values) => {
    for (const value of values) {
      const answer = await graph(field, value)
      expectGraphqlError(answer, 400, 'INVALID_PARAMS', [field])
      expect(JSON.stringify(answer)).not.toMatch(/zq|471147114/)
    }
  })

  it.each([
    ['title', 471147114],
    ['destination', null],
    ['clickLimit', 'zqmark'],
    ['clickLimit', 471147114.5],
    ['clickLimit', 2_147_483_648],
    ['expiresAt', 'zqmark'],
    ['expiresAt', '0000-01-01T00:00:00Z'],
    ['redirectType', null],
  ])('BAD_USER_INPUT for a variable %s of the wrong type, without the value', async (field, value) => {
    const answer = await graph(field, value)
    expectGraphqlError(answer, 400, 'BAD_USER_INPUT')
    const said = JSON.stringify(answer).replace(/"requestId":"[^"]*"/g, '')
    expect(said).not.toMatch(/zq|471147114|2147483648|0000/)
  })

  it.each([
    ...['id', 'currentClicks', 'ownerId', 'isActive', 'createdAt', 'passwordHash'],
    ...['longUrl', 'customUrl', 'shortUrl', 'isCustom'],
  ])('BAD_USER_INPUT for the field %s, which a new link has not', async (field) => {
    expectGraphqlError(await graph(field, 'x'), 400, 'BAD_USER_INPUT')
  })

  it('BAD_USER_INPUT with every field that is missing or has another type, named as the rules name it', async () => {
    const expiresAt = '2026-12-01T10:00'
    const details = [
      ['destination', 'REQUIRED', 'is required: ', 'text'],
      ['expiresAt', 'WRONG_TYPE', 'must be ', 'a date-time with an offset, such as 2026-11-21T10:00:00Z, or null'],
      ['clickLimit', 'WRONG_TYPE', 'must be ', 'a whole number of at most 2147483647, or null'],
    ].map(([field, code, start, type]) => ({ field, code, issue: `${start}${type}`, values: { type } }))
    const whole = { token: ada.token, variables: { input: { expiresAt, clickLimit: 'zqmark' } } }
    const answer = await test.graph(document, whole)
    expectGraphqlError(answer, 400, 'BAD_USER_INPUT')
    expect(answer.errors?.[0]?.extensions.details).toEqual(expect.arrayContaining(details))
    expect(answer.errors?.[0]?.extensions.details).toHaveLength(details.length)

    const parts =
      'mutation ($url: URL!, $until: DateTime) { createUrl(input: { destination: $url, expiresAt: $until }) { id } }'
    const inParts = await test.graph(parts, { token: ada.token, variables: { until: expiresAt } })
    expect(inParts.errors?.[0]?.extensions.details).toEqual(details.slice(0, 2))
  })

  it('GRAPHQL_VALIDATION_FAILED for such a field in the document', async () => {
    const literal = 'mutation { createUrl(input: { destination: "https://example.com", id: "zqmark" }) { id } }'
    const answer = await test.graph(literal, { token: ada.token })
    expectGraphqlError(answer, 400, 'GRAPHQL_VALIDATION_FAILED')
    expect(JSON.stringify(answer)).not.toContain('zqmark')
  })
})

describe('POST /urls returns the error code of the broken rule:', () => {
  it.each([
    ['DESTINATION_NOT_ALLOWED', { longUrl: 'http://[::1]/' }, ['longUrl']],
    ['DESTINATION_NOT_ALLOWED', { expiredUrl: 'http://192.168.0.1/' }, ['expiredUrl']],
    ['DESTINATION_LOOP', { longUrl: 'https://www.tack.test/abc' }, ['longUrl']],
    ['DESTINATION_LOOP', { expiredUrl: 'http://tack.test/abc' }, ['expiredUrl']],
    ['DESTINATION_LOOP', { ogImage: 'https://tack.test/abc/qr.png' }, ['ogImage']],
    ['DESTINATION_NOT_ALLOWED', { ogImage: 'https://[::1]/a.png' }, ['ogImage']],
    ['SLUG_RESERVED', { customUrl: 'Dashboard' }, ['customUrl']],
    ['SLUG_NOT_ALLOWED', { customUrl: 'holy-5h1t' }, ['customUrl']],
    ['OPTION_CONFLICT', { redirectType: 301, clickLimit: 5 }, ['redirectType', 'clickLimit']],
    ['OPTION_CONFLICT', { longUrl: 'http://example.com/', isCloaked: true }, ['isCloaked', 'longUrl']],
    ['OPTION_CONFLICT', { longUrl: 'https://a_b.example.com/', isCloaked: true }, ['isCloaked', 'longUrl']],
    ['OPTION_CONFLICT', { redirectType: 301, password: 'secret' }, ['redirectType', 'password']],
    ['OPTION_CONFLICT', { redirectType: 308, expiresAt: '2999-01-01T00:00:00Z' }, ['redirectType', 'expiresAt']],
    [
      'OPTION_CONFLICT',
      { redirectType: 308, clickLimit: 1, password: 'secret', expiresAt: '2999-01-01T00:00:00Z' },
      ['redirectType', 'clickLimit', 'password', 'expiresAt'],
    ],
  ])('400 %s for %j', async (code, body, fields) => {
    expectError(await create({ longUrl: 'https://example.com', ...body }), 400, code, fields)
  })

  it('400 OPTION_CONFLICT over GraphQL', async () => {
    const input = { destination: 'https://example.com', redirectType: 308, clickLimit: 1 }
    const answer = await test.graph(document, { token: ada.token, variables: { input } })
    expectGraphqlError(answer, 400, 'OPTION_CONFLICT', ['redirectType', 'clickLimit'])
  })
})
