import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { addMember, as, detailsOf, type Role, roles, rolesIn, seedTeam, type Team } from './team.ts'

let test: TestApp
let team: Team
beforeAll(async () => {
  test = await sharedApp()
  team = await seedTeam(test)
})
afterAll(() => test.close())

const pathOf = ({ id }: Pick<Team, 'id'>, account?: SeededAccount) =>
  `/v1/workspaces/${id}/members${account ? `/${account.id}` : ''}`
const setRole = (caller: SeededAccount, account: SeededAccount, role: string, of = team) =>
  test.rest.patch(pathOf(of, account), { role }, as(caller))
const remove = (caller: SeededAccount, account: SeededAccount, of = team) =>
  test.rest.delete(pathOf(of, account), as(caller))

describe('GET /workspaces/{id}/members', () => {
  it('returns all members to every member, and pages', async () => {
    for (const role of roles) {
      const { json } = await test.rest.get(pathOf(team), as(team[role]))
      expect(json.map(({ userId, role }: { userId: string; role: Role }) => [userId, role])).toEqual(
        roles.map((each) => [team[each].id, each]),
      )
    }
    const { json, headers } = await test.rest.get(`${pathOf(team)}?limit=2&page=2`, as(team.viewer))
    expect(json).toHaveLength(2)
    expect(headers['x-total-count']).toBe('4')
  })

  it('finds members by name and address, and sorts them', async () => {
    const of = await seedTeam(test)
    for (const [role, name] of [
      ['owner', 'Cleo QZ'],
      ['admin', 'ada'],
      ['member', '100% Bob qz'],
      ['viewer', 'Zoe Qz'],
    ] as const)
      await test.rest.patch('/v1/auth/me', { name }, as(of[role]))
    const names = async (query: string) =>
      (await test.rest.get(`${pathOf(of)}?${query}`, as(of.viewer))).json.map(({ name }: { name: string }) => name)
    expect(await names('sort=name_asc')).toEqual(['100% Bob qz', 'ada', 'Cleo QZ', 'Zoe Qz'])
    expect(await names('sort=name_desc&search=qz')).toEqual(['Zoe Qz', 'Cleo QZ', '100% Bob qz'])
    expect(await names('sort=joined_desc')).toEqual(['Zoe Qz', '100% Bob qz', 'ada', 'Cleo QZ'])
    expect(await names('search=%25')).toEqual(['100% Bob qz'])
    expect(await names(`search=${of.admin.email.toUpperCase()}`)).toEqual(['ada'])
    const page = (after: string | null) =>
      test.graph(
        `query ($id: ID!, $after: String) { workspaceMembers(id: $id, first: 2, after: $after, sort: NAME_ASC, search: "qz") {
          totalCount nodes { name } pageInfo { endCursor } } }`,
        { token: of.viewer.token, variables: { id: of.id, after } },
      )
    const [first, found] = [await page(null), await names('sort=name_asc&search=qz')]
    const { nodes, totalCount, pageInfo } = first.data.workspaceMembers
    const rest = (await page(pageInfo.endCursor)).data.workspaceMembers.nodes
    expect([...nodes, ...rest].map(({ name }: { name: string }) => name)).toEqual(found)
    expect(totalCount).toBe(found.length)
    expectError(await test.rest.get(`${pathOf(of)}?sort=age`, as(of.viewer)), 400, 'INVALID_PARAMS')
  })

  it('tells owners, admins and the member alone of its last activity and second factor', async () => {
    const of = await seedTeam(test)
    test.clock.advance({ hours: 1 })
    await test.seed.link(of.member, { workspaceId: of.id })
    const at = test.clock.now().toISOString()
    await test.sql('insert into authenticator_app (account_id, secret, created_at, confirmed_at) values (?, ?, ?, ?)', [
      ...[of.viewer.id, Buffer.from('x'), test.clock.now(), test.clock.now()],
    ])
    const read = async (caller: SeededAccount) => {
      const { json } = await test.rest.get(pathOf(of), as(caller))
      return json.slice(2).map((each: Record<string, unknown>) => [each.lastActiveAt, each.hasSecondFactor])
    }
    const [joined] = await test.sql<{ at: string }>(
      `select to_char(max(created_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from activity where workspace_id = ? and actor = ?`,
      [of.id, of.viewer.id],
    )
    const viewer = [joined?.at ?? null, true]
    for (const caller of [of.owner, of.admin]) expect(await read(caller)).toEqual([[at, false], viewer])
    expect(await read(of.member)).toEqual([
      [at, false],
      [null, null],
    ])
  })

  it('returns 404 to a stranger', async () => {
    expectError(await test.rest.get(pathOf(team), as(team.stranger)), 404, 'WORKSPACE_NOT_FOUND')
  })
})

