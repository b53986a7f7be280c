import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededApp } from '../support/seed.ts'
import { type GivenGrant, givenGrant, keptUnder } from './app-rows.ts'

// The embedded database lets one transaction in at a time; these are races on a server only, and hold on both.

let test: TestApp
let dev: SeededAccount
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  dev = await test.seed.account()
  ada = await test.seed.account()
})
afterAll(() => test.close())

/** Grants of one application whose tokens lie before them, as they may once the database has reused old places. */
async function grantsOf(app: SeededApp, count: number): Promise<GivenGrant[]> {
  const grants: GivenGrant[] = []
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

const withdraw = ({ id }: GivenGrant) => test.rest.delete(`/v1/oauth/grants/${id}`, { token: ada.token })
const narrow = ({ id }: SeededApp) =>
  test.rest.patch(`/v1/oauth/apps/${id}`, { scopes: ['read:links'] }, { token: dev.token })
const remove = ({ id }: SeededApp) => test.rest.delete(`/v1/oauth/apps/${id}`, { token: dev.token })

describe('withdrawing many grants in the moment their application', () => {
  it.each([
    ['is deleted', remove],
    ['loses a scope', narrow],
  ] as const)('%s ends each of them as 200 or 404, and no deadlock', async (_what, act) => {
    for (let round = 0; round < 6; round++) {
      const app = await test.seed.app(dev)
      const grants = await grantsOf(app, 8)
      const [acted, ...withdrawn] = await Promise.all([act(app), ...grants.map(withdraw)])
      expect(acted.status).toBe(200)
      for (const { status } of withdrawn) expect([200, 404]).toContain(status)
      for (const grant of grants) expect(await keptUnder(test, grant)).toEqual([])
    }
  })
})
