import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, detailsOf, rolesIn, seedTeam, type Team, verifyEmail } from './team.ts'

let test: TestApp
let team: Team
beforeAll(async () => {
  test = await sharedApp()
  team = await seedTeam(test)
})
afterAll(() => test.close())

const invite = (email: string, options: object = {}, caller = team.owner, of = team.id) =>
  test.rest.post(`/v1/workspaces/${of}/invitations`, { email, ...options }, as(caller))
const accept = (token: string, account: SeededAccount) =>
  test.rest.post(`/v1/invitations/${token}/accept`, undefined, as(account))
const decline = (token: string) => test.rest.post(`/v1/invitations/${token}/decline`, undefined)
const listed = async (caller = team.owner) =>
  (await test.rest.get(`/v1/workspaces/${team.id}/invitations?limit=100`, as(caller))).json
async function seedInvited(): Promise<SeededAccount> {
  const account = await test.seed.account()
  await verifyEmail(test, account)
  return account
}
const newAddress = () => `${test.seed.word()}@example.com`

describe('POST /workspaces/{id}/invitations', () => {
  it('returns 201 with the token, which no list has', async () => {
    const email = newAddress()
    const { status, json } = await invite(email, { role: 'viewer' })
    expect([status, json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^inv_/),
        email,
        token: expect.stringMatching(/^tki_[\w-]{43}$/),
        expiresAt: expect.any(String),
      },
    ])
    const [newest] = await listed()
    expect(newest).toEqual({
      ...{ id: json.id, email, role: 'viewer', status: 'pending', invitedBy: team.owner.id },
      ...{ createdAt: expect.any(String), expiresAt: json.expiresAt },
    })
    const rows = await test.sql('select * from workspace_invitation where id = ?', [json.id])
    expect(JSON.stringify(rows)).not.toContain(json.token)
  })

  it('returns 409 for a member, and for an address that has an invitation, in any spelling', async () => {
    const member = await invite(team.viewer.email.toUpperCase())
    expect(detailsOf(member, 409, 'ALREADY_MEMBER')).toMatchObject([{ accountId: team.viewer.id }])
    const email = newAddress()
    const { json } = await invite(email)
    const again = await invite(` ${email.toUpperCase()}`.trim())
    expect(detailsOf(again, 409, 'INVITATION_PENDING')).toMatchObject([{ invitationId: json.id }])
  })

  it('returns 201 to one of ten at once', { tags: 'race' }, async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })

  it('returns 403 when members and invitations fill the plan', { tags: 'race' }, async () => {
    const owner = await test.seed.account()
    const { json } = await test.rest.post('/v1/workspaces', { name: 'Small' }, as(owner))
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite(newAddress(), {}, owner, json.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403])
    const refused = detailsOf(await invite(newAddress(), {}, owner, json.id), 403, 'PLAN_LIMIT_REACHED')
    expect(refused).toMatchObject([{ field: 'members', limit: 3, used: 3 }])
  })

  it('lets only an owner invite owners', async () => {
    expectError(await invite(newAddress(), { role: 'owner' }, team.admin), 403, 'ROLE_TOO_LOW')
    const { json } = await invite(newAddress(), { role: 'owner' })
    const path = `/v1/workspaces/${team.id}/invitations/${json.id}`
    expectError(await test.rest.delete(path, as(team.admin)), 403, 'ROLE_TOO_LOW')
  })

  it('returns 404 to the deletion of one under another workspace, even to its owner', async () => {
    const other = await seedTeam(test)
    const { id, token } = (await invite(other.stranger.email)).json
    const path = `/v1/workspaces/${other.id}/invitations/${id}`
    expectError(await test.rest.delete(path, as(other.owner)), 404, 'INVITATION_NOT_FOUND')
    expect((await decline(token)).json).toEqual({ success: true })
  })

  it('trims the space around the address, as a copied one has it', async () => {
    const email = `${test.seed.word().toLowerCase()}@example.com`
    const answer = await invite(` ${email}\u00a0 `)
    expect([answer.status, answer.json.email ?? answer.json.invitation?.email]).toEqual([201, email])
  })

  it.each([{ email: 'nobody' }, {}, { email: 'a@example.com', role: 'boss' }])('returns 400 for %j', async (body) => {
    const answer = await test.rest.post(`/v1/workspaces/${team.id}/invitations`, body, as(team.owner))
    expectError(answer, 400, 'INVALID_PARAMS')
  })
})