describe('PATCH and DELETE /workspaces/{id}/members/{userId}', () => {
  it('let an admin change members and admins, but neither give nor take the role of an owner', async () => {
    expect((await setRole(team.admin, team.viewer, 'member')).json).toMatchObject({
      role: 'member',
      userId: team.viewer.id,
    })
    expect((await setRole(team.admin, team.viewer, 'viewer')).status).toBe(200)
    for (const answer of [
      await setRole(team.admin, team.viewer, 'owner'),
      await setRole(team.admin, team.owner, 'viewer'),
      await remove(team.admin, team.owner),
    ]) {
      expect(detailsOf(answer, 403, 'ROLE_TOO_LOW')).toMatchObject([{ requiredRole: 'owner' }])
    }
  })

  it('return 404 for an account that is no member, whether it exists or not', async () => {
    for (const account of [team.stranger, { ...team.stranger, id: 'acc_00000000000000000000000000' }]) {
      expectError(await setRole(team.owner, account, 'viewer'), 404, 'MEMBER_NOT_FOUND')
      expectError(await remove(team.owner, account), 404, 'MEMBER_NOT_FOUND')
    }
  })

  it('return 409 for the last owner', async () => {
    expectError(await setRole(team.owner, team.owner, 'admin'), 409, 'LAST_OWNER')
    expectError(await remove(team.owner, team.owner), 409, 'LAST_OWNER')
    expectError(await test.rest.post(`/v1/workspaces/${team.id}/leave`, undefined, as(team.owner)), 409, 'LAST_OWNER')
  })

  it('end what a removed member reads at once', async () => {
    const grace = await test.seed.account()
    await addMember(test, team, grace)
    expect((await remove(team.admin, grace)).json).toEqual({ success: true })
    expectError(await test.rest.get(`/v1/workspaces/${team.id}`, as(grace)), 404, 'WORKSPACE_NOT_FOUND')
  })

  it.each([{ role: 'boss' }, {}, { role: 'admin', rank: 'x' }])('return 400 for %j', async (body) => {
    expectError(await test.rest.patch(pathOf(team, team.viewer), body, as(team.owner)), 400, 'INVALID_PARAMS')
  })
})

describe('POST /workspaces/{id}/transfer', () => {
  it('makes the member an owner and the caller an admin', async () => {
    const other = await seedTeam(test)
    const { status } = await test.rest.post(
      `/v1/workspaces/${other.id}/transfer`,
      { userId: other.viewer.id },
      as(other.owner),
    )
    expect(status).toBe(200)
    const after = await rolesIn(test, other.id, other.viewer)
    expect([after[other.owner.id], after[other.viewer.id]]).toEqual(['admin', 'owner'])
  })
})

describe('at least one owner stays', () => {
  it('when 20 owners leave at once', { tags: 'race' }, async () => {
    const other = await seedTeam(test)
    const owners = await Promise.all(Array.from({ length: 19 }, () => test.seed.account()))
    for (const owner of owners) await addMember(test, other, owner, 'owner')
    const all = [other.owner, ...owners]
    const answers = await Promise.all(
      all.map((owner) => test.rest.post(`/v1/workspaces/${other.id}/leave`, undefined, as(owner))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 19 }, () => 200), 409])
    const left = Object.values(await rolesIn(test, other.id, other.admin))
    expect(left.filter((role) => role === 'owner')).toHaveLength(1)
  })

  it('after 100 changes of roles at once', { tags: 'race' }, async () => {
    const other = await seedTeam(test)
    await setRole(other.owner, other.admin, 'owner', other)
    const people = [other.owner, other.admin, other.member, other.viewer]
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => {
        const [caller = other.owner, target = other.admin] = [people[n % 2], people[(n * 7) % 4]]
        return n % 5 === 4
          ? test.rest.post(`/v1/workspaces/${other.id}/transfer`, { userId: target.id }, as(caller))
          : setRole(caller, target, roles[n % 4] ?? 'viewer', other)
      }),
    )
    const rows = await test.sql<{ role: Role }>('select role from workspace_member where workspace_id = ?', [other.id])
    expect(rows).toHaveLength(4)
    expect(rows.filter(({ role }) => role === 'owner').length).toBeGreaterThanOrEqual(1)
  })
})
