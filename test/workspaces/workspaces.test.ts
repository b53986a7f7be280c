import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, detailsOf, seedTeam, type Team } from './team.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account({ name: 'Ada Lovelace' })
})
afterAll(() => test.close())

const create = (input: object, account = ada) => test.rest.post('/v1/workspaces', input, as(account))

describe('a personal workspace', () => {
  it('exists from the registration on, and nobody can share, leave or delete it', async () => {
    const input = { name: 'Grace', email: `${test.seed.word()}@example.com`, password: 'correct horse battery' }
    const grace = (await test.rest.post('/v1/auth/register', input)).json
    const { status, json } = await test.rest.get('/v1/workspaces', grace)
    expect([status, json]).toEqual([
      200,
      [
        {
          id: expect.stringMatching(/^wsp_/),
          name: 'Grace',
          slug: expect.stringMatching(/^personal-[0-9a-z]{16}$/),
          logoUrl: null,
          clickRetentionDays: null,
          plan: 'free',
          role: 'owner',
          isPersonal: true,
          memberCount: 1,
          linkCount: 0,
          weeklyExport: false,
          expiryNoticeDays: 7,
          needsSecondFactor: false,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      ],
    ])
    const path = `/v1/workspaces/${json[0].id}`
    const invitation = await test.rest.post(`${path}/invitations`, { email: ada.email }, grace)
    expectError(invitation, 409, 'PERSONAL_WORKSPACE')
    expectError(await test.rest.post(`${path}/leave`, undefined, grace), 409, 'PERSONAL_WORKSPACE')
    const transfer = await test.rest.post(`${path}/transfer`, { userId: ada.id }, grace)
    expectError(transfer, 409, 'PERSONAL_WORKSPACE')
    expectError(await test.rest.delete(path, grace), 409, 'PERSONAL_WORKSPACE')
  })

  it('can be renamed', async () => {
    const [{ id }] = (await test.rest.get('/v1/workspaces', as(ada))).json
    const slug = test.seed.word()
    const { status, json } = await test.rest.patch(`/v1/workspaces/${id}`, { name: 'Mine', slug }, as(ada))
    expect([status, json]).toMatchObject([200, { name: 'Mine', slug, isPersonal: true }])
  })
})

describe('POST /workspaces', () => {
  it('returns 201 with the caller as its owner, and lists it first', async () => {
    const slug = test.seed.word()
    const { status, json } = await create({ name: ' Marketing ', slug, logoUrl: 'https://example.com/logo.png' })
    const expected = { name: 'Marketing', slug, logoUrl: 'https://example.com/logo.png', role: 'owner', memberCount: 1 }
    expect([status, json]).toMatchObject([201, expected])
    expect((await test.rest.get('/v1/workspaces', as(ada))).json[0]).toEqual(json)
    expect((await test.rest.get(`/v1/workspaces/${json.id}`, as(ada))).json).toEqual(json)
  })

  it.each([
    ['Café Zürich', /^cafe-zurich-\d+$/],
    ['東京', /^workspace-\d+$/],
    ['-- x --', /^x-\d+$/],
    ['a'.repeat(64), /^a{40}-\d+$/],
  ])('makes the slug of %j from the name', async (name, pattern) => {
    expect((await create({ name }, await test.seed.account())).json.slug).toMatch(pattern)
  })

  it('returns the same over GraphQL, with its members', async () => {
    const document = `mutation ($input: CreateWorkspaceInput!) {
      createWorkspace(input: $input) {
        name role plan isPersonal memberCount
        members { nodes { accountId name email role } totalCount }
      }
    }`
    const { data } = await test.graph(document, { ...as(ada), variables: { input: { name: 'Sales' } } })
    const member = { accountId: ada.id, name: ada.name, email: ada.email, role: 'OWNER' }
    expect(data.createWorkspace).toEqual({
      ...{ name: 'Sales', role: 'OWNER', plan: 'FREE', isPersonal: false, memberCount: 1 },
      members: { nodes: [member], totalCount: 1 },
    })
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ name: 'x', slug: 'ab' }, 'slug'],
    [{ name: 'x', slug: 'Acme' }, 'slug'],
    [{ name: 'x', slug: '-acme' }, 'slug'],
    [{ name: 'x', slug: 'a'.repeat(49) }, 'slug'],
    [{ name: 'x', logoUrl: 'http://example.com/a.png' }, 'logoUrl'],
    [{ name: 'x', logoUrl: 'javascript:alert(1)' }, 'logoUrl'],
  ])('returns 400 for %j', async (input, field) => {
    const details = detailsOf(await create(input), 400, 'INVALID_PARAMS')
    expect(details).toMatchObject([{ field }])
  })

  it('returns 409 for the slug of another workspace, also when ten ask at once', async () => {
    const slug = test.seed.word()
    const accounts = await Promise.all(Array.from({ length: 10 }, () => test.seed.account()))
    const answers = await Promise.all(accounts.map((account) => create({ name: 'x', slug }, account)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })

  it('returns 403 for the eleventh workspace of an account, also when twelve are created at once', async () => {
    const account = await test.seed.account()
    const answers = await Promise.all(Array.from({ length: 12 }, () => create({ name: 'x' }, account)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    const refused = await create({ name: 'x' }, account)
    const details = detailsOf(refused, 403, 'PLAN_LIMIT_REACHED')
    expect(details).toMatchObject([{ field: 'workspaces', limit: 10, used: 10 }])
  })
})

describe('PATCH /workspaces/{id}', () => {
  it('keeps absent fields, and removes the logo with null', async () => {
    const { json } = await create({ name: 'Old', logoUrl: 'https://example.com/a.png' })
    const patch = (changes: object) => test.rest.patch(`/v1/workspaces/${json.id}`, changes, as(ada))
    expect((await patch({ name: 'New' })).json).toMatchObject({ name: 'New', slug: json.slug, logoUrl: json.logoUrl })
    expect((await patch({ logoUrl: null })).json).toMatchObject({ name: 'New', logoUrl: null })
    expectError(await patch({ name: null }), 400, 'INVALID_PARAMS')
    expect((await patch({ plan: 'business' })).json.plan).toBe('free')
  })

  it('returns 409 for the slug of another workspace', async () => {
    const [one, two] = [(await create({ name: 'One' })).json, (await create({ name: 'Two' })).json]
    const answer = await test.rest.patch(`/v1/workspaces/${one.id}`, { slug: two.slug }, as(ada))
    expectError(answer, 409, 'WORKSPACE_SLUG_TAKEN')
  })
})

describe('DELETE /workspaces/{id}', () => {
  let team: Team
  beforeAll(async () => {
    team = await seedTeam(test)
  })

  it('returns 409 without its slug while it has other members, then hides it from all', async () => {
    const path = `/v1/workspaces/${team.id}`
    expectError(await test.rest.delete(path, as(team.owner)), 409, 'CONFIRMATION_REQUIRED')
    expectError(await test.rest.delete(`${path}?confirm=other`, as(team.owner)), 409, 'CONFIRMATION_REQUIRED')
    const { status, json } = await test.rest.delete(`${path}?confirm=${team.slug}`, as(team.owner))
    expect([status, json]).toEqual([200, { success: true }])
    for (const account of [team.owner, team.member]) {
      expectError(await test.rest.get(path, as(account)), 404, 'WORKSPACE_NOT_FOUND')
      const inside = { ...as(account), headers: { 'x-workspace-id': team.id } }
      expectError(await test.rest.get('/v1/urls', inside), 404, 'WORKSPACE_NOT_FOUND')
      const { json: listed } = await test.rest.get('/v1/workspaces', as(account))
      expect(listed.map(({ id }: Team) => id)).not.toContain(team.id)
    }
  })

  it('can be undone by an owner for 7 days, and by nobody else', async () => {
    const restore = (account: SeededAccount) =>
      test.rest.post(`/v1/workspaces/${team.id}/restore`, undefined, as(account))
    expectError(await restore(team.admin), 403, 'ROLE_TOO_LOW')
    expectError(await restore(team.stranger), 404, 'WORKSPACE_NOT_FOUND')
    const restorable = async (account: SeededAccount) =>
      (await test.rest.get('/v1/workspaces?isDeleted=true', as(account))).json.map(({ id }: Team) => id)
    expect([await restorable(team.owner), await restorable(team.admin)]).toEqual([[team.id], []])
    const { status, json } = await restore(team.owner)
    expect([status, json]).toMatchObject([200, { id: team.id, memberCount: 4 }])
    expect(await restorable(team.owner)).toEqual([])
    expectError(await restore(team.owner), 404, 'WORKSPACE_NOT_FOUND')
  })

  it('returns 404 to a stranger, over GraphQL too', async () => {
    const document = 'mutation ($id: ID!) { deleteWorkspace(id: $id) { success } }'
    for (const id of [team.id, 'wsp_00000000000000000000000000']) {
      const answer = await test.graph(document, { ...as(team.stranger), variables: { id } })
      expectGraphqlError(answer, 404, 'WORKSPACE_NOT_FOUND')
    }
  })
})
