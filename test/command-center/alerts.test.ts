import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../contract/acts.ts'
import { anomalyOf } from '../contract/anomalies.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { createWebhookInState, path, readCommandCenter } from './command-center-client.ts'

let test: TestApp
let owner: SeededAccount
let token: string
beforeAll(async () => {
  test = await sharedApp()
  owner = await test.seed.account()
  token = owner.token
  await test.seed.link(owner)
  const now = test.clock.now()
  // Two of each instant, so that the id decides.
  await test.sql(
    `insert into link select (jsonb_populate_record(link, jsonb_build_object('id', id || n, 'code', id || n,
              'blocked_at', ?::timestamptz - n / 2 * interval '1 hour', 'blocked_reason', 'spam'))).*
       from link, generate_series(1, 120) as n where workspace_id = ?`,
    [now, owner.workspaceId],
  )
  for (let n = 0; n < 9; n++) await test.seed.key(owner, { expiresInDays: 3 })
  await createWebhookInState(test, owner, { failures: 12 })
})
afterAll(() => test.close())

interface Item {
  readonly id: string
  readonly kind: string
  readonly severity: string
}

const page = (query: string) => test.rest.get(`${path}/alerts?${query}`, { token })

async function connection(args: string) {
  const document = `{ commandCenterAlerts(${args}) {
    totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`
  const { data, errors } = await test.graph(document, { token })
  expect(errors).toBeUndefined()
  const { nodes, ...rest } = data.commandCenterAlerts
  return { ...rest, ids: nodes.map(({ id }: Item) => id) }
}

