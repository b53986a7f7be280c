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
  const read = async () => {
    const document = 'query ($id: ID!) { workspace(id: $id) { usage { resource used limit } } }'
    const { data } = await test.graph(document, { token: team.owner.token, variables: { id: team.id } })
    return Object.fromEntries(
      data.workspace.usage.map((each: Record<string, unknown>) => [each.resource, [each.used, each.limit]]),
    )
  }
  const free = test.settings.plans.free
  const { members, ...usage } = await read().then(({ MEMBERS, ...others }) => ({ ...others, members: MEMBERS }))
  expect(usage).toEqual({
    URLS: [1, free.links],
    WEBHOOKS: [0, free.webhooks],
    API_KEYS: [0, free.apiKeys],
    DYNAMIC_QRS: [1, free.dynamicQrCodes],
    BIO_PAGES: [0, free.bioPages],
  })
  await test.sql(`update workspace set plan = 'business' where id = ?`, [team.id])
  const path = `/v1/workspaces/${team.id}/invitations`
  await test.rest.post(path, { email: `${test.seed.word()}@example.com`, role: 'member' }, as(team.owner))
  const later = await read()
  expect(later.MEMBERS).toEqual([members[0] + 1, test.settings.plans.business.members])
  test.clock.advance({ days: 60 })
  expect((await read()).MEMBERS).toEqual([members[0], test.settings.plans.business.members])
})
