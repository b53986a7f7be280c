import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError, linksOf, visit } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, seedTeam } from '../workspaces/team.ts'
import { templateOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const longUrl = 'https://example.com/'
const create = (body: object, account = ada) => test.rest.post('/v1/urls', { longUrl, ...body }, as(account))
const createOverGraph = (input: object, { token } = ada) =>
  test.graph(
    `mutation($input: CreateUrlInput!) { createUrl(input: $input) { utmSource utmMedium utmCampaign utmTerm utmContent } }`,
    { token, variables: { input: { destination: longUrl, ...input } } },
  )
const values = { utmSource: 'mail', utmMedium: 'email', utmCampaign: 'May', utmTerm: 'shoes', utmContent: 'top' }

describe('POST /urls with utmTemplateId', () => {
  it('returns 201 with the values of the template, which the redirect adds, over GraphQL alike', async () => {
    const { id: utmTemplateId } = await templateOf(test, ada, values)
    const { status, json } = await create({ utmTemplateId })
    expect([status, json]).toMatchObject([201, values])
    expect((await visit(test, json.shortUrl)).headers.location).toBe(
      `${longUrl}?utm_source=mail&utm_medium=email&utm_campaign=May&utm_term=shoes&utm_content=top`,
    )
    expect((await createOverGraph({ utmTemplateId })).data.createUrl).toEqual(values)
  })

  it('prefers a value of the input, also null', async () => {
    const { id: utmTemplateId } = await templateOf(test, ada, values)
    const own = { utmSource: 'own', utmMedium: null, utmContent: null }
    expect((await create({ utmTemplateId, ...own })).json).toMatchObject({ ...values, ...own })
    expect((await createOverGraph({ utmTemplateId, ...own })).data.createUrl).toEqual({ ...values, ...own })
  })

  it('has the values of no template for null', async () => {
    const { json } = await create({ utmTemplateId: null, utmTerm: 'shoes' })
    expect(json).toMatchObject({ utmSource: null, utmTerm: 'shoes' })
  })

  it('copies: later changes and the deletion of the template change no link', async () => {
    const { id } = await templateOf(test, ada, values)
    const { json: link } = await create({ utmTemplateId: id })
    await test.rest.patch(`/v1/utm-templates/${id}`, { utmSource: 'other', utmTerm: null }, as(ada))
    expect((await test.rest.get(`/v1/urls/${link.id}`, as(ada))).json).toMatchObject(values)
    await test.rest.delete(`/v1/utm-templates/${id}`, as(ada))
    expect((await test.rest.get(`/v1/urls/${link.id}`, as(ada))).json).toMatchObject(values)
  })

  it('has the values of the moment, also after a change by another mutation of the same request', async () => {
    const { id } = await templateOf(test, ada, values)
    const createDocument = `createUrl(input: { destination: "${longUrl}", utmTemplateId: "${id}" }) { utmSource utmTerm }`
    const { data } = await test.graph(
      `mutation { before: ${createDocument}
        updateUtmTemplate(id: "${id}", input: { utmSource: "other", utmTerm: null }) { id }
        after: ${createDocument} }`,
      as(ada),
    )
    expect(data).toMatchObject({
      before: { utmSource: 'mail', utmTerm: 'shoes' },
      after: { utmSource: 'other', utmTerm: null },
    })
  })

  it('returns the same 400 for a template that is unknown, deleted, of others or of another workspace', async () => {
    const team = await seedTeam(test)
    const ofTeam = await templateOf(test, team.member, { workspaceId: team.id })
    const ofOthers = await templateOf(test, ada)
    const deleted = await templateOf(test, team.member)
    await test.rest.delete(`/v1/utm-templates/${deleted.id}`, as(team.member))
    const ids = [ofTeam.id, ofOthers.id, deleted.id, 'utm_00000000000000000000000000', 'lnk_1', '', '__proto__']
    for (const utmTemplateId of ids) {
      expectError(await create({ utmTemplateId }, team.member), 400, 'INVALID_PARAMS', ['utmTemplateId'])
      const answer = await createOverGraph({ utmTemplateId }, team.member)
      expectGraphqlError(answer, 400, 'INVALID_PARAMS', ['utmTemplateId'])
    }
    expect(await linksOf(test, team.member.workspaceId)).toBe(0)
    const { status, json } = await create({ utmTemplateId: ofTeam.id, workspaceId: team.id }, team.member)
    expect([status, json.utmSource]).toEqual([201, 'newsletter'])
  })

  it('returns 400 for an id that is no text, is too long or cannot be stored', async () => {
    for (const utmTemplateId of [{}, [], true, 'x'.repeat(65), 'nul\u0000'])
      expectError(await create({ utmTemplateId }), 400, 'INVALID_PARAMS', ['utmTemplateId'])
  })

  it('is no option of an update, which returns 400', async () => {
    const { id: utmTemplateId } = await templateOf(test, ada)
    const { id } = await test.seed.link(ada)
    const answer = await test.rest.patch(`/v1/urls/${id}`, { utmTemplateId }, as(ada))
    expectError(answer, 400, 'INVALID_PARAMS', ['utmTemplateId'])
  })
})
