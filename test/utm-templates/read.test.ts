import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, seedTeam } from '../workspaces/team.ts'
import { type SeededTemplate, templateOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
let eve: SeededAccount
/** Oldest first. */
let templates: SeededTemplate[]
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  eve = await test.seed.account()
  templates = []
  for (const name of ['One', 'Two', 'Three']) templates.push(await templateOf(test, ada, { name }))
})
afterAll(() => test.close())

const newestFirst = () => templates.toReversed()
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

describe('GET /utm-templates', () => {
  it('returns all templates of the workspace, newest first, and their number', async () => {
    const { status, json, headers } = await test.rest.get('/v1/utm-templates', as(ada))
    expect([status, json, headers['x-total-count']]).toEqual([200, newestFirst(), '3'])
    expect((await test.rest.get('/v1/utm-templates', as(eve))).json).toEqual([])
  })

  it('returns pages', async () => {
    const { json, headers } = await test.rest.get('/v1/utm-templates?page=2&limit=2', as(ada))
    expect([namesOf(json), headers['x-total-count']]).toEqual([['One'], '3'])
    expectError(await test.rest.get('/v1/utm-templates?limit=101', as(ada)), 400, 'INVALID_PARAMS', ['limit'])
  })

  it('is a connection over GraphQL, also of a workspace', async () => {
    const selection = '{ totalCount nodes { name utmSource } pageInfo { hasNextPage endCursor } }'
    const document = `{ utmTemplates(first: 2) ${selection} me { workspaces { workspace { utmTemplates(first: 2) ${selection} } } } }`
    const { data } = await test.graph(document, as(ada))
    const nodes = [
      { name: 'Three', utmSource: 'newsletter' },
      { name: 'Two', utmSource: 'newsletter' },
    ]
    expect(data.utmTemplates).toMatchObject({ totalCount: 3, nodes, pageInfo: { hasNextPage: true } })
    expect(data.me.workspaces[0].workspace.utmTemplates).toEqual(data.utmTemplates)
    const { endCursor } = data.utmTemplates.pageInfo
    const next = await test.graph(`{ utmTemplates(after: "${endCursor}") { nodes { name } } }`, as(ada))
    expect(namesOf(next.data.utmTemplates.nodes)).toEqual(['One'])
  })
})

describe('GET /utm-templates/{id}', () => {
  it('returns 200 over REST, and the template as a node over GraphQL', async () => {
    const [template] = templates
    const { status, json } = await test.rest.get(`/v1/utm-templates/${template?.id}`, as(ada))
    expect([status, json]).toEqual([200, template])
    const document = `{ utmTemplate(id: "${template?.id}") { name } node(id: "${template?.id}") { __typename id } }`
    expect((await test.graph(document, as(ada))).data).toEqual({
      utmTemplate: { name: 'One' },
      node: { __typename: 'UtmTemplate', id: template?.id },
    })
  })

  it('returns 404 for a template of another account and an unknown one, alike', async () => {
    for (const id of [templates[0]?.id, 'utm_00000000000000000000000000', 'x']) {
      expectError(await test.rest.get(`/v1/utm-templates/${id}`, as(eve)), 404, 'UTM_TEMPLATE_NOT_FOUND')
      const answer = await test.graph(`{ utmTemplate(id: "${id}") { id } }`, as(eve))
      expectGraphqlError(answer, 404, 'UTM_TEMPLATE_NOT_FOUND')
      expect((await test.graph(`{ node(id: "${id}") { id } }`, as(eve))).data).toEqual({ node: null })
    }
  })

  it('returns 200 to a viewer, who may not change it (403), and 404 to a stranger', async () => {
    const team = await seedTeam(test)
    const path = `/v1/utm-templates/${(await templateOf(test, team.member, { workspaceId: team.id })).id}`
    expect((await test.rest.get(path, as(team.viewer))).status).toBe(200)
    expectError(await test.rest.patch(path, { utmTerm: 'x' }, as(team.viewer)), 403, 'ROLE_TOO_LOW')
    expectError(await test.rest.delete(path, as(team.viewer)), 403, 'ROLE_TOO_LOW')
    for (const answer of [
      await test.rest.get(path, as(team.stranger)),
      await test.rest.patch(path, { utmTerm: 'x' }, as(team.stranger)),
      await test.rest.delete(path, as(team.stranger)),
    ])
      expectError(answer, 404, 'UTM_TEMPLATE_NOT_FOUND')
    expect((await test.rest.patch(path, { utmTerm: 'x' }, as(team.admin))).json.utmTerm).toBe('x')
  })
})
