import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/platform/shared/ids.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { createWebhookInState, path, readCommandCenter, type WebhookState } from './command-center-client.ts'

let test: TestApp
let owner: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.seed.account()
})

const view = (query?: string, account = owner) => readCommandCenter(test, account, query)
const webhookWith = (facts?: WebhookState) => createWebhookInState(test, owner, facts)
const summary = async () => (await test.rest.get(`${path}/summary`, { token: owner.token })).json

async function insertActivity(
  facts: { severity?: string; source?: string; subjectId?: string; minutesAgo?: number } = {},
) {
  const { severity = 'info', source = 'lifecycle', subjectId = 'lnk_1', minutesAgo = 0 } = facts
  const at = new Date(test.clock.now().getTime() - minutesAgo * 60_000)
  await test.sql(
    `insert into activity (id, workspace_id, type, actor, subject_type, subject_id, summary, severity, source, created_at)
     values (?, ?, 'link.reachable', 'system', 'link', ?, ?, ?, ?, ?)`,
    [newId('act', at), owner.workspaceId, subjectId, `${severity} of ${source}`, severity, source, at],
  )
}

describe('the command center', () => {
  it('of a new account has all fields and empty lists', async () => {
    const now = test.clock.now()
    // The first job run starts a second after the service.
    const answer = await vi.waitFor(async () => {
      const current = await view()
      expect(current.workflows.find(({ id }: { id: string }) => id === 'lifecycle').executions).toBeGreaterThan(0)
      return current
    }, 20_000)
    expect(answer).toEqual({
      range: { from: new Date(now.getTime() - 86_400_000).toISOString(), to: now.toISOString(), preset: '24h' },
      generatedAt: now.toISOString(),
      summary: {
        activeWorkflows: expect.any(Number),
        runningExecutions: 0,
        failures: 0,
        slaBreaches: 0,
        anomalies: 0,
        alerts: 0,
        approvals: 0,
      },
      workflows: expect.any(Array),
      sla: expect.any(Array),
      anomalies: [],
      alerts: [],
      approvals: [],
      recommendations: [],
      recentActivity: { items: expect.any(Array), page: 1, limit: 20, total: expect.any(Number) },
    })
    expect(answer.summary.activeWorkflows).toBe(answer.workflows.length)
    expect(answer.workflows.find(({ id }: { id: string }) => id === 'lifecycle')).toEqual({
      id: 'lifecycle',
      name: 'Expiry of links',
      source: 'lifecycle',
      status: 'healthy',
      isActive: true,
      executions: expect.any(Number),
      succeeded: expect.any(Number),
      failed: 0,
      running: 0,
      failureRate: 0,
      averageDurationMs: expect.any(Number),
      p95DurationMs: expect.any(Number),
      lastExecutionAt: expect.any(String),
      lastError: null,
    })
    expect(answer.sla.find(({ metric }: { metric: string }) => metric === 'click_ingest_lag_p95')).toEqual({
      workflowId: null,
      name: 'Clicks',
      metric: 'click_ingest_lag_p95',
      target: 5000,
      actual: null,
      status: 'no_data',
      sampleSize: 0,
    })
    expect(await summary()).toEqual(answer.summary)
  })

  it.each([
    ['range', '2h', 'must be one of 1h, 24h, 7d, 30d, 90d'],
    ['source', 'links', 'must be one of all, webhooks, imports, link_health, clicks, lifecycle'],
    ['severity', 'fatal', 'must be one of info, warning, error, critical'],
    ['page', '0', 'must not be less than 1'],
    ['limit', '101', 'must not be greater than 100'],
  ])('returns 400 for %s=%s with the allowed values', async (field, value, issue) => {
    const { status, json } = await test.rest.get(`${path}?${field}=${value}`, { token: owner.token })
    expect([status, json.error.code, json.error.details]).toEqual([400, 'INVALID_PARAMS', [{ field, issue }]])
  })

  it.each(['1h', '24h', '7d', '30d', '90d'])('accepts the range %s', async (range) => {
    const { json } = await test.rest.get(`${path}?range=${range}`, { token: owner.token })
    const hours = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, '90d': 2160 }[range] ?? 0
    expect(json.range.preset).toBe(range)
    expect(Date.parse(json.range.to) - Date.parse(json.range.from)).toBe(hours * 3_600_000)
  })
})

