import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminCommands } from '../../src/modules.ts'
import { runAdminCommand } from '../../src/platform/admin-command.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, detailsOf, seedTeam, type Team } from './team.ts'

let test: TestApp
let admin: SeededAccount
beforeAll(async () => {
  test = await sharedApp({ PLAN_LIMITS: 'free.members=4,pro.members=6,free.links=20,pro.webhooks=6,pro.apiKeys=2' })
  admin = await test.seed.account()
  await runCommand('grant', admin.id)
})
afterAll(() => test.close())

const runCommand = (...args: string[]) =>
  runAdminCommand(adminCommands, { em: test.app.database.orm.em.fork(), settings: test.settings }, args)

const setPlan = (id: string, plan: string, by: SeededAccount = admin) =>
  test.rest.patch(`/v1/workspaces/${id}/plan`, { plan }, as(by))

const planOf = async ({ id, viewer }: Team) => (await test.rest.get(`/v1/workspaces/${id}`, as(viewer))).json.plan

const invite = ({ id, owner }: Team) =>
  test.rest.post(`/v1/workspaces/${id}/invitations`, { email: `${test.seed.word()}@example.com` }, as(owner))

describe('PATCH /workspaces/{id}/plan', () => {
  it('sets the plan of any workspace, by its id or slug, for an admin of the installation', async () => {
    const team = await seedTeam(test)
    const { id, slug } = team
    const answer = await setPlan(id, 'pro')
    expect([answer.status, answer.json]).toEqual([200, { id, slug, plan: 'pro' }])
    expect(await planOf(team)).toBe('pro')
    expect((await setPlan(slug, 'free')).json).toEqual({ id, slug, plan: 'free' })
    expect(await planOf(team)).toBe('free')
  })

  it('is setWorkspacePlan in the graph', async () => {
    const team = await seedTeam(test)
    const document = 'mutation ($id: ID!) { setWorkspacePlan(id: $id, plan: PRO) { id slug plan } }'
    const { data } = await test.graph(document, { variables: { id: team.id }, token: admin.token })
    expect(data?.setWorkspacePlan).toEqual({ id: team.id, slug: team.slug, plan: 'PRO' })
    expect(await planOf(team)).toBe('pro')
  })

  it('returns 403 to everybody else, owners of the workspace included', async () => {
    const team = await seedTeam(test)
    for (const account of [team.owner, team.admin, team.stranger])
      expectError(await setPlan(team.id, 'pro', account), 403, 'FORBIDDEN')
    expect(await planOf(team)).toBe('business')
  })

  it('returns 404 for a workspace that does not exist or was deleted, and 400 for another plan', async () => {
    const team = await seedTeam(test)
    expectError(await setPlan('nobody', 'pro'), 404, 'WORKSPACE_NOT_FOUND')
    expectError(await setPlan(team.id, 'gold'), 400, 'INVALID_PARAMS')
    await test.rest.send('DELETE', `/v1/workspaces/${team.id}?confirm=${team.slug}`, as(team.owner))
    expectError(await setPlan(team.id, 'pro'), 404, 'WORKSPACE_NOT_FOUND')
  })
})

describe('admin set-plan', () => {
  it('sets the plan by id or slug, and names the plan that there is not', async () => {
    const team = await seedTeam(test)
    const { id, slug } = team
    expect(await runCommand('set-plan', slug, 'pro')).toEqual({ text: `${id}  ${slug}  pro`, isDone: true })
    expect(await planOf(team)).toBe('pro')
    expect(await runCommand('set-plan', id, 'free')).toEqual({ text: `${id}  ${slug}  free`, isDone: true })
    expect(await runCommand('set-plan', id, 'gold')).toEqual({
      text: 'There is no such plan. Plans are free, pro, business.',
      isDone: false,
    })
    expect(await runCommand('set-plan', 'nobody', 'pro')).toEqual({
      text: 'There is no such workspace.',
      isDone: false,
    })
    expect((await runCommand('set-plan', id)).text).toContain(
      'admin set-plan <workspace id or slug> <free|pro|business>',
    )
    expect(await planOf(team)).toBe('free')
  })
})

describe('PLAN_LIMITS', () => {
  it('changes the limits of a plan; a lower plan keeps what is there and refuses more', async () => {
    const team = await seedTeam(test)
    await setPlan(team.id, 'pro')
    expect((await invite(team)).status).toBe(201)
    expect((await invite(team)).status).toBe(201)
    const full = await invite(team)
    expect(detailsOf(full, 403, 'PLAN_LIMIT_REACHED')).toMatchObject([{ field: 'members', limit: 6, used: 6 }])
    await setPlan(team.id, 'free')
    const members = await test.rest.get(`/v1/workspaces/${team.id}/members`, as(team.owner))
    expect(members.json).toHaveLength(4)
    expect(detailsOf(await invite(team), 403, 'PLAN_LIMIT_REACHED')).toMatchObject([{ limit: 4, used: 6 }])
    await setPlan(team.id, 'business')
    expect((await invite(team)).status).toBe(201)
  })
})

