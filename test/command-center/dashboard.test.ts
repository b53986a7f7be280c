import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { crowd } from '../support/visitor.ts'
import { createWebhookInState } from './command-center-client.ts'

let test: TestApp
let owner: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  owner = await test.seed.account()
})
afterAll(() => test.close())

/** What a dashboard shows first: links with sparklines, totals and alerts. */
const dashboard = `query Dashboard {
  urls(first: 20) {
    totalCount
    nodes {
      id title shortUrl destination isActive currentClicks dailyClicks(days: 30)
    }
    pageInfo { hasNextPage endCursor }
  }
  accountAnalytics(filter: { interval: LAST_30D }, limit: 5) { totalClicks uniqueVisitors timeseries { timestamp clicks } }
  commandCenterAlerts(first: 5) { totalCount nodes { id kind severity message createdAt } }
}`

it('a dashboard is one request under 20 KB and with at most 16 statements', async () => {
  for (let n = 0; n < 25; n++) await test.seed.link(owner)
  const link = await test.seed.link(owner)
  for (const visitor of crowd(3)) await test.rest.get(`/${link.shortUrl}`, visitor)
  await createWebhookInState(test, owner, { failures: 6 })
  test.statements.splice(0)
  const { data, errors } = await test.graph(dashboard, { token: owner.token })
  const statements = test.statements.splice(0)
  expect(errors).toBeUndefined()
  const { urls, accountAnalytics, commandCenterAlerts } = data
  expect(urls.nodes).toHaveLength(20)
  expect(urls.nodes[0]).toMatchObject({ id: link.id, dailyClicks: [...Array(29).fill(0), 3] })
  expect([urls.totalCount, accountAnalytics.totalClicks, commandCenterAlerts.totalCount]).toEqual([26, 3, 1])
  expect(JSON.stringify({ data }).length).toBeLessThan(20_000)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(16)
})