describe('a filter', () => {
  it('by source, severity or workflow applies to the lists and not to the summary', async () => {
    const failing = await webhookWith({ failures: 7 })
    await webhookWith({ disabled: true })
    await test.seed.key(owner, { expiresInDays: 1 })
    await insertActivity({ severity: 'error', source: 'webhooks', subjectId: failing })
    await insertActivity({ severity: 'warning', source: 'lifecycle' })
    const all = await view()
    const kinds = ({ alerts }: typeof all) => alerts.map(({ kind }: { kind: string }) => kind)
    const summaries = ({ recentActivity }: typeof all) =>
      recentActivity.items
        .map(({ summary }: { summary: string }) => summary)
        .filter((each: string) => / of /.test(each))
    expect(kinds(all)[0]).toBe('webhook_disabled')
    expect(kinds(all).slice(1).toSorted()).toEqual(['key_expiring', 'webhook_failing'])
    expect(summaries(all)).toEqual(['warning of lifecycle', 'error of webhooks'])

    const webhooks = await view('source=webhooks')
    expect(kinds(webhooks)).toEqual(['webhook_disabled', 'webhook_failing'])
    expect(new Set(webhooks.workflows.map(({ source }: { source: string }) => source))).toEqual(new Set(['webhooks']))
    expect(webhooks.sla.every(({ workflowId }: { workflowId: string }) => /^webhook:/.test(workflowId))).toBe(true)
    expect(summaries(webhooks)).toEqual(['error of webhooks'])

    const severe = await view('severity=error')
    expect(kinds(severe)).not.toContain('webhook_failing')
    expect(kinds(severe)).toContain('webhook_disabled')
    expect(summaries(severe)).toEqual(['error of webhooks'])

    const one = await view(`workflowId=webhook:${failing}`)
    expect(kinds(one)).toEqual(['webhook_failing'])
    expect(one.workflows).toMatchObject([{ id: `webhook:${failing}`, status: 'degraded', lastError: 'answered 500' }])
    expect(one.recommendations).toMatchObject([{ kind: 'fix_endpoint', impact: 'medium' }])
    expect(summaries(one)).toEqual(['error of webhooks'])

    const imports = await view('source=imports')
    const { workflows, sla, anomalies, alerts, approvals, recommendations, recentActivity } = imports
    expect([workflows, sla, anomalies, alerts, approvals, recommendations, recentActivity.items]).toEqual(
      Array(7).fill([]),
    )
    for (const each of [webhooks, severe, one, imports]) expect(each.summary).toEqual(all.summary)
  })

  it("finds nothing for another account's workflow or an unknown one", async () => {
    const ownId = await webhookWith({ failures: 20 })
    const stranger = await test.seed.account()
    const [foreign, unknown] = [
      await view(`workflowId=webhook:${ownId}`, stranger),
      await view('workflowId=webhook:whk_unknown', stranger),
    ]
    expect(foreign).toEqual(unknown)
    expect([foreign.workflows, foreign.alerts, foreign.summary.alerts]).toEqual([[], [], 0])
  })

  it('by page returns the recent activity of the range, newest first', async () => {
    for (let n = 0; n < 25; n++) await insertActivity({ source: 'imports', minutesAgo: n * 2 })
    await insertActivity({ source: 'imports', minutesAgo: 61 })
    const page = async (number: number) =>
      (await view(`range=1h&source=imports&limit=10&page=${number}`)).recentActivity
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.map(({ items }) => items.length)).toEqual([10, 10, 5, 0])
    expect(pages.map(({ total }) => total)).toEqual([25, 25, 25, 25])
    const times = pages.flatMap(({ items }) => items.map(({ createdAt }: { createdAt: string }) => createdAt))
    expect(times).toEqual(times.toSorted().reverse())
    expect(new Set(times).size).toBe(25)
  })
})

describe('an answer', () => {
  it('is consistent while webhooks change', { tags: 'race' }, async () => {
    const ids = await Promise.all([webhookWith(), webhookWith(), webhookWith()])
    const token = owner.token
    const change = (id: string, isActive: boolean) => test.rest.patch(`/v1/webhooks/${id}`, { isActive }, { token })
    for (let n = 0; n < 5; n++) {
      const [answer] = await Promise.all([view('source=webhooks'), ...ids.map((id) => change(id, n % 2 === 0))])
      const all = (await view()).workflows.length - 3
      const active = answer.workflows.filter(({ isActive }: { isActive: boolean }) => isActive).length
      expect(answer.summary).toMatchObject({ activeWorkflows: active + all, alerts: answer.alerts.length })
    }
    expect(await summary()).toEqual((await view()).summary)
  })

  it('measures the lag of click rollups', async () => {
    const link = await test.seed.link(owner)
    await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`)
    await vi.waitFor(async () => {
      const { sla } = await view('source=clicks')
      expect(sla).toMatchObject([{ metric: 'click_ingest_lag_p95', status: 'met', sampleSize: 1 }])
    }, 20_000)
  })

  it('leads a GraphQL client from a workflow to its webhook', async () => {
    const id = await webhookWith({ failures: 6 })
    const document = '{ commandCenter(source: WEBHOOKS) { workflows { status webhook { id failureCount } } } }'
    const { data } = await test.graph(document, { token: owner.token })
    expect(data.commandCenter.workflows).toEqual([{ status: 'DEGRADED', webhook: { id, failureCount: 6 } }])
  })

  it.each([
    ['alerts anomalies', 8],
    ['anomalies', 3],
    ['failures runningExecutions', 9],
  ])('runs only the statements that { %s } needs', async (fields, maximum) => {
    test.statements.splice(0)
    const { errors } = await test.graph(`{ commandCenterSummary { ${fields} } }`, { token: owner.token })
    expect(errors).toBeUndefined()
    expect(test.statements.length).toBeLessThanOrEqual(maximum)
  })

  it('has the same numbers for single fields as for all of them', async () => {
    await webhookWith({ failures: 6 })
    const fields = ['activeWorkflows', 'failures', 'slaBreaches', 'anomalies', 'alerts', 'approvals']
    const read = async (selection: string) =>
      (await test.graph(`{ commandCenterSummary { ${selection} } }`, { token: owner.token })).data.commandCenterSummary
    const all = await read(fields.join(' '))
    expect(all.alerts).toBeGreaterThan(0)
    for (const field of fields) expect(await read(field)).toEqual({ [field]: all[field] })
  })

  it('uses one connection at a time when a document requests several', async () => {
    test.statements.splice(0)
    const fields = [1, 2, 3].map((n) => `a${n}: commandCenterSummary { alerts }`)
    const { data } = await test.graph(`{ ${fields.join(' ')} }`, { token: owner.token })
    expect(data.a3).toEqual({ alerts: 0 })
    const transactions = test.statements.flatMap((sql) => /start transaction|commit/.exec(sql) ?? [])
    expect(transactions).toEqual(Array(3).fill(['start transaction', 'commit']).flat())
  })
})
