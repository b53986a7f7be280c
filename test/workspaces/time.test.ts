import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { as, seedTeam } from './team.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

/** The clock moves by days, which ends sessions: the caller logs in again. */
async function again({ email, password }: { email: string; password: string }): Promise<{ token: string }> {
  return (await test.rest.post('/v1/auth/login', { email, password })).json
}

it('an invitation returns 410 after 14 days, and the address can be invited again', async () => {
  const team = await seedTeam(test)
  const path = `/v1/workspaces/${team.id}/invitations`
  const body = { email: team.stranger.email }
  const { token } = (await test.rest.post(path, body, as(team.owner))).json
  test.clock.advance({ days: 14 })
  const [stranger, owner] = [await again(team.stranger), await again(team.owner)]
  expectError(await test.rest.post(`/v1/invitations/${token}/accept`, undefined, stranger), 410, 'INVITATION_EXPIRED')
  expect((await test.rest.get(path, owner)).json[0].status).toBe('expired')
  const second = await test.rest.post(path, body, owner)
  expect(second.status).toBe(201)
  expectError(await test.rest.post(`/v1/invitations/${token}/accept`, undefined, stranger), 404, 'INVITATION_NOT_FOUND')
  expect((await test.rest.post(`/v1/invitations/${second.json.token}/accept`, undefined, stranger)).status).toBe(200)
})

it('a deleted workspace can be restored until 7 days have passed, and is then deleted with its members', async () => {
  const [early, late] = [await seedTeam(test), await seedTeam(test)]
  for (const { id, slug, owner } of [early, late])
    await test.rest.delete(`/v1/workspaces/${id}?confirm=${slug}`, await again(owner))
  test.clock.advance({ days: 6.9 })
  const restored = await test.rest.post(`/v1/workspaces/${early.id}/restore`, undefined, await again(early.owner))
  expect(restored.status).toBe(200)
  test.clock.advance({ days: 0.2 })
  const refused = await test.rest.post(`/v1/workspaces/${late.id}/restore`, undefined, await again(late.owner))
  expectError(refused, 404, 'WORKSPACE_NOT_FOUND')
  await test.app.recurringTasks.runAll()
  const counts = await test.sql('select 1 from workspace_member where workspace_id = ?', [late.id])
  expect(counts).toEqual([])
  expect(await test.sql('select 1 from workspace where id in (?)', [[late.id, early.id]])).toHaveLength(1)
})
