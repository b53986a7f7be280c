import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedClient } from '../oauth/client.ts'
import { Flow } from '../oauth/flow.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { sharedListening } from '../support/mail-app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { seedTeam } from '../workspaces/team.ts'

let test: ListeningApp
beforeAll(async () => {
  test = await sharedListening()
})
afterAll(() => test.close())

const path = '/v1/auth/me/deletion'
const request = ({ token, password }: SeededAccount, body: object = { password }) =>
  test.rest.post(path, body, { token })
const undo = (token: string) => test.rest.delete(path, { token })
const codeOf = async (answer: Promise<{ status: number; json: { error?: { code: string } } }>) => {
  const { status, json } = await answer
  return [status, json.error?.code]
}
const logIn = async ({ email, password }: SeededAccount) =>
  (await test.rest.post('/v1/auth/login', { email, password })).json.token as string

describe('GET /auth/me/deletion', () => {
  it('says before a request what becomes of each workspace', async () => {
    const team = await seedTeam(test)
    const { json } = await test.rest.get(path, { token: team.owner.token })
    expect(json).toEqual({
      requestedAt: null,
      deletesAt: null,
      workspaces: expect.arrayContaining([
        { id: team.owner.workspaceId, name: team.owner.name, memberCount: 1, outcome: 'delete' },
        expect.objectContaining({ id: team.id, memberCount: 4, outcome: 'delete' }),
      ]),
    })
    const { data } = await test.graph('{ accountDeletion { requestedAt workspaces { id outcome } } }', {
      token: team.member.token,
    })
    expect(data.accountDeletion.workspaces).toEqual([
      { id: team.member.workspaceId, outcome: 'DELETE' },
      { id: team.id, outcome: 'LEAVE' },
    ])
  })
})

describe('POST /auth/me/deletion', () => {
  it('returns 401 INVALID_CREDENTIALS for a wrong password, and changes nothing', async () => {
    const ada = await test.seed.account()
    expect(await codeOf(request(ada, { password: 'not the password' }))).toEqual([401, 'INVALID_CREDENTIALS'])
    expect((await test.rest.get('/v1/urls', { token: ada.token })).status).toBe(200)
  })

  it('returns 202 with the day of the deletion; then the account can only undo it', async () => {
    const ada = await test.seed.account()
    const other = await logIn(ada)
    const link = await test.seed.link(ada)
    const { key } = await test.seed.key(ada)
    const { status, json } = await request(ada)
    const now = test.clock.now()
    expect(status).toBe(202)
    expect(json).toMatchObject({
      requestedAt: now.toISOString(),
      deletesAt: new Date(now.getTime() + 7 * 86_400_000).toISOString(),
      workspaces: [{ id: ada.workspaceId, outcome: 'delete' }],
    })
    // The other sessions have ended, and this one can do nothing else.
    expect(await codeOf(test.rest.get('/v1/urls', { token: other }))).toEqual([401, 'INVALID_TOKEN'])
    for (const token of [ada.token, key, await logIn(ada)]) {
      const longUrl = 'https://example.com/'
      expect(await codeOf(test.rest.post('/v1/urls', { longUrl }, { token }))).toEqual([403, 'ACCOUNT_BEING_DELETED'])
      expect(await codeOf(test.rest.get('/v1/urls', { token }))).toEqual([403, 'ACCOUNT_BEING_DELETED'])
    }
    const node = await test.graph('query ($id: ID!) { node(id: $id) { id } }', {
      token: ada.token,
      variables: { id: link.id },
    })
    expect(node.data?.node ?? null).toBeNull()
    expect((await test.rest.get('/v1/auth/me', { token: ada.token })).status).toBe(200)
    expect((await test.rest.get(`/${link.shortUrl}`)).status).toBe(404)
  })

  it('is refused to OAuth tokens, which answer 403 while the account is being deleted', async () => {
    const [ada, developer] = [await test.seed.account(), await test.seed.account()]
    const { access: token } = await new Flow(test, await seedClient(test, developer), ada).tokens()
    expect(await codeOf(test.rest.post(path, { password: ada.password }, { token }))).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
    ])
    await request(ada)
    expect(await codeOf(test.rest.get('/v1/urls', { token }))).toEqual([403, 'ACCOUNT_BEING_DELETED'])
  })

  it('returns the first request again when it is repeated', async () => {
    const ada = await test.seed.account()
    const first = (await request(ada)).json
    test.clock.advance({ hours: 1 })
    expect((await request(ada)).json).toEqual(first)
  })

  it('of two requests at once deletes the workspaces at one time, so that both are restored', async () => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada)
    const tokens = [await logIn(ada), await logIn(ada)]
    await Promise.all(tokens.map((token) => request({ ...ada, token })))
    expect((await undo(await logIn(ada))).status).toBe(200)
    expect((await test.rest.get(`/${link.shortUrl}`)).status).toBe(302)
  })

  it('leaves a workspace that somebody else owns as it is', async () => {
    const team = await seedTeam(test)
    const link = await test.seed.link(team.member, { workspaceId: team.id })
    await request(team.member)
    expect((await test.rest.get(`/${link.shortUrl}`)).status).toBe(302)
    expect((await test.rest.get(`/v1/workspaces/${team.id}`, { token: team.owner.token })).status).toBe(200)
  })

  it('deletes a workspace whose other owner is being deleted too', async () => {
    const team = await seedTeam(test)
    const body = { role: 'owner' }
    await test.rest.patch(`/v1/workspaces/${team.id}/members/${team.admin.id}`, body, { token: team.owner.token })
    const first = (await request(team.owner)).json
    expect(first.workspaces).toContainEqual(expect.objectContaining({ id: team.id, outcome: 'leave' }))
    const leaving = test.rest.post(`/v1/workspaces/${team.id}/leave`, undefined, { token: team.admin.token })
    expect(await codeOf(leaving)).toEqual([409, 'LAST_OWNER'])
    const second = (await request(team.admin)).json
    expect(second.workspaces).toContainEqual(expect.objectContaining({ id: team.id, outcome: 'delete' }))
  })
})