describe('POST /invitations/{token}/accept', () => {
  it('makes the invited account a member, once', { tags: 'race' }, async () => {
    const grace = await seedInvited()
    const { token } = (await invite(grace.email, { role: 'admin' })).json
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token, grace)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    expect(answers.find(({ status }) => status === 200)?.json).toMatchObject({ id: team.id, role: 'admin' })
    expect((await rolesIn(test, team.id, grace))[grace.id]).toBe('admin')
    expect((await listed()).find(({ email }: SeededAccount) => email === grace.email).status).toBe('accepted')
  })

  it('returns 404 to an account with another address, and for an unknown token', async () => {
    const { token } = (await invite(newAddress())).json
    expectError(await accept(token, team.stranger), 404, 'INVITATION_NOT_FOUND')
    expectError(await accept(`tki_${'x'.repeat(43)}`, team.stranger), 404, 'INVITATION_NOT_FOUND')
    const document = 'mutation ($token: String!) { acceptInvitation(token: $token) { id } }'
    const answer = await test.graph(document, { ...as(team.stranger), variables: { token } })
    expectGraphqlError(answer, 404, 'INVITATION_NOT_FOUND')
  })

  it('returns 403 until the account has verified its address', async () => {
    // Anybody can register the address of another.
    const grace = await test.seed.account()
    const { token } = (await invite(grace.email)).json
    expectError(await accept(token, grace), 403, 'EMAIL_NOT_VERIFIED')
    const document = 'mutation ($token: String!) { acceptInvitation(token: $token) { id } }'
    const answer = await test.graph(document, { ...as(grace), variables: { token } })
    expectGraphqlError(answer, 403, 'EMAIL_NOT_VERIFIED')
    expect(Object.keys(await rolesIn(test, team.id, team.owner))).not.toContain(grace.id)
    const link = await test.seed.mailToken(grace, 'email_verification')
    expect((await test.rest.post('/v1/auth/email/verify', { token: link }, as(grace))).status).toBe(200)
    expect((await accept(token, grace)).status).toBe(200)
  })

  it('returns 404 after it was revoked or declined', async () => {
    const grace = await seedInvited()
    const first = (await invite(grace.email)).json
    const path = `/v1/workspaces/${team.id}/invitations/${first.id}`
    expect((await test.rest.delete(path, as(team.admin))).status).toBe(200)
    expectError(await test.rest.delete(path, as(team.admin)), 404, 'INVITATION_NOT_FOUND')
    expectError(await accept(first.token, grace), 404, 'INVITATION_NOT_FOUND')
    const second = (await invite(grace.email)).json
    expect((await decline(second.token)).json).toEqual({ success: true })
    expectError(await accept(second.token, grace), 404, 'INVITATION_NOT_FOUND')
    const states = (await listed()).filter(({ email }: SeededAccount) => email === grace.email)
    expect(states.map(({ status }: { status: string }) => status)).toEqual(['declined', 'revoked'])
  })

  it('returns 404 while the workspace is deleted', async () => {
    const other = await seedTeam(test)
    const { token } = (await invite(other.stranger.email, {}, other.owner, other.id)).json
    await test.rest.delete(`/v1/workspaces/${other.id}?confirm=${other.slug}`, as(other.owner))
    expectError(await accept(token, other.stranger), 404, 'INVITATION_NOT_FOUND')
    expectError(await decline(token), 404, 'INVITATION_NOT_FOUND')
  })
})
