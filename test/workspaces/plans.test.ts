import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminCommands } from '../../src/modules.ts'
import { runAdminCommand } from '../../src/platform/admin-command.ts'
import { expectError } from '../links/answers.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, detailsOf, seedTeam, type Team } from './team.ts'

let test: TestApp
let admin: SeededAccount
beforeAll(async () => {
  test = await startApp({ PLAN_LIMITS: 'free.members=4,pro.members=6' })
  admin = await test.seed.account()
  await runCommand('grant', admin.id)
})
afterAll(() => test.close())

const runCommand = (...args: string[]) => runAdminCommand(adminCommands, test.app.database.orm.em.fork(), args)

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
