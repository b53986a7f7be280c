import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let owner: SeededAccount
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.seed.account()
})

const path = '/v1/integrations/command-center'

async function view(query = '', account = owner) {
  const { status, json } = await test.rest.get(`${path}?${query}`, { token: account.token })
  expect(status).toBe(200)
  return json
}

const summary = async () => (await test.rest.get(`${path}/summary`, { token: owner.token })).json

/** A webhook that is switched on in its record only: nothing is sent to it. */
async function webhookWith(facts: { failures?: number; disabled?: boolean } = {}): Promise<string> {
  const { id } = await test.seed.webhook(owner)
  await test.rest.patch(`/v1/webhooks/${id}`, { isActive: false }, { token: owner.token })
  const { failures = 0, disabled = false } = facts
  const now = test.clock.now()
  await test.sql(
    `update webhook set is_active = ?, failure_count = ?, failing_since = ?, last_error = 'answered 500',
            last_failure_at = ?, disabled_at = ?, disabled_reason = ? where id = ?`,
    [!disabled, failures, failures > 0 ? now : null, now, disabled ? now : null, disabled ? 'gone' : null, id],
  )
  return id
}

async function note(facts: { severity?: string; source?: string; subjectId?: string; minutesAgo?: number } = {}) {
  const { severity = 'info', source = 'lifecycle', subjectId = 'lnk_1', minutesAgo = 0 } = facts
  const at = new Date(test.clock.now().getTime() - minutesAgo * 60_000)
  await test.sql(
    `insert into activity (id, owner_id, type, actor, subject_type, subject_id, summary, severity, source, created_at)
     values (?, ?, 'link.probed', 'system', 'link', ?, ?, ?, ?, ?)`,
    [newId('act', at), owner.id, subjectId, `${severity} of ${source}`, severity, source, at],
  )
}

describe('the command center', () => {
  it('of a new account has every part of its shape, and nothing to tell', async () => {
    const now = test.clock.now()
    // The service sweeps for the first time a second after it has begun.
    const answer = await vi.waitFor(async () => {
      const begun = await view()
      expect(begun.workflows.find(({ id }: { id: string }) => id === 'lifecycle').executions).toBeGreaterThan(0)
      return begun
    }, 20_000)
    expect(answer).toEqual({
      range: { from: new Date(now.getTime() - 86_400_000).toISOString(), to: now.toISOString(), preset: '24h' },
      generatedAt: now.toISOString(),
      summary: {
        ...{ activeWorkflows: expect.any(Number), runningExecutions: 0, failures: 0, slaBreaches: 0 },
        ...{ anomalies: 0, alerts: 0, approvals: 0 },
      },
      workflows: expect.any(Array),
      sla: expect.any(Array),
      ...{ anomalies: [], alerts: [], approvals: [], recommendations: [] },
      recentActivity: { items: expect.any(Array), page: 1, limit: 20, total: expect.any(Number) },
    })
    expect(answer.summary.activeWorkflows).toBe(answer.workflows.length)
    expect(answer.workflows.find(({ id }: { id: string }) => id === 'lifecycle')).toEqual({
      ...{ id: 'lifecycle', name: 'Expiry of links', source: 'lifecycle', status: 'healthy', isActive: true },
      ...{ executions: expect.any(Number), succeeded: expect.any(Number), failed: 0, running: 0, failureRate: 0 },
      ...{ averageDurationMs: expect.any(Number), p95DurationMs: expect.any(Number) },
      ...{ lastExecutionAt: expect.any(String), lastError: null },
    })
    expect(answer.sla.find(({ metric }: { metric: string }) => metric === 'click_ingest_lag_p95')).toEqual({
      ...{ workflowId: null, name: 'Clicks', metric: 'click_ingest_lag_p95', target: 5000 },
      ...{ actual: null, status: 'no_data', sampleSize: 0 },
    })
    expect(await summary()).toEqual(answer.summary)
  })

  it.each([
    ['range', '2h', 'must be one of 1h, 24h, 7d, 30d, 90d'],
    ['source', 'links', 'must be one of all, webhooks, imports, link_health, clicks, lifecycle'],
    ['severity', 'fatal', 'must be one of info, warning, error, critical'],
    ['page', '0', 'must not be less than 1'],
    ['limit', '101', 'must not be greater than 100'],
  ])('answers 400 to %s=%s and says what is allowed', async (field, value, issue) => {
    const { status, json } = await test.rest.get(`${path}?${field}=${value}`, { token: owner.token })
    expect([status, json.error.code, json.error.details]).toEqual([400, 'INVALID_PARAMS', [{ field, issue }]])
  })

  it.each(['1h', '24h', '7d', '30d', '90d'])('takes the range %s', async (range) => {
    const { json } = await test.rest.get(`${path}?range=${range}`, { token: owner.token })
    const hours = { '1h': 1, '24h': 24, '7d': 168, '30d': 720, '90d': 2160 }[range] ?? 0
    expect(json.range.preset).toBe(range)
    expect(Date.parse(json.range.to) - Date.parse(json.range.from)).toBe(hours * 3_600_000)
  })
})