describe('two owners who are deleted at once', () => {
  it('leave no workspace without an owner', async () => {
    for (let round = 0; round < 5; round++) {
      const team = await seedTeam(test)
      const body = { role: 'owner' }
      await test.rest.patch(`/v1/workspaces/${team.id}/members/${team.admin.id}`, body, { token: team.owner.token })
      const answers = await Promise.all([request(team.owner), request(team.admin)])
      expect(answers.map(({ status }) => status)).toEqual([202, 202])
      // Whoever comes second is the only owner then, and takes the workspace along.
      const [row] = await test.sql<{ isDeleted: boolean }>(
        'select deleted_at is not null as "isDeleted" from workspace where id = ?',
        [team.id],
      )
      expect(row).toEqual({ isDeleted: true })
    }
  })
})

describe('DELETE /auth/me/deletion', () => {
  it('restores the account, its key, its workspaces and links; a workspace deleted before stays deleted', async () => {
    const ada = await test.seed.account()
    const link = await test.seed.link(ada)
    const { key } = await test.seed.key(ada)
    const { json: former } = await test.rest.post('/v1/workspaces', { name: 'Former' }, { token: ada.token })
    const { json: kept } = await test.rest.post('/v1/workspaces', { name: 'Kept' }, { token: ada.token })
    await test.rest.delete(`/v1/workspaces/${former.id}`, { token: ada.token })
    test.clock.advance({ hours: 1 })
    await request(ada)
    const token = await logIn(ada)
    const { status, json } = await undo(token)
    expect([status, json.requestedAt, json.deletesAt]).toEqual([200, null, null])
    expect((await test.rest.get('/v1/urls', { token: key })).status).toBe(200)
    expect((await test.rest.get(`/${link.shortUrl}`)).status).toBe(302)
    const { json: workspaces } = await test.rest.get('/v1/workspaces', { token })
    const ids = workspaces.map(({ id }: { id: string }) => id)
    expect(ids).toContain(kept.id)
    expect(ids).not.toContain(former.id)
  })

  it('does nothing when no deletion was requested', async () => {
    const ada = await test.seed.account()
    const { status, json } = await undo(ada.token)
    expect([status, json.requestedAt]).toEqual([200, null])
  })
})
