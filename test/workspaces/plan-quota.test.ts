import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { ended, liveClient } from '../support/live.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from './team.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({
    RATE_LIMITS: 'on',
    RATE_LIMIT_PER_MINUTE: '5',
    RATE_LIMIT_PER_HOUR: '100',
    PLAN_LIMITS: 'pro.requestsPerMinute=9,pro.requestsPerHour=50',
  })
})
afterAll(() => test.close())

/** Sets a plan as the command of the operator does, without a request. */
const setPlan = (id: string, plan: string) => test.sql('update workspace set plan = ? where id = ?', [plan, id])

/** A workspace of another account, of which the account is a viewer. */
async function sharedWorkspaceOf({ id: accountId }: SeededAccount): Promise<string> {
  const owner = await test.seed.account()
  const { json } = await test.rest.post('/v1/workspaces', { name: 'Acme' }, as(owner))
  const row = [`mbr_${json.id.slice(4)}x`, json.id, accountId, test.clock.now()]
  await test.sql(
    `insert into workspace_member (id, workspace_id, account_id, role, joined_at) values (?, ?, ?, 'viewer', ?)`,
    row,
  )
  return json.id
}

const quotaOf = async (token: string) => {
  const { status, headers } = await test.rest.get('/v1/workspaces', { token })
  return [status, headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['ratelimit-policy']]
}

it('REST allows what the best plan of a workspace of the account allows, from the next request on', async () => {
  const ada = await test.seed.account()
  const id = await sharedWorkspaceOf(ada)
  expect(await quotaOf(ada.token)).toEqual([200, '5', '4', '100;w=3600, 5;w=60'])
  await setPlan(id, 'pro')
  // For each window the most that a plan allows: 100 an hour on free, 9 a minute on pro.
  expect(await quotaOf(ada.token)).toEqual([200, '9', '7', '100;w=3600, 9;w=60'])
  for (let n = 0; n < 7; n++) await quotaOf(ada.token)
  expect(await quotaOf(ada.token)).toEqual([429, '9', '0', '100;w=3600, 9;w=60'])
  await setPlan(id, 'business')
  expect(await quotaOf(ada.token)).toEqual([200, '3000', '2990', '60000;w=3600, 3000;w=60'])
  await setPlan(id, 'free')
  expect(await quotaOf(ada.token)).toEqual([429, '5', '0', '100;w=3600, 5;w=60'])
})

it('a key of one workspace has the quota of its account, with the plans of all workspaces', async () => {
  const ada = await test.seed.account()
  await setPlan(await sharedWorkspaceOf(ada), 'pro')
  const { json } = await test.rest.post('/v1/keys', { name: 'Personal' }, as(ada))
  const { headers } = await test.rest.get('/v1/urls', { token: json.key })
  expect([headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual(['9', '7'])
})

it('an operation of GraphQL may cost more calls at once on a better plan, also on an open WebSocket', async () => {
  const ada = await test.seed.account()
  const id = await sharedWorkspaceOf(ada)
  const six = '{ a: __typename b: __typename c: __typename d: __typename e: __typename f: __typename }'
  const client = await liveClient(test.app.server, as(ada))
  await client.connected
  const refused = await ended(client.subscribe(six))
  expect(refused.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  await setPlan(id, 'pro')
  expect((await ended(client.subscribe(six))).events).toHaveLength(1)
  await client.close()
})
