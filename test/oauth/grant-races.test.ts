import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededApp } from '../support/seed.ts'
import { findModels, givenGrant, type SeededGrant } from './app-rows.ts'

// The embedded database runs one transaction at a time, so these requests race only on a server.

let test: TestApp
let dev: SeededAccount
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  dev = await test.seed.account()
  ada = await test.seed.account()
})
afterAll(() => test.close())

/** Grants whose rows come after those of their tokens, as happens when the database reuses space. */
async function seedGrants(app: SeededApp, count: number): Promise<SeededGrant[]> {
  const grants: SeededGrant[] = []
  for (let index = 0; index < count; index++) grants.push(await givenGrant(test, ada, app, { scopes: ['write:links'] }))
  const digests = grants.map(({ digest }) => digest)
  const rows = await test.sql<Record<string, unknown>>(
    `delete from oauth_record where model = 'Grant' and digest in (?) returning digest, payload::text as payload,
       account_id, client_id, expires_at, created_at`,
    [digests],
  )
  for (const { digest, payload, account_id, client_id, expires_at, created_at } of rows) {
    await test.sql(
      `insert into oauth_record (model, digest, payload, account_id, client_id, expires_at, created_at)
       values ('Grant', ?, ?::json, ?, ?, ?, ?)`,
      [digest, payload, account_id, client_id, expires_at, created_at],
    )
  }
  return grants
}

const withdraw = ({ id }: SeededGrant) => test.rest.delete(`/v1/oauth/grants/${id}`, { token: ada.token })
const narrow = ({ id }: SeededApp) =>
  test.rest.patch(`/v1/oauth/apps/${id}`, { scopes: ['read:links'] }, { token: dev.token })
const remove = ({ id }: SeededApp) => test.rest.delete(`/v1/oauth/apps/${id}`, { token: dev.token })

describe('withdrawing many grants while their application', () => {
  it.each([
    ['is deleted', remove],
    ['loses a scope', narrow],
  ] as const)('%s returns 200 or 404 for each, without deadlock', async (_name, act) => {
    for (let round = 0; round < 6; round++) {
      const app = await test.seed.app(dev)
      const grants = await seedGrants(app, 8)
      const [answer, ...withdrawals] = await Promise.all([act(app), ...grants.map(withdraw)])
      expect(answer.status).toBe(200)
      for (const { status } of withdrawals) expect([200, 404]).toContain(status)
      for (const grant of grants) expect(await findModels(test, grant)).toEqual([])
    }
  })
})
