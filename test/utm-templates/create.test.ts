import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { manyTemplates, templateOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const create = (body: unknown, { token } = ada) => test.rest.post('/v1/utm-templates', body, { token })
const createOverGraph = (input: object, { token } = ada) =>
  test.graph(
    `mutation($input: CreateUtmTemplateInput!) { createUtmTemplate(input: $input) {
      id name utmSource utmMedium utmCampaign utmTerm utmContent workspaceId createdAt updatedAt } }`,
    { token, variables: { input } },
  )
const values = { utmSource: 'mail', utmMedium: 'email', utmCampaign: 'May', utmTerm: 'shoes', utmContent: 'top' }
const utmFields = Object.keys(values)

describe('POST /utm-templates', () => {
  it('returns 201 with the template, over GraphQL alike', async () => {
    const name = test.seed.word()
    const now = test.clock.now().toISOString()
    const template = {
      id: expect.stringMatching(/^utm_[0-9a-z]{26}$/),
      ...{ name, ...values },
      ...{ workspaceId: ada.workspaceId, createdAt: now, updatedAt: now },
    }
    const { status, json } = await create({ name: ` ${name} `, ...values })
    expect([status, json]).toEqual([201, template])
    const other = test.seed.word()
    const { data } = await createOverGraph({ name: other, ...values })
    expect(data.createUtmTemplate).toEqual({ ...template, name: other })
  })

  it.each(utmFields)('accepts %s alone, up to 255 characters', async (field) => {
    const { status, json } = await create({ name: test.seed.word(), [field]: 'é'.repeat(255) })
    const expected = Object.fromEntries(utmFields.map((each) => [each, each === field ? 'é'.repeat(255) : null]))
    expect([status, json]).toMatchObject([201, expected])
  })

  it('returns 400 naming all five values when none is set', async () => {
    for (const none of [{}, { utmSource: null, utmTerm: null }, { utmSource: '', utmTerm: ' ' }]) {
      expectError(await create({ name: test.seed.word(), ...none }), 400, 'INVALID_PARAMS', utmFields)
      const answer = await createOverGraph({ name: test.seed.word(), ...none })
      expectGraphqlError(answer, 400, 'INVALID_PARAMS', utmFields)
    }
  })

  it.each<[string, unknown[]]>([
    ['name', [undefined, null, 7, '', ' \t ', 'x'.repeat(65), 'a\u0000b', 'a\r\nb', 'a\u202eb']],
    ...utmFields.map((field): [string, unknown[]] => [field, [7, 'x'.repeat(256), 'a\r\nb', 'a\u200bb', 'a\ud800']]),
    ['id', ['utm_1']],
    ['workspace', ['wsp_1']],
  ])('returns 400 for an invalid %s', async (field, invalid) => {
    for (const value of invalid) {
      const answer = await create({ name: test.seed.word(), utmSource: 'paper', [field]: value })
      expectError(answer, 400, 'INVALID_PARAMS', [field])
    }
  })

  it('returns 409 for a name of the workspace in any case and normalization, and 201 in another workspace', async () => {
    await create({ name: 'Été Straße', utmSource: 'paper' })
    for (const name of ['Été Straße', ' été straße', 'ÉTÉ STRAßE', 'E\u0301te\u0301 Straße']) {
      expectError(await create({ name, utmSource: 'web' }), 409, 'UTM_TEMPLATE_NAME_TAKEN', ['name'])
      expectGraphqlError(await createOverGraph({ name, utmSource: 'web' }), 409, 'UTM_TEMPLATE_NAME_TAKEN', ['name'])
    }
    expect((await create({ name: 'été straße', utmSource: 'web' }, await test.seed.account())).status).toBe(201)
  })

  it('gives one of concurrent requests with one name 201, and the others 409', async () => {
    const name = test.seed.word()
    const names = [name, name.toUpperCase(), ` ${name}`, name, name.toUpperCase()]
    const answers = await Promise.all(names.map((each) => create({ name: each, utmSource: 'paper' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  it('returns 403 beyond 100 templates, also for concurrent requests', async () => {
    const eve = await test.seed.account()
    await manyTemplates(test, eve, 97)
    const requests = Array.from({ length: 6 }, () => create({ name: test.seed.word(), utmSource: 'paper' }, eve))
    const answers = await Promise.all(requests)
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403])
    const { json } = await test.rest.get('/v1/utm-templates', { token: eve.token })
    expect(json).toHaveLength(100)
    expectError(await create({ name: 'one more', utmSource: 'x' }, eve), 403, 'PLAN_LIMIT_REACHED', ['UTM templates'])
    await test.rest.delete(`/v1/utm-templates/${json[0].id}`, { token: eve.token })
    expect((await create({ name: 'one more', utmSource: 'x' }, eve)).status).toBe(201)
  })

  it('creates one template for a repeated Idempotency-Key', async () => {
    const options = { token: ada.token, headers: { 'idempotency-key': test.seed.word() } }
    const body = { name: test.seed.word(), utmSource: 'paper' }
    const first = await test.rest.post('/v1/utm-templates', body, options)
    const second = await test.rest.post('/v1/utm-templates', body, options)
    expect([first.status, second.status, second.json]).toEqual([201, 201, first.json])
    const taken = { ...options, headers: { 'idempotency-key': test.seed.word() } }
    for (const _ of [1, 2])
      expectError(await test.rest.post('/v1/utm-templates', body, taken), 409, 'UTM_TEMPLATE_NAME_TAKEN', ['name'])
  })

  it('needs a credential with write:links', async () => {
    const body = { name: test.seed.word(), utmSource: 'paper' }
    expect((await test.rest.post('/v1/utm-templates', body)).status).toBe(401)
    const { id } = await templateOf(test, ada)
    expect((await test.rest.get(`/v1/utm-templates/${id}`)).status).toBe(401)
  })
})