describe('what is wanted', () => {
  it('narrows the lists by source, severity and workflow, and never the summary', async () => {
    const failing = await webhookWith({ failures: 7 })
    await webhookWith({ disabled: true })
    await test.seed.key(owner, { expiresInDays: 1 })
    await note({ severity: 'error', source: 'webhooks', subjectId: failing })
    await note({ severity: 'warning', source: 'lifecycle' })
    const all = await view()
    const kinds = ({ alerts }: typeof all) => alerts.map(({ kind }: { kind: string }) => kind)
    const marks = ({ recentActivity }: typeof all) =>
      recentActivity.items
        .map(({ summary }: { summary: string }) => summary)
        .filter((each: string) => / of /.test(each))
    expect(kinds(all)[0]).toBe('webhook_disabled')
    expect(kinds(all).slice(1).toSorted()).toEqual(['key_expiring', 'webhook_failing'])
    expect(marks(all)).toEqual(['warning of lifecycle', 'error of webhooks'])

    const webhooks = await view('source=webhooks')
    expect(kinds(webhooks)).toEqual(['webhook_disabled', 'webhook_failing'])
    expect(new Set(webhooks.workflows.map(({ source }: { source: string }) => source))).toEqual(new Set(['webhooks']))
    expect(webhooks.sla.every(({ workflowId }: { workflowId: string }) => /^webhook:/.test(workflowId))).toBe(true)
    expect(marks(webhooks)).toEqual(['error of webhooks'])

    const grave = await view('severity=error')
    expect(kinds(grave)).not.toContain('webhook_failing')
    expect(kinds(grave)).toContain('webhook_disabled')
    expect(marks(grave)).toEqual(['error of webhooks'])

    const one = await view(`workflowId=webhook:${failing}`)
    expect(kinds(one)).toEqual(['webhook_failing'])
    expect(one.workflows).toMatchObject([{ id: `webhook:${failing}`, status: 'degraded', lastError: 'answered 500' }])
    expect(one.recommendations).toMatchObject([{ kind: 'fix_endpoint', impact: 'medium' }])
    expect(marks(one)).toEqual(['error of webhooks'])

    const imports = await view('source=imports')
    const { workflows, sla, anomalies, alerts, approvals, recommendations, recentActivity } = imports
    expect([workflows, sla, anomalies, alerts, approvals, recommendations, recentActivity.items]).toEqual(
      Array(7).fill([]),
    )
    for (const each of [webhooks, grave, one, imports]) expect(each.summary).toEqual(all.summary)
  })

  it("finds nothing of another's workflow, nor of one that does not exist", async () => {
    const mine = await webhookWith({ failures: 20 })
    const stranger = await test.seed.account()
    const [foreign, unknown] = [
      await view(`workflowId=webhook:${mine}`, stranger),
      await view('workflowId=webhook:whk_unknown', stranger),
    ]
    expect(foreign).toEqual(unknown)
    expect([foreign.workflows, foreign.alerts, foreign.summary.alerts]).toEqual([[], [], 0])
  })

  it('pages through the recent activity, the newest first, back to where the range begins', async () => {
    for (let n = 0; n < 25; n++) await note({ source: 'imports', minutesAgo: n * 2 })
    await note({ source: 'imports', minutesAgo: 61 })
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

describe('an alert', () => {
  it.each([
    [4, null, 'healthy'],
    [5, 'warning', 'degraded'],
    [10, 'error', 'failing'],
    [15, 'critical', 'failing'],
  ])('tells of a webhook whose last %i attempts failed: %s', async (failures, severity, status) => {
    const id = await webhookWith({ failures })
    const { alerts, workflows, summary: counted } = await view(`workflowId=webhook:${id}`)
    expect(alerts.map((alert: { kind: string; severity: string }) => [alert.kind, alert.severity])).toEqual(
      severity ? [['webhook_failing', severity]] : [],
    )
    expect([workflows[0].status, counted.alerts]).toEqual([status, severity ? 1 : 0])
  })

  it('tells of four fifths of what there is room for, and of all of it', async () => {
    const told = async () =>
      (await view()).alerts.map(({ kind, severity, subjectId }: Record<string, string>) => [kind, severity, subjectId])
    for (let n = 0; n < 3; n++) await test.seed.webhook(owner)
    expect(await told()).toEqual([])
    await test.seed.webhook(owner)
    expect(await told()).toEqual([['quota_80', 'info', 'webhooks']])
    await test.seed.webhook(owner)
    expect(await told()).toEqual([['quota_100', 'warning', 'webhooks']])
  })

  it('tells of requests that are nearly used up', async () => {
    const limited = await startApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_HOUR: '10' })
    const { token } = await limited.seed.account()
    const kinds = async () => (await limited.rest.get(path, { token })).json.alerts
    for (let n = 0; n < 7; n++) expect(await kinds()).toEqual([])
    expect(await kinds()).toMatchObject([{ kind: 'quota_80', severity: 'warning', subjectId: 'requests in an hour' }])
    await limited.close()
  })
})

describe('an approval', () => {
  it('is a reported link, for admins alone, until it is decided', async () => {
    const reporter = await test.seed.account()
    const link = await test.seed.link(owner)
    const report = { shortUrl: link.shortUrl, reason: 'phishing' }
    expect((await test.rest.post('/v1/abuse-reports', report, { token: reporter.token })).status).toBe(202)
    expect((await view()).approvals).toEqual([])
    await test.sql(`update account set role = 'admin' where id = ?`, [reporter.id])
    const waiting = async () =>
      (await view('', reporter)).approvals.filter((each: { subjectId: string }) => each.subjectId === link.id)
    expect(await waiting()).toEqual([
      {
        ...{ id: `flagged_link:${link.id}`, kind: 'flagged_link', subjectId: link.id },
        title: `Decide on the link ${link.shortUrl}: 1 report.`,
        requestedAt: test.clock.now().toISOString(),
      },
    ])
    await test.rest.post(`/v1/abuse/reviews/${link.id}/block`, { reason: 'phishing' }, { token: reporter.token })
    expect(await waiting()).toEqual([])
    expect((await view()).alerts).toMatchObject([
      {
        kind: 'destination_flagged',
        severity: 'critical',
        subjectId: link.id,
        message: expect.stringContaining('phishing'),
      },
    ])
    await test.rest.post(`/v1/abuse/reviews/${link.id}/unblock`, {}, { token: reporter.token })
    expect((await view()).alerts).toEqual([])
  })
})

describe('a recommendation', () => {
  it('names a request that the service takes', async () => {
    await webhookWith({ failures: 12 })
    await webhookWith({ disabled: true })
    await test.seed.key(owner, { expiresInDays: 3 })
    const expired = await test.seed.key(owner)
    await test.sql('update api_key set expires_at = ? where id = ?', [test.clock.now(), expired.id])
    const { id } = await test.seed.link(owner)
    await test.sql('update link set expires_at = ? where id = ?', [test.clock.now(), id])
    await test.sql(
      `insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, robots, visitors)
       values (?, 'hour', ?, 'total', '', 120, 0, 9)`,
      [id, new Date(test.clock.now().getTime() - 3 * 3_600_000)],
    )
    const { recommendations } = await view()
    const { paths } = (await test.rest.get('/v1/openapi.json')).json
    for (const { action } of recommendations) {
      const fits = Object.keys(paths).filter((each) =>
        new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(action.path),
      )
      expect(fits.some((each) => action.method.toLowerCase() in paths[each])).toBe(true)
    }
    const told = recommendations.map(({ kind, impact }: Record<string, string>) => `${impact} ${kind}`)
    expect(told.slice(0, 3).toSorted()).toEqual(['high add_expired_url', 'high enable_endpoint', 'high fix_endpoint'])
    expect(told.slice(3)).toEqual(['medium rotate_key', 'low revoke_key'])
  })
})

describe('one answer', () => {
  it('is of one moment, whatever happens meanwhile', async () => {
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

  it('tells how long clicks took to be summed up', async () => {
    const link = await test.seed.link(owner)
    await test.rest.get(`/v1/urls/redirect/${link.shortUrl}`)
    await vi.waitFor(async () => {
      const { sla } = await view('source=clicks')
      expect(sla).toMatchObject([{ metric: 'click_ingest_lag_p95', status: 'met', sampleSize: 1 }])
    }, 20_000)
  })

  it('is walked by a graph client from a workflow to its webhook', async () => {
    const id = await webhookWith({ failures: 6 })
    const document = '{ commandCenter(source: "webhooks") { workflows { status webhook { id failureCount } } } }'
    const { data } = await test.graph(document, { token: owner.token })
    expect(data.commandCenter.workflows).toEqual([{ status: 'degraded', webhook: { id, failureCount: 6 } }])
  })
})