/** Creates a link in the workspace of the team. */
const createLink = ({ id, owner }: Pick<Team, 'id' | 'owner'>) =>
  test.rest.post('/v1/urls', { longUrl: 'https://example.com/', workspaceId: id }, as(owner))

const linkCountOf = async ({ id, owner }: Pick<Team, 'id' | 'owner'>) =>
  (await test.rest.get(`/v1/workspaces/${id}`, as(owner))).json.linkCount

const statusesOf = (answers: readonly { status: number }[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]))

describe('links', () => {
  it('are counted by their workspace, without links of QR codes, until they are deleted', {
    tags: 'race',
  }, async () => {
    const team = await seedTeam(test)
    const [link] = await Promise.all([createLink(team), createLink(team)])
    await test.rest.post(
      '/v1/dynamic-qr',
      { title: 'Poster', targetUrl: 'https://example.com/', workspaceId: team.id },
      as(team.owner),
    )
    expect(await linkCountOf(team)).toBe(2)
    await test.rest.send('DELETE', `/v1/urls/${link.json.id}`, as(team.owner))
    expect(await linkCountOf(team)).toBe(1)
  })

  it('are at most as many as the plan allows, also when 50 are created at once', { tags: 'race' }, async () => {
    const team = await seedTeam(test)
    await setPlan(team.id, 'free')
    const answers = await Promise.all(Array.from({ length: 50 }, () => createLink(team)))
    expect(statusesOf(answers)).toEqual({ 201: 20, 403: 30 })
    const refused = answers.find(({ status }) => status === 403)
    expect(refused && detailsOf(refused, 403, 'PLAN_LIMIT_REACHED')).toEqual([
      { field: 'links', issue: 'at most 20', limit: 20, used: 20 },
    ])
    expect(await linkCountOf(team)).toBe(20)
    const { headers } = await test.rest.get(`/v1/urls?limit=1&workspaceId=${team.id}`, as(team.owner))
    expect(headers['x-total-count']).toBe('20')
  })

  it('can be created again when one was deleted or the plan has room, and stay when the plan gets lower', {
    tags: 'race',
  }, async () => {
    const team = await seedTeam(test)
    const links = await Promise.all(Array.from({ length: 21 }, () => createLink(team)))
    await setPlan(team.id, 'free')
    expect(detailsOf(await createLink(team), 403, 'PLAN_LIMIT_REACHED')).toMatchObject([{ limit: 20, used: 21 }])
    for (const { json } of links.slice(0, 2)) await test.rest.send('DELETE', `/v1/urls/${json.id}`, as(team.owner))
    expect((await createLink(team)).status).toBe(201)
    expect((await createLink(team)).status).toBe(403)
    await setPlan(team.id, 'pro')
    expect((await createLink(team)).status).toBe(201)
    const shown = await test.rest.get(`/v1/urls/${links[2]?.json.id}`, as(team.owner))
    expect(shown.status).toBe(200)
  })

  it('are counted exactly while they are created and deleted at once', { tags: 'race' }, async () => {
    const team = await seedTeam(test)
    const links = await Promise.all(Array.from({ length: 10 }, () => createLink(team)))
    await Promise.all([
      ...links.map(({ json }) => test.rest.send('DELETE', `/v1/urls/${json.id}`, as(team.owner))),
      ...Array.from({ length: 7 }, () => createLink(team)),
      setPlan(team.id, 'pro'),
      invite(team),
    ])
    expect(await linkCountOf(team)).toBe(7)
  })
})

describe('webhooks and keys', () => {
  const createWebhook = ({ id, owner }: Team) =>
    test.rest.post(
      '/v1/webhooks',
      { name: 'A', url: `https://hooks.example.com/${test.seed.word()}`, events: ['link.created'], workspaceId: id },
      as(owner),
    )
  const createKey = ({ id, owner }: Team) => test.rest.post('/v1/keys', { name: 'A', workspaceId: id }, as(owner))

  it.each([
    ['webhooks', createWebhook, 6],
    ['API keys', createKey, 2],
  ] as const)('are limited by the plan of their workspace: %s', { tags: 'race' }, async (field, create, limit) => {
    const team = await seedTeam(test)
    await setPlan(team.id, 'pro')
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(team)))
    expect(statusesOf(answers)).toEqual({ 201: limit, 403: 10 - limit })
    expect(detailsOf(await create(team), 403, 'PLAN_LIMIT_REACHED')).toMatchObject([{ field, limit, used: limit }])
    const other = await seedTeam(test)
    expect((await create({ ...other, owner: team.owner })).status).toBe(404)
    expect((await create(other)).status).toBe(201)
    await setPlan(team.id, 'business')
    expect((await create(team)).status).toBe(201)
  })
})
