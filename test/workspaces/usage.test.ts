import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { as, seedTeam } from './team.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

it('Workspace.usage counts what the workspace has of each limit of its plan', async () => {
  const team = await seedTeam(test)
  const inTeam = { ...as(team.owner), headers: { 'x-workspace-id': team.id } }
  await test.rest.post('/v1/urls', { longUrl: 'https://example.com/usage' }, inTeam)
  await test.rest.post('/v1/dynamic-qr', { title: 'Door', targetUrl: 'https://example.com/door' }, inTeam)
  await test.seed.link(team.owner)
  const read = async (token = team.owner.token) => {
    const document = 'query ($id: ID!) { workspace(id: $id) { usage { resource used limit } } }'
    const { data } = await test.graph(document, { token, variables: { id: team.id } })
    return Object.fromEntries(
      data.workspace.usage.map((each: Record<string, unknown>) => [each.resource, [each.used, each.limit]]),
    )
  }
  const { free, business } = test.settings.plans
  const { MEMBERS: members, ...usage } = await read()
  expect(usage).toEqual({
    URLS: [1, business.links],
    WEBHOOKS: [0, business.webhooks],
    API_KEYS: [0, business.apiKeys],
    DYNAMIC_QRS: [1, business.dynamicQrCodes],
    BIO_PAGES: [0, business.bioPages],
  })
  expect(members).toEqual([4, business.members])
  const path = `/v1/workspaces/${team.id}/invitations`
  await test.rest.post(path, { email: `${test.seed.word()}@example.com`, role: 'member' }, as(team.owner))
  expect((await read()).MEMBERS).toEqual([5, business.members])
  test.clock.advance({ days: 15 })
  const { json } = await test.rest.post('/v1/auth/login', { email: team.owner.email, password: team.owner.password })
  await test.sql(`update workspace set plan = 'free' where id = ?`, [team.id])
  expect(await read(json.token)).toMatchObject({ MEMBERS: [4, free.members], URLS: [1, free.links] })
})
