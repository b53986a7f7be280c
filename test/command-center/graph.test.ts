import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { adminOf, report } from '../abuse/answers.ts'
import { anomalyOf } from '../contract/anomalies.ts'
import { openToAnyone, tokenWith } from '../contract/anyone.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededKey, SeededLink } from '../support/seed.ts'
import { createWebhookInState, readCommandCenter } from './command-center-client.ts'

let test: TestApp
let anyone: TestApp
let owner: SeededAccount
let link: SeededLink
let key: SeededKey
let webhookId: string
let anomaly: { readonly id: string; readonly urlId: string }
beforeAll(async () => {
  test = await sharedApp()
  // The detector evaluates the last hour now, and does not resolve the anomaly of this test later.
  await test.app.recurringTasks.runAll()
  owner = await test.seed.account()
  anyone = await openToAnyone(test, owner)
  link = await test.seed.link(owner)
  await test.sql(`update link set blocked_at = ?, blocked_reason = 'spam' where id = ?`, [test.clock.now(), link.id])
  key = await test.seed.key(owner, { expiresInDays: 1 })
  webhookId = await createWebhookInState(test, owner, { failures: 12 })
  anomaly = await anomalyOf({ test, account: owner, word: () => test.seed.word() })
})
afterAll(async () => {
  await anyone.close()
  await test.close()
})

const own = () => ({ token: owner.token })
const subject = `subject { __typename
  ... on UrlItem { id code } ... on WebhookItem { id } ... on ApiKeyItem { id } ... on Anomaly { id url { id } } }`

interface Item {
  readonly kind: string
  readonly subject: object
}

describe('the command center over GraphQL', () => {
  it('has the activities that its filters select as a connection', async () => {
    const insert = (id: string, source: string, severity: string) =>
      test.sql(
        `insert into activity (id, workspace_id, type, actor, subject_type, subject_id, summary, severity, source, created_at)
         values (?, ?, 'webhook.failing', 'system', 'webhook', ?, 'It fails.', ?, ?, ?)`,
        [id, owner.workspaceId, webhookId, severity, source, test.clock.now()],
      )
    const ids = ['1', '2', '3'].map((number) => `log_${owner.workspaceId}${number}`)
    await insert(ids[0] ?? '', 'webhooks', 'error')
    await insert(ids[1] ?? '', 'webhooks', 'warning')
    await insert(ids[2] ?? '', 'lifecycle', 'error')
    const read = async (filter: string, page: string) => {
      const document = `{ commandCenter(${filter}) { activities(${page}) {
        totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor } } } }`
      const { data, errors } = await test.graph(document, own())
      expect(errors).toBeUndefined()
      const { nodes, ...rest } = data.commandCenter.activities
      return { ...rest, ids: nodes.map(({ id }: { id: string }) => id) }
    }
    const severe = 'source: WEBHOOKS, severity: WARNING'
    expect(await read(severe, 'first: 5')).toMatchObject({ totalCount: 2, ids: [ids[1], ids[0]] })
    const last = await read(severe, 'last: 1')
    expect(last).toMatchObject({ ids: [ids[0]], pageInfo: { hasNextPage: false, hasPreviousPage: true } })
    const before = await read(severe, `last: 1, before: "${last.pageInfo.startCursor}"`)
    expect(before).toMatchObject({ ids: [ids[1]], pageInfo: { hasPreviousPage: false } })
    expect(await read(`workflowId: "webhook:${webhookId}", severity: ERROR`, 'first: 5')).toMatchObject({
      ids: [ids[0]],
    })
    expect(await read('workflowId: "webhook:none", source: LIFECYCLE', 'first: 5')).toMatchObject({
      totalCount: 0,
      ids: [],
    })
  })

  it('leads from alerts and recommendations to their subjects', async () => {
    const document = `{ commandCenter { alerts { kind ${subject} } recommendations { kind ${subject} } } }`
    const { data, errors } = await test.graph(document, own())
    expect(errors).toBeUndefined()
    const { alerts, recommendations } = data.commandCenter as { alerts: Item[]; recommendations: Item[] }
    const apiKey = { __typename: 'ApiKeyItem', id: key.id }
    const webhook = { __typename: 'WebhookItem', id: webhookId }
    const byKind = (items: Item[]) => Object.fromEntries(items.map((each) => [each.kind, each.subject]))
    expect(byKind(alerts)).toEqual({
      DESTINATION_FLAGGED: { __typename: 'UrlItem', id: link.id, code: link.shortUrl },
      KEY_EXPIRING: apiKey,
      WEBHOOK_FAILING: webhook,
    })
    expect(byKind(recommendations)).toEqual({
      APPEAL_BLOCK: { __typename: 'UrlItem', id: link.id, code: link.shortUrl },
      ROTATE_KEY: apiKey,
      FIX_ENDPOINT: webhook,
      ACKNOWLEDGE_ANOMALY: { __typename: 'Anomaly', id: anomaly.id, url: { id: anomaly.urlId } },
    })
  })

  it('shows links and anomalies only with their scopes', async () => {
    const document = `{ commandCenter { alerts { kind ${subject} } recommendations { kind ${subject} } } }`
    const { data, errors } = await anyone.graph(document, { token: tokenWith('oauth', 'read:profile') })
    expect(errors).toBeUndefined()
    const { alerts, recommendations } = data.commandCenter as { alerts: Item[]; recommendations: Item[] }
    const shown = [...alerts, ...recommendations].map(({ kind }) => kind)
    expect(shown.toSorted()).toEqual(['FIX_ENDPOINT', 'KEY_EXPIRING', 'ROTATE_KEY', 'WEBHOOK_FAILING'])
  })

  it('names the mutation of the request that REST recommends', async () => {
    const { data } = await test.graph('{ commandCenter { recommendations { id mutation } } }', own())
    const { recommendations } = await readCommandCenter(test, owner)
    const operations = listRestOperations(test.app.schema)
    const expected = recommendations.map(({ id, action }: { id: string; action: { method: string; path: string } }) => {
      const operation = operations.find(
        ({ route }) =>
          route.method === action.method &&
          new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(action.path),
      )
      return { id, mutation: operation?.name }
    })
    expect(expected).toHaveLength(4)
    expect(data.commandCenter.recommendations).toEqual(expected)
  })

  it('leads from a service level to its workflow', async () => {
    const { data } = await test.graph('{ commandCenter { sla { metric workflow { id name } } } }', own())
    expect(data.commandCenter.sla).toContainEqual({
      metric: 'DELIVERY_SUCCESS_RATE',
      workflow: { id: `webhook:${webhookId}`, name: 'Receiver' },
    })
    expect(data.commandCenter.sla).toContainEqual({ metric: 'CLICK_INGEST_LAG_P95', workflow: null })
  })

  it('leads from an approval to the review', async () => {
    const admin = await adminOf(test)
    const reported = await test.seed.link(owner)
    await report(test, reported.shortUrl, '198.51.100.77')
    const { data } = await test.graph('{ commandCenter { approvals { review { id code openReports } } } }', {
      token: admin.token,
    })
    expect(data.commandCenter.approvals).toContainEqual({
      review: { id: reported.id, code: reported.shortUrl, openReports: 1 },
    })
  })
})
