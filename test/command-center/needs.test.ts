import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/shared/ids.ts'
import { sharedApp, type TestApp, withSettings } from '../support/app.ts'
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

describe('an alert', () => {
  it.each([
    [4, null, 'healthy'],
    [5, 'warning', 'degraded'],
    [10, 'error', 'failing'],
    [15, 'critical', 'failing'],
  ])('reports a webhook whose last %i attempts failed: %s', async (failures, severity, status) => {
    const id = await webhookWith({ failures })
    const { alerts, workflows, summary: counted } = await view(`workflowId=webhook:${id}`)
    expect(alerts.map((alert: { kind: string; severity: string }) => [alert.kind, alert.severity])).toEqual(
      severity ? [['webhook_failing', severity]] : [],
    )
    expect([workflows[0].status, counted.alerts]).toEqual([status, severity ? 1 : 0])
  })

  it('reports a quota from 80 % on, and when it is used up', async () => {
    const describeAlerts = async () =>
      (await view()).alerts.map(({ kind, severity, subjectId }: Record<string, string>) => [kind, severity, subjectId])
    for (let n = 0; n < 3; n++) await test.seed.webhook(owner)
    expect(await describeAlerts()).toEqual([])
    await test.seed.webhook(owner)
    expect(await describeAlerts()).toEqual([['quota_80', 'info', 'webhooks']])
    await test.seed.webhook(owner)
    expect(await describeAlerts()).toEqual([['quota_100', 'warning', 'webhooks']])
  })

  it('is dated when its cause began, and not before', async () => {
    const created = test.clock.now().toISOString()
    const dates = async (token = owner.token) =>
      (await view('', { ...owner, token })).alerts.map(({ kind, createdAt }: Record<string, string>) => [
        kind,
        createdAt,
      ])
    const { json } = await test.rest.post('/v1/keys', { name: 'short', expiresInDays: 3 }, { token: owner.token })
    expect(await dates()).toEqual([['key_expiring', created]])
    await test.rest.delete(`/v1/keys/${json.id}`, { token: owner.token })
    await test.rest.post('/v1/keys', { name: 'longer', expiresInDays: 10 }, { token: owner.token })
    test.clock.advance({ days: 4 })
    const noticed = new Date(Date.parse(created) + 3 * 86_400_000).toISOString()
    expect(await dates(await test.seed.session(owner.id))).toEqual([['key_expiring', noticed]])
    test.clock.advance({ days: -4 })
  })

  it('about a webhook ends when the webhook gets another URL', async () => {
    const id = await webhookWith({ failures: 5 })
    expect((await view()).alerts).toMatchObject([{ kind: 'webhook_failing', subjectId: id }])
    const url = `https://${test.seed.word()}.example/hook`
    expect((await test.rest.patch(`/v1/webhooks/${id}`, { url }, { token: owner.token })).json.failureCount).toBe(0)
    expect((await view()).alerts).toEqual([])
  })

  it('reports the hourly request limit from 80 % on', async () => {
    const limited = withSettings(test, { RATE_LIMITS: 'on', RATE_LIMIT_PER_HOUR: '10' })
    const { token } = await limited.seed.account()
    const kinds = async () => (await limited.rest.get(path, { token })).json.alerts
    for (let n = 0; n < 7; n++) expect(await kinds()).toEqual([])
    limited.clock.advance({ minutes: 10 })
    expect(await kinds()).toMatchObject([
      {
        kind: 'quota_80',
        severity: 'warning',
        subjectId: 'requests in an hour',
        createdAt: limited.clock.now().toISOString(),
      },
    ])
    await limited.close()
  })
})

