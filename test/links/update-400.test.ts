import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { apiRoots, expectError, expectGraphqlError, type LinkRow, linkRow, timeless } from './answers.ts'

let test: TestApp
let ada: SeededAccount
let ben: SeededAccount
let link: SeededLink
let before: LinkRow | undefined
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  ben = await test.seed.account()
  link = await test.seed.link(ada, { customUrl: test.seed.word(), title: 'Mine' })
  before = await linkRow(test, link.id)
})
beforeEach(() => {
  // Every unexpected change would update this.
  test.clock.advance({ seconds: 1 })
  return async () => expect(await linkRow(test, link.id)).toEqual(before)
})
afterAll(() => test.close())

const change = (body: unknown, { id = link.id, root = '/v1', token = ada.token as string | undefined } = {}) =>
  test.rest.patch(`${root}/urls/${id}`, body, { token })
const graph = (fields: string, { id = link.id, token = ada.token as string | undefined } = {}) =>
  test.graph(`mutation ($id: ID!) { updateUrl(id: $id, input: { ${fields} }) { id } }`, { token, variables: { id } })
const unknownId = 'lnk_00000000000000000000000000'

describe('PATCH /urls/{id} returns 400 naming the field, without the value, and changes nothing, for', () => {
  it.each([
    ['title', [471147114, false, [], '', ' \t ', 'zqmark'.padEnd(256, 'x'), 'zqmark\u0000']],
    ['originalUrl', [null, 471147114, {}, '', ' ', 'zqmark', 'javascript:zqmark', 'https://a@zqmark.example']],
    ['originalUrl', ['https://example.com/'.padEnd(8193, 'zqmark')]],
    ['customUrl', [471147114, '', 'zq', 'zq mark', 'zqmärk', '---', 'zqmark'.padEnd(65, 'x')]],
    ['password', [471147114, true, '', 'zqx', 'zqmark'.padEnd(129, 'x')]],
    ['isActive', [null, 'zqmark', 'false', 0, 1]],
    ['clickLimit', [0, -471147114, 1.5, '471147114', 2_147_483_648]],
    ['expiresAt', [471147114, '', 'zqmark', '2030-01-01', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00']],
    ['expiredUrl', [471147114, '', ' ', 'zqmark', 'file:///zqmark']],
    ['utmSource', [471147114, 'zqmark'.padEnd(256, 'x')]],
    ['utmMedium', [471147114, 'zqmark'.padEnd(256, 'x')]],
    ['utmCampaign', [471147114, 'zqmark'.padEnd(256, 'x')]],
    ['utmTerm', [471147114, 'zqmark'.padEnd(256, 'x')]],
    ['utmContent', [471147114, 'zqmark'.padEnd(256, 'x')]],
    ['isCloaked', [null, 'true', 1]],
    ['privacyMode', [null, 'true', 1]],
    ['forwardQuery', [null, 'true', 1]],
    ['redirectType', [null, 303, '301']],
  ])('%s', async (field, values) => {
    for (const value of values) {
      const answer = await change({ title: 'Not mine', [field]: value })
      expect([value, answer.status]).toEqual([value, 400])
      expectError(answer, 400, 'INVALID_PARAMS', [field])
      expect(answer.text).not.toMatch(/zq|471147114/)
    }
  })

  it.each([
    'ownerId',
    'owner',
    'longUrl',
    'code',
    'isCustom',
    'passwordHash',
    'passwordVersion',
    'blockedAt',
    'workspace_id',
    'constructor',
  ])('%s, which is no field of a link that programs read', async (field) => {
    for (const value of ['zqmark', 471147114, true, null]) {
      const answer = await change({ title: 'Not mine', [field]: value })
      expectError(answer, 400, 'INVALID_PARAMS', [field])
      expect(answer.text).not.toMatch(/zq|471147114/)
    }
  })

  it('null in all required fields', async () => {
    const always = ['originalUrl', 'isActive', 'isCloaked', 'privacyMode', 'forwardQuery', 'redirectType']
    const answer = await change(Object.fromEntries(always.map((field) => [field, null])))
    expectError(answer, 400, 'INVALID_PARAMS', always)
  })

  it('over GraphQL', async () => {
    for (const [fields, field] of [
      ['title: ""', 'title'],
      ['destination: "zqmark"', 'destination'],
      ['destination: ""', 'destination'],
      ['destination: null', 'destination'],
      ['expiredUrl: ""', 'expiredUrl'],
      ['code: "zq"', 'code'],
      ['password: "zqx"', 'password'],
      ['clickLimit: 0', 'clickLimit'],
      ['isActive: null', 'isActive'],
      ['redirectType: 303', 'redirectType'],
    ] as const) {
      const answer = await graph(fields)
      expectGraphqlError(answer, 400, 'INVALID_PARAMS', [field])
      expect(JSON.stringify(answer)).not.toContain('zq')
    }
    for (const fields of ['isActive: "zqmark"', 'currentClicks: 471147114', 'expiresAt: "zqmark"']) {
      const answer = await graph(fields)
      expectGraphqlError(answer, 400, 'GRAPHQL_VALIDATION_FAILED')
      expect(JSON.stringify(answer)).not.toMatch(/zq|471147114/)
    }
  })
})

describe('PATCH /urls/{id} returns the error code of the broken rule, and changes nothing:', () => {
  it.each([
    ['DESTINATION_NOT_ALLOWED', { originalUrl: 'http://10.0.0.1/' }, ['originalUrl']],
    ['DESTINATION_LOOP', { originalUrl: 'http://tack.test/abc' }, ['originalUrl']],
    ['DESTINATION_LOOP', { expiredUrl: 'http://tack.test/abc' }, ['expiredUrl']],
    ['SLUG_RESERVED', { customUrl: 'openapi' }, ['customUrl']],
    ['SLUG_NOT_ALLOWED', { customUrl: 'bullsh1t' }, ['customUrl']],
    ['OPTION_CONFLICT', { redirectType: 308, clickLimit: 1 }, ['redirectType', 'clickLimit']],
  ])('400 %s for %j', async (code, body, fields) => {
    expectError(await change({ title: 'Not mine', ...body }), 400, code, fields)
  })

  it.each([
    ['clickLimit', 5],
    ['password', 'secret'],
    ['expiresAt', '2999-01-01T00:00:00Z'],
  ])('400 OPTION_CONFLICT for a permanent redirect and %s, in any order', async (field, value) => {
    const limited = await test.seed.link(ada, { [field]: value })
    for (const redirectType of [301, 308]) {
      const permanent = await test.seed.link(ada, { redirectType })
      for (const [id, body] of [
        [permanent.id, { [field]: value }],
        [limited.id, { redirectType }],
      ] as const) {
        const row = await linkRow(test, id)
        expectError(await change(body, { id }), 400, 'OPTION_CONFLICT', ['redirectType', field])
        expect(await linkRow(test, id)).toEqual(row)
      }
      // Clearing the other option in the same request is no conflict.
      expect((await change({ [field]: value, redirectType: 302 }, { id: permanent.id })).status).toBe(200)
      expect((await change({ [field]: null, redirectType }, { id: limited.id })).status).toBe(200)
      expect((await change({ [field]: value, redirectType: 302 }, { id: limited.id })).status).toBe(200)
    }
  })

  it('400 OPTION_CONFLICT for a cloaked link to an http destination, whichever of both changes', async () => {
    const cloaked = await test.seed.link(ada, { isCloaked: true, longUrl: 'https://example.com/' })
    const plain = await test.seed.link(ada, { longUrl: 'http://example.com/' })
    for (const [id, body] of [
      [cloaked.id, { originalUrl: 'http://example.com/' }],
      [plain.id, { isCloaked: true }],
      [plain.id, { isCloaked: true, originalUrl: 'http://example.org/' }],
    ] as const) {
      const row = await linkRow(test, id)
      expectError(await change(body, { id }), 400, 'OPTION_CONFLICT', ['isCloaked', 'originalUrl'])
      expect(await linkRow(test, id)).toEqual(row)
    }
    const both = { isCloaked: true, originalUrl: 'https://example.com/' }
    expect((await change(both, { id: plain.id })).status).toBe(200)
    expect((await change({ isCloaked: false, originalUrl: 'http://example.com/' }, { id: cloaked.id })).status).toBe(
      200,
    )
    // A link that was accepted before keeps its options under other changes.
    await test.sql('update link set is_cloaked = true where id = ?', [cloaked.id])
    const other = { title: 'Other', isCloaked: true, originalUrl: 'http://example.com/' }
    expect((await change(other, { id: cloaked.id })).status).toBe(200)
  })

  it('400 OPTION_CONFLICT and 409 SLUG_TAKEN over GraphQL', async () => {
    const { shortUrl } = await test.seed.link(ben)
    expectGraphqlError(await graph('redirectType: 301, clickLimit: 1'), 400, 'OPTION_CONFLICT')
    expectGraphqlError(await graph(`title: "Not mine", code: "${shortUrl}"`), 409, 'SLUG_TAKEN', ['code'])
  })

  it('409 SLUG_TAKEN with available suggestions', async () => {
    const { shortUrl } = await test.seed.link(ben)
    const answer = await change({ title: 'Not mine', customUrl: shortUrl })
    expectError(answer, 409, 'SLUG_TAKEN', ['customUrl'])
    expect(answer.json.error.details[0].suggestions).toHaveLength(3)
  })
})

describe('PATCH /urls/{id} changes nothing and returns', () => {
  it.each(apiRoots)('404 with the same bytes for another account’s link and an unknown one, under %s', async (root) => {
    for (const body of [{ title: 'Not mine' }, { isActive: false, customUrl: test.seed.word() }, {}]) {
      const theirs = await change(body, { root, token: ben.token })
      expectError(theirs, 404, 'LINK_NOT_FOUND')
      expect(timeless(theirs)).toBe(timeless(await change(body, { root, token: ben.token, id: unknownId })))
    }
    const invalid = await change({ title: 4 }, { root, token: ben.token })
    expect(timeless(invalid)).toBe(timeless(await change({ title: 4 }, { root, token: ben.token, id: unknownId })))
  })

  it('404 over GraphQL', async () => {
    expectGraphqlError(await graph('title: "Not mine"', { token: ben.token }), 404, 'LINK_NOT_FOUND')
    expectGraphqlError(await graph('title: "Not mine"', { id: unknownId }), 404, 'LINK_NOT_FOUND')
  })

  it.each(apiRoots)('401 without a valid credential, under %s', async (root) => {
    expectError(await change({ title: 'Not mine' }, { root, token: '' }), 401, 'UNAUTHENTICATED')
    expectError(await change({ title: 4 }, { root, token: '' }), 401, 'UNAUTHENTICATED')
    expectError(await change({ title: 'Not mine' }, { root, token: 'worthless' }), 401, 'INVALID_TOKEN')
  })

  it('401 over GraphQL', async () => {
    expectGraphqlError(await graph('title: "Not mine"', { token: '' }), 401, 'UNAUTHENTICATED')
  })
})
