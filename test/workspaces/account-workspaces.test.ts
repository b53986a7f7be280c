import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenOf } from '../contract/oauth.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { as, seedTeam, type Team } from './team.ts'

let test: TestApp
let team: Team
beforeAll(async () => {
  test = await sharedApp()
  team = await seedTeam(test)
})
afterAll(() => test.close())

const workspacesOf = async (token: string) => (await test.rest.get('/v1/auth/me', { token })).json.workspaces
const document = '{ me { workspaces { id name slug role joinedAt workspace { isPersonal memberCount } } } }'

describe('the workspaces of a profile', () => {
  it('are those that the account has joined, with its role, over REST and GraphQL', async () => {
    const { token } = team.viewer
    const [personal, acme, ...others] = await workspacesOf(token)
    expect(others).toEqual([])
    expect(personal.role).toBe('owner')
    expect(acme).toEqual({
      ...{ id: team.id, name: 'Acme', slug: team.slug, role: 'viewer' },
      joinedAt: test.clock.now().toISOString(),
    })
    const { data } = await test.graph(document, { token })
    expect(data.me.workspaces).toEqual([
      { ...personal, role: 'OWNER', workspace: { isPersonal: true, memberCount: 1 } },
      { ...acme, role: 'VIEWER', workspace: { isPersonal: false, memberCount: 4 } },
    ])
  })

  it('are in the answers to a registration and a login', async () => {
    const credentials = { email: `${test.seed.word()}@example.com`, password: 'correct horse battery' }
    const registered = await test.rest.post('/v1/auth/register', { name: 'Grace', ...credentials })
    const { json } = await test.rest.post('/v1/auth/login', credentials)
    expect(json.user.workspaces).toMatchObject([{ name: 'Grace', role: 'owner' }])
    expect(registered.json.user.workspaces).toEqual(json.user.workspaces)
  })

  it('do not include a deleted one, nor one that was left', async () => {
    const other = await seedTeam(test)
    await test.rest.delete(`/v1/workspaces/${other.id}/members/${other.viewer.id}`, as(other.owner))
    expect(await workspacesOf(other.viewer.token)).toHaveLength(1)
    await test.rest.delete(`/v1/workspaces/${other.id}?confirm=${other.slug}`, as(other.owner))
    expect(await workspacesOf(other.member.token)).toHaveLength(1)
    await test.rest.post(`/v1/workspaces/${other.id}/restore`, undefined, as(other.owner))
    expect(await workspacesOf(other.member.token)).toHaveLength(2)
  })

  it('need the scope read:profile', async () => {
    const token = await tokenOf({ test, account: team.member, word: () => test.seed.word() }, 'read:links')
    expectError(await test.rest.get('/v1/auth/me', { token }), 403, 'INSUFFICIENT_SCOPE')
    const { data, errors } = await test.graph(document, { token })
    expect([data.me, errors?.[0]?.extensions.code]).toEqual([null, 'INSUFFICIENT_SCOPE'])
  })
})