describe('with more than 100 items', () => {
  it('lists the oldest alerts, and applies the severity filter before the limit', async () => {
    await test.seed.link(owner)
    const now = test.clock.now()
    const copied = `insert into link select (jsonb_populate_record(link, jsonb_build_object('id', workspace_id || n, 'code', `
    await test.sql(
      `${copied} id || n, 'blocked_at', ?::timestamptz - n * interval '1 hour', 'blocked_reason', 'spam'))).*
         from link, generate_series(1, 101) as n where workspace_id = ?`,
      [now, owner.workspaceId],
    )
    await test.sql(
      `insert into anomaly (id, workspace_id, url_id, kind, severity, observed, expected, score, level, window_start,
                            window_end, status, detected_at)
       select 'anm_' || id, workspace_id, id, 'spike', case id when workspace_id || 101 then 'critical' else 'warning' end,
              50, 5, 9, 1, blocked_at, blocked_at, 'open', blocked_at
         from link where workspace_id = ? and blocked_at is not null`,
      [owner.workspaceId],
    )
    const { alerts, anomalies, recommendations, summary: counted } = await view('severity=critical')
    expect(counted).toMatchObject({ alerts: 101, anomalies: 101 })
    expect(alerts).toHaveLength(100)
    expect(alerts[0].subjectId).toBe(`${owner.workspaceId}101`)
    expect(anomalies).toMatchObject([{ urlId: `${owner.workspaceId}101`, severity: 'critical' }])
    const kinds = recommendations.map(({ kind }: { kind: string }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['appeal_block']))
  })
})

describe('an approval', () => {
  it('is a reported link, listed for admins until the decision', async () => {
    const reporter = await test.seed.account()
    const link = await test.seed.link(owner)
    const report = { shortUrl: link.shortUrl, reason: 'phishing' }
    expect((await test.rest.post('/v1/abuse-reports', report, { token: reporter.token })).status).toBe(202)
    expect((await view()).approvals).toEqual([])
    await test.sql(`update account set role = 'admin' where id = ?`, [reporter.id])
    const readApprovals = async () =>
      (await view('', reporter)).approvals.filter((each: { subjectId: string }) => each.subjectId === link.id)
    expect(await readApprovals()).toEqual([
      {
        id: `flagged_link:${link.id}`,
        kind: 'flagged_link',
        subjectId: link.id,
        title: `Decide on the link ${link.shortUrl}: 1 report.`,
        requestedAt: test.clock.now().toISOString(),
      },
    ])
    await test.rest.post(`/v1/abuse/reviews/${link.id}/block`, { reason: 'phishing' }, { token: reporter.token })
    expect(await readApprovals()).toEqual([])
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
  it('contains a request that exists in the API', async () => {
    await webhookWith({ failures: 12 })
    await webhookWith({ disabled: true })
    await test.seed.key(owner, { expiresInDays: 3 })
    const expired = await test.seed.key(owner)
    await test.sql('update api_key set expires_at = ? where id = ?', [test.clock.now(), expired.id])
    const { id } = await test.seed.link(owner)
    await test.sql('update link set expires_at = ? where id = ?', [test.clock.now(), id])
    await test.sql(
      `insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, bot_clicks, visitors)
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
    const summaries = recommendations.map(({ kind, impact }: Record<string, string>) => `${impact} ${kind}`)
    expect(summaries.slice(0, 3).toSorted()).toEqual([
      'high add_expired_url',
      'high enable_endpoint',
      'high fix_endpoint',
    ])
    expect(summaries.slice(3)).toEqual(['medium rotate_key', 'low revoke_key'])
  })

  it('to redeliver events ends when the events are delivered', async () => {
    const id = await webhookWith()
    const at = test.clock.now()
    const eventId = newId('evt', at)
    await test.sql(
      `insert into event (id, kind, workspace_id, payload, created_at) values (?, 'link.made', ?, '{}', ?)`,
      [eventId, owner.workspaceId, at],
    )
    await test.sql(
      `insert into webhook_delivery (id, webhook_id, event_id, state, created_at, settled_at, duration_ms)
       values (?, ?, ?, 'exhausted', ?, ?, 9)`,
      [newId('dlv', at), id, eventId, at, at],
    )
    // Successful deliveries, so that the failure rate stays low.
    await test.sql(
      `insert into webhook_sum (subject_id, span, starts_at, measure, bucket, count, total_ms)
       select ?, span, date_bin(('1 ' || span)::interval, ?::timestamptz - interval '2 hours', 'epoch'), measure, 9, count, 900
         from (values ('hour'), ('day')) as spans (span)
        cross join (values ('succeeded', 99), ('exhausted', 1)) as counts (measure, count)`,
      [id, at],
    )
    const kinds = async () => (await view()).recommendations.map(({ kind }: { kind: string }) => kind)
    expect(await kinds()).toEqual(['redeliver_events'])
    await test.rest.post(`/v1/webhooks/${id}/redeliver`, {}, { token: owner.token })
    expect(await kinds()).toEqual([])
  })
})