describe('the alerts', () => {
  it('can all be listed, as many as the summary counts', async () => {
    const { summary, alerts } = await readCommandCenter(test, owner)
    expect([summary.alerts, alerts.length]).toEqual([130, 100])
    const pages = await Promise.all([1, 2, 3, 4].map((number) => page(`page=${number}&limit=50`)))
    expect(pages.map(({ json }) => json.length)).toEqual([50, 50, 30, 0])
    expect(pages[0]?.headers['x-total-count']).toBe('130')
    expect(pages[0]?.headers.link).toContain('rel="next"')
    const listed: Item[] = pages.flatMap(({ json }) => json)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(130)
    expect(listed.slice(0, 100)).toEqual(alerts)
    expect(listed.map(({ severity }) => severity)).toEqual([
      ...Array(120).fill('critical'),
      'error',
      ...Array(9).fill('warning'),
    ])
  })

  it('are a connection in GraphQL, forwards and backwards', async () => {
    const expected = (await Promise.all([page('limit=100'), page('limit=100&page=2')])).flatMap(({ json }) =>
      json.map(({ id }: Item) => id),
    )
    const first = await connection('first: 70')
    expect(first).toMatchObject({
      totalCount: 130,
      ids: expected.slice(0, 70),
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    })
    const second = await connection(`first: 70, after: "${first.pageInfo.endCursor}"`)
    expect(second).toMatchObject({ ids: expected.slice(70), pageInfo: { hasNextPage: false, hasPreviousPage: true } })
    const last = await connection('last: 7')
    expect(last).toMatchObject({ ids: expected.slice(-7), pageInfo: { hasNextPage: false, hasPreviousPage: true } })
    const earlier = await connection(`last: 100, before: "${last.pageInfo.startCursor}"`)
    expect(earlier.ids).toEqual(expected.slice(-107, -7))
    expect(await connection('first: 0')).toMatchObject({ totalCount: 130, ids: [] })
  })

  it('are selected by source, severity and workflow', async () => {
    const kinds = async (query: string) => (await page(query)).json.map(({ kind }: Item) => kind)
    expect(await kinds('source=webhooks')).toEqual(['webhook_failing'])
    const [{ subjectId }] = (await page('source=webhooks')).json
    expect(await kinds(`workflowId=webhook:${subjectId}`)).toEqual(['webhook_failing'])
    expect(await kinds('severity=error&limit=100&page=2')).toEqual([
      ...Array(20).fill('destination_flagged'),
      'webhook_failing',
    ])
    expect((await connection('source: WEBHOOKS')).totalCount).toBe(1)
  })

  it.each([
    ['source', 'links'],
    ['severity', 'fatal'],
    ['limit', '101'],
    ['page', '0'],
    ['range', '7d'],
  ])('returns 400 for %s=%s', async (field, value) => {
    const { status, json } = await page(`${field}=${value}`)
    expect([status, json.error.details[0].field]).toEqual([400, field])
  })

  it('return 400 for a cursor of another list', async () => {
    const { errors } = await test.graph('{ commandCenterAlerts(after: "eHg") { totalCount } }', { token })
    expect(errors?.[0]?.extensions?.code).toBe('INVALID_PARAMS')
  })

  it('take as many statements for 130 as for one', async () => {
    const other = await test.seed.account()
    await createWebhookInState(test, other, { failures: 12 })
    const count = async (account: SeededAccount) => {
      await test.rest.get(`${path}/alerts`, { token: account.token })
      test.statements.splice(0)
      await test.rest.get(`${path}/alerts?limit=100`, { token: account.token })
      return test.statements.length
    }
    const [few, many] = [await count(other), await count(owner)]
    // The keys near their expiry and the blocked links have one statement each more.
    expect(many - few).toBeLessThanOrEqual(2)
    expect(many).toBeLessThan(40)
  })

  it('are acknowledged for everybody until their cause begins again, and stay in the list', async () => {
    const other = await test.seed.account()
    const id = `webhook_failing:${await createWebhookInState(test, other, { failures: 12 })}`
    const as = { token: other.token }
    const list = async (query = '') =>
      (await test.rest.get(`${path}/alerts${query}`, as)).json.map((alert: { acknowledgedAt: string | null }) => [
        alert.acknowledgedAt,
      ])
    const acknowledged = await test.rest.post(`${path}/alerts/${id}/acknowledge`, undefined, as)
    const at = test.clock.now().toISOString()
    expect(acknowledged.json).toMatchObject({ id, acknowledgedAt: at })
    test.clock.advance({ minutes: 1 })
    expect((await test.rest.post(`${path}/alerts/${id}/acknowledge`, undefined, as)).json.acknowledgedAt).toBe(at)
    expect([await list(), await list('?acknowledged=true'), await list('?acknowledged=false')]).toEqual([
      [[at]],
      [[at]],
      [],
    ])
    const { data } = await test.graph('{ commandCenterAlerts { edges { node { acknowledgedAt } } } }', as)
    expect(data.commandCenterAlerts.edges).toEqual([{ node: { acknowledgedAt: at } }])
    await test.sql('update webhook set failing_since = ? where workspace_id = ?', [test.clock.now(), other.workspaceId])
    expect([await list('?acknowledged=true'), await list('?acknowledged=false')]).toEqual([[], [[null]]])
  })

  it('wait together with open anomalies and unproven domains', async () => {
    const other = await test.seed.account()
    const as = { token: other.token }
    const waiting = async () =>
      (await test.graph('{ commandCenterSummary { waiting } }', as)).data.commandCenterSummary.waiting
    expect(await waiting()).toBe(0)
    const id = `webhook_failing:${await createWebhookInState(test, other, { failures: 12 })}`
    const anomalies = []
    for (let n = 0; n < 3; n++) anomalies.push(await anomalyOf({ test, account: other, word: test.seed.word } as Actor))
    await test.graph('mutation { createDomain(input: { host: "go.waiting.example" }) { id } }', as)
    expect(await waiting()).toBe(5)
    await test.rest.post(`${path}/alerts/${id}/acknowledge`, undefined, as)
    expect(await waiting()).toBe(4)
    await test.rest.post(`/v1/anomalies/${anomalies[0]?.id}/acknowledge`, undefined, as)
    await test.rest.post(`/v1/anomalies/${anomalies[1]?.id}/resolve`, undefined, as)
    expect(await waiting()).toBe(2)
    await test.sql(`update domain set status = 'verified', unproven_since = null where host = 'go.waiting.example'`)
    expect(await waiting()).toBe(1)
    const { json } = await test.rest.get(`${path}/summary`, as)
    expect(json).not.toHaveProperty('waiting')
  })

  it('show no characters that change the text direction', async () => {
    const other = await test.seed.account()
    const id = await createWebhookInState(test, other, { failures: 12 })
    await test.sql(`update webhook set name = ?, last_error = ? where id = ?`, [
      'Re\u202Eceiver',
      'altnames: \u2067x\u2069\u0007y',
      id,
    ])
    const { alerts, recommendations, workflows } = await readCommandCenter(test, other, 'source=webhooks')
    expect(alerts[0].message).toBe('The last 12 attempts of the webhook "Receiver" failed: altnames: x y.')
    expect(recommendations[0].reason).toContain('altnames: x y.')
    expect(workflows[0].lastError).toBe('altnames: x y')
  })
})
