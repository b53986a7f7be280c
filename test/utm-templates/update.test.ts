import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { type SeededTemplate, templateOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const update = ({ id }: Pick<SeededTemplate, 'id'>, body: unknown, { token } = ada) =>
  test.rest.patch(`/v1/utm-templates/${id}`, body, { token })
const updateOverGraph = ({ id }: SeededTemplate, input: object) =>
  test.graph(
    `mutation($id: ID!, $input: UpdateUtmTemplateInput!) { updateUtmTemplate(id: $id, input: $input) {
      name utmSource utmMedium utmCampaign utmTerm utmContent updatedAt } }`,
    { token: ada.token, variables: { id, input } },
  )
const utmFields = ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent']

describe('PATCH /utm-templates/{id}', () => {
  it('returns 200 with the changed fields; null clears one and an absent one stays', async () => {
    const template = await templateOf(test, ada)
    test.clock.advance({ seconds: 5 })
    const name = test.seed.word()
    const changed = { ...template, name, utmMedium: null, utmTerm: 'shoes', updatedAt: test.clock.now().toISOString() }
    const { status, json } = await update(template, { name: ` ${name}`, utmMedium: null, utmTerm: 'shoes' })
    expect([status, json]).toEqual([200, changed])
    const { data } = await updateOverGraph(template, { utmTerm: null, utmContent: 'top' })
    expect(data.updateUtmTemplate).toMatchObject({ name, utmSource: 'newsletter', utmTerm: null, utmContent: 'top' })
    const { json: stored } = await test.rest.get(`/v1/utm-templates/${template.id}`, { token: ada.token })
    expect(stored).toEqual({ ...changed, utmTerm: null, utmContent: 'top' })
  })

  it('returns 200 for the same name in another case', async () => {
    const template = await templateOf(test, ada)
    const { status, json } = await update(template, { name: template.name.toUpperCase() })
    expect([status, json.name]).toEqual([200, template.name.toUpperCase()])
  })

  it('returns 400 when no value would remain, and changes nothing', async () => {
    const template = await templateOf(test, ada)
    const none = { name: 'other', utmSource: null, utmMedium: null }
    expectError(await update(template, none), 400, 'INVALID_PARAMS', utmFields)
    expectGraphqlError(await updateOverGraph(template, none), 400, 'INVALID_PARAMS', utmFields)
    expect((await update(template, {})).json.name).toBe(template.name)
  })

  it.each<[string, unknown[]]>([
    ['name', [null, '', ' ', 'x'.repeat(65), 'a\nb']],
    ['utmTerm', [7, 'x'.repeat(256), 'a\rb']],
    ['slug', ['utm_1']],
  ])('returns 400 for an invalid %s', async (field, invalid) => {
    const template = await templateOf(test, ada)
    for (const value of invalid) expectError(await update(template, { [field]: value }), 400, 'INVALID_PARAMS', [field])
  })

  it('returns 409 for the name of another template in any case', async () => {
    const [one, other] = [await templateOf(test, ada), await templateOf(test, ada)]
    const taken = { name: ` ${other.name.toUpperCase()}` }
    expectError(await update(one, taken), 409, 'UTM_TEMPLATE_NAME_TAKEN', ['name'])
    expectGraphqlError(await updateOverGraph(one, taken), 409, 'UTM_TEMPLATE_NAME_TAKEN', ['name'])
    expect((await update(one, {})).json.name).toBe(one.name)
  })

  it('gives one of two concurrent requests for one name 200, and the other 409', async () => {
    const templates = [await templateOf(test, ada), await templateOf(test, ada)]
    const name = test.seed.word()
    const answers = await Promise.all(templates.map((template) => update(template, { name })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('leaves a value after concurrent requests that clear one each', async () => {
    const template = await templateOf(test, ada)
    const bodies = [{ utmSource: null }, { utmMedium: null }]
    const answers = await Promise.all(bodies.map((body) => update(template, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('returns 404 for a template of another account', async () => {
    const template = await templateOf(test, await test.seed.account())
    expectError(await update(template, { utmTerm: 'x' }), 404, 'UTM_TEMPLATE_NOT_FOUND')
    expectGraphqlError(await updateOverGraph(template, { utmTerm: 'x' }), 404, 'UTM_TEMPLATE_NOT_FOUND')
  })
})
